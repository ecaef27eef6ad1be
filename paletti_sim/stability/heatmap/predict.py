"""What equilibrium says of a map: where the tower stands for certain, where it falls for certain, and between them.

Inside the region of the contacts at rest it holds. Outside the region of all contacts that rocking could reach it
falls. Between the two the floor rocks, which leans the columns below; there the border is looked for along rays.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import shapely

from paletti_sim.physics.motion import MOVED_RAD, MOVED_SHARE
from paletti_sim.stability.heatmap.grow import HOLDS, SHIFTS, TOPPLES
from paletti_sim.stability.second_opinion import balanced_rest
from paletti_sim.statics.patches import Patch
from paletti_sim.statics.region import load_region
from paletti_sim.statics.rest import Rest, come_to_rest
from paletti_sim.tower.pieces import Column, Floor
from paletti_sim.tower.tower import GRAVITY_M_S2, Placed, Tower

Array = npt.NDArray[np.float64]

RAYS = 24
HALVINGS = 5
FINE_M = 1e-4  # of the regions' borders
ROUNDING_M = 1e-9  # of a border
ASK_M = 1e-3  # along a ray, regions nearer than this are one


@dataclass(frozen=True)
class Prediction:
    """Labels (n,) of places by equilibrium, which of them fall `sure`, and how deep (m) each lies inside the region of
    the contacts at rest, negative outside it."""

    labels: npt.NDArray[np.int8]
    sure: npt.NDArray[np.bool_]
    depth_m: Array


class Predictor:
    """Says of a piece what equilibrium makes of it on the top floor of a tower; the tower itself is taken to stand.

    A column is taken to stand on its foot, a floor on the columns under it: for both the tower below feels the weight
    at the centre of mass.
    """

    def __init__(self, tower: Tower, piece: Column | Floor) -> None:
        self._tower, self._piece = tower, piece

    def at(self, points_m: Array, turn_rad: float = 0.0) -> Prediction:
        """The prediction for the piece at each of the places (n, 2), turned by so much."""
        n = len(points_m)
        if self._tower.top.floor is None and isinstance(self._piece, Column):
            return Prediction(np.full(n, HOLDS, dtype=np.int8), np.zeros(n, dtype=bool), np.full(n, np.inf))
        if not self._rest.balanced:
            return Prediction(np.zeros(n, dtype=np.int8), np.zeros(n, dtype=bool), np.full(n, -np.inf))
        inner, outer = self._regions
        offset = _turned(self._piece.outline.centroid_m, turn_rad)
        centres = points_m + offset
        at = shapely.points(centres)
        inside, possible = (_within(region, at) for region in (inner, outer))
        sure = ~(shapely.distance(outer, at) <= ROUNDING_M)  # also of an empty region, whose distance is no number
        labels = np.where(inside, HOLDS, TOPPLES).astype(np.int8)
        between = ~inside & possible
        if between.any():
            asked = _Between(self._tower, self._piece, turn_rad, offset)
            near = outer.intersection(shapely.MultiPoint(centres).convex_hull.buffer(ASK_M))
            border, still = asked.borders(inner, near)
            reached = between & shapely.covers(border, at)
            labels[reached] = np.where(shapely.covers(still, at[reached]), HOLDS, SHIFTS)
        if inner.is_empty:
            return Prediction(labels, sure, np.full(n, -np.inf))
        return Prediction(labels, sure, np.where(inside, 1.0, -1.0) * shapely.distance(inner.boundary, at))

    @cached_property
    def _rest(self) -> Rest:
        return come_to_rest(self._tower)

    @cached_property
    def _regions(self) -> tuple[shapely.Polygon, shapely.Polygon]:
        """Where the centre of mass lets it stand on its contacts at rest, and on all that rocking could close."""
        rest = self._rest
        inner, outer = (_region(rest, self._tower, self._piece, c) for c in (rest.contacts, rest.bodies.patches))
        return inner, outer


def _within(region: shapely.Polygon, at: npt.NDArray[np.object_]) -> npt.NDArray[np.bool_]:
    """Which of the points lie inside; one on the border itself does not, whatever the border's rounding."""
    within: npt.NDArray[np.bool_] = shapely.covers(region, at) & (shapely.distance(region.boundary, at) > ROUNDING_M)
    return within


