"""How far the table may tilt and how hard the top may be pushed, beside closed forms."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from paletti_sim.stability.truths import SHAPES, TRUTHS, Truth, build, column, cubes, floor, ring
from paletti_sim.statics.equilibrium import Equilibrium
from paletti_sim.statics.rest import come_to_rest
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.tower import GRAVITY_M_S2, Level, Placed, Tower

TILTED = [truth for truth in TRUTHS if truth.tower(1.0).setting.tilt_rad > 0]


def level(tower: Tower) -> Tower:
    return replace(tower, setting=replace(tower.setting, tilt_rad=0.0))


@pytest.mark.parametrize("truth", TILTED, ids=lambda truth: truth.name)
def test_tilted_limits_within_a_fifth_of_a_per_cent(truth: Truth) -> None:
    fine = {"directions": 48}
    inside, outside = truth.tower(0.998), truth.tower(1.0005)
    assert Equilibrium(come_to_rest(inside, round_points=72), inside, **fine).balanced()
    assert not Equilibrium(come_to_rest(outside, round_points=72), outside, **fine).balanced()


@pytest.mark.parametrize("height", [0.04, 0.09])
def test_worst_tilt_of_a_box_is_over_its_long_side(height: float) -> None:
    kind, outline = SHAPES["box"]
    tower = build(Level(None, (Placed(column("c", outline, height, 0.02, kind), (0, 0), 0.3),)))
    margin = Equilibrium(come_to_rest(tower), tower).tilt_margin()
    assert margin is not None
    assert margin.size == pytest.approx(math.atan(0.01 / (height / 2)), rel=1e-6)
    assert math.cos(margin.towards_rad - 0.3) ** 2 == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("friction", [1.2, 0.1, 0.0])
@pytest.mark.parametrize("already", [0.0, 0.03])
def test_worst_tilt_of_a_round_column_is_lost_in_no_polygon(friction: float, already: float) -> None:
    """It tips at tan t = r / (h / 2) and slides at tan t = mu, whatever the direction of the tilt so far."""
    tower = build(
        Level(None, (Placed(column("c", Outline.circle(0.02), 0.09, 0.02, "round"), (0, 0)),)), friction=friction
    )
    ends = min(math.atan(0.01 / 0.045), math.atan(friction))
    already = min(already, ends)
    tower = replace(tower, setting=replace(tower.setting, tilt_rad=already, towards_rad=1.34))
    margin = Equilibrium(come_to_rest(tower), tower).tilt_margin()
    assert margin is not None
    assert margin.size == pytest.approx(ends - already, rel=1e-3, abs=1e-9)


def test_what_a_tilted_table_leaves() -> None:
    """Ten cubes stand to tan t = 1/10; tilted by half of that, the other half is left in the same direction."""
    tower = cubes(10)(0.5)
    margin = Equilibrium(come_to_rest(tower), tower).tilt_margin()
    assert margin is not None
    assert margin.size == pytest.approx(math.atan(0.1) - math.atan(0.05), rel=1e-4)
    assert margin.towards_rad == pytest.approx(0, abs=1e-6)


def test_push_tips_or_slides() -> None:
    """A push at the floor's centre of mass: a stool on one thick column tips at W d / z, or slides at mu W."""
    weight = (0.2 + 0.045) * GRAVITY_M_S2
    for friction, right in ((1.2, None), (0.05, 0.05 * 0.2 * GRAVITY_M_S2)):
        legs = (Placed(column("c", Outline.box(0.03, 0.03), 0.09, 0.045, "box"), (0, 0)),)
        tower = build(
            Level(None, legs), Level(Placed(floor("top", Outline.box(0.1, 0.1), 0.2), (0, 0))), friction=friction
        )
        margin = Equilibrium(come_to_rest(tower), tower).push_margin_n()
        assert margin is not None
        expected = weight * 0.015 / 0.093 if right is None else right
        assert margin.size == pytest.approx(expected, rel=1e-6)


def test_no_margin_without_equilibrium() -> None:
    tower = cubes(10)(1.1)
    equilibrium = Equilibrium(come_to_rest(tower), tower)
    assert not equilibrium.balanced()
    assert equilibrium.tilt_margin() is None
    assert equilibrium.push_margin_n() is None


def test_margin_does_not_depend_on_scale_or_turn() -> None:
    def tower(scale: float, turn: float) -> Tower:
        legs = ring(4, 0.06 * scale, Outline.circle(0.015 * scale), 0.09 * scale, 0.011 * scale**3, turn)
        plate = Placed(floor("plate", Outline.circle(0.2 * scale), 0.2 * scale**3), (0, 0))
        return build(Level(None, legs), Level(plate))

    sizes = []
    for scale, turn in ((1.0, 0.0), (0.2, 0.0), (2.0, 0.7)):
        one = tower(scale, turn)
        margin = Equilibrium(come_to_rest(one), one).tilt_margin()
        assert margin is not None
        sizes.append(margin.size)
    assert sizes[1] == pytest.approx(sizes[0], rel=2e-3)
    assert sizes[2] == pytest.approx(sizes[0], rel=2e-3)
