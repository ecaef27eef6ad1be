"""The judge who simulates, and the adviser who computes."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from paletti_sim.physics.preset import PRESETS
from paletti_sim.physics.stage import run_stage
from paletti_sim.physics.watch_floors import FloorWatch
from paletti_sim.stability.adviser import EquilibriumAdviser, tilt_to_spare_deg
from paletti_sim.stability.judge import SimulatingJudge
from paletti_sim.stability.second_opinion import second_opinion
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.pieces import Base, Column, Floor
from paletti_sim.tower.tower import Level, Placed, Tower

BASE = Base(Outline.circle(0.6), Outline.circle(0.5), 0.006, "#ffffff", "#ffffff")
PLATE = Floor("plate", Outline.circle(0.2), 0.006, 0.1, "#ffffff")
JUDGE = SimulatingJudge(PRESETS["quick"])


def leg(name, degrees, radius=0.07, height=0.09):
    column = Column(name, Outline.circle(0.015), height, 0.011, "#ffffff")
    turn = math.radians(degrees)
    return Placed(column, (radius * math.cos(turn), radius * math.sin(turn)))


def table(*legs):
    """A round plate on legs, at rest."""
    tower = Tower(BASE, (Level(None, legs), Level(Placed(PLATE, (0.0, 0.0)))))
    standing = run_stage(tower, PRESETS["quick"]).tower
    assert standing is not None
    return standing


def sunk_m(before, after):
    """How far a point of the plate's rim has sunk."""
    plate = before.by_name["plate"]
    return FloorWatch([plate], [plate.pose]).sunk_m([after.by_name["plate"].pose])


FOUR = [leg(f"leg-{k}", 90 * k) for k in range(4)]
WEIGHT = Column("weight", Outline.circle(0.03), 0.09, 0.05, "#ffffff")


def test_a_take_of_a_leg_that_carries_nothing_leaves_all_as_it_is():
    tower = table(*FOUR, leg("short", 45, height=0.088))
    judged = JUDGE.take(tower, "short", "lift", None)
    assert judged.what == "stands"
    assert sunk_m(tower, judged.tower) == pytest.approx(0, abs=1e-4)
    assert judged == JUDGE.take(tower, "short", "lift", None)


def test_a_take_that_topples_is_a_collapse_boldly_and_broken_off_with_care():
    three = [leg("a", 0), leg("b", 120), leg("c", 240)]
    tower = table(*three)
    bold = JUDGE.take(tower, "a", "lift", None)
    assert (bold.what, bold.tower) == ("collapses", None)
    assert "plate" in bold.fallen
    assert "a" not in bold.fallen
    careful = JUDGE.take(tower, "a", "lift", 0.002)
    assert careful.what == "stopped"
    assert careful.tower is tower


def test_care_stops_at_the_limit_and_not_before():
    # four legs, one a bit lower: the plate rocks to it when its neighbour is drawn, and stands
    low = [leg("a", 0), leg("b", 100), leg("c", 180), leg("d", 260), leg("low", 20, height=0.0885)]
    tower = table(*low)
    bold = JUDGE.take(tower, "a", "lift", None)
    assert bold.what == "stands"
    sunk = sunk_m(tower, bold.tower)
    assert 0.0005 < sunk < 0.003
    patient = JUDGE.take(tower, "a", "lift", 1.2 * sunk)
    assert patient.what == "stands"
    assert sunk_m(tower, patient.tower) == pytest.approx(sunk, rel=0.05)
    assert JUDGE.take(tower, "a", "lift", 0.8 * sunk).what == "stopped"


def test_the_hook_draws_a_free_leg_and_gives_up_on_a_loaded_one():
    tower = table(*FOUR, leg("short", 45, height=0.088))
    drawn = JUDGE.take(tower, "short", "hook", None)
    assert drawn.what == "stands"
    assert "short" not in drawn.tower.by_name
    careful = JUDGE.take(tower, "leg-0", "hook", 0.0005)
    assert (careful.what, careful.tower) == ("stopped", tower)


def test_a_put_inside_the_legs_stands_and_far_outside_topples():
    tower = table(*FOUR)
    good = JUDGE.put(tower, Placed(WEIGHT, (0.0, 0.0)), None)
    assert good.what == "stands"
    assert [c.name for c in good.tower.top.columns] == ["weight"]
    heavy = replace(WEIGHT, mass_kg=1.0)
    bad = Placed(heavy, (0.06, 0.06))
    fallen = JUDGE.put(tower, bad, None)
    assert fallen.what == "collapses"
    assert {"plate", "weight"} <= set(fallen.fallen)
    assert JUDGE.put(tower, bad, 0.002).what == "stopped"


def test_a_column_that_falls_alone_is_no_collapse():
    tower = table(*FOUR)
    # its foot is mostly beyond the edge of the plate, which stands on
    over = JUDGE.put(tower, Placed(replace(WEIGHT, mass_kg=0.002), (0.111, 0.0)), None)
    assert over.what == "falls-over"
    assert over.fallen == ("weight",)
    assert [piece.name for piece in over.tower.pieces] == [piece.name for piece in tower.pieces]


def test_a_floor_that_is_laid_tells_which_columns_carry_it():
    ground = Tower(BASE, (Level(None, (*FOUR, leg("short", 45, height=0.08))),))
    judged = JUDGE.lay(run_stage(ground, PRESETS["quick"]).tower, Placed(PLATE, (0.0, 0.0)))
    assert judged.what == "stands"
    assert set(judged.carrying) <= {"leg-0", "leg-1", "leg-2", "leg-3"}
    assert len(judged.carrying) >= 3
    off = JUDGE.lay(run_stage(ground, PRESETS["quick"]).tower, Placed(PLATE, (0.1, 0.0)))
    assert off.what == "collapses"


def test_removing_is_taking_without_care():
    tower = table(leg("a", 0), leg("b", 120), leg("c", 240))
    assert JUDGE.remove(tower, "a").what == "collapses"


def test_the_adviser_says_what_the_second_opinion_says_a_little_more_safely():
    tower = table(*FOUR)
    adviser = EquilibriumAdviser()
    for quick, after in (
        (adviser.take(tower, "leg-0"), tower.without("leg-0")),
        (adviser.put(tower, Placed(WEIGHT, (0.02, 0.0))), tower.with_column(Placed(WEIGHT, (0.02, 0.0)))),
    ):
        opinion = second_opinion(after)
        assert (quick is None) == (not opinion.balanced)
        if quick is not None:
            assert 0.85 * opinion.tilt_margin_deg <= quick <= 1.001 * opinion.tilt_margin_deg
    assert adviser.put(tower, Placed(replace(WEIGHT, mass_kg=1.0), (0.06, 0.06))) is None
    small = Placed(replace(PLATE, name="lid", outline=Outline.circle(0.02)), (0.0, 0.0))
    topped = tower.with_column(Placed(WEIGHT, (0.0, 0.0)))
    assert adviser.lay(topped, small) == tilt_to_spare_deg(topped.with_floor(small))
