"""How likely does a move topple the tower, when heights, hands and friction are not known exactly?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paletti_sim.statistics import wilson


@dataclass(frozen=True)
class Odds:
    """The share of samples that topple, with Wilson's 95 % interval.

    `samples` were decided of `asked`; fewer when the interval was narrow enough before, or some got no answer.
    """

    samples: int
    asked: int
    topples: float
    low: float
    high: float
    undecided: int = 0

    @staticmethod
    def of(fell: int, decided: int, asked: int, undecided: int = 0) -> Odds:
        """The odds when `fell` of `decided` samples topple."""
        low, high = wilson(fell, decided)
        return Odds(decided, asked, fell / decided if decided else 0.0, low, high, undecided)

    @property
    def stopped_early(self) -> bool:
        """Whether not all samples were needed."""
        return self.samples + self.undecided < self.asked

    def to_json(self) -> dict[str, Any]:
        """The `odds` part of a verdict; `asked` and `undecided` only where they say something."""
        document: dict[str, Any] = {
            "samples": self.samples,
            "topples": round(self.topples, 6),
            "low": round(self.low, 6),
            "high": round(self.high, 6),
        }
        if self.stopped_early:
            document["asked"] = self.asked
        if self.undecided:
            document["undecided"] = self.undecided
        return document

    def words(self) -> str:
        """In a sentence."""
        early = f"; of {self.asked} samples no more were needed" if self.stopped_early else ""
        return (
            f"Of {self.samples} samples within the tolerances {100 * self.topples:.0f} % topple"
            f" (95 % interval {100 * self.low:.0f} to {100 * self.high:.0f} %){early}."
        )
