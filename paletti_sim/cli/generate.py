"""`paletti generate`: random towers as scenario files, with labels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from paletti_sim.batch.generate import Made, Order
    from paletti_sim.journal import Journal

LABELS = "labels.csv"
PART = ".part"
TIMEOUT_S = 3600.0  # for one tower: many attempts may be needed


def generate(
    count: Annotated[int, typer.Argument(metavar="N", help="How many towers.")],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="The folder for the files.")],
    levels: Annotated[str, typer.Option(metavar="A-B", help="Levels, the base one of them.")] = "2-4",
    columns: Annotated[str, typer.Option(metavar="A-B", help="Columns in the whole tower.")] = "8-20",
    near_limit: Annotated[
        float, typer.Option(metavar="SHARE", help="The share whose move nearly falls, or nearly stands.")
    ] = 0.0,
    balance: Annotated[bool, typer.Option("--balance", help="As many that topple as that stand.")] = False,
    seed: Annotated[int, typer.Option(metavar="N", min=0, max=2**53, help="The same seed gives the same files.")] = 0,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=1024, help="Processes at work; else one for each core.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")] = False,
) -> None:
    """Make random towers as scenario files, in DIR/train and DIR/test, with DIR/labels.csv.

    Every tower is legal and stands; its move takes a column, and its label is what `paletti check` says of that. No
    tower is in both parts; a fifth is for testing, of each kind the same share. What is done is kept on the way: after
    Ctrl-C or a crash the same command goes on from there.
    """
    from paletti_sim.batch.generate import Made, Order, slots
    from paletti_sim.cli.output import refuse_unwritable, say, write_all

    order = Order(count, _span("--levels", levels), _span("--columns", columns), near_limit, balance, seed)
    order.check()
    wanted = [output / slot.file for slot in slots(order)]
    refuse_unwritable(output / LABELS, force=force, make_folders=True)
    with _journal(output, order, force) as journal:
        written = {output / one.file for one in map(Made.from_kept, journal.entries) if one.is_in(output)}
        refuse_unwritable(*(path for path in wanted if path not in written), force=force, make_folders=True)
        made = _made(order, jobs, journal)
        files: dict[Path, bytes | str] = {output / one.file: one.text for one in made}
        files = {path: text for path, text in files.items() if path not in written}
        write_all(files | {output / LABELS: _table(made)}, force=force)
    fall = sum(one.label["topples"] for one in made)
    say(f"wrote {len(made):,} towers and {output / LABELS}: {fall:,} topple, {len(made) - fall:,} stand")


@contextmanager
def _journal(output: Path, order: Order, force: bool) -> Iterator[Journal]:
    """Keeps towers that are done until all are; when it ends before, one line says so. Of nothing, nothing is left."""
    from paletti_sim.batch.generate import Made, identity
    from paletti_sim.cli.output import say
    from paletti_sim.journal import Journal

    there = output.exists()
    output.mkdir(parents=True, exist_ok=True)
    path = output / f"{LABELS}{PART}"
    journal = Journal(path, "order", identity(order), flag="-o", whole=Made.is_kept, force=force)
    try:
        yield journal
    except BaseException:
        journal.close(done=False)
        if journal.entries:
            done = f"{len(journal.entries):,} of {order.count:,} towers are done and kept in {path}"
            say(f"{done}: the same command goes on from there")
        elif not there:
            output.rmdir()
        raise
    journal.close(done=True)


def _made(order: Order, jobs: int | None, journal: Journal) -> list[Made]:
    """All towers, in the order of their numbers whoever made them, and when."""
    from concurrent.futures import wait

    from paletti_sim.batch.executors.limits import Limits, WorkerEndedError
    from paletti_sim.batch.executors.local import LocalExecutor
    from paletti_sim.batch.generate import Made, make, slots
    from paletti_sim.batch.run import Course
    from paletti_sim.cli.batch import cores
    from paletti_sim.cli.batch_progress import shown
    from paletti_sim.errors import NoAnswerError

    made = {one.file: one for one in map(Made.from_kept, journal.entries)}
    open_slots = [slot for slot in slots(order) if slot.file not in made]
    executor = LocalExecutor(jobs or cores(), Limits(TIMEOUT_S))
    course = Course(order.count, len(made), 0)
    try:
        with shown("towers") as told:
            left = {executor.submit(make, slot) for slot in open_slots}
            while left:
                done, left = wait(left, timeout=0.25, return_when="FIRST_COMPLETED")
                for future in done:
                    one = future.result()
                    made[one.file] = one
                    journal.add(one.kept())
                course.done += len(done)
                told(course)
    except WorkerEndedError as error:
        executor.shutdown(cancel_futures=True)
        raise NoAnswerError(f"the work on a tower ended without one: {error}") from None
    except BaseException:
        executor.shutdown(cancel_futures=True)
        raise
    executor.shutdown()
    return [made[slot.file] for slot in slots(order)]


def _table(made: list[Made]) -> str:
    import csv
    import io

    out = io.StringIO()
    writer = csv.DictWriter(out, made[0].label, lineterminator="\n")
    writer.writeheader()
    writer.writerows(one.label for one in made)
    return out.getvalue()


def _span(flag: str, text: str) -> tuple[int, int]:
    from paletti_sim.errors import PalettiError

    found = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", text.strip())
    if not found:
        raise PalettiError(f"{flag}: wants a number or two with a line between, such as 2-4 (got {text[:40]!r})")
    return int(found[1]), int(found[2] or found[1])
