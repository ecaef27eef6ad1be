"""An adviser that computes: how far a tower would be from falling, by equilibrium alone."""

from __future__ import annotations

import math

from paletti_sim.statics.equilibrium import Equilibrium
from paletti_sim.statics.rest import come_to_rest
from paletti_sim.tower.tower import Placed, Tower

ROUND_POINTS = 8
DIRECTIONS = 8


class EquilibriumAdviser:
    """Says how far the table could be tilted before a tower falls (degrees) after an act; None: it would not stand.

    A quick look: round faces are polygons of few corners, which errs on the safe side by some percent.
    """

    def take(self, tower: Tower, column: str) -> float | None:
        """After a column is drawn."""
        return tilt_to_spare_deg(tower.without(column))

    def put(self, tower: Tower, column: Placed) -> float | None:
        """After a column is set down on the top floor."""
        return tilt_to_spare_deg(tower.with_column(column))

    def lay(self, tower: Tower, floor: Placed) -> float | None:
        """After a floor is laid."""
        return tilt_to_spare_deg(tower.with_floor(floor))


def tilt_to_spare_deg(tower: Tower) -> float | None:
    """Return the least tilt of the table that ends equilibrium, None when there is none as it is."""
    rest = come_to_rest(tower, round_points=ROUND_POINTS)
    if not rest.balanced:
        return None
    margin = Equilibrium(rest, tower, DIRECTIONS).tilt_margin()
    return None if margin is None else math.degrees(margin.size)
