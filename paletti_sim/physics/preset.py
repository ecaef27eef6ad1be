"""How finely the engine is asked to work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

CHAIN = 7  # four columns and three floors, one on the other

PresetName = Literal["quick", "accurate", "reference"]


@dataclass(frozen=True)
class Preset:
    """Settings of the engine.

    A body's inertia is its own mass times `((own + carried) / own) ** grading`, columns `columns` times that.
    `iterations` is for a chain of `CHAIN` pieces on one another; a higher tower gets more in proportion, because a
    sweep of the solver carries a force no further than one piece. Rates are per second of engine time; `window_s`,
    `ramp_s` and `budget_s` are stretched by the chosen inertia.
    """

    name: str
    rate_hz: float
    iterations: int
    grading: float = 1.0
    columns: float = 4.0
    damping_per_s: float = 8.0
    ramp_s: float = 0.12
    window_s: float = 0.085  # rest takes three of them
    budget_s: float = 9.0


PRESETS: dict[str, Preset] = {
    "quick": Preset("quick", rate_hz=240, iterations=50),
    "accurate": Preset("accurate", rate_hz=360, iterations=50),
    "reference": Preset("reference", rate_hz=480, iterations=200),
}

# true masses, no damping: for the course of a fall
TRUE_COURSE = Preset(
    "true-course", rate_hz=480, iterations=100, grading=0.0, columns=1.0, damping_per_s=0.0, ramp_s=0.3, budget_s=9.0
)

# exact cones of friction at true speed, with inertia for the solver: for drawing a column out
PULL = Preset("pull", rate_hz=240, iterations=50)
