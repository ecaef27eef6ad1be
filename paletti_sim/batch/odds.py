"""How often a move topples the tower when the wood, the hand and the friction are a little different each time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from paletti_sim.errors import PalettiError
from paletti_sim.games.core.statistics import wilson
from paletti_sim.physics.preset import Preset
from paletti_sim.stability.check import Checker
from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.move import Move
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.scenario import Scenario, with_drawn_height
from paletti_sim.tower.tower import Level, Placed

SEED_BITS = 63


@dataclass(frozen=True)
class Odds:
    """`topples`: the share of samples in which something fell, with Wilson's 95 % interval."""

    samples: int
    topples: float
    low: float
    high: float

    def to_json(self) -> dict[str, Any]:
        """The `odds` part of a verdict."""
        return {
            "samples": self.samples,
            "topples": round(self.topples, 6),
            "low": round(self.low, 6),
            "high": round(self.high, 6),
        }


def odds(scenario: Scenario, moves: Sequence[Move], samples: int, seed: int, preset: Preset) -> Odds:
    """Ask the moves of `samples` towers that differ as the scenario's tolerances say.

    Sample k has the k-th child of `SeedSequence(seed)`: new heights, the friction and the places of puts with normal
    deviations. The rules of the game are not asked: a hand that trembles breaks none.
    """
    fell = 0
    for child in np.random.SeedSequence(seed).spawn(samples):
        tower, asked = sample(scenario, moves, np.random.default_rng(child))
        checker = Checker(
            tower.tower, tower.columns, tower.floors, scenario=scenario.name, preset=preset, ignore_rules=True
        )
        try:
            fell += checker.ask_all(asked)[-1].verdict.outcome == "topples"
        except PalettiError:
            continue  # this hand could not do it: nothing fell
    return Odds(samples, fell / samples, *wilson(fell, samples))


def sample(scenario: Scenario, moves: Sequence[Move], rng: np.random.Generator) -> tuple[Scenario, tuple[Move, ...]]:
    """One tower with its moves, drawn with `rng`: first the heights' seed, then the friction, then each put."""
    tolerance = scenario.tolerance
    columns = _redrawn(scenario, int(rng.integers(2**SEED_BITS)))
    friction = max(0.0, scenario.tower.setting.friction + tolerance.friction * float(rng.standard_normal()))

    def placed(column: Placed) -> Placed:
        return replace(column, piece=columns.get(column.name, column.piece))

    tower = replace(
        scenario.tower,
        levels=tuple(Level(level.floor, tuple(map(placed, level.columns))) for level in scenario.tower.levels),
        setting=replace(scenario.tower.setting, friction=friction),
    )
    asked = []
    for move in moves:
        x, y, turn = (float(value) for value in rng.standard_normal(3))
        if move.put is not None:
            at = (move.put.at_m[0] + tolerance.place_m * x, move.put.at_m[1] + tolerance.place_m * y)
            put = replace(
                move.put, at_m=at, turn_rad=math.remainder(move.put.turn_rad + tolerance.turn_rad * turn, math.tau)
            )
            asked.append(replace(move, put=put))
        else:
            asked.append(move)
    return replace(scenario, tower=tower, columns=columns), tuple(asked)


def _redrawn(scenario: Scenario, seed: int) -> dict[str, Column]:
    """All columns with heights drawn from another seed."""
    tolerance = scenario.tolerance
    nominal = dict(game_pieces().columns) | dict(scenario.own_columns)
    return {
        name: with_drawn_height(
            nominal[name],
            (tolerance.own_height_m or 0.0) if name in scenario.own_columns else tolerance.height_m,
            seed,
        )
        for name in scenario.columns
    }
