"""Contact patches: where the flat faces of two pieces touch or could touch."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import shapely

from paletti_sim.tower.lying import covers, top_m
from paletti_sim.tower.outline import turned
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.tower import Placed, Pose, Tower

Array = npt.NDArray[np.float64]

REACH = 0.1  # of the mean column height: wider gaps close only when something has fallen
ROUND_POINTS = 24  # on a round face; inscribed, so the face is up to 0.9 % too small


@dataclass(frozen=True)
class Patch:
    """Where `lower` (a body's index, -1 the base plate) carries `upper`, or may.

    `points_m` (n, 2) are the corners of the common area in plan, `height_m` where it lies, `gap_m` how far the faces
    are apart while the floors lie flat.
    """

    lower: int
    upper: int
    points_m: Array
    height_m: float
    gap_m: float

    @cached_property
    def centre_m(self) -> Array:
        """The middle of its corners, (2,)."""
        middle: Array = self.points_m.mean(axis=0)
        return middle

    @cached_property
    def reach_m(self) -> float:
        """Mean distance of the corners from the middle: the arm of friction against turning."""
        return float(np.linalg.norm(self.points_m - self.centre_m, axis=1).mean())


@dataclass(frozen=True)
class Bodies:
    """The loose pieces of a tower as bodies with patches between them, floors lying flat.

    `centres_m` (n, 3) are centres of mass, `weights_n` (n,) weights.
    """

    names: tuple[str, ...]
    pieces: tuple[Placed, ...]
    centres_m: Array
    weights_n: Array
    patches: tuple[Patch, ...]

    def name(self, index: int) -> str:
        """The id of a body, `base` for -1."""
        return "base" if index < 0 else self.names[index]


GRAVITY_M_S2 = 9.80665


def bodies_of(tower: Tower, shifts_m: Array | None = None, round_points: int = ROUND_POINTS) -> Bodies:
    """The bodies of `tower` and every patch that is closed or could close before anything has fallen.

    Args:
        tower: only where the pieces were put counts, not how they lie; `Tower.at_rest` keeps that up to date.
        shifts_m: (n, 2, 2) what each body's lower and upper face is displaced by in plan, when columns lean.
        round_points: corners of a round face.
    """
    flat = tower.as_put()
    lying: list[tuple[Placed, Pose]] = list(flat.resting())
    names = tuple(piece.name for piece, _ in lying)
    shifts = np.zeros((len(names), 2, 2)) if shifts_m is None else shifts_m
    index = {name: k for k, name in enumerate(names)}
    poses = dict(zip(names, (pose for _, pose in lying), strict=True))
    faces = {
        name: [turned(_rim(piece, round_points), piece.at_m, piece.turn_rad) + shifts[k][side] for side in (0, 1)]
        for k, (name, (piece, _)) in enumerate(zip(names, lying, strict=True))
    }
    base_face = np.asarray(flat.base.outline.points)
    patches: list[Patch] = []
    earlier: list[Placed] = []
    for level in flat.levels:
        floor = level.floor
        if floor:
            under = poses[floor.name].position_m[2] - floor.piece.height_m / 2
            for column in earlier:
                gap = under - top_m(column.piece, poses[column.name])
                if gap < REACH * flat.mean_column_height_m and covers(floor.plan, column):
                    top, face = faces[column.name][1], faces[floor.name][0]
                    patches += _patch(index[column.name], index[floor.name], top, face, under, gap)
        ground = base_face if floor is None else faces[floor.name][1]
        for column in level.columns:
            foot = faces[column.name][0]
            height = poses[column.name].position_m[2] - column.piece.height_m / 2
            below = [other for other in level.columns if other.name in column.upon]
            for other in below:
                gap = height - top_m(other.piece, poses[other.name])
                patches += _patch(index[other.name], index[column.name], foot, faces[other.name][1], height, gap)
            if not below:
                patches += _patch(index[floor.name] if floor else -1, index[column.name], foot, ground, height, 0.0)
        earlier += level.columns
    centres = np.array([pose.position_m for pose in poses.values()]).reshape(-1, 3)
    centres[:, :2] += shifts.mean(axis=1)
    weights = np.array([piece.piece.mass_kg for piece, _ in lying]) * GRAVITY_M_S2
    return Bodies(names, tuple(piece for piece, _ in lying), centres, weights, tuple(patches))


def _rim(piece: Placed, round_points: int) -> list[tuple[float, float]]:
    outline = piece.piece.outline
    if outline.kind != "circle" or not isinstance(piece.piece, Column):
        return list(outline.points)
    radius = outline.size[0] / 2
    return [
        (radius * math.cos(2 * math.pi * k / round_points), radius * math.sin(2 * math.pi * k / round_points))
        for k in range(round_points)
    ]


def _patch(lower: int, upper: int, small: Array, large: Array, height: float, gap: float) -> list[Patch]:
    """The patch of two faces in plan, empty without common area. Forces at its corners reach all of its hull."""
    one, other = shapely.Polygon(small), shapely.Polygon(large)
    if other.covers(one):
        return [Patch(lower, upper, small, height, gap)]
    common = one.intersection(other)
    if not common.area > 1e-9 * one.area:
        return []
    corners = np.asarray(common.convex_hull.exterior.coords)[:-1]
    return [Patch(lower, upper, corners, height, gap)]
