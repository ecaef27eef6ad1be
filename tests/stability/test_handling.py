"""Verdicts of columns drawn with the hook and of careful attempts."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from paletti_sim.api import check
from paletti_sim.errors import PalettiError
from paletti_sim.physics.preset import PRESETS
from paletti_sim.stability.check import Checker
from paletti_sim.tower.move import Move, Put
from paletti_sim.tower.scenario import read_scenario
from tests.physics.helpers import ground, legs, storey, tower


def checker(name: str, film: bool = False) -> Checker:
    given = read_scenario(name)
    return Checker(given.tower, given.columns, given.floors, scenario=name, preset=PRESETS["accurate"], film=film)


@pytest.mark.rule("P-13")
def test_a_free_column_is_drawn_out_and_put_up() -> None:
    asked = checker("first-move", film=True)
    checked = asked.ask(Move(take="green-hex", by="hook", put=Put((-0.06, 0.02))))
    verdict = checked.verdict
    assert (verdict.outcome, verdict.stage, verdict.agrees) == ("holds", "put", True)
    document = verdict.to_json()
    assert document["move"] == {"take": "green-hex", "by": "hook", "put": {"at": [-60.0, 20.0], "turn": 0.0}}
    assert document["pull"]["came_out"]
    assert document["floors_moved_mm"] == document["pull"]["floors_moved_mm"] < 0.2
    assert "stopped" not in document
    assert "draws green-hex out towards 135 degrees" in verdict.explanation
    assert checked.tower is not None
    assert checked.tower.level_of("green-hex") == 1
    assert [(film.stage, film.true_masses) for film in checked.films] == [
        ("stand", False),
        ("take", True),
        ("take", False),
        ("put", False),
    ]


@pytest.mark.rule("P-13")
def test_a_loaded_column_drags_its_floor_and_stays() -> None:
    checked = checker("first-move").ask(Move(take="red-thin-1", by="hook", put=Put((0.0, 0.0))))
    verdict = checked.verdict
    assert (verdict.outcome, verdict.stage) == ("shifts", "take")
    assert verdict.pull is not None
    assert not verdict.pull.came_out
    assert "does not come out" in verdict.explanation
    free = f"It would be free after {verdict.pull.way_mm:.1f} mm if its floor stayed, but that comes along"
    assert free in verdict.explanation
    assert checked.tower is not None
    assert checked.tower.level_of("red-thin-1") == 0


@pytest.mark.rule("P-G4")
def test_what_the_hook_drags_down_topples_and_equilibrium_says_nothing() -> None:
    checked = checker("first-move").ask(Move(take="yellow-thin-1", by="hook"))
    verdict = checked.verdict
    assert (verdict.outcome, verdict.stage, verdict.fallen) == ("topples", "take", ("red-thin-1",))
    assert (verdict.static, verdict.agrees, verdict.first_mover) == (None, None, "blue")
    assert verdict.at_s is not None
    assert 3 < verdict.at_s < 5
    assert checked.tower is None


@pytest.mark.rule("P-G5")
@pytest.mark.rule("P-16")
@pytest.mark.parametrize(("by", "caution_mm"), [("lift", 2.0), ("hook", 0.5)])
def test_a_careful_attempt_is_broken_off_and_all_is_put_back_exactly(by: str, caution_mm: float) -> None:
    asked = checker("mid-game")
    first = asked.ask(Move(take="green-hex", put=Put((0.0, 0.0))))
    broken = asked.ask(Move(take="yellow-thin-1", by=by, caution_m=caution_mm / 1000))  # type: ignore[arg-type]
    verdict = broken.verdict
    assert (verdict.outcome, verdict.stage, verdict.stopped, verdict.max_shift_mm) == ("holds", "take", True, 0.0)
    assert verdict.agrees is None
    assert verdict.floors_moved_mm is not None
    assert caution_mm < verdict.floors_moved_mm < caution_mm + 1.0
    document = verdict.to_json()
    assert (document["stopped"], document["move"]["caution"]) == (True, caution_mm)
    assert broken.tower == first.tower
    assert asked.ask(Move(take="yellow-thin-1")).verdict.outcome == "topples"


@pytest.mark.rule("P-G5")
def test_a_careful_attempt_that_comes_free_goes_on() -> None:
    verdict = checker("mid-game").ask(Move(take="blue-hex", caution_m=0.002)).verdict
    assert (verdict.outcome, verdict.stopped, verdict.agrees) == ("holds", False, True)
    assert verdict.to_json()["stopped"] is False
    assert verdict.floors_moved_mm is not None
    assert verdict.floors_moved_mm < 1


@pytest.mark.rule("P-G17")
def test_setting_down_is_broken_off_when_a_floor_sinks() -> None:
    """The plate on three legs tips when the load comes on outside them."""
    asked = checker("past-the-edge")
    move = replace(read_scenario("past-the-edge").moves[0], caution_m=0.002)
    checked = asked.ask(move)
    assert (checked.verdict.outcome, checked.verdict.stage, checked.verdict.stopped) == ("holds", "put", True)
    assert "stood by itself" in checked.verdict.explanation
    assert checked.tower is not None
    assert str(move.take) not in checked.tower.by_name
    assert asked.ask(replace(move, caution_m=None)).verdict.outcome == "topples"


def test_without_a_way_out_the_hook_asks_for_a_direction() -> None:
    fence = [(0.03 * math.cos(k * math.pi / 4), 0.03 * math.sin(k * math.pi / 4)) for k in range(8)]
    fenced = tower(ground(legs([(0.0, 0.0)], height=0.089) + legs(fence, prefix="f")), storey("plate"))
    asked = Checker(fenced, {}, {}, preset=PRESETS["quick"])
    with pytest.raises(PalettiError, match=r"no straight way out for c0.*blocked by f.*give --direction"):
        asked.ask(Move(take="c0", by="hook"))
    verdict = asked.ask(Move(take="c0", by="hook", towards_rad=0.0)).verdict
    assert verdict.pull is not None
    assert verdict.pull.blocked_by == ("f0",)


def test_from_python_as_from_the_command_line() -> None:
    verdict = check("first-move", take="green-hex", by="hook", direction=135, caution=1)
    assert (verdict.outcome, verdict.stopped) == ("holds", False)
    for bad, says in [({"by": "hand"}, "by:"), ({"direction": math.inf}, "direction:"), ({"caution": -1}, "caution:")]:
        with pytest.raises(PalettiError, match=says):
            check("first-move", take="green-hex", **bad)  # type: ignore[arg-type]
