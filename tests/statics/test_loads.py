"""Loads of columns: beside the simulation where three carry, and ranges where mechanics leaves one."""

from __future__ import annotations

import math

import numpy as np
import pytest

from paletti_sim.physics.preset import PRESETS
from paletti_sim.physics.stage import run_stage
from paletti_sim.stability.loads import loads
from paletti_sim.stability.truths import build, column, cubes, floor, plate_on_three, ring
from paletti_sim.statics.loads import column_loads
from paletti_sim.statics.rest import come_to_rest
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.scenario import read_scenario
from paletti_sim.tower.tower import GRAVITY_M_S2, Level, Placed, Tower


def unequal(seed: int, diameter: float, height: float = 0.09) -> Tower:
    """A plate, its middle anywhere near the columns', on seven columns whose heights differ by up to 0.15 mm."""
    rng = np.random.default_rng(seed)
    turns = 2 * math.pi * (np.arange(7) / 7 + rng.uniform(-0.03, 0.03, 7))
    legs = tuple(
        Placed(
            column(f"c{k}", Outline.circle(diameter), height + rng.uniform(-1.5e-4, 1.5e-4), 0.011),
            (0.08 * math.cos(turn), 0.08 * math.sin(turn)),
        )
        for k, turn in enumerate(turns)
    )
    at = tuple(float(value) for value in rng.uniform(-0.015, 0.015, 2))
    return build(Level(None, legs), Level(Placed(floor("plate", Outline.circle(0.22), 0.3), at)))  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(6))
def test_thin_columns_carry_what_the_simulation_says_within_a_hundredth(seed: int) -> None:
    """On columns 1 mm thick the loads of three are those of the lever, wherever on their faces they touch."""
    tower = unequal(seed, 0.001, 0.02)
    found = column_loads(come_to_rest(tower))
    simulated = run_stage(tower, PRESETS["accurate"]).loads_n
    carrying = {name for name, load in found.items() if load.carries}
    assert len(carrying) == 3
    assert carrying == {name for name, load in simulated.items() if load > 0}
    weight = 0.3 * GRAVITY_M_S2
    assert sum(simulated.values()) == pytest.approx(weight, rel=1e-3)
    for name in carrying:
        middle = (found[name].least_n + found[name].greatest_n) / 2
        assert simulated[name] == pytest.approx(middle, abs=0.01 * weight)


@pytest.mark.parametrize("seed", range(6))
def test_the_range_on_real_columns_holds_what_the_simulation_reads(seed: int) -> None:
    """Flat ends of 15 mm let the load move by their width: some hundredths of the weight."""
    tower = unequal(seed, 0.015)
    found = column_loads(come_to_rest(tower, round_points=72))
    simulated = run_stage(tower, PRESETS["accurate"]).loads_n
    weight = 0.3 * GRAVITY_M_S2
    assert sum(load.least_n for load in found.values()) <= weight * (1 + 1e-6)
    assert sum(load.greatest_n for load in found.values()) >= weight * (1 - 1e-6)
    for name, load in found.items():
        assert load.greatest_n - load.least_n < 0.35 * weight
        assert load.least_n - 0.002 * weight <= simulated[name] <= load.greatest_n + 0.002 * weight


def test_equal_heights_leave_a_range_that_holds_what_the_simulation_reads() -> None:
    """A plate centred on four equal thin legs: by symmetry a pair of diagonal legs may carry all of it or none."""
    legs = ring(4, 0.06, Outline.circle(0.001), 0.09, 0.02)
    tower = build(Level(None, legs), Level(Placed(floor("plate", Outline.circle(0.2), 0.2), (0, 0))))
    found = column_loads(come_to_rest(tower))
    weight = 0.2 * GRAVITY_M_S2
    for load in found.values():
        assert load.least_n == pytest.approx(0, abs=0.01 * weight)
        assert load.greatest_n == pytest.approx(weight / 2, rel=0.02)
    simulated = run_stage(tower, PRESETS["accurate"]).loads_n
    for name, load in found.items():
        assert load.least_n - 0.01 * weight <= simulated[name] <= load.greatest_n + 0.01 * weight


def test_a_pile_carries_all_that_is_above() -> None:
    found = column_loads(come_to_rest(cubes(10)(0.0)))
    for k in range(10):
        above = (9 - k) * 0.02 * GRAVITY_M_S2
        assert found[f"b{k}"].least_n == pytest.approx(above, abs=1e-9)
        assert found[f"b{k}"].greatest_n == pytest.approx(above, abs=1e-9)


def test_a_tilted_table_presses_less() -> None:
    """Along the base's normal the columns of a tilted tower carry its weight times the cosine of the tilt."""
    tower = cubes(5)(0.5)
    (lowest, *_) = loads(tower).columns
    assert tower.setting.tilt_rad > 0.04
    expected = 4 * 0.02 * GRAVITY_M_S2 * math.cos(tower.setting.tilt_rad)
    assert lowest.least_n == pytest.approx(expected, rel=1e-6)
    assert lowest.greatest_n == pytest.approx(expected, rel=1e-6)


def test_no_loads_without_equilibrium() -> None:
    answer = loads(plate_on_three(0)(1.05), "plate")
    assert answer.columns == ()
    document = answer.to_json()
    assert document["balanced"] is False
    assert document["static"]["shortfall_mm"] == pytest.approx(2.0, abs=0.02)
    with pytest.raises(ValueError, match="no loads"):
        column_loads(answer.rest)


def test_a_villa_hangs_together() -> None:
    """On each level the columns carry the floor above and all that stands on it."""
    tower = read_scenario("mid-game").tower
    answer = loads(tower, "mid-game")
    above = 0.0
    for k in range(len(tower.levels) - 1, 0, -1):
        level = tower.levels[k]
        assert level.floor is not None
        above += (level.floor.piece.mass_kg + sum(c.piece.mass_kg for c in level.columns)) * GRAVITY_M_S2
        carried = [load for load in answer.columns if load.level == k - 1]
        assert sum(load.least_n for load in carried) <= above * (1 + 1e-6)
        assert sum(load.greatest_n for load in carried) >= above * (1 - 1e-6)
