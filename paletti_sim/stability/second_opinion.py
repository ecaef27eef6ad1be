"""What equilibrium says of a tower, beside what the simulation does."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from paletti_sim.statics.cones import Cones
from paletti_sim.statics.equilibrium import DIRECTIONS, Equilibrium
from paletti_sim.statics.rest import Rest, come_to_rest
from paletti_sim.tower.tower import Tower


@dataclass(frozen=True)
class Static:
    """The second opinion, from equilibrium alone; simulation decides, this advises.

    `tilt_margin_deg`: how far the table could be tilted further, in the worst direction, before equilibrium is lost
    (0 where it holds by less than what the linear programs lose of the friction).
    Without equilibrium: `shortfall_mm`, how far the common centre of mass lies outside the edge it tips over (None when
    it slides or the tilt of the table is what ends it), and `edge`, the pieces that carry that edge. `slope_deg_m`: how
    the margin grows as a piece that was asked about is put further along x and y.
    """

    balanced: bool
    tilt_margin_deg: float | None = None
    shortfall_mm: float | None = None
    edge: tuple[str, ...] = ()
    slope_deg_m: tuple[float, float] = (0.0, 0.0)

    def to_json(self) -> dict[str, Any]:
        """The `static` part of a verdict."""
        return {
            "balanced": self.balanced,
            "tilt_margin_deg": None if self.tilt_margin_deg is None else round(self.tilt_margin_deg, 3),
            "shortfall_mm": None if self.shortfall_mm is None else round(self.shortfall_mm, 2),
            "edge": list(self.edge) if self.edge else None,
        }


def balanced_rest(rest: Rest, tower: Tower) -> bool:
    """Whether a tower that has come to rest by least energy is in equilibrium with its friction on its table.

    On a level table all contacts are level too, and no friction is needed.
    """
    if not rest.balanced or tower.setting.tilt_rad == 0:
        return rest.balanced
    return Equilibrium(rest, tower).balanced() or Cones(rest, tower).balanced()


COARSE = 8  # directions of friction that do for a margin
WIDEST = 1e6  # ratio of weights up to which a linear program in double precision still sees the light pieces


def second_opinion(tower: Tower, moving: str | None = None) -> Static | None:
    """Equilibrium of `tower` as it is put up: where floors come to rest, what carries, how far it is from falling.

    With `moving`, a piece, also the slope of the margin as that is put elsewhere.

    None where pieces' masses are too far apart for it to say anything.
    """
    masses = [piece.piece.mass_kg for piece in tower.pieces]
    if masses and max(masses) > WIDEST * min(masses):
        return None
    rest = come_to_rest(tower)
    if rest.tipping is not None:
        edge = tuple(dict.fromkeys(lower for lower, _ in rest.tipping.edge))
        return Static(False, None, 1000 * rest.tipping.shortfall_m, edge)
    for directions, every in ((COARSE, 2), (DIRECTIONS, 1)):  # the coarse one is sooner, and finds no equilibrium first
        equilibrium = Equilibrium(rest, tower, directions, every)
        margin = equilibrium.tilt_margin()
        if margin is not None:
            slope = (0.0, 0.0) if moving is None else np.degrees(equilibrium.slope(moving)).tolist()
            return Static(True, math.degrees(margin.size), slope_deg_m=tuple(slope))
    # polygons lie inside the cones of friction: where they say no, the cones decide
    return Static(True, 0.0) if Cones(rest, tower).balanced() else Static(False)
