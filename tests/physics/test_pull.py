"""The hook: what comes out freely, what drags, and with what force."""

from __future__ import annotations

import math

import pytest

from paletti_sim.physics.pull import pull_out
from paletti_sim.physics.stage import StageResult, run_stage
from paletti_sim.tower.corridor import Way, shortest_way_out
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.scenario import read_scenario
from paletti_sim.tower.tower import Tower
from tests.physics.helpers import ACCURATE, ground, legs, storey, tower

MU = 0.35


def rested(asked: Tower) -> tuple[Tower, StageResult]:
    result = run_stage(asked, ACCURATE)
    assert result.tower is not None
    return result.tower, result


@pytest.mark.parametrize("plate_kg", [0.2, 0.6, 2.0])
@pytest.mark.parametrize("towards_deg", [0, 90, 180])
def test_a_loaded_column_resists_with_the_friction_of_both_faces(plate_kg: float, towards_deg: float) -> None:
    """A thick column pulled near its foot slides on both faces: the force is mu times both normal forces."""
    at = [(0.06, 0.0), (-0.03, 0.052), (-0.03, -0.052)]
    standing, result = rested(
        tower(ground(legs(at, outline=Outline.circle(0.03))), storey("plate", mass=plate_kg), friction=MU)
    )
    pulled = pull_out(standing, "c0", Way(math.radians(towards_deg), 0.0), result.poses)
    assert pulled.travel_m > 0.02
    assert 0.85 <= pulled.force_n / (MU * pulled.pressed_n) <= 1.05


def test_a_free_column_resists_with_its_own_weight_alone() -> None:
    """mu m g, and a tenth for the solver's damping."""
    standing, result = rested(read_scenario("first-move").tower)
    for name, mass in (("green-hex", 0.0218), ("yellow-thick", 0.0445)):
        way = shortest_way_out(standing, name)
        pulled = pull_out(standing, name, way, result.poses)
        assert pulled.ending == "out"
        assert pulled.travel_m == pytest.approx(way.length_m, abs=0.002)
        assert pulled.force_n == pytest.approx(MU * mass * 9.80665, rel=0.12)


@pytest.mark.parametrize("gap_mm", [0.1, 0.15, 0.5])
def test_a_free_column_moves_no_floor(gap_mm: float) -> None:
    at = [(0.07, 0.0), (-0.035, 0.06), (-0.035, -0.06)]
    spare = legs([(0.02, 0.01)], prefix="s", height=0.09 - gap_mm / 1000)
    standing, result = rested(tower(ground(legs(at) + spare), storey("plate"), friction=MU))
    assert result.loads_n["s0"] == 0
    pulled = pull_out(standing, "s0", shortest_way_out(standing, "s0"), result.poses)
    assert pulled.ending == "out"
    assert pulled.floors_moved_m < 0.0002
    assert pulled.course.moved_s == {}


def test_what_is_not_covered_is_out_at_once() -> None:
    standing, result = rested(
        tower(ground(legs([(0.07, 0.0), (-0.035, 0.06), (-0.035, -0.06), (0.2, 0.2)])), storey("plate"))
    )
    pulled = pull_out(standing, "c3", Way(0.0, 0.0), result.poses)
    assert (pulled.ending, pulled.travel_m, pulled.force_n) == ("out", 0.0, 0.0)


def test_a_careful_player_stops_when_a_floor_comes_along() -> None:
    standing, result = rested(read_scenario("first-move").tower)
    way = shortest_way_out(standing, "red-thin-1")
    dragged = pull_out(standing, "red-thin-1", way, result.poses)
    assert (dragged.ending, dragged.floors_moved_m > 0.01) == ("stuck", True)
    stopped = pull_out(standing, "red-thin-1", way, result.poses, caution_m=0.001)
    assert stopped.ending == "stopped"
    assert 0.001 < stopped.floors_moved_m < 0.002


def test_what_falls_is_told_in_order_of_time() -> None:
    """The hook drags the floor along, and that tips a column at its other end."""
    standing, result = rested(read_scenario("first-move").tower)
    way = shortest_way_out(standing, "yellow-thin-1")
    pulled = pull_out(standing, "yellow-thin-1", way, result.poses)
    assert pulled.ending == "fell"
    times = list(pulled.course.fallen_s.values())
    assert times == sorted(times)
    assert "yellow-thin-1" not in pulled.course.fallen_s
    assert next(iter(pulled.course.moved_s)) == "blue"


def test_the_same_pull_gives_the_same_bytes() -> None:
    standing, result = rested(read_scenario("first-move").tower)
    way = shortest_way_out(standing, "blue-thin-3")
    one, other = (pull_out(standing, "blue-thin-3", way, result.poses) for _ in range(2))
    assert one == other
