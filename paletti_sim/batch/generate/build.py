"""A random tower, piece by piece as the rules of building allow, and balanced by equilibrium."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from paletti_sim.stability.second_opinion import second_opinion
from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.regulations import LEAST_COVERED, forbids_floor, forbids_put
from paletti_sim.tower.scenario import Tolerance, with_drawn_height
from paletti_sim.tower.tower import Level, Placed, Tower

PLACES = 60  # tried for one column
LAYINGS = 120  # tried for one floor
SPREAD_M = 0.09  # a floor is laid about so far from the middle of the columns under it
GAP_M = 0.002  # fingers need it


def build(rng: np.random.Generator, levels: int, columns: int, seed: int) -> Tower | None:
    """A tower of `levels` levels, the base one of them, and `columns` columns, or None when it did not come about.

    `seed` is that of the columns' heights. Legal step by step, and balanced, before anything is simulated.
    """
    pieces = game_pieces()
    names = [str(name) for name in rng.permutation(list(pieces.columns))[:columns]]
    box = [with_drawn_height(pieces.columns[name], Tolerance().height_m, seed) for name in names]
    tower = Tower(pieces.base, (Level(None),))
    for number, count in enumerate(_shared_out(rng, levels, columns)):
        if number:
            laid = _lay(rng, tower, list(pieces.floors)[number - 1])
            if laid is None:
                return None
            tower = laid
        for _ in range(count):
            put = _put(rng, tower, box.pop())
            if put is None:
                return None
            tower = put
    return tower if _balanced(tower) else None


def legal(tower: Tower) -> bool:
    """Whether the tower could have been built from the ground up by the rules."""
    so_far = Tower(tower.base, (), tower.setting)
    for level in tower.levels:
        if level.floor is not None:
            if forbids_floor(so_far, level.floor) is not None:
                return False
            so_far = so_far.with_floor(level.floor)
        else:
            so_far = replace(so_far, levels=(Level(None),))
        for column in level.columns:
            if forbids_put(so_far, column) is not None:
                return False
            so_far = so_far.with_column(column)
    return True


def _shared_out(rng: np.random.Generator, levels: int, columns: int) -> list[int]:
    """How many columns stand on each level: enough under every floor, the others anywhere."""
    counts = [LEAST_COVERED] * (levels - 1) + [0]
    # more below than above, as in a game
    weights = np.arange(levels, 0, -1, dtype=float)
    for level in rng.choice(levels, columns - sum(counts), p=weights / weights.sum()):
        counts[int(level)] += 1
    return counts


def _put(rng: np.random.Generator, tower: Tower, column: Column) -> Tower | None:
    ground = tower.top.floor.plan if tower.top.floor else tower.base.site.placed((0.0, 0.0), 0.0)
    low_x, low_y, high_x, high_y = ground.bounds
    for _ in range(PLACES):
        at = (float(rng.uniform(low_x, high_x)), float(rng.uniform(low_y, high_y)))
        placed = Placed(column, _rounded(at), float(rng.uniform(0, math.tau)) if column.shape != "round" else 0.0)
        if all(other.plan.distance(placed.plan) > GAP_M for other in tower.top.columns) and (
            forbids_put(tower, placed) is None
        ):
            return tower.with_column(placed)
    return None


def _lay(rng: np.random.Generator, tower: Tower, name: str) -> Tower | None:
    """The floor laid so that it lies still; its middle comes near that of the columns under it."""
    floor = game_pieces().floors[name]
    middle = np.mean([column.at_m for column in tower.top.columns], axis=0)
    for _ in range(LAYINGS):
        turn = float(rng.uniform(0, math.tau))
        c, s = math.cos(turn), math.sin(turn)
        cx, cy = floor.outline.centroid_m
        x, y = middle + rng.normal(0, SPREAD_M / 2, 2) - np.array([c * cx - s * cy, s * cx + c * cy])
        placed = Placed(floor, _rounded((float(x), float(y))), turn)
        if forbids_floor(tower, placed) is None and _balanced(tower.with_floor(placed)):
            return tower.with_floor(placed)
    return None


def _rounded(at: tuple[float, float]) -> tuple[float, float]:
    """To a tenth of a millimetre: no hand is finer."""
    return (round(at[0], 4), round(at[1], 4))


def _balanced(tower: Tower) -> bool:
    opinion = second_opinion(tower)
    return opinion is not None and opinion.balanced
