"""Moves: what a player does to a tower in one go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from paletti_sim.tower.outline import Point

By = Literal["lift", "hook"]


@dataclass(frozen=True)
class Put:
    """Where a column is set down on the top floor, in the world's frame; metres and radians."""

    at_m: Point
    turn_rad: float = 0.0


@dataclass(frozen=True)
class LayFloor:
    """Which floor is laid on the top columns, and where."""

    name: str
    at_m: Point
    turn_rad: float = 0.0


@dataclass(frozen=True)
class Move:
    """One move: a take, a take and a put, or a floor.

    A `take` of a column that is not in the tower takes it from the box; such a move begins with `put`.
    All three None is the question whether the tower stands.

    `towards_rad` is where the hook draws, counter-clockwise from +x; None: the shortest way that is free.
    `caution_m` makes it a careful attempt (rulings P-G5, P-G17): it is broken off, and all put back, when a floor has
    sunk by more than that, or with the hook has moved, before the column is free or stands by itself.
    """

    take: str | None = None
    by: By = "lift"
    put: Put | None = None
    floor: LayFloor | None = None
    towards_rad: float | None = None
    caution_m: float | None = None


STAND = Move()
