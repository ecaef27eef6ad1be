"""Truths of mechanics, and what is made of a bisection."""

from __future__ import annotations

import pytest

from paletti_sim.physics.preset import PRESETS
from paletti_sim.stability.load_truths import DIAMETER_M, RING_M, eight_columns, loads_by_hand
from paletti_sim.stability.truths import TRUTHS, Truth, cubes
from paletti_sim.stability.validate import bisected, stands_in_mujoco, validate, validate_loads
from paletti_sim.statics.loads import column_loads
from paletti_sim.statics.rest import come_to_rest

QUICK = [truth for truth in TRUTHS if truth.name in ("box tips", "table less a leg", "plate on two columns")]
PUSHED = [truth for truth in TRUTHS if truth.push_n is not None]


def test_bisection_finds_where_an_answer_flips() -> None:
    assert bisected(lambda factor: factor < 0.7321, 1e-6) == pytest.approx(0.7321, abs=1e-6)
    assert bisected(lambda _: True, 1e-3) == 1.5
    assert bisected(lambda _: False, 1e-3) == 0.5


def test_rows_in_the_units_of_the_truth() -> None:
    rows = {row.name: row for row in validate(PRESETS["accurate"], QUICK)}
    assert rows["box tips"].unit == "deg"
    assert rows["box tips"].exact == pytest.approx(12.5288, abs=1e-4)  # atan(10 / 45)
    assert rows["plate on two columns"].exact == pytest.approx(10, abs=1e-9)
    assert rows["table less a leg"].exact == pytest.approx(18.75, abs=1e-9)  # (150 + 100) 7.5 / 100
    for row in rows.values():
        assert row.passed
        assert row.found["static"] == pytest.approx(row.exact, rel=2e-3)
        assert row.found["cones"] == pytest.approx(row.exact, rel=1e-4)
        assert row.found["simulated"] == pytest.approx(row.exact, rel=0.04)


def test_a_wrong_truth_is_missed() -> None:
    """Ten cubes said to stand to a tilt of 1/9."""
    (row,) = validate(PRESETS["quick"], [Truth("wrong", lambda f: cubes(10)(f * 10 / 9))])
    assert not row.passed
    assert row.errors["static"] == pytest.approx(-10, abs=0.1)
    assert row.errors["cones"] == pytest.approx(-10, abs=1e-3)


def test_a_push_at_the_top_tips_or_slides() -> None:
    rows = {row.name: row for row in validate(PRESETS["accurate"], PUSHED)}
    assert len(rows) == 2
    assert all(row.passed and row.unit == "N" for row in rows.values())
    assert rows["a push at the top tips"].exact == pytest.approx(0.245 * 9.80665 * 15 / 93, rel=1e-12)
    assert rows["a push at the top slides"].exact == pytest.approx(0.1 * 0.2 * 9.80665, rel=1e-12)


def test_three_of_eight_unequal_columns_carry_by_hand_by_equilibrium_and_in_the_simulation() -> None:
    rows = list(validate_loads(PRESETS["accurate"]))
    carrying = [row for row in rows if row.exact > 0]
    assert len(carrying) == len(rows) == 3
    assert sum(row.exact for row in carrying) == pytest.approx(0.3 * 9.80665, rel=1e-12)
    for row in rows:
        assert row.passed
        assert row.errors["static"] == pytest.approx(0, abs=0.2)
        assert row.errors["simulated"] == pytest.approx(0, abs=1.0)


@pytest.mark.parametrize("seed", range(12))
def test_loads_by_hand_are_a_lever_and_no_top_sticks_through(seed: int) -> None:
    tower = eight_columns(seed)
    loads = loads_by_hand(tower)
    plate = tower.levels[1].floor
    assert plate is not None
    weight = plate.piece.mass_kg * 9.80665
    assert sum(loads.values()) == pytest.approx(weight, rel=1e-12)
    for axis in range(2):
        moment = sum(loads[c.name] * c.at_m[axis] for c in tower.columns)
        assert moment == pytest.approx(weight * plate.at_m[axis], abs=1e-12)
    ranges = column_loads(come_to_rest(tower))
    reach = DIAMETER_M / RING_M * weight  # what the width of the ends may shift between columns
    for name, load in loads.items():
        assert ranges[name].greatest_n >= load - reach
        assert ranges[name].least_n <= load + reach
        assert ranges[name].greatest_n - ranges[name].least_n < 0.03 * weight


def test_mujoco_agrees_on_what_is_far_from_the_limit() -> None:
    (row,) = validate(PRESETS["quick"], QUICK[:1], outside=True)
    assert row.errors["mujoco"] == pytest.approx(0, abs=3)
    for truth in TRUTHS:
        assert not stands_in_mujoco(truth, 1.3)
        assert stands_in_mujoco(truth, 0.5)
