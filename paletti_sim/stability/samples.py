"""What a scenario may really be like: heights, hands and friction drawn within its tolerances."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.move import Move
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.scenario import Scenario
from paletti_sim.tower.scenario.model import with_drawn_height
from paletti_sim.tower.tower import Placed, Tower

SEEDS = 2**53


def stream(seed: int, sample: int) -> np.random.Generator:
    """The stream of one sample: independent of all others and of who draws it."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(sample,)))


def sampled(scenario: Scenario, rng: np.random.Generator) -> Scenario:
    """`scenario` as it may really be.

    Every column gets another height (even within `tolerance.height`), the pair of surfaces another friction, every put
    and every laid floor another place and turn (normal, with the tolerance's standard deviations).
    """
    given = scenario.tolerance
    seed = int(rng.integers(SEEDS))
    friction = max(0.0, scenario.tower.setting.friction + given.friction * float(rng.standard_normal()))
    columns = {name: _redrawn(scenario, column, seed) for name, column in scenario.columns.items()}

    def drawn(placed: Placed) -> Placed:
        return replace(placed, piece=columns[placed.name])

    tower = scenario.tower
    levels = tuple(replace(level, columns=tuple(map(drawn, level.columns))) for level in tower.levels)
    return replace(
        scenario,
        tower=Tower(tower.base, levels, replace(tower.setting, friction=friction)),
        columns=columns,
        moves=tuple(_by_hand(move, scenario, rng) for move in scenario.moves),
    )


def hand_error(scenario: Scenario, rng: np.random.Generator) -> tuple[float, float, float]:
    """How far a hand misses: x and y in metres, and the turn in radians."""
    x, y, turn = rng.standard_normal(3)
    given = scenario.tolerance
    return float(x) * given.place_m, float(y) * given.place_m, float(turn) * given.turn_rad


def _redrawn(scenario: Scenario, column: Column, seed: int) -> Column:
    given = scenario.tolerance
    own = scenario.own_columns.get(column.name)
    if own is not None:
        return with_drawn_height(own, given.own_height_m or 0.0, seed)
    nominal = game_pieces().columns[column.name]
    return with_drawn_height(nominal, given.height_m, seed)


def _by_hand(move: Move, scenario: Scenario, rng: np.random.Generator) -> Move:
    x, y, turn = hand_error(scenario, rng)
    if move.put is not None:
        put = move.put
        move = replace(move, put=replace(put, at_m=(put.at_m[0] + x, put.at_m[1] + y), turn_rad=put.turn_rad + turn))
    if move.floor is not None:
        laid = move.floor
        at = (laid.at_m[0] + x, laid.at_m[1] + y)
        move = replace(move, floor=replace(laid, at_m=at, turn_rad=laid.turn_rad + turn))
    return move
