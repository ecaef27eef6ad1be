"""Towers brought close to their limit: what stands on the taken column is moved until it nearly tips."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from paletti_sim.batch.generate.build import legal
from paletti_sim.stability.second_opinion import Static, second_opinion
from paletti_sim.tower.tower import Level, Placed, Tower

NEAR_DEG = 1.0  # a table tilted by so much would decide it
NEAR_MM = 2.0  # or the centre of mass that much further in
STEPS_MM = (4.0, 12.0, 30.0)  # how far it is moved to find the limit
HALVINGS = 8
BESIDE_MM = (0.2, 1.2)  # from the limit, in the end


def is_near(static: Static) -> bool:
    """Whether equilibrium says that little is missing, to fall or to stand."""
    if static.balanced:
        return static.tilt_margin_deg is not None and static.tilt_margin_deg <= NEAR_DEG
    return static.shortfall_mm is not None and static.shortfall_mm <= NEAR_MM


def to_the_edge(rng: np.random.Generator, tower: Tower, take: str, *, topples: bool) -> Tower | None:
    """The tower with all that lies above `take`'s level moved, so that after the take it just falls, or just stands.

    None when there is no such place that the rules allow.
    """
    level = tower.level_of(take)
    angle = float(rng.uniform(0, math.tau))
    beside = float(rng.uniform(*BESIDE_MM))

    def stands(shift_mm: float) -> bool:
        opinion = second_opinion(_moved(tower, level, angle, shift_mm).without(take))
        return opinion is not None and opinion.balanced

    now = stands(0.0)
    inner, outer = 0.0, next((sign * step for step in STEPS_MM for sign in (1, -1) if stands(sign * step) != now), None)
    if outer is None:
        return None
    for _ in range(HALVINGS):
        middle = (inner + outer) / 2
        inner, outer = (middle, outer) if stands(middle) == now else (inner, middle)
    # from the limit into the side that is wanted
    away = math.copysign(beside, outer - inner if now == topples else inner - outer)
    found = _moved(tower, level, angle, (inner + outer) / 2 + away)
    opinion = second_opinion(found)
    return found if opinion is not None and opinion.balanced and legal(found) else None


def _moved(tower: Tower, below: int, angle_rad: float, shift_mm: float) -> Tower:
    """The tower with all levels above `below` moved."""
    x, y = (shift_mm / 1000 * part for part in (math.cos(angle_rad), math.sin(angle_rad)))

    def moved(piece: Placed) -> Placed:
        return replace(piece, at_m=(piece.at_m[0] + x, piece.at_m[1] + y))

    above = [
        Level(moved(level.floor) if level.floor else None, tuple(map(moved, level.columns)))
        for level in tower.levels[below + 1 :]
    ]
    return replace(tower, levels=(*tower.levels[: below + 1], *above))
