"""Running a plan: cases go out to an executor, results come back and are recorded at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any

from paletti_sim.batch.executors.limits import NoWorkerError, WorkerEndedError
from paletti_sim.batch.plan.model import Case, Plan
from paletti_sim.batch.store.write import Writer
from paletti_sim.batch.work import Result, work
from paletti_sim.errors import PalettiError

TICK_S = 0.25
Work = Callable[[dict[str, Any]], Result]
_Back = tuple[float, bytes, Future[Result]]


@dataclass
class Course:
    """How far a batch is. `before` cases had a result when it began; `failed` are those without success, of all.

    `idle`: there is nobody to work on what is left.
    """

    total: int
    before: int
    failed: int
    done: int = 0
    idle: bool = False
    started: float = field(default_factory=time.monotonic)

    @property
    def left(self) -> int:
        """Cases without a result."""
        return self.total - self.before - self.done

    @property
    def rate(self) -> float:
        """Cases a second since the batch began."""
        return self.done / max(time.monotonic() - self.started, 1e-9)

    @property
    def left_s(self) -> float | None:
        """Seconds to the end at this rate."""
        return self.left / self.rate if self.done else None


def run(
    plan: Plan,
    writer: Writer,
    executor: Executor,
    width: Callable[[], int],
    told: Callable[[Course], None] = lambda _: None,
    do: Work = work,
) -> Course:
    """Do all cases of a plan that have no result yet; `width` says how many of them are to be out at the moment.

    `told` hears of the course a few times a second, and after every result.

    Raises:
        NoWorkerError: nobody can work on cases any more; what is finished is recorded.
        PalettiError: the file of results cannot be written any more; what is in it stays.
    """
    course = Course(*writer.counts())
    back: SimpleQueue[_Back] = SimpleQueue()
    out: set[bytes] = set()
    pending = writer.pending()

    def take(came: _Back) -> None:
        began, key, future = came
        result = _result(future, time.monotonic() - began)
        writer.record(key, result)
        out.discard(key)
        course.done += 1
        course.failed += result.status != "done"
        told(course)

    told(course)
    try:
        while True:
            most = width()
            course.idle = most == 0
            for case in _fill(pending, out, most):
                future = executor.submit(do, plan.task(case))
                future.add_done_callback(partial(_put, back, time.monotonic(), case.key))
            if not out and not (course.idle and course.left):
                return course
            try:
                came = back.get(timeout=TICK_S)
            except Empty:
                told(course)
            else:
                take(came)
    except (KeyboardInterrupt, NoWorkerError):
        while not back.empty():  # finished before, and not recorded yet
            with suppress(NoWorkerError):
                take(back.get())
        raise


def _put(back: SimpleQueue[_Back], began: float, key: bytes, future: Future[Result]) -> None:
    back.put((began, key, future))


def _fill(pending: Iterable[Case], out: set[bytes], width: int) -> Iterable[Case]:
    """The next cases to give out. A case that is out already is equal to an earlier one and shares its result."""
    if len(out) >= width:
        return
    for case in pending:
        if case.key not in out:
            out.add(case.key)
            yield case
        if len(out) >= width:
            return


def _result(future: Future[Result], seconds: float) -> Result:
    try:
        return future.result()
    except WorkerEndedError as error:
        return Result(error.status, error.seconds or seconds, error=error.why)
    except PalettiError:  # of whoever was to work on it: of a case itself it would be a result
        raise
    except Exception as error:
        return Result("failed", seconds, error=f"{type(error).__name__}: {error}")
