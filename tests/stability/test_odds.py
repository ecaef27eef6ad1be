"""Samples of a tower: what differs from one to the next, and by how much."""

from __future__ import annotations

import math

import numpy as np
import pytest

from paletti_sim.stability.odds import Odds
from paletti_sim.stability.samples import sampled, stream
from paletti_sim.stability.sampling import find_odds
from paletti_sim.statistics import wilson
from paletti_sim.tower.scenario import find_scenario, parse_scenario

TEXT = find_scenario("past-the-edge").read_text(encoding="utf-8")
LOOSE = TEXT + "tolerance: {height: 0.2, place: 2, turn: 3, friction: 0.05}\n"


def test_samples_deviate_as_the_tolerances_say() -> None:
    given = parse_scenario(LOOSE)
    drawn = [sampled(given, stream(1, k)) for k in range(2000)]
    friction = np.array([sample.tower.setting.friction for sample in drawn])
    places = np.array([sample.moves[0].put.at_m for sample in drawn if sample.moves[0].put])
    turns = np.array([sample.moves[0].put.turn_rad for sample in drawn if sample.moves[0].put])
    heights = np.array([sample.tower.by_name["leg-1"].piece.height_m for sample in drawn])
    assert {sample.columns["leg-1"].height_m for sample in drawn} == set(heights)
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
    drawn = sampled(given, stream(0, 0))
    assert drawn.tower == given.tower
    assert drawn.moves == given.moves
    found = find_odds(given, given.moves, 2, preset="quick")
    assert (found.samples, found.topples, found.stopped_early) == (2, 1.0, False)
    assert (found.low, found.high) == wilson(2, 2)


def test_a_sample_is_the_same_whoever_draws_it_and_no_two_are_alike() -> None:
    given = parse_scenario(LOOSE)
    first, again, other = (sampled(given, stream(7, k)) for k in (3, 3, 4))
    assert first.tower == again.tower
    assert first.moves == again.moves
    assert first.tower != other.tower


@pytest.mark.parametrize("jobs", [1, 2])
def test_sampling_stops_when_the_interval_is_narrow_enough_and_says_so(jobs: int) -> None:
    """All of 40 topple: Wilson's interval is 91.2 to 100 %, narrower than a tenth; after 32 it was not yet."""
    given = parse_scenario(TEXT)
    told: list[int] = []
    found = find_odds(given, given.moves, 60, preset="quick", jobs=jobs, told=told.append)
    assert (found.samples, found.asked, found.topples, found.stopped_early) == (40, 60, 1.0, True)
    assert told == list(range(1, 41))
    assert found.to_json() == {"samples": 40, "topples": 1.0, "low": 0.912378, "high": 1.0, "asked": 60}
    assert "no more were needed" in found.words()


def test_odds_of_all_and_nothing_and_of_no_answer() -> None:
    assert Odds.of(0, 10, 10).low == 0
    assert Odds.of(10, 10, 10).high == 1
    assert Odds.of(3, 8, 10, undecided=2).to_json() == {
        "samples": 8,
        "topples": 0.375,
        "low": round(wilson(3, 8)[0], 6),
        "high": round(wilson(3, 8)[1], 6),
        "undecided": 2,
    }
    assert (Odds.of(0, 0, 4).low, Odds.of(0, 0, 4).high) == (0, 1)
