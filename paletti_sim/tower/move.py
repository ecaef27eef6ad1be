"""Moves: what a player does to a tower in one go."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

from paletti_sim.errors import PalettiError
from paletti_sim.tower.outline import Point

By = Literal["lift", "hook"]

LEAST_CAUTION_MM = 0.1  # a settled tower shifts by some hundredths when it is let go again
MOST_MM = 1e5  # a hundred metres


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


def direction_rad(degrees: float) -> float:
    """A direction from 0 on, and less than a full turn; with no more digits than answers and records keep of it.

    >>> direction_rad(-1e-300), direction_rad(360), math.degrees(direction_rad(-90))
    (0.0, 0.0, 270.0)
    """
    return math.radians(round(math.fmod(degrees, 360) % 360, 9) % 360)


def handled(
    moves: tuple[Move, ...], by: By | None, direction_deg: float | None, caution_mm: float | None, sign: str = ""
) -> tuple[Move, ...]:
    """The moves with how their columns are taken; what is None stays as the moves say it.

    Args:
        moves: those that are asked.
        by: with the hook or not.
        direction_deg: where the hook draws.
        caution_mm: after what sinking an attempt is broken off.
        sign: what stands before the names of these in messages, such as `--`.

    Raises:
        PalettiError: it makes no sense.
    """
    if by not in (None, "lift", "hook"):
        raise PalettiError(f"{sign}by: wants lift or hook (got {by!r})")
    if (by, direction_deg, caution_mm) == (None, None, None):
        return moves
    if not any(move.take for move in moves):
        names = f"{sign}by, {sign}direction and {sign}caution"
        raise PalettiError(f"{names} say how a column is taken, and no column is: give {sign}take")
    if direction_deg is not None and not math.isfinite(direction_deg):
        raise PalettiError(f"{sign}direction: wants an angle in degrees (got {direction_deg})")
    if caution_mm is not None and not LEAST_CAUTION_MM <= caution_mm <= MOST_MM:
        raise PalettiError(f"{sign}caution: wants between {LEAST_CAUTION_MM} and {MOST_MM:.0f} mm (got {caution_mm:g})")
    found = []
    for move in moves:
        way = by or move.by
        if move.take is None:
            found.append(move)
            continue
        if direction_deg is not None and way != "hook":
            raise PalettiError(f"{sign}direction is where the hook draws: give {sign}by hook with it")
        towards = move.towards_rad if direction_deg is None else direction_rad(direction_deg)
        careful = move.caution_m if caution_mm is None else caution_mm / 1000
        found.append(replace(move, by=way, towards_rad=towards if way == "hook" else None, caution_m=careful))
    return tuple(found)
