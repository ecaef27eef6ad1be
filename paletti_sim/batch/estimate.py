"""What a batch would do, before it does it: how many cases, which are done, and about how long the rest takes."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

from paletti_sim.batch.executors.limits import WorkerEndedError
from paletti_sim.batch.plan.model import Case, Plan
from paletti_sim.batch.store.read import Reader
from paletti_sim.batch.work import work
from paletti_sim.errors import PalettiError

TIMED = 3  # cases of each entry
MOST_TIMED = 12  # cases in all
ENOUGH_S = 15.0  # after so long no further case is timed


@dataclass(frozen=True)
class Estimate:
    """`cases` differ from each other, `done` of them have a result; `seconds` of work are left, on one process.

    `timed` says from how many cases that is known; without any it is None.
    """

    cases: int
    done: int
    timed: int
    seconds: float | None


def estimate(
    plan: Plan,
    file: Path,
    executor: Executor,
    *,
    fresh: bool = False,
    told: Callable[[int], None] = lambda _: None,
) -> Estimate:
    """Count the cases, and time a few of those that are left, spread over the plan. Nothing is written.

    `told` hears how many are to be timed, before that begins.

    Raises:
        PalettiError: the file of results is something else, or of another plan.
    """
    done = _done(plan, file) if file.exists() and not fresh else frozenset()
    seen: set[bytes] = set()
    left: defaultdict[int, list[Case]] = defaultdict(list)
    for case in plan.cases():
        if case.key not in seen:
            seen.add(case.key)
            if case.key not in done:
                left[case.entry].append(case)
    if not left:
        return Estimate(len(seen), len(seen & done), 0, None)
    some = _spread(left)
    told(len(some))
    end = time.monotonic() + ENOUGH_S
    _warm_up(plan, executor, left)
    took: defaultdict[int, list[float]] = defaultdict(list)
    for case in some:
        if not took or time.monotonic() < end:
            took[case.entry].append(_seconds(plan, case, executor))
    every = [seconds for entry in took.values() for seconds in entry]
    # of an entry of which none was timed, the others are the best that is known
    means = {entry: sum(times) / len(times) for entry in left for times in [took.get(entry) or every]}
    total = sum(means[entry] * len(cases) for entry, cases in left.items())
    return Estimate(len(seen), len(seen & done), len(every), total)


def _spread(left: defaultdict[int, list[Case]]) -> list[Case]:
    """A few cases of each entry, from all over it: first one of each entry, then another of each."""
    each = max(1, min(TIMED, MOST_TIMED // len(left)))
    rows = [cases[:: max(1, len(cases) // each)][:each] for cases in left.values()]
    return [row[turn] for turn in range(each) for row in rows if turn < len(row)][:MOST_TIMED]


def _done(plan: Plan, file: Path) -> frozenset[bytes]:
    with Reader(file) as reader:
        if reader.plan != plan.name:
            raise PalettiError(
                f"{file}: holds the results of the plan {reader.plan}, not of {plan.name}: give another -o"
            )
        return frozenset(key for (key,) in reader.ask("SELECT key FROM results"))


def _warm_up(plan: Plan, executor: Executor, left: defaultdict[int, list[Case]]) -> None:
    """Libraries are loaded once in a process, and not for every case: that time does not count."""
    for cases in list(left.values())[:2]:
        _seconds(plan, cases[0], executor)


def _seconds(plan: Plan, case: Case, executor: Executor) -> float:
    try:
        return executor.submit(work, plan.task(case)).result().seconds
    except WorkerEndedError:
        return plan.limits.timeout_s
