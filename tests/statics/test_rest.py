"""Where towers come to rest by least energy, which columns carry and with what load, and how they tip."""

from __future__ import annotations

import math

import numpy as np
import pytest

from paletti_sim.physics.preset import PRESETS
from paletti_sim.physics.stage import run_stage
from paletti_sim.stability.truths import TRUTHS, Truth, build, column, floor, plate_on_three, ring
from paletti_sim.statics.rest import come_to_rest
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.scenario import read_scenario
from paletti_sim.tower.tower import GRAVITY_M_S2, Level, Placed

LEVEL_TRUTHS = [truth for truth in TRUTHS if truth.tower(1.0).setting.tilt_rad == 0 and truth.push_n is None]


@pytest.mark.parametrize("truth", LEVEL_TRUTHS, ids=lambda truth: truth.name)
def test_limits_within_a_fifth_of_a_per_cent(truth: Truth) -> None:
    assert come_to_rest(truth.tower(0.998), round_points=72).balanced
    assert not come_to_rest(truth.tower(1.0002), round_points=72).balanced


@pytest.mark.parametrize("past", [1.01, 1.05, 1.2])
def test_shortfall_of_a_plate_on_three_columns(past: float) -> None:
    """The common centre of mass lies (f - 1) x m / (M + m) outside, with x the limit (M + m)(d + r)/m."""
    tipping = come_to_rest(plate_on_three(0)(past), round_points=72).tipping
    assert tipping is not None
    assert tipping.floor == "plate"
    assert {lower for lower, _ in tipping.edge} == {"c0", "c1"}
    assert tipping.shortfall_m == pytest.approx((past - 1) * (0.06 * 0.5 + 0.01), abs=2e-5)


def test_loads_of_three_columns_are_barycentric() -> None:
    """With loads at the axes' positions known, each column carries the weight times its barycentric coordinate."""
    legs = ring(3, 0.06, Outline.circle(0.001), 0.09, 0.02)
    mass, at = 0.3, (0.012, -0.007)
    tower = build(Level(None, legs), Level(Placed(floor("plate", Outline.circle(0.3), mass), at)))
    rest = come_to_rest(tower)
    axes = np.array([[*leg.at_m, 1.0] for leg in legs]).T
    share = np.linalg.solve(axes, [*at, 1.0])
    # thin columns may carry anywhere on their millimetre
    for leg, part in zip(legs, share, strict=True):
        assert rest.loads_n[leg.name] == pytest.approx(part * mass * GRAVITY_M_S2, abs=0.02 * mass * GRAVITY_M_S2)
    assert sum(rest.loads_n.values()) == pytest.approx(mass * GRAVITY_M_S2, rel=1e-9)


def test_the_floor_rests_on_three_of_eight_unequal_columns_as_in_the_simulation() -> None:
    draw = np.random.default_rng(5).uniform(-0.15e-3, 0.15e-3, 8)
    turns = [2 * math.pi * k / 8 for k in range(8)]
    legs = tuple(
        Placed(column(f"c{k}", Outline.circle(0.015), 0.09 + draw[k], 0.011), (0.08 * math.cos(t), 0.08 * math.sin(t)))
        for k, t in enumerate(turns)
    )
    tower = build(Level(None, legs), Level(Placed(floor("plate", Outline.circle(0.22), 0.2), (0.01, 0.005))))
    rest = come_to_rest(tower)
    simulated = run_stage(tower, PRESETS["accurate"])
    carrying = {name for name, load in rest.loads_n.items() if load > 1e-3}
    assert len(carrying) == 3
    assert carrying == {name for name, load in simulated.loads_n.items() if load > 0}


@pytest.mark.parametrize("name", ["first-move", "mid-game", "late-villa", "two-thin-columns", "columns-on-columns"])
def test_everything_is_carried(name: str) -> None:
    """What presses on the base plate is the whole weight, within a ten-thousandth."""
    tower = read_scenario(name).tower
    rest = come_to_rest(tower)
    ground = sum(
        float(force.sum()) for patch, force in zip(rest.contacts, rest.forces_n, strict=True) if patch.lower < 0
    )
    assert ground == pytest.approx(float(rest.bodies.weights_n.sum()), rel=1e-4)


def test_a_floor_rocks_onto_a_short_leg() -> None:
    """One leg of four is 3 mm short: it is free without a load and carries with the load beyond the diagonal."""
    scenario = read_scenario("rocks-and-stands")
    assert come_to_rest(scenario.tower).loads_n["short"] == 0
    put = scenario.moves[0].put
    assert put is not None
    loaded = scenario.tower.with_column(Placed(scenario.columns["load"], put.at_m))
    rest = come_to_rest(loaded)
    assert rest.balanced
    assert rest.loads_n["short"] > 0.1
    # it turns about the near rims of two legs and comes down on the far rim of the short one, 60 sqrt(2) mm away
    tilt = np.hypot(*rest.tilt_rad[rest.bodies.names.index("plate")])
    assert tilt == pytest.approx(3 / (60 * math.sqrt(2)), rel=0.005)


def test_a_bare_base_is_balanced() -> None:
    assert come_to_rest(build(Level(None))).balanced
