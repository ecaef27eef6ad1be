"""Samples of a tower: what differs from one to the next, and by how much."""

from __future__ import annotations

import math

import numpy as np
import pytest

from paletti_sim.batch.odds import odds, sample
from paletti_sim.games.core.statistics import wilson
from paletti_sim.physics.preset import PRESETS
from paletti_sim.tower.scenario import find_scenario, parse_scenario

TEXT = find_scenario("past-the-edge").read_text(encoding="utf-8")
LOOSE = TEXT + "tolerance: {height: 0.2, place: 2, turn: 3, friction: 0.05}\n"


def test_samples_deviate_as_the_tolerances_say() -> None:
    given = parse_scenario(LOOSE)
    rng = np.random.default_rng(1)
    drawn = [sample(given, given.moves, rng) for _ in range(2000)]
    friction = np.array([tower.tower.setting.friction for tower, _ in drawn])
    places = np.array([moves[0].put.at_m for _, moves in drawn if moves[0].put])
    turns = np.array([moves[0].put.turn_rad for _, moves in drawn if moves[0].put])
    heights = np.array([tower.tower.by_name["leg-1"].piece.height_m for tower, _ in drawn])
    assert friction.std() == pytest.approx(0.05, rel=0.06)
    assert friction.mean() == pytest.approx(0.35, abs=0.005)
    assert places.std(axis=0) == pytest.approx([0.002, 0.002], rel=0.06)
    assert places.mean(axis=0) == pytest.approx([-0.123, 0], abs=0.0002)
    assert turns.std() == pytest.approx(math.radians(3), rel=0.06)
    # even between 0.2 mm less and more
    assert 0.0898 <= heights.min() < heights.max() <= 0.0902
    assert heights.std() == pytest.approx(0.0004 / math.sqrt(12), rel=0.06)


def test_without_tolerances_every_sample_is_the_tower_itself() -> None:
    given = parse_scenario(TEXT)  # the file's own pieces are exact
    tower, moves = sample(given, given.moves, np.random.default_rng(1))
    assert tower.tower == given.tower
    assert moves == given.moves
    found = odds(given, given.moves, 2, 0, PRESETS["quick"])
    assert (found.samples, found.topples) == (2, 1.0)
    assert (found.low, found.high) == wilson(2, 2)