def _region(rest: Rest, tower: Tower, piece: Column | Floor, contacts: Sequence[Patch]) -> shapely.Polygon:
    top = rest.bodies.names.index(tower.top.name)
    over = float(rest.bodies.centres_m[top, 2]) + tower.top.floor.piece.height_m / 2 if tower.top.floor else 0.0
    corners = load_region(
        rest.bodies,
        contacts,
        tower.setting,
        top,
        piece.mass_kg * GRAVITY_M_S2,
        over + piece.height_m / 2,
        FINE_M,
    )
    return shapely.Polygon(corners) if len(corners) > 2 else shapely.Polygon()


class _Between:
    """Asks the whole program of the tower with the piece in it."""

    def __init__(self, tower: Tower, piece: Column | Floor, turn_rad: float, offset: Array) -> None:
        self._tower, self._piece, self._turn, self._offset = tower, piece, turn_rad, offset
        self._known = {p.name: (0.0, 0.0) if p.pose is None else _tilts(p) for p in tower.pieces}

    def borders(self, inner: shapely.Polygon, outer: shapely.Polygon) -> tuple[shapely.Polygon, shapely.Polygon]:
        """Where the tower stands, and where nothing moves by the measure of a verdict: polygons about one middle."""
        middle = inner.centroid if not inner.is_empty else outer.centroid
        start = np.array([middle.x, middle.y])
        standing, still = [], []
        for k in range(RAYS):
            along = np.array([math.cos(2 * math.pi * k / RAYS), math.sin(2 * math.pi * k / RAYS)])
            near, far = _reach(inner, start, along), _reach(outer, start, along)
            stands = moves = near
            if far - near > ASK_M:
                stands = _last(lambda way, along=along: self.stands(start + way * along), near, far)  # type: ignore[misc]
                moves = _last(lambda way, along=along: not self.moves(start + way * along), near, stands)  # type: ignore[misc]
            standing.append(start + stands * along)
            still.append(start + moves * along)
        return _star(standing).union(inner), _star(still).union(inner)

    def stands(self, centre: Array) -> bool:
        """Whether the tower stands with the piece's centre of mass there."""
        tower = self._with(centre)
        rest = come_to_rest(tower)
        return rest.balanced and balanced_rest(rest, tower)

    def moves(self, centre: Array) -> bool:
        """Whether anything shifts or turns by the measure of a verdict when the tower rocks under the piece."""
        tower = self._with(centre)
        rest = come_to_rest(tower)
        most = MOVED_SHARE * tower.mean_column_height_m
        for k, piece in enumerate(rest.bodies.pieces):
            if piece.name == self._piece.name:
                continue
            turn = rest.tilt_rad[k] - self._known[piece.name]
            height = piece.piece.height_m
            lean = np.array([turn[1], -turn[0]]) * height / 2 if isinstance(piece.piece, Column) else np.zeros(2)
            shift = math.hypot(float(rest.heave_m[k]), *map(float, lean))
            if shift > most or float(np.hypot(*turn)) > MOVED_RAD:
                return True
        return False

    def _with(self, centre: Array) -> Tower:
        x, y = centre - self._offset
        placed = Placed(self._piece, (float(x), float(y)), self._turn)
        return self._tower.with_floor(placed) if isinstance(self._piece, Floor) else self._tower.with_column(placed)


def _last(holds: Callable[[float], bool], near: float, far: float) -> float:
    """How far something holds on the way from `near`, where it does, to `far`; from the far end inwards."""
    if far - near <= ASK_M or holds(far):
        return far
    for _ in range(HALVINGS):
        middle = (near + far) / 2
        near, far = (middle, far) if holds(middle) else (near, middle)
    return near


def _star(corners: list[Array]) -> shapely.Polygon:
    polygon = shapely.Polygon(corners)
    return polygon if polygon.is_valid else polygon.buffer(0)


def _tilts(piece: Placed) -> tuple[float, float]:
    assert piece.pose is not None
    normal = piece.pose.rotation[:, 2]
    return float(-normal[1]), float(normal[0])


def _reach(region: shapely.Polygon, start: Array, along: Array) -> float:
    """How far a convex region reaches along a ray from a point inside it."""
    if region.is_empty:
        return 0.0
    far = start + along * 100 * max(1e-3, *(abs(v) for v in region.bounds))
    line = shapely.LineString([start, far]).intersection(region)
    return float(line.length)


def _turned(point: tuple[float, float], turn_rad: float) -> Array:
    c, s = math.cos(turn_rad), math.sin(turn_rad)
    return np.array([c * point[0] - s * point[1], s * point[0] + c * point[1]])
