"""How far pieces have moved: what counts as nothing, and what moved most."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from paletti_sim.tower.pieces import Column
from paletti_sim.tower.tower import Placed, Pose, Tower

MOVED_SHARE = 1 / 90  # of the mean column height: a piece has moved (1 mm for the game's columns) ...
MOVED_RAD = math.radians(1)  # ... or when it has turned by so much


@dataclass(frozen=True)
class Motion:
    """How far one piece has gone (its centre of mass) and turned."""

    name: str
    shift_m: float
    turn_rad: float

    def counts(self, tower: Tower) -> bool:
        """Whether the piece has moved, by the measure of the verdict."""
        return self.shift_m > MOVED_SHARE * tower.mean_column_height_m or self.turn_rad > MOVED_RAD

    @staticmethod
    def of(piece: Placed, was: Pose, now: Pose) -> Motion:
        """From one pose to another. A column's spin about its axis is no turn: nobody sees it, nothing rests on it."""
        turn = axis_tilt_rad(was, now) if isinstance(piece.piece, Column) else turn_between_rad(was, now)
        return Motion(piece.name, shift_m(was, now), turn)


def motions(
    pieces: Iterable[Placed], before: Mapping[str, Pose], after: Mapping[str, Pose], handled: str | None = None
) -> list[Motion]:
    """The motion of each piece that is in both; the handled one does not count."""
    return [
        Motion.of(piece, before[piece.name], after[piece.name])
        for piece in pieces
        if piece.name in before and piece.name in after and piece.name != handled
    ]


def anything_moved(
    tower: Tower, before: Mapping[str, Pose], after: Mapping[str, Pose], handled: str | None = None
) -> bool:
    """Whether a piece of `tower` other than the handled one has moved, by the measure of the verdict."""
    return any(motion.counts(tower) for motion in motions(tower.pieces, before, after, handled))


def shift_m(one: Pose, other: Pose) -> float:
    """How far a centre of mass lies from where it was."""
    return math.dist(one.position_m, other.position_m)


def turn_between_rad(one: Pose, other: Pose) -> float:
    """Angle of the rotation between two poses."""
    a, b = np.asarray(one.quaternion), np.asarray(other.quaternion)
    b = b if a @ b >= 0 else -b
    return 4 * math.asin(min(1.0, float(np.linalg.norm(a - b)) / 2))


def axis_tilt_rad(one: Pose, other: Pose) -> float:
    """Angle between the axes of a piece in two poses."""
    return 2 * math.asin(min(1.0, float(np.linalg.norm(one.rotation[:, 2] - other.rotation[:, 2])) / 2))
