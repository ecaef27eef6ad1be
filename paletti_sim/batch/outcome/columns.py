"""The results of a file as columns of numbers: quick to count, also a million of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from paletti_sim.batch.plan.axes import Axis
from paletti_sim.batch.store import Reader

AT_ONCE = 100_000
NO_RESULT = "left"
_QUESTION = (
    "SELECT c.entry, c.number, r.status, r.outcome, r.margin_deg, r.samples, r.topples, r.winners, r.scores, r.seconds"
    " FROM cases AS c LEFT JOIN results AS r ON r.key = c.key ORDER BY c.position"
)


class Words:
    """A column of few different words, as numbers; None is the first."""

    def __init__(self) -> None:
        self.words: list[str | None] = [None]
        self._codes: dict[str | None, int] = {None: 0}

    def codes(self, column: Sequence[str | None]) -> npt.NDArray[np.int32]:
        """The numbers of some words (n,)."""
        for word in set(column) - self._codes.keys():
            self._codes[word] = len(self.words)
            self.words.append(word)
        return np.fromiter(map(self._codes.__getitem__, column), np.int32, len(column))


@dataclass(frozen=True)
class Columns:
    """One value a case, each (n,): in the order of the plan, NaN where a result has none.

    `status`, `outcome`, `winners` and `scores` are numbers that mean `words` of the same name.
    """

    entry: npt.NDArray[np.int64]
    number: npt.NDArray[np.int64]
    status: npt.NDArray[np.int32]
    outcome: npt.NDArray[np.int32]
    margin_deg: npt.NDArray[np.float64]
    samples: npt.NDArray[np.float64]
    topples: npt.NDArray[np.float64]
    winners: npt.NDArray[np.int32]
    scores: npt.NDArray[np.int32]
    seconds: npt.NDArray[np.float64]
    words: dict[str, list[str | None]]

    def step(self, axes: Sequence[Axis], axis: int, of: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """The step on one axis of the cases `of` an entry: the last axis turns fastest."""
        stride = 1
        for later in axes[axis + 1 :]:
            stride *= len(later)
        found: npt.NDArray[np.int64] = self.number[of] // stride % len(axes[axis])
        return found

    def are(self, column: str, word: str) -> npt.NDArray[np.bool_]:
        """Where a column of words has `word` (n,)."""
        words = self.words[column]
        code = words.index(word) if word in words else -1
        found: npt.NDArray[np.bool_] = getattr(self, column) == code
        return found


def read_columns(reader: Reader) -> Columns:
    """All cases of a file of results."""
    words = {name: Words() for name in ("status", "outcome", "winners", "scores")}
    parts: list[list[npt.NDArray[np.generic]]] = []
    batch: list[tuple[object, ...]] = []

    def pack() -> None:
        entry, number, status, outcome, margin, samples, topples, winners, scores, seconds = zip(*batch, strict=True)
        parts.append(
            [
                np.array(entry, np.int64),
                np.array(number, np.int64),
                words["status"].codes(status),
                words["outcome"].codes(outcome),
                np.array(margin, np.float64),
                np.array(samples, np.float64),
                np.array(topples, np.float64),
                words["winners"].codes(winners),
                words["scores"].codes(scores),
                np.array(seconds, np.float64),
            ]
        )
        batch.clear()

    for row in reader.ask(_QUESTION):
        batch.append(row)
        if len(batch) == AT_ONCE:
            pack()
    if batch:
        pack()
    told = {name: column.words for name, column in words.items()}
    if not parts:
        whole, real, code = np.empty(0, np.int64), np.empty(0), np.empty(0, np.int32)
        return Columns(whole, whole, code, code, real, real, real, code, code, real, told)
    return Columns(*(np.concatenate(column) for column in zip(*parts, strict=True)), told)  # type: ignore[call-arg, arg-type]
