"""The judge who computes, beside the one who simulates."""

from __future__ import annotations

import math

import numpy as np
import pytest

from paletti_sim.physics.preset import PRESETS
from paletti_sim.physics.stage import run_stage
from paletti_sim.stability.judge import SimulatingJudge
from paletti_sim.stability.quick_judge import EquilibriumJudge, poses_at_rest
from paletti_sim.statics.rest import come_to_rest
from paletti_sim.tower.scenario import read_scenario
from paletti_sim.tower.tower import Placed
from tests.stability.test_judge import FOUR, JUDGE, WEIGHT, leg, table

QUICK = EquilibriumJudge()


@pytest.mark.parametrize("name", ["first-move", "green-floor", "rocks-and-stands", "past-the-edge"])
def test_pieces_lie_where_the_simulation_leaves_them(name):
    tower = read_scenario(name).tower
    standing = run_stage(tower, PRESETS["accurate"]).tower
    assert standing is not None
    found = poses_at_rest(come_to_rest(tower))
    for piece in standing.pieces:
        pose, true = found[piece.name], piece.pose
        assert np.allclose(pose.position_m, true.position_m, rtol=0, atol=1.5e-5), piece.name
        assert np.degrees(np.arccos(min(1.0, pose.rotation[:, 2] @ true.rotation[:, 2]))) < 0.02, piece.name


def test_a_pose_is_a_rotation_and_keeps_the_turn():
    scenario = read_scenario("rocks-and-stands")
    (move,) = scenario.moves
    load = Placed(scenario.columns[move.take], move.put.at_m, move.put.turn_rad)
    judged = QUICK.put(scenario.tower, load, None)
    for piece in judged.tower.pieces:
        assert np.linalg.norm(piece.pose.quaternion) == pytest.approx(1, abs=1e-12)
        assert piece.pose.turn_rad == pytest.approx(piece.turn_rad, abs=1e-9)
    assert judged.tower.floors[0].pose.tilt_rad > 0.01
    true = SimulatingJudge().put(run_stage(scenario.tower, PRESETS["accurate"]).tower, load, None).tower.floors[0].pose
    assert judged.tower.floors[0].pose.tilt_rad == pytest.approx(true.tilt_rad, rel=0.01)


@pytest.mark.parametrize("column", [column.name for column in FOUR])
def test_taking_one_of_four_legs_under_a_weight_beside_the_middle_is_as_simulated(column):
    tower = table(*FOUR).with_column(Placed(WEIGHT, (0.03, 0.001)))
    quick, slow = QUICK.take(tower, column, "lift", None), JUDGE.take(tower, column, "lift", None)
    assert quick.what == slow.what
    assert quick.what == ("collapses" if column == "leg-0" else "stands")


def test_a_fall_names_the_floor_and_all_that_stands_on_it():
    tower = table(*FOUR[:3], leg("more", 45)).with_column(Placed(WEIGHT, (0.0, 0.0)))
    tower = tower.without("leg-0").without("leg-1")
    judged = QUICK.remove(tower, "more")
    assert (judged.what, judged.fallen, judged.tower) == ("collapses", ("plate", "weight"), None)


def test_a_careful_attempt_is_stopped_where_a_floor_would_sink():
    legs = [leg("leg-0", 25), leg("leg-1", 155), leg("leg-3", 270, height=0.0895), leg("tall", 250)]
    tower = table(*legs).with_column(Placed(WEIGHT, (0.0, -0.02)))
    stopped = QUICK.take(tower, "tall", "lift", 0.0001)
    assert (stopped.what, stopped.tower) == ("stopped", tower)
    bold = QUICK.take(tower, "tall", "lift", 0.002)
    assert bold.what == "stands"
    # it rocks about the legs' edges towards the low one, until it has come down by 0.5 mm at that one's far edge
    near = 0.07 * math.sin(math.radians(25)) - 0.0075
    sunk = 0.0005 * near / (near + 0.0775)
    assert bold.tower.floors[0].pose.position_m[2] == pytest.approx(0.093 - sunk, abs=2e-6)


def test_a_floor_knows_its_carriers():
    tower = read_scenario("green-floor")
    green = Placed(tower.floors["green"], tower.moves[0].floor.at_m, tower.moves[0].floor.turn_rad)
    standing = run_stage(tower.tower, PRESETS["accurate"]).tower
    quick, slow = QUICK.lay(standing, green), SimulatingJudge().lay(standing, green)
    assert quick.what == slow.what == "stands"
    assert set(quick.carrying) == set(slow.carrying)
    assert len(quick.carrying) == 3


def test_the_same_act_has_the_same_answer():
    tower = table(*FOUR)
    assert QUICK.take(tower, "leg-1", "hook", 0.002) == EquilibriumJudge().take(tower, "leg-1", "hook", 0.002)
