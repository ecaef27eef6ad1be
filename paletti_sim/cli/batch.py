"""`paletti batch`: many cases headless."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paletti_sim.cli.streams import say

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from paletti_sim.batch.executors.limits import Limits
    from paletti_sim.batch.plan import Plan
    from paletti_sim.batch.store.labels import Labels

MANY = 100_000  # cases that take so long to be laid out that one wants to know
AHEAD = 2  # cases given out for each process: the next is there when one is done


def batch(
    plan: Annotated[str, typer.Argument(help="A plan that ships, or a file.")],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE.db", help="Where results go; else NAME.db, as the plan."),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=1024, help="Processes at work; else one for each core.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Let a Dask cluster work, such as tcp://host:8786.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be done, and how long it takes.")
    ] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Begin anew (a file that exists needs --force).")] = False,
    retry: Annotated[bool, typer.Option("--retry", help="Run again what failed, crashed or ran out of time.")] = False,
    force: Annotated[
        bool,
        typer.Option("--force", help="Overwrite files of a data set; with --fresh: forget the results."),
    ] = False,
) -> None:
    """Run the cases of a plan; the same command again goes on where it stopped.

    Every result is in the file as soon as it is there. Ends with 1 when cases failed: not those that topple, but those
    that crashed, ran out of time or memory, or could not be answered. A plan with `pictures` or `geometry` makes a data
    set, too, in a folder beside the file of results: FILE-data.
    """
    from paletti_sim.batch.plan import read_plan
    from paletti_sim.errors import PalettiError

    read = read_plan(plan)
    file = output or Path(f"{read.name}.db")
    if read.size > MANY and (dry_run or not file.exists()):
        say(f"laying out {read.size:,} cases")
    data = _folder(read, file)
    if jobs is not None and cluster is not None:
        raise PalettiError("--jobs are processes here and --cluster has its own: leave one out")
    if fresh and not force and not dry_run and file.exists():
        raise PalettiError(f"{file} exists already: --force forgets the results in it, or give another -o")
    if dry_run:
        _say_what_would_be(read, file, jobs, cluster, fresh=fresh)
        if data is not None:
            print(f"the data set would go to {data}{'' if data.exists() else ' (a new folder)'}")
        return
    resume = ["paletti", "batch", plan, *(["-o", str(output)] if output else [])]
    resume += ["--jobs", str(jobs)] if jobs else []
    resume += ["--cluster", cluster] if cluster else []
    made = None
    if data is not None:
        resume += ["--force"] if force and not fresh else []
        made = DataSet(data, shlex.join(["paletti", "batch", Path(plan).name]), force)
        if not file.exists():
            made.refuse_foreign(None)
    failed = _run(read, file, jobs, cluster, shlex.join(resume), made, fresh=fresh, retry=retry)
    if failed:
        raise typer.Exit(1)


def _folder(plan: Plan, file: Path) -> Path | None:
    """Where the data set of a plan goes; None: it makes none."""
    if not plan.labelled:  # and the physics need not be loaded for it
        return None
    from paletti_sim.batch.data_set import folder_of
    from paletti_sim.stability.labels.tables import arrow_schema

    arrow_schema()  # raises MissingExtraError
    return folder_of(file)


@dataclass(frozen=True)
class DataSet:
    """The folder of a data set, the command that makes it, and whether it may overwrite other files."""

    folder: Path
    command: str
    force: bool

    def refuse_foreign(self, labels: Labels | None) -> None:
        """Raises PalettiError when something is in the way."""
        from paletti_sim.batch.data_set import refuse_foreign

        refuse_foreign(self.folder, labels, force=self.force)

    def write(self, labels: Labels, plan: Plan) -> None:
        """Makes the folder, and says so."""
        from paletti_sim.batch.data_set import write

        count = write(labels, self.folder, plan, self.command, force=self.force)
        say(f"the data set in {self.folder} has {_count(count, 'tower')}")


def _run(
    plan: Plan,
    file: Path,
    jobs: int | None,
    cluster: str | None,
    resume: str,
    data: DataSet | None,
    *,
    fresh: bool,
    retry: bool,
) -> int:
    """How many cases failed, of all in the plan."""
    from paletti_sim.batch.executors.limits import NoWorkerError
    from paletti_sim.batch.run import run
    from paletti_sim.batch.store import writing
    from paletti_sim.cli.batch_progress import duration, line, shown

    with writing(file, plan, fresh=fresh) as writer:
        if data is not None:
            data.refuse_foreign(writer.labels)
        if retry:
            say(f"{_count(writer.forget_unsuccessful(), 'case')} run again")
        total, before, failed = writer.counts()
        if before:
            say(f"{before:,} of {total:,} cases have a result in {file} and are skipped")
        try:
            if before < total:
                with _executor(plan.limits, jobs, cluster) as (executor, width), shown(plan.name) as told:
                    course = run(plan, writer, executor, lambda: AHEAD * width(), told)
                failed = course.failed
                say(f"{line(course)}, in {duration(course.done / course.rate) if course.done else '0 s'}")
            if data is not None:
                data.write(writer.labels, plan)
        except (KeyboardInterrupt, NoWorkerError):
            total, done, _ = writer.counts()
            say(f"{done:,} of {total:,} cases are done and kept in {file}; go on with: {resume}")
            raise
        say(_end(total, failed, file))
        return failed


def _end(total: int, failed: int, file: Path) -> str:
    has = "the one case has" if total == 1 else f"all {total:,} cases have"
    words = f"{has} a result: see paletti results {_as_argument(file)}"
    return words + (f"; {failed:,} failed, and --retry runs them again" if failed else "")


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def _as_argument(file: Path) -> str:
    """The file as an argument at a shell; a name that begins with a line would be taken for a flag."""
    return shlex.quote(f"./{file}" if str(file).startswith("-") else str(file))


@contextmanager
def _executor(limits: Limits, jobs: int | None, cluster: str | None) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """Who does the work, and how many cases it does at a time at the moment."""
    if cluster is not None:
        from paletti_sim.batch.executors.cluster import connected

        with connected(cluster, limits) as remote:
            yield remote, lambda: remote.width
        return
    from paletti_sim.batch.executors.local import LocalExecutor

    count = jobs or cores()
    executor = LocalExecutor(count, limits)
    try:
        yield executor, lambda: count
    except BaseException:
        executor.shutdown(cancel_futures=True)
        raise
    executor.shutdown()


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _say_what_would_be(plan: Plan, file: Path, jobs: int | None, cluster: str | None, *, fresh: bool) -> None:
    from paletti_sim.batch.estimate import estimate
    from paletti_sim.cli.batch_progress import duration

    with _executor(plan.limits, jobs if cluster else 1, cluster) as (executor, width):
        found = estimate(
            plan, file, executor, fresh=fresh, told=lambda count: say(f"timing {_count(count, 'case')} at most")
        )
    at_once = max(1, width()) if cluster else jobs or cores()
    print(f"{plan.name}: {_count(found.cases, 'case')} in {_count(len(plan.entries), 'entry', 'entries')}")
    print(f"{found.done:,} have a result and would be skipped, {found.cases - found.done:,} would run")
    if found.seconds is not None:
        at_a_time = f"{at_once} at a time" if at_once > 1 else "one at a time"
        print(f"about {duration(found.seconds / at_once)}, {at_a_time} (from {_count(found.timed, 'timed case')})")
    print(f"results would go to {file}{'' if file.exists() else ' (a new file)'}")
