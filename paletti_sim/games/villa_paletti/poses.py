"""Poses of pieces as numbers, and towers in which every piece has one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from paletti_sim.tower.tower import Level, Placed, Pose, Tower

UNIT_ERROR = 1e-6
"""How far the length of a quaternion may be from 1: an engine rounds."""


def pose_of(numbers: Any) -> Pose:
    """Return the pose of seven numbers: x, y, z in metres and a quaternion x, y, z, w."""
    x, y, z, *quaternion = (float(number) for number in numbers)
    a, b, c, d = quaternion
    return Pose((x, y, z), (a, b, c, d))


def is_rotation(quaternion: Sequence[float]) -> bool:
    """Whether four numbers turn a piece without stretching it: a quaternion of length 1.

    >>> is_rotation((0.0, 0.0, 0.6, 0.8)), is_rotation((0.0, 0.0, 0.0, 0.0)), is_rotation((0.0, 0.0, 0.6, 0.9))
    (True, False, False)
    """
    return abs(math.hypot(*quaternion) - 1) <= UNIT_ERROR


def numbers_of(pose: Pose) -> tuple[float, ...]:
    """Return what `pose_of` reads."""
    return (*(float(v) for v in pose.position_m), *(float(v) for v in pose.quaternion))


def flat(tower: Tower) -> Tower:
    """Return a tower in which pieces that have no pose yet have come to rest where they were put, square and level."""
    if all(piece.pose is not None for piece in tower.pieces):
        return tower
    poses = {piece.name: pose for piece, pose in tower.resting()}

    def posed(piece: Placed) -> Placed:
        if piece.pose is not None:
            return piece
        return Placed(piece.piece, piece.at_m, piece.turn_rad, piece.upon, poses[piece.name])

    levels = tuple(
        Level(None if level.floor is None else posed(level.floor), tuple(posed(column) for column in level.columns))
        for level in tower.levels
    )
    return Tower(tower.base, levels, tower.setting)


def with_poses(tower: Tower, poses: Any) -> Tower:
    """Return a tower as it stands in poses, given as pairs of a name and seven numbers."""
    return tower.at_rest({name: pose_of(numbers) for name, numbers in poses})
