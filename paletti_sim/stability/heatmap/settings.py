"""How a map is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from paletti_sim.stability.heatmap.known import Known
from paletti_sim.stability.heatmap.model import Mode


@dataclass(frozen=True)
class Settings:
    """`step_m` between cells; `samples` of towers within the tolerances (0: the tower as it is) and their `seed`;
    `margins`: tilt margins on a coarse grid, for contours; `known` keeps what is simulated; `told` hears how many
    simulations are done and how many are known to be needed."""

    step_m: float = 0.004
    mode: Mode = "hybrid"
    preset: str = "accurate"
    samples: int = 0
    seed: int = 0
    jobs: int = 1
    margins: bool = True
    ignore_rules: bool = False
    known: Known = field(default_factory=Known)
    told: Callable[[int, int], None] | None = None


MOST_CELLS = 1_000_000
