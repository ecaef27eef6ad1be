"""Truths of mechanics, and what is made of a bisection."""

from __future__ import annotations

import pytest

from paletti_sim.physics.preset import PRESETS
from paletti_sim.stability.truths import TRUTHS, Truth, cubes
from paletti_sim.stability.validate import bisected, validate

QUICK = [truth for truth in TRUTHS if truth.name in ("box tips", "table less a leg", "plate on two columns")]


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
        assert row.static == pytest.approx(row.exact, rel=2e-3)
        assert row.simulated == pytest.approx(row.exact, rel=0.04)


def test_a_wrong_truth_is_missed() -> None:
    """Ten cubes said to stand to a tilt of 1/9."""
    (row,) = validate(PRESETS["quick"], [Truth("wrong", lambda f: cubes(10)(f * 10 / 9))])
    assert not row.passed
    assert row.static_error_percent == pytest.approx(-10, abs=0.1)
