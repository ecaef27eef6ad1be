"""The results of a file as columns of numbers: quick to count, also a million of them."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from paletti_sim.batch.plan.axes import Axis
from paletti_sim.batch.store import Reader

NO_RESULT = "left"
STATUSES = (NO_RESULT, "done", "failed", "crashed", "timeout", "memory")
WORDS = ("outcome", "winners", "scores")
NUMBERS = ("margin_deg", "samples", "topples", "seconds")
_MISSING = "1e999"  # infinite: a column of numbers alone is read much faster than one with gaps


@dataclass(frozen=True)
class Columns:
    """One value a case, each (n,): in the order of the plan, NaN where a result has none.

    `status` is an index into `STATUSES`; `outcome`, `winners` and `scores` are indices into `words` of the same name,
    of which the first means that there is none.
    """

    entry: npt.NDArray[np.int64]
    number: npt.NDArray[np.int64]
    status: npt.NDArray[np.int64]
    outcome: npt.NDArray[np.int64]
    winners: npt.NDArray[np.int64]
    scores: npt.NDArray[np.int64]
    margin_deg: npt.NDArray[np.float64]
    samples: npt.NDArray[np.float64]
    topples: npt.NDArray[np.float64]
    seconds: npt.NDArray[np.float64]
    words: dict[str, list[str]]

    def step(self, axes: Sequence[Axis], axis: int, of: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """The step on one axis of the cases `of` an entry: the last axis turns fastest."""
        stride = 1
        for later in axes[axis + 1 :]:
            stride *= len(later)
        found: npt.NDArray[np.int64] = self.number[of] // stride % len(axes[axis])
        return found


def read_columns(reader: Reader, *, times: bool = False) -> Columns:
    """All cases of a file of results; `times`: their `seconds` too."""
    words = {name: ["", *_different(reader, name)] for name in WORDS}
    # what no result has is not read a million times
    wanted = [*WORDS, *(name for name in NUMBERS if times or name != "seconds")]
    kept = [name for name in wanted if len(words.get(name, ())) != 1 and _is_there(reader, name)]
    told = "".join(f" WHEN '{status}' THEN {code}" for code, status in enumerate(STATUSES))
    columns = ["c.entry", "c.number", f"CASE r.status{told} ELSE 0 END"]
    columns += [f"ifnull(r.{name}, '')" if name in WORDS else f"ifnull(r.{name}, {_MISSING})" for name in kept]
    question = (
        f"SELECT {', '.join(columns)} FROM cases AS c LEFT JOIN results AS r ON r.key = c.key ORDER BY c.position"
    )
    found: list[list[npt.NDArray[np.generic]]] = [[] for _ in columns]
    with _no_collection():
        for rows in reader.ask_many(question):
            for place, (column, name) in enumerate(zip(zip(*rows, strict=True), ("", "", "", *kept), strict=True)):
                found[place].append(_array(column, name, words))
    size = sum(len(part) for part in found[0])
    by_name = {name: np.concatenate(parts) for name, parts in zip(kept, found[3:], strict=True) if parts}
    whole = [np.concatenate(parts) if parts else np.empty(0, np.int64) for parts in found[:3]]
    coded = [by_name.get(name, np.zeros(size, np.int64)) for name in WORDS]
    numbers = [by_name.get(name, np.full(size, np.nan)) for name in NUMBERS]
    return Columns(*whole, *coded, *numbers, words)  # type: ignore[call-arg, arg-type]


def _array(column: Sequence[object], name: str, words: dict[str, list[str]]) -> npt.NDArray[np.generic]:
    if name in words:
        codes = {word: code for code, word in enumerate(words[name])}
        return np.fromiter(map(codes.__getitem__, column), np.int64, len(column))  # type: ignore[arg-type]
    if not name:
        return np.array(column, np.int64)
    numbers = np.array(column, np.float64)
    numbers[np.isinf(numbers)] = np.nan
    return numbers


def _different(reader: Reader, name: str) -> list[str]:
    found = reader.ask(f"SELECT DISTINCT {name} FROM results WHERE {name} IS NOT NULL ORDER BY 1")
    return [word for (word,) in found if word != ""]


def _is_there(reader: Reader, name: str) -> bool:
    return bool(list(reader.ask(f"SELECT 1 FROM results WHERE {name} IS NOT NULL LIMIT 1")))


@contextmanager
def _no_collection() -> Iterator[None]:
    """Millions of short-lived rows would otherwise be looked through again and again for cycles that they lack."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
