"""Known truths of mechanics beside what equilibrium and the simulation say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from paletti_sim.physics.motion import MOVED_SHARE, shift_m
from paletti_sim.physics.preset import Preset
from paletti_sim.physics.stage import run_stage
from paletti_sim.stability.truths import TRUTHS, Truth
from paletti_sim.statics.equilibrium import Equilibrium
from paletti_sim.statics.rest import come_to_rest

SCHEMA = "paletti/validate@1"
LOW, HIGH = 0.5, 1.5  # of the limit; where the answer flips is looked for between them
STATIC_WITHIN, SIMULATED_WITHIN = 1e-4, 4e-3  # width of the bracket at its end
ROUND_POINTS, DIRECTIONS = 72, 48  # finer than a verdict asks for

STATIC_PERCENT = 0.2
SAFE_PERCENT = 4.0  # too early
SEVERAL_STOREYS_PERCENT = 6.0  # too early where several storeys lean at once
UNSAFE_PERCENT = 1.5  # too late


@dataclass(frozen=True)
class Row:
    """One truth: what closed-form mechanics says, and where equilibrium and simulation find the limit, in `unit`."""

    name: str
    unit: str
    exact: float
    static: float
    simulated: float
    static_error_percent: float
    simulated_error_percent: float
    passed: bool

    def to_json(self) -> dict[str, Any]:
        """A row of the document `paletti/validate@1`."""
        return {
            "truth": self.name,
            "unit": self.unit,
            "exact": round(self.exact, 5),
            "static": round(self.static, 5),
            "simulated": round(self.simulated, 5),
            "static_error_percent": round(self.static_error_percent, 3),
            "simulated_error_percent": round(self.simulated_error_percent, 2),
            "passed": self.passed,
        }


def validate(preset: Preset, truths: Sequence[Truth] = tuple(TRUTHS)) -> Iterator[Row]:
    """Bisects the limit of each truth twice, by equilibrium and by simulation."""
    for truth in truths:

        def balances(factor: float, truth: Truth = truth) -> bool:
            return balanced(truth, factor)

        def stood(factor: float, truth: Truth = truth) -> bool:
            return stands(truth, factor, preset)

        static, simulated = bisected(balances, STATIC_WITHIN), bisected(stood, SIMULATED_WITHIN)
        errors = 100 * (static - 1), 100 * (simulated - 1)
        safe = SAFE_PERCENT if truth.storeys == 1 else SEVERAL_STOREYS_PERCENT
        passed = abs(errors[0]) <= STATIC_PERCENT and -safe <= errors[1] <= UNSAFE_PERCENT
        exact, unit = truth.measure(1.0)
        yield Row(truth.name, unit, exact, truth.measure(static)[0], truth.measure(simulated)[0], *errors, passed)


def bisected(holds: Callable[[float], bool], within: float) -> float:
    """The factor at which `holds` flips from yes to no; an end of the bracket where it never does."""
    low, high = LOW, HIGH
    if not holds(low):
        return low
    if holds(high):
        return high
    while high - low > within:
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return (low + high) / 2


def balanced(truth: Truth, factor: float) -> bool:
    """Whether a truth's tower is in equilibrium."""
    tower = truth.tower(factor)
    rest = come_to_rest(tower, round_points=ROUND_POINTS)
    return rest.balanced and Equilibrium(rest, tower, DIRECTIONS).balanced()


def stands(truth: Truth, factor: float, preset: Preset) -> bool:
    """Whether it comes to rest in the simulation; where the question is whether it slides, where it was put."""
    tower = truth.tower(factor)
    result = run_stage(tower, preset)
    if result.ending != "rest" or not truth.slides:
        return result.ending == "rest"
    moved = max(shift_m(pose, result.poses[piece.name]) for piece, pose in tower.resting())
    return moved < MOVED_SHARE * tower.mean_column_height_m
