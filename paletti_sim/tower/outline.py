"""Plane outlines of pieces: what they enclose, their moments, and their convex parts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import shapely

Point = tuple[float, float]
Kind = Literal["circle", "box", "hexagon", "polygon"]

CIRCLE_POINTS = 256  # a polygon of 256 points misses its circle by 0.008 % of the radius at most


@dataclass(frozen=True)
class Outline:
    """A simple closed curve in the plane, in metres, with its own origin; it is never recentred.

    Build one with `circle`, `box`, `hexagon` or `polygon`. `points` runs counter-clockwise; for a
    circle it is an inscribed polygon, while moments and the engine use the circle itself.

    >>> round(Outline.hexagon(0.02).area_m2 * 1e6, 2)
    346.41
    """

    kind: Kind
    size: tuple[float, ...]
    points: tuple[Point, ...]

    @staticmethod
    def circle(diameter_m: float) -> Outline:
        """A circle about the origin."""
        radius = diameter_m / 2
        turns = (2 * math.pi * k / CIRCLE_POINTS for k in range(CIRCLE_POINTS))
        return Outline("circle", (diameter_m,), tuple((radius * math.cos(t), radius * math.sin(t)) for t in turns))

    @staticmethod
    def box(x_m: float, y_m: float) -> Outline:
        """A rectangle of full sizes `x_m` and `y_m` about the origin."""
        a, b = x_m / 2, y_m / 2
        return Outline("box", (x_m, y_m), ((-a, -b), (a, -b), (a, b), (-a, b)))

    @staticmethod
    def hexagon(across_flats_m: float) -> Outline:
        """A regular hexagon about the origin with a flat side towards +x."""
        radius = across_flats_m / math.sqrt(3)
        turns = (math.pi * (2 * k - 1) / 6 for k in range(6))
        return Outline("hexagon", (across_flats_m,), tuple((radius * math.cos(t), radius * math.sin(t)) for t in turns))

    @staticmethod
    def polygon(points_m: Sequence[Sequence[float]]) -> Outline:
        """Any simple polygon, concave too.

        Raises:
            ValueError: fewer than three points, no area, or an outline that crosses itself.
        """
        points = tuple((float(x), float(y)) for x, y in points_m)
        if len(points) > 1 and points[0] == points[-1]:
            points = points[:-1]
        if len(points) < 3:
            raise ValueError("an outline needs three points or more")
        shape = shapely.Polygon(points)
        if not shape.is_valid:
            raise ValueError("the outline crosses or touches itself")
        if not shape.area > 0:
            raise ValueError("the outline encloses no area")
        if not shape.exterior.is_ccw:
            points = points[::-1]
        return Outline("polygon", (), points)

    @cached_property
    def shape(self) -> Any:
        """The shapely polygon of `points`, in metres."""
        return shapely.Polygon(self.points)

    def corners_m(self, round_points: int = 0) -> npt.NDArray[np.float64]:
        """The corners (n, 2); of a circle `round_points` of them, inscribed, or its own `points` when that is 0."""
        if self.kind != "circle":
            round_points = 0
        known = self._corners.get(round_points)
        if known is None:
            turns = 2 * math.pi * np.arange(round_points) / max(round_points, 1)
            ring = np.column_stack([np.cos(turns), np.sin(turns)])
            known = self.size[0] / 2 * ring if round_points else np.asarray(self.points, dtype=np.float64)
            known.flags.writeable = False
            self._corners[round_points] = known
        return known

    @cached_property
    def _corners(self) -> dict[int, npt.NDArray[np.float64]]:
        return {}

    @cached_property
    def moments(self) -> Moments:
        """Area, centroid and second moments; exact for circles, by Green's theorem for polygons."""
        if self.kind == "circle":
            radius = self.size[0] / 2
            second = math.pi * radius**4 / 4
            return Moments(math.pi * radius**2, (0.0, 0.0), second, second, 0.0)
        p = np.asarray(self.points)
        # about the mean point first: outlines far from their origin would lose digits
        middle = p.mean(axis=0)
        x, y = (p - middle).T
        xn, yn = np.roll(x, -1), np.roll(y, -1)
        cross = x * yn - xn * y
        area = cross.sum() / 2
        cx = ((x + xn) * cross).sum() / (6 * area)
        cy = ((y + yn) * cross).sum() / (6 * area)
        of_x = ((x * x + x * xn + xn * xn) * cross).sum() / 12 - area * cx * cx
        of_y = ((y * y + y * yn + yn * yn) * cross).sum() / 12 - area * cy * cy
        of_xy = ((x * yn + 2 * x * y + 2 * xn * yn + xn * y) * cross).sum() / 24 - area * cx * cy
        return Moments(
            float(area), (float(middle[0] + cx), float(middle[1] + cy)), float(of_x), float(of_y), float(of_xy)
        )

    @property
    def area_m2(self) -> float:
        """The enclosed area."""
        return self.moments.area_m2

    @property
    def centroid_m(self) -> Point:
        """The centre of the enclosed area."""
        return self.moments.centroid_m

    @cached_property
    def reach_m(self) -> float:
        """The greatest distance of the outline from its centroid."""
        cx, cy = self.centroid_m
        return max(math.hypot(x - cx, y - cy) for x, y in self.points)

    @cached_property
    def span_m(self) -> float:
        """The greatest distance of the outline from its origin."""
        return max(math.hypot(x, y) for x, y in self.points)

    def placed(self, at_m: Point, turn_rad: float = 0.0) -> Any:
        """The outline as a shapely polygon after turning about its origin and moving the origin to `at_m`."""
        return shapely.Polygon(turned(self.points, at_m, turn_rad))

    @cached_property
    def convex_parts(self) -> tuple[tuple[Point, ...], ...]:
        """Convex polygons (counter-clockwise) that cover the outline exactly, without overlap.

        Constrained Delaunay triangles, merged across shared edges as long as the union is convex
        (Hertel and Mehlhorn 1983); no point is added that the outline does not have.
        """
        if self.shape.convex_hull.area - self.shape.area <= 1e-12 * self.shape.area:
            return (self.points,)
        return _merge(_triangles(self.points), np.asarray(self.points))


