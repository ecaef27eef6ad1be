"""Contact patches: where the flat faces of two pieces touch or could touch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt
import shapely

from paletti_sim.tower.pieces import Column
from paletti_sim.tower.tower import GRAVITY_M_S2, Placed, Tower

Array = npt.NDArray[np.float64]

LEAST_SHARE = 1e-9  # of a face's area: less in common is touching along a line
REACH = 0.1  # of the mean column height: wider gaps close only when something has fallen
ROUND_POINTS = 24  # on a round face; inscribed, so the face is up to 0.9 % too small


@dataclass(frozen=True)
class Patch:
    """Where `lower` (a body's index, -1 the base plate) carries `upper`, or may.

    `points_m` (n, 2) are the corners of the common area in plan, `height_m` where it lies, `gap_m` how far the faces
    are apart while the floors lie flat. `disc_m` is the radius where the area is a whole round face, about the middle.
    """

    lower: int
    upper: int
    points_m: Array
    height_m: float
    gap_m: float
    disc_m: float | None = None

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

    `centres_m` (n, 3) are centres of mass, `weights_n` (n,) weights; `whole` tells of each pair of faces (lower, upper)
    that have an area in common whether it is all of the smaller one.
    """

    names: tuple[str, ...]
    pieces: tuple[Placed, ...]
    centres_m: Array
    weights_n: Array
    patches: tuple[Patch, ...]
    whole: Mapping[tuple[int, int], bool] = field(default_factory=dict)

    def name(self, index: int) -> str:
        """The id of a body, `base` for -1."""
        return "base" if index < 0 else self.names[index]


def bodies_of(
    tower: Tower, shifts_m: Array | None = None, round_points: int = ROUND_POINTS, like: Bodies | None = None
) -> Bodies:
    """The bodies of `tower` and every patch that is closed or could close before anything has fallen.

    Args:
        tower: only where the pieces were put counts, not how they lie; `Tower.at_rest` keeps that up to date.
        shifts_m: (n, 2, 2) what each body's lower and upper face is displaced by in plan, when columns lean.
        round_points: corners of a round face.
        like: the same bodies a little otherwise shifted: only faces that had part of their area in common are looked
            at again.
    """
    pieces = tower.pieces
    index = {piece.name: k for k, piece in enumerate(pieces)}
    shifts = np.zeros((len(pieces), 2, 2)) if shifts_m is None else shifts_m
    rims = [piece.corners_m(round_points if isinstance(piece.piece, Column) else 0) for piece in pieces]
    faces = [(rim + shift[0], rim + shift[1]) for rim, shift in zip(rims, shifts, strict=True)]
    common = _common(_meetings(tower, index), faces, np.asarray(tower.base.outline.points), like)
    top = np.zeros(len(pieces))  # height of each upper face
    patches: list[Patch] = []

    def join(lower: int, upper: int, column: int, height: float) -> None:
        points, whole = common[lower, upper]
        gap = height - top[lower] if lower >= 0 else 0.0
        patches.append(Patch(lower, upper, points, height, gap, _radius(pieces[column]) if whole else None))

    earlier: list[int] = []
    for level in tower.levels:
        ground, height = -1, 0.0
        if level.floor:
            ground = index[level.floor.name]
            under = [k for k in earlier if (k, ground) in common]
            height = max((top[k] for k in under), default=0.0)
            near = height - REACH * tower.mean_column_height_m
            for k in under:
                if top[k] > near:
                    join(k, ground, k, height)
            top[ground] = height + level.floor.piece.height_m
            height = top[ground]
        for column in level.columns:
            k = index[column.name]
            below = [index[name] for name in column.upon if name in index]
            foot = max((top[other] for other in below), default=height)
            for lower in below or [ground]:
                if (lower, k) in common:
                    join(lower, k, k, foot)
            top[k] = foot + column.piece.height_m
            earlier.append(k)
    centres = np.empty((len(pieces), 3))
    centres[:, :2] = np.array([piece.middle_m for piece in pieces]).reshape(-1, 2) + shifts.mean(axis=1)
    centres[:, 2] = top - np.array([piece.piece.height_m for piece in pieces]) / 2
    weights = np.array([piece.piece.mass_kg for piece in pieces]) * GRAVITY_M_S2
    return Bodies(
        tuple(index), pieces, centres, weights, tuple(patches), {pair: whole for pair, (_, whole) in common.items()}
    )


def _radius(piece: Placed) -> float | None:
    outline = piece.piece.outline
    return outline.size[0] / 2 if outline.kind == "circle" and isinstance(piece.piece, Column) else None


def _meetings(tower: Tower, index: Mapping[str, int]) -> list[tuple[int, int, int]]:
    """Of all faces that could meet the lower body (-1: the base plate), the upper one, and which of them is the column
    whose face lies on the other's."""
    found: list[tuple[int, int, int]] = []
    earlier: list[int] = []
    for level in tower.levels:
        ground = index[level.floor.name] if level.floor else -1
        if level.floor:
            found += [(k, ground, k) for k in earlier]
        for column in level.columns:
            k = index[column.name]
            below = [index[name] for name in column.upon if name in index]
            found += [(lower, k, k) for lower in below or [ground]]
            earlier.append(k)
    return found


def _common(
    meetings: Sequence[tuple[int, int, int]], faces: Sequence[tuple[Array, Array]], base: Array, like: Bodies | None
) -> dict[tuple[int, int], tuple[Array, bool]]:
    """Of each pair of faces with an area in common its corners (n, 2), and whether it is all of the column's face.

    Where the area is concave forces reach all of its hull. Of `like` it is known which faces meet, and which wholly.
    """
    found: dict[tuple[int, int], tuple[Array, bool]] = {}
    asked: list[tuple[int, int]] = []
    smalls: list[Array] = []
    larges: dict[tuple[int, int], shapely.Polygon] = {}
    others: list[shapely.Polygon] = []
    for lower, upper, column in meetings:
        known = None if like is None else like.whole.get((lower, upper))
        small = faces[column][1 if column == lower else 0]
        if known:
            found[lower, upper] = small, True
        elif like is None or known is False:
            other = (upper, 0) if column == lower else (lower, 1)
            if other not in larges:
                larges[other] = shapely.Polygon(base if other[0] < 0 else faces[other[0]][other[1]])
            asked.append((lower, upper))
            smalls.append(small)
            others.append(larges[other])
    if not asked:
        return found
    shapely.prepare(list(larges.values()))
    owner = np.repeat(np.arange(len(smalls)), [len(face) for face in smalls])
    shapes = shapely.polygons(shapely.linearrings(np.concatenate(smalls), indices=owner))
    beside = np.array(others)
    whole = shapely.covers(beside, shapes)
    part = np.flatnonzero(~whole & shapely.intersects(beside, shapes))
    shared = shapely.intersection(beside[part], shapes[part])
    enough = shapely.area(shared) > LEAST_SHARE * shapely.area(shapes[part])
    hulls = shapely.convex_hull(shared[enough])
    found |= {asked[k]: (smalls[k], True) for k in np.flatnonzero(whole)}
    for k, hull in zip(part[enough], hulls, strict=True):
        found[asked[k]] = shapely.get_coordinates(hull)[:-1], False
    return found
