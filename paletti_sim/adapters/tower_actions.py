"""What one builder can do with a tower: take a column and put it on top, or lay the next floor; and the list of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from paletti_sim.games.villa_paletti.pieces import Pieces, column_names
from paletti_sim.games.villa_paletti.spots import TURNS_DEG, Ground
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.regulations import FLOOR_ORDER, forbids_floor, forbids_put, forbids_take, places_upon
from paletti_sim.tower.tower import Placed, Tower

REACH_MM = 140
"""Places go so far to either side of the middle: as far as the largest floor."""
MIDDLES = 2
"""A floor is laid with its outline's origin in the middle of the base, or its centre over the columns' middle."""
COLUMNS = column_names()


@dataclass(frozen=True)
class PutUp:
    """Take a column of a lower level and put it on the top floor, at `x_mm`, `y_mm`, turned by `turn_deg`."""

    column: str
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0


@dataclass(frozen=True)
class LayNext:
    """Lay the next floor on the columns of the top level."""

    x_mm: float
    y_mm: float
    turn_deg: float = 0.0


Act = PutUp | LayNext


def next_floor(tower: Tower) -> str | None:
    """The floor that is built next, None after the red one."""
    laid = len(tower.floors)
    return FLOOR_ORDER[laid] if laid < len(FLOOR_ORDER) else None


def column_put_up(tower: Tower, pieces: Pieces, act: PutUp) -> Placed:
    """The column of an act where it is put; `tower` is the one without it."""
    return places_upon(tower, pieces.column(act.column, act.x_mm, act.y_mm, act.turn_deg))


def against(tower: Tower, pieces: Pieces, act: Act) -> str | None:
    """Why an act is not allowed: the rule's id and a sentence; None when it is."""
    if isinstance(act, LayNext):
        name = next_floor(tower)
        if name is None:
            return "P-3: no floor is left"
        violation = forbids_floor(tower, pieces.floor(name, act.x_mm, act.y_mm, act.turn_deg))
        return None if violation is None else f"{violation.rule}: {violation.why}"
    if act.column not in {column.name for column in tower.columns}:
        return f"P-10: {act.column} is not in the tower"
    violation = forbids_take(tower, act.column)
    if violation is None:
        left = tower.without(act.column)
        violation = forbids_put(left, column_put_up(left, pieces, act))
    return None if violation is None else f"{violation.rule}: {violation.why}"


class Numbered:
    """All acts as numbers: for each column every place of a grid, row by row; then the floor's places.

    A number means the same column and the same place in every tower, so `mask` is all that changes.

    >>> numbered = Numbered(20)
    >>> numbered.count, numbered.act_of(0, None)
    (4516, PutUp(column='red-thin-1', x_mm=-140.0, y_mm=-140.0, turn_deg=0.0))
    """

    def __init__(self, pitch_mm: int) -> None:
        steps = REACH_MM // pitch_mm
        line = np.arange(-steps, steps + 1, dtype=float) * pitch_mm
        self.grid: npt.NDArray[np.float64] = np.array([(x, y) for y in line for x in line])
        self._place = {(x, y): number for number, (x, y) in enumerate(map(tuple, self.grid.tolist()))}
        self.floors_from = len(COLUMNS) * len(self.grid)
        self.count = self.floors_from + MIDDLES * len(TURNS_DEG)

    def act_of(self, number: int, tower: Tower | None) -> Act:
        """The act of a number; where a floor is laid depends on the columns that stand on top of `tower`."""
        if number < self.floors_from:
            column, place = divmod(number, len(self.grid))
            x, y = self.grid[place]
            return PutUp(COLUMNS[column], float(x), float(y))
        middle, turn = divmod(number - self.floors_from, len(TURNS_DEG))
        x_mm, y_mm = _laid_at(tower, TURNS_DEG[turn]) if middle and tower is not None else (0.0, 0.0)
        return LayNext(x_mm, y_mm, float(TURNS_DEG[turn]))

    def mask(self, tower: Tower, pieces: Pieces) -> npt.NDArray[np.int8]:
        """Which numbers are allowed (count,)."""
        mask = np.zeros(self.count, np.int8)
        free: dict[float, list[int]] = {}
        for level in tower.levels[:-1]:
            for column in level.columns:
                piece = column.piece
                assert isinstance(piece, Column)
                reach = piece.outline.reach_m
                if reach not in free:
                    places = Ground(tower, piece).free(self.grid)
                    free[reach] = [self._place[(x, y)] for x, y in places.tolist()]
                first = COLUMNS.index(column.name) * len(self.grid)
                mask[[first + place for place in free[reach]]] = 1
        if len(tower.top.columns) >= 2 and next_floor(tower) is not None:
            for number in range(self.floors_from, self.count):
                mask[number] = against(tower, pieces, self.act_of(number, tower)) is None
        return mask


def _laid_at(tower: Tower, turn_deg: float) -> tuple[float, float]:
    """Where the next floor's origin lies when its centre of mass is over the middle of the top columns, in mm."""
    from paletti_sim.tower.catalogue import game_pieces

    columns, name = tower.top.columns, next_floor(tower)
    if name is None or not columns:
        return 0.0, 0.0
    x, y = (1000 * sum(column.at_m[axis] for column in columns) / len(columns) for axis in (0, 1))
    cx, cy = (1000 * value for value in game_pieces().floors[name].outline.centroid_m)
    c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    return round(x - (c * cx - s * cy), 1), round(y - (s * cx + c * cy), 1)
