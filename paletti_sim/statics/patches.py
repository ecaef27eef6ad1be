"""Contact patches: where the flat faces of two pieces touch or could touch."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import shapely

from paletti_sim.tower.outline import turned
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.tower import Placed, Tower

Array = npt.NDArray[np.float64]

GRAVITY_M_S2 = 9.80665
LEAST_SHARE = 1e-9  # of a face's area: less in common is touching along a line
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


def bodies_of(tower: Tower, shifts_m: Array | None = None, round_points: int = ROUND_POINTS) -> Bodies:
    """The bodies of `tower` and every patch that is closed or could close before anything has fallen.

    Args:
        tower: only where the pieces were put counts, not how they lie; `Tower.at_rest` keeps that up to date.
        shifts_m: (n, 2, 2) what each body's lower and upper face is displaced by in plan, when columns lean.
        round_points: corners of a round face.
    """
    pieces = tower.pieces
    index = {piece.name: k for k, piece in enumerate(pieces)}
    shifts = np.zeros((len(pieces), 2, 2)) if shifts_m is None else shifts_m
    faces = [
        [turned(_rim(piece, round_points), piece.at_m, piece.turn_rad) + shifts[k][side] for side in (0, 1)]
        for k, piece in enumerate(pieces)
    ]
    top = np.zeros(len(pieces))  # height of each upper face
    patches: list[Patch] = []
    earlier: list[int] = []
    for level in tower.levels:
        ground, height = -1, 0.0
        if level.floor:
            ground = index[level.floor.name]
            under = [(k, face) for k in earlier if len(face := _common(faces[k][1], faces[ground][0]))]
            height = max((top[k] for k, _ in under), default=0.0)
            near = height - REACH * tower.mean_column_height_m
            patches += [Patch(k, ground, face, height, height - top[k]) for k, face in under if top[k] > near]
            top[ground] = height = height + level.floor.piece.height_m
        floor_face = np.asarray(tower.base.outline.points) if ground < 0 else faces[ground][1]
        for column in level.columns:
            k = index[column.name]
            below = [index[name] for name in column.upon if name in index]
            foot = max((top[other] for other in below), default=height)
            for other, face in [(other, faces[other][1]) for other in below] or [(ground, floor_face)]:
                common = _common(faces[k][0], face)
                if len(common):
                    patches.append(Patch(other, k, common, foot, foot - top[other] if below else 0.0))
            top[k] = foot + column.piece.height_m
            earlier.append(k)
    centres = np.zeros((len(pieces), 3))
    for k, piece in enumerate(pieces):
        middle = turned([piece.piece.outline.centroid_m], piece.at_m, piece.turn_rad)[0]
        centres[k] = [*(middle + shifts[k].mean(axis=0)), top[k] - piece.piece.height_m / 2]
    weights = np.array([piece.piece.mass_kg for piece in pieces]) * GRAVITY_M_S2
    return Bodies(tuple(index), pieces, centres, weights, tuple(patches))


def _rim(piece: Placed, round_points: int) -> list[tuple[float, float]]:
    outline = piece.piece.outline
    if outline.kind != "circle" or not isinstance(piece.piece, Column):
        return list(outline.points)
    radius = outline.size[0] / 2
    return [
        (radius * math.cos(2 * math.pi * k / round_points), radius * math.sin(2 * math.pi * k / round_points))
        for k in range(round_points)
    ]


def _common(small: Array, large: Array) -> Array:
    """Corners (n, 2) of what two faces have in common in plan, none without area; forces there reach all their hull."""
    if (small.max(axis=0) < large.min(axis=0)).any() or (small.min(axis=0) > large.max(axis=0)).any():
        return small[:0]
    one, other = shapely.Polygon(small), shapely.Polygon(large)
    if other.covers(one):
        return small
    common = one.intersection(other)
    if not common.area > LEAST_SHARE * one.area:
        return small[:0]
    return np.asarray(common.convex_hull.exterior.coords)[:-1]
