"""Maps beside closed forms, beside asking cell by cell, and at their edges."""

from __future__ import annotations

import io
import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from paletti_sim.errors import PalettiError
from paletti_sim.physics.preset import PRESETS
from paletti_sim.stability.check import Checker
from paletti_sim.stability.heatmap.floor import floor_map
from paletti_sim.stability.heatmap.grow import CODES, HOLDS, SHIFTS, TOPPLES
from paletti_sim.stability.heatmap.predict import Predictor
from paletti_sim.stability.heatmap.put import put_map
from paletti_sim.stability.heatmap.settings import Settings
from paletti_sim.stability.heatmap.take import take_map
from paletti_sim.stability.loads import loads
from paletti_sim.tower.move import LayFloor, Move, Put
from paletti_sim.tower.scenario import parse_scenario, read_scenario
from paletti_sim.views.heatmap import draw_heatmap

QUICK = Settings(step_m=0.012, margins=False, preset="quick")


@pytest.mark.parametrize("mode", ["static", "hybrid", "simulate"])
def test_a_plate_on_three_legs_holds_a_load_to_the_lever(mode) -> None:
    """past-the-edge: a plate of 200 g on three legs, a load of 100 g may stand to 120 mm out over each edge."""
    found = put_map(
        read_scenario("past-the-edge"), replace(QUICK, mode=mode, step_m=0.03 if mode == "simulate" else 0.012)
    )
    x, y = np.meshgrid(found.x_m, found.y_m)
    out = np.max([np.cos(turn) * x + np.sin(turn) * y for turn in np.radians([60, 180, 300])], axis=0)
    legal = found.outcome >= 0
    assert (found.outcome[legal & (out < 0.1185)] == HOLDS).all()
    assert (found.outcome[legal & (out > 0.1205)] == TOPPLES).all()
    assert mode == "simulate" or (legal & (out > 0.1205)).any()
    assert found.best is not None
    assert np.hypot(*found.best[0][:2]) < 0.08


@pytest.mark.parametrize("name", ["mid-game", "rocks-and-stands", "past-the-edge", "columns-on-columns"])
def test_hybrid_and_simulation_of_every_cell_say_the_same(name: str) -> None:
    given = read_scenario(name)
    coarse = replace(QUICK, step_m=0.023)
    hybrid, every = (put_map(given, replace(coarse, mode=mode)) for mode in ("hybrid", "simulate"))
    assert (hybrid.outcome == every.outcome).mean() >= 0.99
    assert hybrid.simulations <= every.simulations
    assert every.simulations == (every.outcome >= 0).sum()


def test_all_modes_ask_the_same_places() -> None:
    """Though the floor shifts by hundredths of a millimetre as it comes to rest, and its edge lies at such a place."""
    given = read_scenario("late-villa")
    static, hybrid = (put_map(given, replace(QUICK, mode=mode, step_m=0.004)) for mode in ("static", "hybrid"))
    assert np.array_equal(static.x_m, hybrid.x_m)
    assert np.array_equal(static.y_m, hybrid.y_m)


