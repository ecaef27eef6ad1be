"""At which value of a key does the answer flip?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from paletti_sim.physics.preset import Preset
from paletti_sim.stability.check import Checker
from paletti_sim.stability.second_opinion import second_opinion
from paletti_sim.tower.move import STAND, Move
from paletti_sim.tower.regulations import places_upon
from paletti_sim.tower.scenario import Scenario
from paletti_sim.tower.scenario.vary import Variations
from paletti_sim.tower.tower import Placed, Tower

SCHEMA = "paletti/limit@1"
STATIC_STEPS = 16  # halvings of the whole range by equilibrium
SIMULATED_STEPS = 8  # halvings by simulation of what equilibrium leaves open
MARGIN = 0.04  # of the range beside the limit by equilibrium, where simulation is asked first


@dataclass(frozen=True)
class Limit:
    """Where the answer flips; `low` and `high` are whether it stands at the two ends of the range.

    `static` by equilibrium; `simulated` the last value on the low side and the first on the high side that simulation
    answers alike; None where the answer does not flip.
    """

    scenario: str
    key: str
    low: bool
    high: bool
    static: float | None
    simulated: tuple[float, float] | None

    @property
    def gap(self) -> float | None:
        """How far the simulated limit lies from the one by equilibrium."""
        if self.static is None or self.simulated is None:
            return None
        return sum(self.simulated) / 2 - self.static

    def to_json(self) -> dict[str, Any]:
        """The document `paletti/limit@1`, in the units of the file."""
        return {
            "schema": SCHEMA,
            "scenario": self.scenario,
            "over": self.key,
            "stands_at_from": self.low,
            "stands_at_to": self.high,
            "static": None if self.static is None else round(self.static, 6),
            "simulated": None if self.simulated is None else [round(value, 6) for value in self.simulated],
            "gap": None if self.gap is None else round(self.gap, 6),
        }


def find_limit(variations: Variations, key: str, start: float, end: float, preset: Preset) -> Limit:
    """Bisects by equilibrium, then by simulation near what equilibrium found (everywhere if it finds nothing).

    The question is the file's move, its last one if it has several, without the rules of the game.
    """
    name = variations.at(start).name

    def simulated(value: float) -> bool:
        return _stands(variations.at(value), preset)

    def balanced(value: float) -> bool:
        return _balanced(variations.at(value))

    low, high = simulated(start), simulated(end)
    if low == high:
        return Limit(name, key, low, high, None, None)
    static = None
    if balanced(start) == low and balanced(end) == high:
        inner, outer = _halved(balanced, start, end, low, STATIC_STEPS)
        static = (inner + outer) / 2
    one, two = start, end
    if static is not None:
        near, far = static - MARGIN * (end - start), static + MARGIN * (end - start)
        if min(start, end) < near < max(start, end) and simulated(near) == low:
            one = near
        if min(start, end) < far < max(start, end) and simulated(far) == high:
            two = far
    return Limit(name, key, low, high, static, _halved(simulated, one, two, low, SIMULATED_STEPS))


def _halved(holds: Callable[[float], bool], start: float, end: float, low: bool, steps: int) -> tuple[float, float]:
    for _ in range(steps):
        middle = (start + end) / 2
        if holds(middle) == low:
            start = middle
        else:
            end = middle
    return start, end


def _stands(scenario: Scenario, preset: Preset) -> bool:
    checker = Checker(scenario.tower, scenario.columns, scenario.floors, preset=preset, ignore_rules=True)
    return checker.ask_all(scenario.moves or (STAND,))[-1].verdict.outcome in ("holds", "shifts")


def _balanced(scenario: Scenario) -> bool:
    tower = scenario.tower
    for move in scenario.moves or (STAND,):
        for step in list(_steps(tower, move, scenario)):
            opinion = second_opinion(step)
            if opinion is None or not opinion.balanced:
                return False
            tower = step
    return True


def _steps(tower: Tower, move: Move, scenario: Scenario) -> Iterator[Tower]:
    yield tower
    if move.take is not None and any(column.name == move.take for column in tower.columns):
        tower = tower.without(move.take)
        yield tower
    if move.put is not None and move.take is not None:
        column = Placed(scenario.columns[move.take], move.put.at_m, move.put.turn_rad)
        yield tower.with_column(places_upon(tower, column))
    if move.floor is not None:
        yield tower.with_floor(Placed(scenario.floors[move.floor.name], move.floor.at_m, move.floor.turn_rad))
