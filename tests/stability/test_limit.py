"""Where an answer flips, beside closed forms."""

from __future__ import annotations

import pytest

from paletti_sim.errors import FileFaultsError, PalettiError
from paletti_sim.physics.preset import PRESETS
from paletti_sim.stability.limit import Limit, find_limit
from paletti_sim.tower.scenario import find_scenario
from paletti_sim.tower.scenario.vary import Variations


def of(name: str, key: str, start: float, end: float) -> Limit:
    return find_limit(Variations(find_scenario(name).read_text(), key, name), key, start, end, PRESETS["accurate"])


@pytest.mark.parametrize(
    ("name", "key", "start", "end", "exact"),
    [
        # (M + m)(d + r)/m = 300 x 40 / 100 mm
        ("past-the-edge", "move.put.at.0", -100, -130, -120),
        # M (d + r) / (x - d - r) = 200 x 40 / 83 g
        ("past-the-edge", "pieces.columns.load.mass", 50, 150, 200 * 40 / 83),
        # half a block over the one below
        ("leaning-stack", "tower.0.columns.block-5.at.0", 30, 60, None),
    ],
)
def test_limits_of_ready_towers(name: str, key: str, start: float, end: float, exact: float | None) -> None:
    limit = of(name, key, start, end)
    exact = -7.5 + 50 if exact is None else exact  # block-4 lies at -7.5
    assert limit.low
    assert not limit.high
    assert limit.static == pytest.approx(exact, rel=2e-3)
    assert limit.simulated is not None
    assert sum(limit.simulated) / 2 == pytest.approx(exact, rel=0.01)
    assert limit.gap == pytest.approx(sum(limit.simulated) / 2 - limit.static)


def test_the_range_may_run_from_falling_to_standing() -> None:
    limit = of("past-the-edge", "move.put.at.0", -130, -100)
    assert (limit.low, limit.high) == (False, True)
    assert limit.static == pytest.approx(-120, rel=2e-3)


def test_no_limit_where_the_answer_is_the_same() -> None:
    limit = of("first-move", "material.friction", 0.2, 0.4)
    assert (limit.low, limit.high, limit.static, limit.simulated, limit.gap) == (True, True, None, None, None)
    assert limit.to_json()["simulated"] is None


@pytest.mark.parametrize(
    "key", ["", "tower.9.at.0", "move.put.at.7", "no.such", "tower.x", "pieces.columns.nobody.mass"]
)
def test_unknown_keys_are_told(key: str) -> None:
    with pytest.raises(PalettiError, match=r"has no number at|unknown|not"):
        Variations(find_scenario("past-the-edge").read_text(), key, "past-the-edge").at(1.0)


def test_a_value_that_makes_a_bad_scenario_is_told_as_such() -> None:
    with pytest.raises(FileFaultsError, match=r"past-the-edge with pieces.columns.load.mass at -1"):
        Variations(find_scenario("past-the-edge").read_text(), "pieces.columns.load.mass", "past-the-edge").at(-1.0)
