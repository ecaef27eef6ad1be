"""Which columns carry, and with how many newtons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paletti_sim.stability.second_opinion import Static, second_opinion
from paletti_sim.statics.equilibrium import Equilibrium
from paletti_sim.statics.loads import NOTHING, column_loads
from paletti_sim.statics.rest import Rest, come_to_rest
from paletti_sim.tower.tower import Tower

SCHEMA = "paletti/loads@1"


@dataclass(frozen=True)
class ColumnLoad:
    """Newtons on a column's top, along the base's normal; the two ends differ where mechanics leaves a range."""

    column: str
    level: int
    floor: str
    least_n: float
    greatest_n: float

    @property
    def carries(self) -> bool:
        """Whether it may carry anything."""
        return self.greatest_n > 0


@dataclass(frozen=True)
class Loads:
    """The loads of a tower at rest; `columns` is empty when there is no equilibrium, and `static` tells why."""

    scenario: str
    weight_n: float
    columns: tuple[ColumnLoad, ...]
    static: Static | None
    rest: Rest

    @property
    def balanced(self) -> bool:
        """Whether there is equilibrium."""
        return self.rest.balanced and (self.static is None or self.static.balanced)

    def to_json(self) -> dict[str, Any]:
        """The document `paletti/loads@1`."""
        return {
            "schema": SCHEMA,
            "scenario": self.scenario,
            "balanced": self.balanced,
            "weight_n": round(self.weight_n, 6),
            "columns": [
                {
                    "column": load.column,
                    "level": load.level,
                    "floor": load.floor,
                    "carries": load.carries,
                    "least_n": round(load.least_n, 6),
                    "greatest_n": round(load.greatest_n, 6),
                }
                for load in self.columns
            ],
            "static": None if self.static is None else self.static.to_json(),
        }


def loads(tower: Tower, scenario: str = "") -> Loads:
    """What each column of `tower` carries once it has come to rest, by equilibrium."""
    rest = come_to_rest(tower)
    weight = float(rest.bodies.weights_n.sum())
    static = second_opinion(tower)
    if not rest.balanced:
        return Loads(scenario, weight, (), static, rest)
    ranges: dict[str, tuple[float, float]] = {}
    if tower.setting.tilt_rad == 0:
        ranges = {name: (load.least_n, load.greatest_n) for name, load in column_loads(rest).items()}
    else:
        equilibrium = Equilibrium(rest, tower)
        for column in tower.columns:
            found = equilibrium.load_n(column.name)
            if found is None:
                return Loads(scenario, weight, (), static, rest)
            least, greatest = (end if end > NOTHING * weight else 0.0 for end in found)
            ranges[column.name] = least, greatest
    rows = tuple(
        ColumnLoad(column.name, k, level.name, *ranges[column.name])
        for k, level in enumerate(tower.levels)
        for column in level.columns
    )
    return Loads(scenario, weight, rows, static, rest)