@dataclass(frozen=True)
class Moments:
    """Area and moments of a plane figure; second moments are about the centroid.

    `second_x_m4` is the integral of x squared, `second_y_m4` of y squared, `product_m4` of x y.
    """

    area_m2: float
    centroid_m: Point
    second_x_m4: float
    second_y_m4: float
    product_m4: float


def turned(points: Sequence[Point] | npt.NDArray[np.float64], at_m: Point, turn_rad: float) -> npt.NDArray[np.float64]:
    """`points` (n, 2) turned about the origin by `turn_rad` and moved by `at_m`."""
    c, s = math.cos(turn_rad), math.sin(turn_rad)
    moved: npt.NDArray[np.float64] = np.asarray(points) @ np.array([[c, s], [-s, c]]) + np.asarray(at_m)
    return moved


def _triangles(points: tuple[Point, ...]) -> list[tuple[int, ...]]:
    index = {point: k for k, point in enumerate(points)}
    triangles = shapely.constrained_delaunay_triangles(shapely.Polygon(points))
    found = []
    for triangle in triangles.geoms:
        corners = list(shapely.geometry.polygon.orient(triangle).exterior.coords)[:3]
        found.append(tuple(index[corner] for corner in corners))
    return found


def _merge(cells: list[tuple[int, ...]], points: npt.NDArray[np.float64]) -> tuple[tuple[Point, ...], ...]:
    """Merges triangles into convex cells, longest shared edge first."""
    merged = True
    while merged:
        merged = False
        owner = {(a, b): k for k, cell in enumerate(cells) for a, b in zip(cell, (*cell[1:], cell[0]), strict=True)}
        shared = [(a, b) for (a, b) in owner if a < b and (b, a) in owner]
        shared.sort(key=lambda edge: -float(np.hypot(*(points[edge[0]] - points[edge[1]]))))
        for a, b in shared:
            one, two = cells[owner[a, b]], cells[owner[b, a]]
            union = _join(one, two, a, b)
            if _is_convex(union, points):
                cells = [cell for k, cell in enumerate(cells) if k not in (owner[a, b], owner[b, a])] + [union]
                merged = True
                break
    return tuple(tuple((float(points[k][0]), float(points[k][1])) for k in cell) for cell in cells)


def _join(one: tuple[int, ...], two: tuple[int, ...], a: int, b: int) -> tuple[int, ...]:
    """Two counter-clockwise cells that share the edge a-b (as b-a in `two`), as one cell."""
    i, j = one.index(b), two.index(a)
    return one[i:] + one[:i] + (two[j:] + two[:j])[1:-1]


def _is_convex(cell: tuple[int, ...], points: npt.NDArray[np.float64]) -> bool:
    p = points[list(cell)]
    ahead = np.roll(p, -1, axis=0) - p
    behind = p - np.roll(p, 1, axis=0)
    bend = behind[:, 0] * ahead[:, 1] - behind[:, 1] * ahead[:, 0]
    return bool((bend >= -1e-12 * np.abs(bend).max()).all())
