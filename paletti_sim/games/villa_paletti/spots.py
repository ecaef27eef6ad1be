"""Sensible places: where a column may stand on the top floor, where a floor may be laid, where to set up.

Places are continuous; these are a grid of a given pitch and the best spots, all in mm and degrees.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

from paletti_sim.games.villa_paletti.board import Board
from paletti_sim.tower.lying import carriers, top_m
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.tower import Placed, Tower

Points = npt.NDArray[np.float64]

SAFETY_MM = 0.02
"""Places found here keep this far from all edges, so that rounding never makes them illegal."""
DRAWN_AT_ONCE = 128
TURNS_DEG = tuple(range(0, 360, 45))


class Ground:
    """The free part of the top floor, or of the building site, for one column. Millimetres.

    A hexagon is taken as the circle about it, so a place found here allows any turn.
    """

    def __init__(self, tower: Tower, column: Column) -> None:
        self._tower = tower
        self._reach = 1000 * column.outline.reach_m

    @cached_property
    def _region(self) -> Any:
        floor = self._tower.top.floor
        outline = floor.plan if floor else self._tower.base.site.shape
        region = shapely.affinity.scale(outline, 1000, 1000, origin=(0, 0)).buffer(-self._reach - SAFETY_MM)
        shapely.prepare(region)
        return region

    @cached_property
    def _obstacles(self) -> Points:
        """Rows of x, y and the least distance."""
        found = [(column, column.piece) for column in self._tower.top.columns]
        floor = self._tower.top.floor
        if floor is not None:
            foot = top_m(floor.piece, floor.pose) if floor.pose else math.inf
            found += [
                (column, column.piece)
                for level in self._tower.levels[:-1]
                for column in level.columns
                if column.pose is not None and _top_m(column) > foot - 0.002
            ]
        rows = [
            (1000 * c.at_m[0], 1000 * c.at_m[1], self._reach + 1000 * piece.outline.reach_m + SAFETY_MM)
            for c, piece in found
        ]
        return np.array(rows).reshape(-1, 3)

    def free(self, points: Points) -> Points:
        """Return those of some places (n, 2) where the column may stand."""
        inside = shapely.contains_xy(self._region, points[:, 0], points[:, 1])
        points = points[inside]
        if len(self._obstacles) and len(points):
            gaps = np.hypot(*(points[:, None, :] - self._obstacles[None, :, :2]).transpose(2, 0, 1))
            points = points[(gaps >= self._obstacles[:, 2]).all(axis=1)]
        return points

    def grid(self, pitch_mm: float) -> Points:
        """Return the free places of a grid through the middle of the base plate."""
        if self._region.is_empty:
            return np.zeros((0, 2))
        x0, y0, x1, y1 = self._region.bounds
        xs = np.arange(math.ceil(x0 / pitch_mm), math.floor(x1 / pitch_mm) + 1) * pitch_mm
        ys = np.arange(math.ceil(y0 / pitch_mm), math.floor(y1 / pitch_mm) + 1) * pitch_mm
        points = np.array([(x, y) for y in ys for x in xs], dtype=float).reshape(-1, 2)
        return self.free(points)

    def draw(self, rng: np.random.Generator) -> tuple[float, float] | None:
        """Return a free place at random, each equally often; None when many tries find none."""
        if self._region.is_empty:
            return None
        x0, y0, x1, y1 = self._region.bounds
        for _ in range(4):
            drawn = rng.random((DRAWN_AT_ONCE, 2)) * (x1 - x0, y1 - y0) + (x0, y0)
            found = self.free(np.round(drawn, 1))
            if len(found):
                return float(found[0, 0]), float(found[0, 1])
        return None


def put_spots(board: Board, column: Column) -> list[tuple[float, float]]:
    """Return places on the top floor for a column in hand, the best first: over what carries, then a grid."""
    tower = board.tower
    ground = Ground(tower, column)
    best: list[tuple[float, float]] = []
    floor = tower.top.floor
    if floor is not None and len(tower.levels) > 1:
        under = [_mm(each) for each in carriers(floor, tower.levels[-2])]
        if under:
            best.append(_mean(under))
        best.append(_centroid(floor))
        best += under
    points = np.concatenate([np.round(np.array(best).reshape(-1, 2), 1), ground.grid(board.rules.pitch_mm)])
    return _distinct(ground.free(points))


def site_spots(board: Board, column: Column) -> list[tuple[float, float]]:
    """Return places on the building site for a column of the box; where the usual grid has none left, a finer one."""
    ground = Ground(board.tower, column)
    for pitch in (board.rules.pitch_mm, 7, 2):
        found = _distinct(ground.grid(pitch))
        if found:
            return found
    return []


def floor_spots(board: Board) -> list[tuple[float, float, float]]:
    """Return places for the next floor: over the middle of the top columns and around it, in eight turns; unchecked."""
    assert board.next_floor is not None
    floor = board.pieces.floors[board.next_floor]
    cx, cy = (1000 * v for v in floor.outline.centroid_m)
    middle = _mean([_mm(column) for column in board.tower.top.columns]) if board.tower.top.columns else (0.0, 0.0)
    pitch = board.rules.pitch_mm
    places = [(0.0, 0.0, float(turn)) for turn in TURNS_DEG]
    for turn in TURNS_DEG:
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        # the floor's centre of mass over the middle of what carries it, or a step beside it
        for dx, dy in ((0, 0), (pitch, 0), (-pitch, 0), (0, pitch), (0, -pitch)):
            x, y = middle[0] + dx - (c * cx - s * cy), middle[1] + dy - (s * cx + c * cy)
            places.append((round(x, 1), round(y, 1), float(turn)))
    return list(dict.fromkeys(places))


def _top_m(column: Placed) -> float:
    """No less than the height of the highest point of a column at rest; quicker than looking at its rim."""
    assert column.pose is not None
    x, y, _, _ = column.pose.quaternion
    upright = 1 - 2 * (x * x + y * y)
    leaning = math.sqrt(max(0.0, 1 - upright * upright))
    return column.pose.position_m[2] + column.piece.height_m / 2 * upright + column.piece.outline.reach_m * leaning


def _mm(column: Placed) -> tuple[float, float]:
    return 1000 * column.at_m[0], 1000 * column.at_m[1]


def _centroid(floor: Placed) -> tuple[float, float]:
    point = floor.plan.centroid
    return 1000 * point.x, 1000 * point.y


def _mean(points: list[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _distinct(points: Points) -> list[tuple[float, float]]:
    return list(dict.fromkeys((float(x) + 0.0, float(y) + 0.0) for x, y in points))
