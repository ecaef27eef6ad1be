"""Where a load may stand, beside closed forms and beside asking place by place."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from paletti_sim.stability.truths import build, column, cubes, floor, ring
from paletti_sim.statics.equilibrium import Equilibrium
from paletti_sim.statics.region import load_region
from paletti_sim.statics.rest import come_to_rest
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.scenario import read_scenario
from paletti_sim.tower.tower import GRAVITY_M_S2, Level, Placed, Setting, Tower

PLATE, LOAD, OUT, RADIUS = 0.2, 0.1, 0.06, 0.01


def three_legs(turn: float = 0.3) -> Tower:
    legs = ring(3, OUT, Outline.circle(2 * RADIUS), 0.09, 0.02, turn)
    return build(Level(None, legs), Level(Placed(floor("plate", Outline.circle(0.4), PLATE), (0, 0))))


def region(tower: Tower, weight_kg: float, fine_m: float = 1e-5, points: int = 720) -> np.ndarray:
    rest = come_to_rest(tower, round_points=points)
    top = rest.bodies.names.index(tower.top.name)
    height = float(rest.bodies.centres_m[top, 2]) + 0.05
    return load_region(rest.bodies, rest.contacts, tower.setting, top, weight_kg * GRAVITY_M_S2, height, fine_m)


@pytest.mark.parametrize("edge", range(3))
def test_a_load_may_go_out_to_the_lever_over_each_edge(edge: int) -> None:
    """x = (M + m)(d + r)/m along the normal of an edge whose column axes lie d from the middle."""
    limit = (PLATE + LOAD) * (OUT * math.cos(math.pi / 3) + RADIUS) / LOAD
    turn = 0.3 + math.pi / 3 + edge * 2 * math.pi / 3
    along = np.array([math.cos(turn), math.sin(turn)])
    assert float((region(three_legs(), LOAD) @ along).max()) == pytest.approx(limit, rel=1e-4)


def test_the_region_is_the_hull_of_the_supports_blown_up_by_the_lever() -> None:
    """The common centre of mass, m x / (M + m), must lie in the hull of the discs."""
    corners = region(three_legs(), LOAD)
    hull = shapely.MultiPoint([leg.at_m for leg in three_legs().columns]).convex_hull.buffer(RADIUS, 512)
    exact = np.asarray(hull.exterior.coords) * (PLATE + LOAD) / LOAD
    found = shapely.Polygon(corners)
    assert found.area == pytest.approx(shapely.Polygon(exact).area, rel=1e-3)
    assert found.difference(shapely.Polygon(exact).buffer(1e-6)).is_empty


@settings(max_examples=60, deadline=None)
@given(st.floats(-0.12, 0.12), st.floats(-0.12, 0.12), st.sampled_from([0.0, 0.03]))
def test_inside_there_is_equilibrium_and_outside_there_is_none(x: float, y: float, tilt: float) -> None:
    """As the program of all forces says of a tower with the load in it, on a level and on a tilted table."""
    plain = three_legs()
    tower = Tower(plain.base, plain.levels, Setting(plain.setting.friction, 0.0, tilt, 0.7))
    rest = come_to_rest(tower)
    weight = Placed(column("load", Outline.box(0.001, 0.001), 0.0001, LOAD, "box"), (x, y))
    loaded = tower.with_column(weight)
    together = come_to_rest(loaded)
    height = float(together.bodies.centres_m[-1, 2])
    shape = shapely.Polygon(
        load_region(rest.bodies, rest.contacts, tower.setting, 3, LOAD * GRAVITY_M_S2, height, 1e-5)
    )
    if abs(shape.exterior.distance(shapely.Point(x, y))) < 1.5e-3:
        return
    balanced = together.balanced and Equilibrium(together, loaded).balanced()
    assert shape.contains(shapely.Point(x, y)) == balanced


def test_a_tower_without_equilibrium_has_no_region() -> None:
    """Ten cubes on a slope too steep for them; on top nothing makes it better."""
    tower = cubes(10)(1.3)
    rest = come_to_rest(tower)
    assert len(load_region(rest.bodies, rest.contacts, tower.setting, 9, 0.01, 0.2, 1e-5)) == 0


def test_all_contacts_that_rocking_could_reach_give_the_outer_region() -> None:
    for name in ("first-move", "mid-game", "rocks-and-stands"):
        tower = read_scenario(name).tower
        rest = come_to_rest(tower)
        top = rest.bodies.names.index(tower.top.name)
        inner, outer = (
            shapely.Polygon(load_region(rest.bodies, contacts, tower.setting, top, 0.1, 0.3, 1e-5))
            for contacts in (rest.contacts, rest.bodies.patches)
        )
        assert inner.difference(outer.buffer(2e-5)).area < 1e-8
