"""Engine units, in which every tower looks alike: the mean column is 9 long and weighs 1, gravity is 981.

The engine's tolerances are absolute. Working in units of the tower makes a verdict independent of the size and
the mass of the pieces, and keeps those tolerances far below everything that matters.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from paletti_sim.tower.tower import GRAVITY_M_S2, Tower

COLUMN_LENGTH = 9.0  # so that one unit is a centimetre for the game's own pieces
ENGINE_GRAVITY = 981.0


@dataclass(frozen=True)
class Units:
    """How many metres, seconds and kilograms one engine unit is."""

    length_m: float
    time_s: float
    mass_kg: float

    @staticmethod
    def of(tower: Tower) -> Units:
        """The units for `tower`: a ninth of its mean column height, and its mean column mass."""
        length = tower.mean_column_height_m / COLUMN_LENGTH
        masses = [c.piece.mass_kg for c in tower.columns] or [p.piece.mass_kg for p in tower.pieces] or [1.0]
        return Units(length, math.sqrt(ENGINE_GRAVITY * length / GRAVITY_M_S2), sum(masses) / len(masses))

    @property
    def force_n(self) -> float:
        """Newtons in one engine unit of force."""
        return self.mass_kg * self.length_m / self.time_s**2
