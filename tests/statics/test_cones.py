"""Exact friction cones, within a hundredth of a per cent of every closed form."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from paletti_sim.stability.second_opinion import second_opinion
from paletti_sim.stability.truths import TRUTHS, Truth, sliding, stool, tipping
from paletti_sim.stability.validate import balanced_by_cones
from paletti_sim.statics.cones import Cones
from paletti_sim.statics.equilibrium import Equilibrium
from paletti_sim.statics.rest import come_to_rest


@pytest.mark.parametrize("truth", TRUTHS, ids=lambda truth: truth.name)
def test_limits_within_a_hundredth_of_a_per_cent(truth: Truth) -> None:
    assert balanced_by_cones(truth, 0.9999)
    assert not balanced_by_cones(truth, 1.0001)


@pytest.mark.parametrize("towards_deg", [0, 17, 45, 90, 200])
def test_the_tilt_that_ends_a_round_column_is_the_same_all_round(towards_deg: float) -> None:
    tower = tipping("thin round", 0.09, 0, 0.0075)(0.0)
    limit = Cones(come_to_rest(tower), tower).tilt_limit(math.radians(towards_deg))
    assert limit == pytest.approx(math.atan(0.0075 / 0.045), rel=1e-6)


@pytest.mark.parametrize("towards_deg", [0, 30, 77])
def test_a_slope_ends_by_sliding_and_a_push_too(towards_deg: float) -> None:
    tower = sliding("thick round", 0.2)(0.0)
    cones = Cones(come_to_rest(tower), tower)
    assert cones.tilt_limit(math.radians(towards_deg)) == pytest.approx(math.atan(0.2), rel=1e-6)
    slippery = stool(0.1)
    limit = Cones(come_to_rest(slippery), slippery).push_limit_n(math.radians(towards_deg))
    assert limit == pytest.approx(0.1 * 0.2 * 9.80665, rel=1e-6)


def test_where_polygons_of_friction_say_no_cones_decide() -> None:
    """A box at 99.5 % of its slide, between two directions of the polygon of sixteen."""
    level = sliding("box", 0.2)(0.995)
    tower = replace(level, setting=replace(level.setting, towards_rad=math.pi / 16))
    rest = come_to_rest(tower)
    assert not Equilibrium(rest, tower).balanced()
    opinion = second_opinion(tower)
    assert opinion is not None
    assert (opinion.balanced, opinion.tilt_margin_deg) == (True, 0.0)
    over = second_opinion(sliding("box", 0.2)(1.001))
    assert over is not None
    assert not over.balanced


def test_cones_are_never_stricter_than_polygons() -> None:
    for truth in TRUTHS:
        tower = truth.tower(0.97)
        rest = come_to_rest(tower)
        if rest.balanced and Equilibrium(rest, tower).balanced():
            assert Cones(rest, tower).balanced()
