"""Every tower that ships, with what is known of its move."""

from __future__ import annotations

import pytest

from paletti_sim.stability.check import Checker
from paletti_sim.tower.move import STAND
from paletti_sim.tower.scenario import read_scenario, ready_scenarios

EXPECTED = {
    "columns-on-columns": [("holds", "put")],
    "does-not-stand": [("topples", "stand")],
    "first-move": [("holds", "put")],
    "green-floor": [("holds", "floor")],
    "in-a-row": [("holds", "put")] * 3,
    "late-mistake": [("topples", "take")],
    "late-villa": [("holds", "put")],
    "leaning-stack": [("holds", "stand")],
    "mid-game": [("holds", "put")],
    "only-corner": [("topples", "take")],
    "past-the-edge": [("topples", "put")],
    "rocks-and-stands": [("shifts", "put")],
    "scary-move": [("holds", "take")],
    "tilted-table": [("holds", "take")],
    "top-level": [("illegal", "take")],
    "two-thin-columns": [("holds", "take")],
}


def test_every_tower_that_ships_is_expected_here() -> None:
    assert set(ready_scenarios()) == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_outcome(name: str) -> None:
    scenario = read_scenario(name)
    assert scenario.name == name
    assert scenario.about
    checker = Checker(scenario.tower, scenario.columns, scenario.floors, scenario=name)
    verdicts = [checker.ask(move).verdict for move in scenario.moves or (STAND,)]
    assert [(verdict.outcome, verdict.stage) for verdict in verdicts] == EXPECTED[name]


def test_what_the_descriptions_say_is_true() -> None:
    opening, mid, late = (read_scenario(name).tower for name in ("first-move", "mid-game", "late-villa"))
    assert [len(level.columns) for level in opening.levels] == [20, 0]
    assert [floor.name for floor in mid.floors] == ["blue", "green", "yellow"]
    assert [floor.name for floor in late.floors] == ["blue", "green", "yellow", "orange", "red"]
    assert len(late.levels[0].columns) == 3
    two = read_scenario("two-thin-columns")
    verdict = Checker(two.tower, two.columns, two.floors).ask(STAND).verdict
    assert verdict.carrying == ("red-thin-1", "blue-thin-2")
