"""Ways out for a column that is drawn sideways."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paletti_sim.tower.corridor import DIRECTIONS, shortest_way_out, way_out
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.tower import Tower
from tests.physics.helpers import floor, ground, legs, storey, tower

FINE = 1e-6


def plate_on(*at: tuple[float, float]) -> Tower:
    """A square plate of 200 mm on columns 20 mm thick."""
    return tower(ground(legs(at)), storey("plate"))


@pytest.mark.parametrize(
    ("towards_deg", "length"), [(0, 0.1 - 0.05 + 0.01), (180, 0.15 + 0.01), (90, 0.1 + 0.01), (270, 0.1 + 0.01)]
)
def test_a_way_ends_where_the_column_is_clear_of_the_floor(towards_deg: float, length: float) -> None:
    way = way_out(plate_on((0.05, 0.0)), "c0", math.radians(towards_deg))
    assert way.length_m == pytest.approx(length, abs=1e-5)
    assert way.blocked_by == ()


@given(st.floats(-0.085, 0.085), st.floats(-0.085, 0.085), st.floats(0, 2 * math.pi))
def test_the_end_of_a_way_is_clear_and_just_before_it_is_not(x: float, y: float, towards: float) -> None:
    placed = plate_on((x, y))
    way = way_out(placed, "c0", towards)
    plate = placed.levels[1].floor
    assert plate is not None
    along = (math.cos(towards), math.sin(towards))
    reach = Outline.circle(0.02).placed((x + way.length_m * along[0], y + way.length_m * along[1]), 0.0)
    before = way.length_m - FINE
    not_yet = Outline.circle(0.02).placed((x + before * along[0], y + before * along[1]), 0.0)
    assert reach.intersection(plate.plan).area < 1e-12
    assert not_yet.intersects(plate.plan)


def test_a_column_in_the_way_is_named_with_a_clearance_of_a_millimetre() -> None:
    assert way_out(plate_on((0, 0), (0.05, 0.0209)), "c0", 0.0).blocked_by == ("c1",)
    assert way_out(plate_on((0, 0), (0.05, 0.0211)), "c0", 0.0).blocked_by == ()
    # behind it, or beyond the end of its way, nothing blocks
    assert way_out(plate_on((0, 0), (-0.05, 0), (0.135, 0)), "c0", 0.0).blocked_by == ()


def test_the_shortest_free_way_is_taken_and_a_blocked_one_only_without_another() -> None:
    way = shortest_way_out(plate_on((0.05, 0.0)), "c0")
    assert (way.towards_rad, way.blocked_by) == (0.0, ())
    past = shortest_way_out(plate_on((0.05, 0.0), (0.08, 0.0)), "c0")
    assert past.blocked_by == ()
    assert past.length_m > way.length_m
    fence = [(0.03 * math.cos(k * math.pi / 4), 0.03 * math.sin(k * math.pi / 4)) for k in range(8)]
    assert shortest_way_out(plate_on((0, 0), *fence), "c0").blocked_by != ()


def test_in_a_hollow_the_way_ends_early() -> None:
    hollow = Outline.polygon([(-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (0.05, 0.1), (0.05, -0.02), (-0.1, -0.02)])
    placed = tower(ground(legs([(0.0, -0.06)])), storey("plate", outline=hollow))
    assert way_out(placed, "c0", math.pi / 2).length_m == pytest.approx(0.06 - 0.02 + 0.01, abs=1e-5)


def test_what_no_floor_covers_is_out_already() -> None:
    beside = tower(ground(legs([(0.2, 0.0), (0.0, 0.0)])), storey("plate"))
    assert way_out(beside, "c0", 1.0).length_m == 0
    assert shortest_way_out(beside, "c0").length_m == 0
    with pytest.raises(KeyError):
        way_out(beside, "nix", 0.0)


def test_directions_divide_the_circle_by_whole_degrees() -> None:
    assert 360 % DIRECTIONS == 0
    assert floor("plate").outline.area_m2 == pytest.approx(0.04)
