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
    top = np.zeros(len(pieces))  # height of each upper face
    patches: list[Patch] = []
    covered: dict[tuple[int, int], bool] = {}

    def shared(
        pairs: Sequence[tuple[int, int]], smalls: Sequence[Array], large: Array
    ) -> list[tuple[int, int, Array, bool]]:
        """Lower and upper body, the corners in common, and whether they are all of the small face."""
        known = [None if like is None else like.whole.get(pair) for pair in pairs]
        asked = [k for k in range(len(pairs)) if like is None or known[k] is False]
        found = dict(_under([smalls[k] for k in asked], large, asked))
        found |= {k: (smalls[k], True) for k, whole in enumerate(known) if whole}
        for k, (_, whole) in found.items():
            covered[pairs[k]] = whole
        return [(*pairs[k], *found[k]) for k in sorted(found)]

    def join(lower: int, upper: int, common: Array, whole: int | None, height: float) -> None:
        gap = height - top[lower] if lower >= 0 else 0.0
        disc = None if whole is None else _radius(pieces[whole])
        patches.append(Patch(lower, upper, common, height, gap, disc))

    earlier: list[int] = []
    for level in tower.levels:
        ground, height = -1, 0.0
        if level.floor:
            ground = index[level.floor.name]
            pairs = [(k, ground) for k in earlier]
            under = shared(pairs, [faces[k][1] for k in earlier], faces[ground][0])
            height = max((top[k] for k, *_ in under), default=0.0)
            near = height - REACH * tower.mean_column_height_m
            for k, _, common, whole in under:
                if top[k] > near:
                    join(k, ground, common, k if whole else None, height)
            top[ground] = height + level.floor.piece.height_m
            height = top[ground]
        floor_face = np.asarray(tower.base.outline.points) if ground < 0 else faces[ground][1]
        here = [index[column.name] for column in level.columns]
        standing = [k for k, column in zip(here, level.columns, strict=True) if not column.upon]
        stood = shared([(ground, k) for k in standing], [faces[k][0] for k in standing], floor_face)
        feet = {k: (common, whole) for _, k, common, whole in stood}
        for column, k in zip(level.columns, here, strict=True):
            below = [index[name] for name in column.upon if name in index]
            foot = max((top[other] for other in below), default=height)
            for other in below:
                for _, _, common, whole in shared([(other, k)], [faces[k][0]], faces[other][1]):
                    join(other, k, common, k if whole else None, foot)
            if not below and k in feet:
                common, whole = feet[k]
                join(ground, k, common, k if whole else None, foot)
            top[k] = foot + column.piece.height_m
            earlier.append(k)
    centres = np.empty((len(pieces), 3))
    centres[:, :2] = np.array([piece.middle_m for piece in pieces]).reshape(-1, 2) + shifts.mean(axis=1)
    centres[:, 2] = top - np.array([piece.piece.height_m for piece in pieces]) / 2
    weights = np.array([piece.piece.mass_kg for piece in pieces]) * GRAVITY_M_S2
    return Bodies(tuple(index), pieces, centres, weights, tuple(patches), covered)


def _radius(piece: Placed) -> float | None:
    outline = piece.piece.outline
    return outline.size[0] / 2 if outline.kind == "circle" and isinstance(piece.piece, Column) else None


def _under(smalls: Sequence[Array], large: Array, names: Sequence[int]) -> list[tuple[int, tuple[Array, bool]]]:
    """What each of the small faces has in common with a large one: its name, the corners (n, 2) and whether it is all.

    Those without a common area are left out; where it is concave forces reach all of its hull.
    """
    if not smalls:
        return []
    owner = np.repeat(np.arange(len(smalls)), [len(face) for face in smalls])
    other = shapely.Polygon(large)
    shapely.prepare(other)
    shapes = shapely.polygons(shapely.linearrings(np.concatenate(smalls), indices=owner))
    whole = shapely.covers(other, shapes)
    part = np.flatnonzero(~whole & shapely.intersects(other, shapes))
    common = shapely.intersection(other, shapes[part])
    enough = shapely.area(common) > LEAST_SHARE * shapely.area(shapes[part])
    hulls = dict(zip(part[enough], shapely.convex_hull(common[enough]), strict=True))
    found: list[tuple[int, tuple[Array, bool]]] = []
    for k, name in enumerate(names):
        if whole[k]:
            found.append((name, (smalls[k], True)))
        elif k in hulls:
            found.append((name, (shapely.get_coordinates(hulls[k])[:-1], False)))
    return found
