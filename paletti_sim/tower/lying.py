"""Where pieces lie before they have settled: floors flat on the highest column, columns square on their floor."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from paletti_sim.tower.pieces import Prism
from paletti_sim.tower.tower import Level, Placed, Pose, Quaternion, Tower

COVER_SHARE = 1e-9  # of a footprint's area: less than this in common is touching along a line, not covering


def resting(tower: Tower) -> Iterator[tuple[Placed, Pose]]:
    """Each piece of `tower`, from the ground up, with its pose: the settled one where it is known.

    A floor that covers no column at all lies on the base plate; reading a scenario refuses one, the regulations a move.
    """
    done: dict[str, tuple[Placed, Pose]] = {}
    tops: list[tuple[float, Placed]] = []
    unsettled = any(level.floor and not level.floor.pose for level in tower.levels)
    ground: tuple[Placed, Pose] | None = None
    for level in tower.levels:
        if level.floor:
            ground = (level.floor, level.floor.pose or _flat(level.floor, tops))
            done[level.name] = ground
            yield ground
        for column in level.columns:
            below = [done[name] for name in column.upon if name in done]
            pose = column.pose or (_upon(column, below) if below else _square_on(column, ground))
            done[column.name] = (column, pose)
            if unsettled:
                tops.append((top_m(column.piece, pose), column))
            yield column, pose


def carriers(floor: Placed, level: Level) -> tuple[Placed, ...]:
    """The columns of `level` that `floor`, laid on it, covers wholly or in part."""
    return tuple(column for column in level.columns if covers(floor.plan, column))


def covers(plan: Any, column: Placed) -> bool:
    """Whether an outline in plan (shapely) and a column's footprint have area in common."""
    x0, y0, x1, y1 = plan.bounds
    (x, y), span = column.at_m, column.piece.outline.span_m
    if x + span < x0 or x - span > x1 or y + span < y0 or y - span > y1 or not plan.intersects(column.plan):
        return False
    return bool(plan.intersection(column.plan).area > COVER_SHARE * column.plan.area)


def top_m(piece: Prism, pose: Pose) -> float:
    """Height of the highest point of a piece's upper face above the base plate."""
    return pose.position_m[2] + float(max(_rim(piece) @ pose.rotation[2]))


def _rim(piece: Prism) -> npt.NDArray[np.float64]:
    """The upper face's corners (n, 3) from the centre of mass, in the piece's axes."""
    corners = np.asarray(piece.outline.points) - np.asarray(piece.outline.centroid_m)
    return np.column_stack([corners, np.full(len(corners), piece.height_m / 2)])


def _centre(piece: Placed) -> npt.NDArray[np.float64]:
    c, s = math.cos(piece.turn_rad), math.sin(piece.turn_rad)
    cx, cy = piece.piece.outline.centroid_m
    return np.array([piece.at_m[0] + c * cx - s * cy, piece.at_m[1] + s * cx + c * cy])


def _turned(turn_rad: float) -> Quaternion:
    return (0.0, 0.0, math.sin(turn_rad / 2), math.cos(turn_rad / 2))


def _flat(piece: Placed, tops: list[tuple[float, Placed]]) -> Pose:
    """Flat on the highest of the columns below that it covers; each comes with the height of its top."""
    # from the highest down, so that of a tall tower only the columns right below are looked at
    highest = (top for top, column in sorted(tops, key=lambda entry: -entry[0]) if covers(piece.plan, column))
    return _level(piece, next(highest, 0.0))


def _upon(column: Placed, below: list[tuple[Placed, Pose]]) -> Pose:
    return _level(column, max(top_m(other.piece, pose) for other, pose in below))


def _level(piece: Placed, foot_m: float) -> Pose:
    x, y = _centre(piece)
    return Pose((float(x), float(y), foot_m + piece.piece.height_m / 2), _turned(piece.turn_rad))


def _square_on(column: Placed, ground: tuple[Placed, Pose] | None) -> Pose:
    """Square on a floor as it lies: the column's axis is the floor's, its foot is at `at_m` seen from above."""
    if ground is None:
        return _level(column, 0.0)
    floor, lies = ground
    normal = lies.rotation[:, 2]
    face = np.asarray(lies.position_m) + normal * floor.piece.height_m / 2
    x, y = _centre(column)
    foot = np.array([x, y, face[2] - ((x - face[0]) * normal[0] + (y - face[1]) * normal[1]) / normal[2]])
    centre = foot + normal * column.piece.height_m / 2
    return Pose(
        (float(centre[0]), float(centre[1]), float(centre[2])),
        _times(_tilt_only(lies.quaternion), _turned(column.turn_rad)),
    )


def _tilt_only(q: Quaternion) -> Quaternion:
    """The rotation `q` less its turn about the vertical (swing-twist decomposition)."""
    _, _, z, w = q
    length = math.hypot(z, w)
    if length == 0:
        return q
    return _times(q, (0.0, 0.0, -z / length, w / length))


def _times(a: Quaternion, b: Quaternion) -> Quaternion:
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )
