"""`paletti generate`: random towers as scenario files, with labels."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from paletti_sim.batch.generate import Made, Order

LABELS = "labels.csv"
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
    tower is in both parts; a fifth is for testing, of each kind the same share.
    """
    from paletti_sim.batch.generate import Order, slots
    from paletti_sim.cli.output import refuse_unwritable, say, write_all

    order = Order(count, _span("--levels", levels), _span("--columns", columns), near_limit, balance, seed)
    order.check()
    wanted = [output / f"{slot.split}/{slot.name}.yaml" for slot in slots(order)]
    refuse_unwritable(output / LABELS, *wanted, force=force, make_folders=True)
    made = _made(order, jobs)
    files: dict[Path, bytes | str] = {output / one.file: one.text for one in made}
    write_all(files | {output / LABELS: _table(made)}, force=force)
    fall = sum(one.label["topples"] for one in made)
    say(f"wrote {len(made):,} towers and {output / LABELS}: {fall:,} topple, {len(made) - fall:,} stand")


def _made(order: Order, jobs: int | None) -> list[Made]:
    """All towers, in the order of their numbers whoever made them."""
    from concurrent.futures import wait

    from paletti_sim.batch.executors.limits import Limits, WorkerEndedError
    from paletti_sim.batch.executors.local import LocalExecutor
    from paletti_sim.batch.generate import make, slots
    from paletti_sim.batch.run import Course
    from paletti_sim.cli.batch import cores
    from paletti_sim.cli.batch_progress import shown
    from paletti_sim.errors import NoAnswerError

    executor = LocalExecutor(jobs or cores(), Limits(TIMEOUT_S))
    course = Course(order.count, 0, 0)
    try:
        with shown("towers") as told:
            futures = [executor.submit(make, slot) for slot in slots(order)]
            left = set(futures)
            while left:
                done, left = wait(left, timeout=0.25, return_when="FIRST_COMPLETED")
                for future in done:
                    future.result()
                course.done += len(done)
                told(course)
    except WorkerEndedError as error:
        executor.shutdown(cancel_futures=True)
        raise NoAnswerError(f"the work on a tower ended without one, and nothing is written: {error}") from None
    except BaseException:
        executor.shutdown(cancel_futures=True)
        raise
    executor.shutdown()
    return [future.result() for future in futures]


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