def test_a_cell_is_what_check_says_of_the_move() -> None:
    given = read_scenario("mid-game")
    found = put_map(given, replace(QUICK, mode="simulate", step_m=0.03))
    legal = np.argwhere(found.outcome >= 0)
    for row, column in legal[:: max(1, len(legal) // 3)]:
        put = Put((float(found.x_m[column]), float(found.y_m[row])), found.turned_rad)
        checker = Checker(given.tower, given.columns, given.floors, preset=PRESETS["quick"])
        verdict = checker.ask(Move(take=found.piece, put=put)).verdict
        assert CODES[verdict.outcome] == found.outcome[row, column]


@pytest.mark.parametrize("mode", ["static", "hybrid"])
def test_takes_are_what_check_says(mode) -> None:
    given = read_scenario("mid-game")
    found = take_map(given, replace(QUICK, mode=mode))
    for name, label in zip(found.columns, found.outcome, strict=True):
        if name not in ("green-thin-2", "blue-hex", "blue-thin-2"):
            continue
        verdict = (
            Checker(given.tower, given.columns, given.floors, preset=PRESETS["quick"]).ask(Move(take=name)).verdict
        )
        expected = -1 if verdict.outcome == "illegal" else CODES[verdict.outcome]
        assert int(label) == expected
    assert found.says.startswith("14 of the 17 columns")
    assert found.load_n.max() == pytest.approx(2.68, abs=0.2)


def test_floors_are_what_check_says() -> None:
    given = read_scenario("mid-game")
    found = floor_map(given, replace(QUICK, mode="hybrid", step_m=0.03))
    assert found.piece == "orange"
    legal = np.argwhere(found.outcome >= 0)
    assert len(legal)
    for turn, row, column in legal[:: max(1, len(legal) // 3)]:
        at = (float(found.x_m[column]), float(found.y_m[row]))
        move = Move(floor=LayFloor("orange", at, float(found.turn_rad[turn])))
        verdict = Checker(given.tower, given.columns, given.floors, preset=PRESETS["quick"]).ask(move).verdict
        assert CODES[verdict.outcome] == found.outcome[turn, row, column]


def test_where_the_floor_rocks_far_it_shifts() -> None:
    """rocks-and-stands: the fourth leg is 3 mm short; a load beyond the diagonal rocks the plate onto it."""
    found = put_map(read_scenario("rocks-and-stands"), replace(QUICK, mode="static", step_m=0.02))
    assert (found.outcome == SHIFTS).any()
    assert (found.outcome == HOLDS).any()


TABLE = """schema: paletti/scenario@1
name: small
pieces:
  columns:
    leg1: {{shape: round, diameter: 20, height: 90, mass: 20}}
    leg2: {{shape: round, diameter: 20, height: 90, mass: 20}}
    leg3: {{shape: round, diameter: 20, height: 90, mass: 20}}
    load: {{shape: {shape}, height: 60, mass: {mass}}}
  floors:
    plate: {{outline: {{box: [80, 80]}}, thickness: 6, mass: 50}}
tower:
  - floor: base
    columns: {{leg1: [25, 0], leg2: [-20, 20], leg3: [-20, -20]}}
  - floor: plate
    at: [0, 0]
move: {{take: load, put: {{at: [0, 0]}}}}
"""


def small(shape: str, mass: float = 100):
    return parse_scenario(TABLE.format(shape=shape, mass=mass), "small.yaml")


@pytest.mark.parametrize(
    ("shape", "step_mm", "says", "cells"),
    [
        ("round, diameter: 79.9", 4, "all 1 cell stand", 1),
        ("box, size: [79.9, 79.9]", 4, "all 1 cell stand", 1),
        ("round, diameter: 81", 4, "does not fit", 0),
        ("round, diameter: 10", 500, "load stands at the one place that was looked at", 1),
    ],
)
@pytest.mark.parametrize("mode", ["static", "hybrid"])
def test_odd_maps_tell_the_truth_and_can_be_drawn(mode, shape: str, step_mm: float, says: str, cells: int) -> None:
    found = put_map(small(shape), replace(QUICK, mode=mode, step_m=step_mm / 1000, margins=True))
    assert says in found.says
    assert (found.outcome >= 0).sum() == cells
    draw_heatmap(found).savefig(io.BytesIO())
    json.dumps(found.to_json(), allow_nan=False)


def test_the_stable_area_is_part_of_the_plate() -> None:
    """past-the-edge: a round plate of 280 mm, however large the one cell is."""
    found = put_map(read_scenario("past-the-edge"), replace(QUICK, mode="static", step_m=10.0))
    assert found.to_json()["stable_area_mm2"] == pytest.approx(math.pi * 140**2, rel=0.01)
    assert found.says == "load stands at the one place that was looked at; a smaller step looks at more."


FAR = """schema: paletti/scenario@1
name: far
pieces:
  base: {outline: {box: [100, 100]}}
  columns:
    leg1: {shape: round, diameter: 20, height: 90, mass: 20}
    leg2: {shape: round, diameter: 20, height: 90, mass: 20}
    leg3: {shape: round, diameter: 20, height: 90, mass: 20}
    weight: {shape: round, diameter: 20, height: 90, mass: 9000}
    out: {shape: round, diameter: 20, height: 90, mass: 1}
  floors:
    plate: {outline: {box: [1000, 60]}, thickness: 6, mass: 50}
    small: {outline: {circle: 20}, thickness: 6, mass: 50}
tower:
  - floor: base
    columns: {leg1: [25, 0], leg2: [-20, 20], leg3: [-20, -20]}
  - floor: plate
    at: [0, 0]
    columns: {out: [400, 0]}
"""


def test_where_no_place_is_in_reach_the_map_says_so_and_can_be_drawn() -> None:
    found = floor_map(parse_scenario(FAR, "far.yaml"), replace(QUICK, mode="static", step_m=0.02), "small")
    assert not found.stands.any()
    assert found.outcome.size
    assert "no place" in found.says.lower()
    draw_heatmap(found).savefig(io.BytesIO())
    json.dumps(found.to_json(), allow_nan=False)


def test_the_next_floor_is_the_one_after_the_last_that_lies() -> None:
    """P-3, also where one before it does not lie: in green-floor green lies and blue, say, was left out."""
    text = FAR.replace("plate: {outline: {box: [1000, 60]}, thickness: 6, mass: 50}\n", "").replace("plate", "green")
    text = text.replace("{box: [100, 100]}", "{box: [300, 300]}").replace("out: [400, 0]", "out: [0, 0]")
    given = parse_scenario(text, "later.yaml")
    assert floor_map(given, replace(QUICK, mode="static", step_m=0.05)).piece == "yellow"


def test_loads_of_a_take_map_are_those_of_loads() -> None:
    given = read_scenario("mid-game")
    found = take_map(given, replace(QUICK, mode="static"))
    expected = {load.column: (load.least_n, load.greatest_n) for load in loads(given.tower).columns}
    for name, ends in zip(found.columns, found.load_range_n, strict=True):
        assert tuple(ends) == pytest.approx(expected[name], abs=1e-6)
    assert expected["blue-hex"] == pytest.approx((1.489, 2.252), abs=1e-3)


def test_when_taking_it_already_topples_no_place_is_safe() -> None:
    found = put_map(read_scenario("mid-game"), replace(QUICK, mode="static"), take="green-thin-2")
    assert found.says == "No place is safe: taking green-thin-2 already topples the villa."
    assert not found.stands.any()
    assert (found.outcome >= 0).any()
    assert found.best is None
    draw_heatmap(found).savefig(io.BytesIO())


@pytest.mark.parametrize("mode", ["static", "hybrid"])
def test_wherever_it_is_put_the_villa_topples(mode) -> None:
    """The load fits only on the plate's head, whose middle lies 20 mm beyond the legs under the plate's neck."""
    plate = "[[-130, -5], [20, -5], [20, -30], [80, -30], [80, 30], [20, 30], [20, 5], [-130, 5]]"
    text = TABLE.format(shape="round, diameter: 56", mass=4000).replace("{box: [80, 80]}", plate)
    text = text.replace("[25, 0]", "[-40, 0]").replace("[-20, 20]", "[20, 12]").replace("[-20, -20]", "[20, -12]")
    found = put_map(parse_scenario(text, "small.yaml"), replace(QUICK, mode=mode, step_m=0.004))
    assert (found.outcome >= 0).any()
    assert not found.stands.any()
    assert found.says == "No place is safe: wherever load is put, the villa topples."
    assert found.best is None


def test_what_cannot_be_asked_is_told() -> None:
    given = read_scenario("mid-game")
    with pytest.raises(PalettiError, match="no column 'gren-hex'; did you mean green-hex"):
        put_map(given, QUICK, take="gren-hex")
    with pytest.raises(PalettiError, match="P-10"):
        put_map(given, QUICK, take="blue-thick")
    with pytest.raises(PalettiError, match="more than 1,000,000 cells"):
        put_map(given, replace(QUICK, step_m=1e-5))
    with pytest.raises(PalettiError, match="lies in the tower already"):
        floor_map(given, QUICK, "green")
    with pytest.raises(PalettiError, match="the last floor of the game"):
        floor_map(read_scenario("late-villa"), QUICK)


@pytest.mark.parametrize("kind", ["put", "take", "floor"])
def test_the_data_say_what_the_map_says(kind: str, tmp_path: Path) -> None:
    given = read_scenario("mid-game")
    coarse = replace(QUICK, mode="static", step_m=0.03, margins=True)
    found = {"put": put_map, "take": take_map, "floor": floor_map}[kind](given, coarse)
    (tmp_path / "map.npz").write_bytes(found.npz())
    with np.load(tmp_path / "map.npz") as arrays:
        assert (arrays["outcome"] == found.outcome).all()
        assert arrays["outcome"].dtype == np.int8
        if kind != "take":
            assert arrays["x_mm"].tolist() == pytest.approx((1000 * found.x_m).tolist())
            assert arrays["simulated"].dtype == bool
        assert np.isnan(arrays["p_topple"]).all()
    lines = found.table().splitlines()
    assert len(lines) == 1 + found.outcome.size
    counts = found.to_json()["counts"]
    for word, count in counts.items():
        assert sum(f",{word}," in line for line in lines) == count
    assert sum(counts.values()) == found.outcome.size


@pytest.mark.parametrize("jobs", [1, 2])
def test_odds_do_not_depend_on_the_jobs(jobs: int) -> None:
    given = read_scenario("past-the-edge")
    settings = replace(QUICK, mode="hybrid", step_m=0.03, samples=3, seed=5)
    found = put_map(given, replace(settings, jobs=jobs))
    assert found.p_topple is not None
    legal = found.outcome >= 0
    assert np.isnan(found.p_topple[~legal]).all()
    assert set(np.unique(np.round(3 * found.p_topple[legal]))) <= {0, 1, 2, 3}
    if jobs > 1:
        alone = put_map(given, replace(settings, jobs=1))
        assert np.array_equal(alone.p_topple, found.p_topple, equal_nan=True)
        assert (alone.outcome == found.outcome).all()


def test_on_the_limit_itself_nothing_is_taken_for_sure() -> None:
    """Whatever the rounding of a region's border: simulation decides there, equilibrium alone is on the safe side."""
    scenario = read_scenario("past-the-edge")
    places = np.array([[-0.12 + beyond, 0.0] for beyond in (1e-6, 0.0, -1e-6)])
    found = Predictor(scenario.tower, scenario.columns["load"]).at(places)
    assert found.labels.tolist() == [HOLDS, TOPPLES, TOPPLES]
    assert found.sure.tolist() == [False, False, True]
