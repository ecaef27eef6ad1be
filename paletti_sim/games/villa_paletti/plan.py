"""A level of the villa in plan, as lines of text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely

from paletti_sim.games.villa_paletti.pieces import colour_of
from paletti_sim.tower.tower import Level, Placed, Tower

WIDTH, HEIGHT = 37, 19
REACH_MM = 141.0
LETTERS = {"red": "r", "blue": "b", "yellow": "y", "green": "g"}


def level_lines(tower: Tower, number: int) -> list[str]:
    """Return one level in plan: its floor as dots, each column as the two or three letters of its name.

    Seen from above, x to the right and y upwards; two letters such as `r1` (red thin 1), `rh` (hex), `rk` (thick).
    """
    level = tower.levels[number]
    grid = [[" "] * WIDTH for _ in range(HEIGHT)]
    outline = level.floor.plan if level.floor else tower.base.site.shape
    xs, ys = _x(np.arange(WIDTH)), _y(np.arange(HEIGHT))
    inside = shapely.contains_xy(outline, *(each.ravel() / 1000 for each in np.meshgrid(xs, ys))).reshape(HEIGHT, WIDTH)
    for row in range(HEIGHT):
        for column in range(WIDTH):
            if inside[row, column]:
                grid[row][column] = "."
    for placed in level.columns:
        _write(grid, placed)
    return ["".join(row).rstrip() for row in grid]


def side_by_side(left: Sequence[str], right: Sequence[str], gap: int = 2) -> list[str]:
    """Return two drawings beside each other."""
    return [f"{one.ljust(WIDTH)}{' ' * gap}{two}".rstrip() for one, two in zip(left, right, strict=True)]


def short(column: str) -> str:
    """Return the two letters that stand for a column in a plan.

    >>> short("red-thin-2"), short("blue-hex"), short("green-thick")
    ('r2', 'bh', 'gk')
    """
    rest = column.split("-")[1:]
    return LETTERS[colour_of(column)] + (rest[1] if len(rest) > 1 else {"hex": "h", "thick": "k"}[rest[0]])


def trimmed(lines: Sequence[str]) -> list[str]:
    """Return a drawing without empty lines above and below."""
    kept = [number for number, line in enumerate(lines) if line.strip()]
    return list(lines[kept[0] : kept[-1] + 1]) if kept else []


def _write(grid: list[list[str]], placed: Placed) -> None:
    column = round((1000 * placed.at_m[0] + REACH_MM) / (2 * REACH_MM) * (WIDTH - 1))
    row = round((REACH_MM - 1000 * placed.at_m[1]) / (2 * REACH_MM) * (HEIGHT - 1))
    for offset, letter in enumerate(short(placed.name)):
        if 0 <= row < HEIGHT and 0 <= column + offset < WIDTH:
            grid[row][column + offset] = letter


def _x(columns: Any) -> Any:
    return -REACH_MM + 2 * REACH_MM * columns / (WIDTH - 1)


def _y(rows: Any) -> Any:
    return REACH_MM - 2 * REACH_MM * rows / (HEIGHT - 1)


def standing(level: Level) -> list[str]:
    """Return the columns of a level with their places, such as `red-hex 10,-20`."""
    return [f"{c.name} {1000 * c.at_m[0]:.0f},{1000 * c.at_m[1]:.0f}" for c in level.columns]


def turn_deg(placed: Placed) -> float:
    """Return a piece's turn in degrees."""
    return math.degrees(placed.turn_rad)
