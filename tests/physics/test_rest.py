"""Where things come to rest, and who carries: exactly, where mechanics leaves no choice."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest
from scipy.optimize import linprog

from paletti_sim.physics.preset import PRESETS
from paletti_sim.physics.stage import run_stage
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.scenario import read_scenario
from paletti_sim.tower.tower import GRAVITY_M_S2, Level, Placed, Tower
from tests.physics.helpers import (
    ACCURATE,
    FAST,
    Point,
    column,
    five_storeys,
    floor,
    game_tower,
    ground,
    legs,
    square,
    storey,
    tower,
)

PLATE_N = 0.15 * GRAVITY_M_S2
SHAPES = {
    "round": Outline.circle(0.02),
    "thin round": Outline.circle(0.015),
    "hexagon": Outline.hexagon(0.02),
    "box": Outline.box(0.02, 0.03),
    "hull": Outline.polygon([(-0.01, -0.015), (0.01, -0.015), (0.01, 0.015), (-0.01, 0.015)]),
}


def of_shape(name: str, at: Point, turn: float = 0.0, upon: tuple[str, ...] = (), height: float = 0.09) -> Placed:
    return Placed(column(name, height, 0.02, SHAPES[name]), at, turn, upon)


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize("turn", [0.0, 0.3])
def test_columns_of_one_height_rest_at_one_height(preset, turn) -> None:
    stand = tuple(of_shape(name, (0.05 * k - 0.1, 0.03), turn) for k, name in enumerate(SHAPES))
    result = run_stage(tower(ground(stand)), preset)
    tops = {name: pose.position_m[2] + 0.045 for name, pose in result.poses.items()}
    assert tops == {name: pytest.approx(0.09, abs=1e-6) for name in SHAPES}


@pytest.mark.parametrize("below", SHAPES)
def test_what_stands_upon_a_column_stands_at_its_height(below) -> None:
    lower = of_shape(below, (0, 0), 0.2, height=0.03)
    cube = Placed(column("upper", 0.02, 0.02, Outline.box(0.012, 0.012)), (0, 0), 0.5, (below,))
    result = run_stage(tower(ground((lower, cube))), ACCURATE)
    assert result.poses["upper"].position_m[2] == pytest.approx(0.04, abs=1e-6)


@pytest.mark.parametrize("name", ["first-move", "mid-game", "late-villa", "columns-on-columns"])
def test_poses_at_rest_are_rotations(name: str) -> None:
    """They are means over a time in which a column that stands on an edge may turn: means of turns are made turns."""
    result = run_stage(read_scenario(name).tower, FAST)
    lengths = [math.hypot(*pose.quaternion) for pose in result.poses.values()]
    assert lengths == pytest.approx([1.0] * len(lengths), abs=1e-12)


def test_a_floor_on_columns_of_every_shape_lies_level() -> None:
    at = [(0.07 * math.cos(t), 0.07 * math.sin(t)) for t in np.arange(5) * 2 * math.pi / 5]
    stand = tuple(of_shape(name, place, 0.2) for name, place in zip(SHAPES, at, strict=True))
    result = run_stage(tower(ground(stand), storey("plate")), ACCURATE)
    assert result.poses["plate"].position_m[2] == pytest.approx(0.093, abs=2e-6)
    assert result.poses["plate"].tilt_rad < 2e-5
    assert sum(result.loads_n.values()) == pytest.approx(PLATE_N, rel=1e-3)
    assert all(load > 0 for load in result.loads_n.values())


def lying(columns: Sequence[Placed], at: Point, weight_n: float) -> tuple[npt.NDArray[np.float64], dict[str, float]]:
    """The lowest plane z = a x + b y + c for a floor with its middle at `at` on upright columns, and what each carries.

    Least potential energy with no point of a column's rim above the plane; the multipliers are the forces.
    """
    rims = [np.asarray(c.plan.exterior.coords)[:-1] for c in columns]
    tops = np.concatenate([np.full(len(rim), c.piece.height_m) for rim, c in zip(rims, columns, strict=True)])
    owners = [c.name for rim, c in zip(rims, columns, strict=True) for _ in rim]
    points = np.vstack(rims)
    solved = linprog(
        [*at, 1.0],
        A_ub=-np.column_stack([points, np.ones(len(points))]),
        b_ub=-tops * 1000,
        bounds=(None, None),
        method="highs",
    )
    loads = {c.name: 0.0 for c in columns}
    for owner, multiplier in zip(owners, solved.ineqlin.marginals, strict=True):
        loads[owner] -= float(multiplier) * weight_n
    return solved.x / 1000, loads


def unequal(count: int, seed: int) -> tuple[Placed, ...]:
    """Columns in a circle whose heights differ by tenths of a millimetre."""
    rng = np.random.default_rng(seed)
    turns = 0.1 + np.arange(count) * 2 * math.pi / count
    return tuple(
        Placed(column(f"c{k}", 0.09 + float(rng.uniform(-1.5e-4, 1.5e-4))), (0.08 * math.cos(t), 0.08 * math.sin(t)))
        for k, t in enumerate(turns)
    )


@pytest.mark.parametrize("preset", [FAST, ACCURATE], ids=["quick", "accurate"])
@pytest.mark.parametrize(("count", "seed"), [(3, 0), *((8, seed) for seed in range(1, 14))])
def test_exactly_the_columns_that_must_carry_do(preset, count, seed) -> None:
    """Of eight, three as a rule (two opposite ones with seed 3); all others read zero."""
    columns, at = unequal(count, seed), (0.01, -0.015)
    plane, right = lying(columns, at, PLATE_N)
    result = run_stage(tower(ground(columns), storey("plate", at=at)), preset)
    carriers = {name for name, load in right.items() if load > 1e-9}
    assert {name for name, load in result.loads_n.items() if load > 0} == carriers
    assert sum(result.loads_n.values()) == pytest.approx(PLATE_N, rel=1e-3)
    # a force may act anywhere on the little patch that the engine takes a rim for
    assert result.loads_n == {name: pytest.approx(load, abs=0.09 * PLATE_N) for name, load in right.items()}
    pose = result.poses["plate"]
    assert pose.position_m[2] == pytest.approx(plane @ [*at, 1] + 0.003, abs=2e-6 if preset is ACCURATE else 5e-6)
    if len(carriers) == 3:
        slope = -pose.rotation[:2, 2] / pose.rotation[2, 2]
        assert slope == pytest.approx(plane[:2], abs=3e-5 if preset is ACCURATE else 1e-4)


def test_a_floor_lies_on_three_columns_that_differ_by_a_millimetre() -> None:
    places = [(0.06, 0.0), (-0.04, 0.05), (-0.03, -0.06)]
    columns = tuple(
        Placed(column(f"c{k}", height), at)
        for k, (height, at) in enumerate(zip((0.09, 0.091, 0.089), places, strict=True))
    )
    plane, right = lying(columns, (0, 0), PLATE_N)
    result = run_stage(tower(ground(columns), storey("plate")), ACCURATE)
    pose = result.poses["plate"]
    slope = -pose.rotation[:2, 2] / pose.rotation[2, 2]
    assert slope == pytest.approx(plane[:2], abs=2e-5)
    assert pose.tilt_rad == pytest.approx(math.atan(math.hypot(*plane[:2])), abs=2e-5)
    assert result.loads_n == {name: pytest.approx(load, abs=0.03 * PLATE_N) for name, load in right.items()}


@pytest.mark.parametrize("make", [five_storeys, game_tower])
def test_each_level_carries_all_that_is_above_it(make) -> None:
    standing: Tower = make()
    result = run_stage(standing, ACCURATE)
    above = 0.0
    for level in reversed(standing.levels):
        if level is not standing.top:
            total = sum(result.loads_n[c.name] for c in level.columns)
            assert total == pytest.approx(above * GRAVITY_M_S2, rel=1e-3), level.name
        above += sum(piece.piece.mass_kg for piece in (*level.columns, *([level.floor] if level.floor else [])))


def test_a_load_goes_to_the_nearest_legs() -> None:
    """The weight of a column over one leg of four goes into that leg; the plate's is shared."""
    heavy = Placed(column("heavy", 0.09, 1.0), (0.07, 0.07))
    result = run_stage(tower(ground(legs(square(0.07))), storey("plate", (heavy,))), ACCURATE)
    assert result.loads_n["c0"] > 1.0 * GRAVITY_M_S2
    assert sum(result.loads_n[f"c{k}"] for k in range(4)) == pytest.approx(1.15 * GRAVITY_M_S2, rel=1e-3)
    assert result.loads_n["heavy"] == 0


def test_on_a_tilted_table_the_loads_are_the_normal_part() -> None:
    for tilt in (3, 6):
        result = run_stage(tower(ground(legs(square(0.07))), storey("plate"), tilt_deg=tilt, towards_deg=70), ACCURATE)
        right = PLATE_N * math.cos(math.radians(tilt))
        assert sum(result.loads_n.values()) == pytest.approx(right, rel=1e-3)


def test_a_piece_that_nothing_carries_reads_no_load() -> None:
    low = Placed(column("low", 0.0899), (0, 0))
    result = run_stage(tower(ground((*legs(square(0.07)), low)), Level(Placed(floor("plate"), (0, 0)))), ACCURATE)
    assert result.loads_n["low"] == 0
    assert all(result.loads_n[f"c{k}"] > 0 for k in range(4))
