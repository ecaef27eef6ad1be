"""Where an answer flips, beside closed forms."""

from __future__ import annotations

import pytest
from ruamel.yaml import YAML

from paletti_sim.errors import PalettiError
from paletti_sim.located_yaml.document import Document
from paletti_sim.physics.preset import PRESETS
from paletti_sim.stability.check import Checker
from paletti_sim.stability.limit import Limit, find_limit
from paletti_sim.tower.scenario import find_scenario, parse_scenario
from paletti_sim.tower.scenario.read import read_with_content
from paletti_sim.tower.scenario.vary import BadValueError, Variations

SLOPE = """schema: paletti/scenario@1
name: slope
material: {friction: 0.2}
pieces:
  base: {outline: {box: [3000, 3000]}, site: {box: [3000, 3000]}}
  columns: {puck: {shape: round, diameter: 40, height: 20, mass: 20}}
tower:
  - floor: base
    columns: {puck: [-1400, 0]}
"""


def of(name: str, key: str, start: float, end: float) -> Limit:
    return find_limit(Variations(read_with_content(name)[1], key, name), start, end, PRESETS["accurate"])


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
    assert (limit.start.what, limit.end.what) == ("stands", "falls")
    assert limit.static == pytest.approx(exact, rel=2e-3)
    assert limit.simulated is not None
    assert sum(limit.simulated) / 2 == pytest.approx(exact, rel=0.01)
    assert limit.gap == pytest.approx(sum(limit.simulated) / 2 - limit.static)


def test_the_range_may_run_from_falling_to_standing() -> None:
    limit = of("past-the-edge", "move.put.at.0", -130, -100)
    assert (limit.start.what, limit.end.what) == ("falls", "stands")
    assert limit.static == pytest.approx(-120, rel=2e-3)


def test_no_limit_where_the_answer_is_the_same() -> None:
    limit = of("first-move", "material.friction", 0.2, 0.4)
    assert (limit.start.what, limit.end.what) == ("stands", "stands")
    assert (limit.flips, limit.static, limit.simulated, limit.gap) == ((), None, None, None)
    assert limit.to_json()["simulated"] is None


@pytest.mark.parametrize(("start", "end"), [(-90, -130), (-130, 130), (-121, 0)])
def test_a_file_with_a_value_that_is_named_answers_as_is_said(start: float, end: float) -> None:
    limit = of("past-the-edge", "move.put.at.0", start, end)
    (flip,) = limit.flips
    text = find_scenario("past-the-edge").read_text()
    assert "at: [-123, 0]" in text
    for found in (flip.one, flip.two):
        told = parse_scenario(text.replace("at: [-123, 0]", f"at: [{found.shown}, 0]"))
        checker = Checker(told.tower, told.columns, told.floors)  # with the rules and the preset of `check`
        outcome = checker.ask_all(told.moves)[-1].verdict.outcome
        assert ("stands" if outcome == "holds" else "falls") == found.what
    # between -119.6 and -120 the answers change from value to value
    assert min(flip.one.value, flip.two.value) > -120.1
    assert max(flip.one.value, flip.two.value) < -119.3


def test_what_is_not_possible_does_not_fall() -> None:
    content = read_with_content("past-the-edge")[1]
    content["pieces"]["columns"]["blk"] = {"shape": "round", "diameter": 30, "height": 60, "mass": 50}
    content["tower"][1]["columns"] = {"blk": [-60, 0]}
    limit = find_limit(Variations(content, "move.put.at.0", "blocked"), 0, -55, PRESETS["quick"])
    (flip,) = limit.flips
    assert (flip.one.what, flip.two.what) == ("stands", "impossible")
    assert (flip.one.value, flip.two.value) == pytest.approx((-30, -30), abs=0.05)
    assert "load would overlap blk" in flip.two.why
    assert limit.gap is None
    assert limit.to_json()["flips"][0]["to"] == {
        "value": flip.two.value,
        "outcome": "impossible",
        "why": flip.two.why,
    }


def test_what_does_not_come_to_rest_is_said_as_such() -> None:
    # slides on a slope steeper than its friction, and is still sliding when the time is up
    content = YAML(typ="safe").load(SLOPE)
    limit = find_limit(Variations(content, "table.tilt", "slope"), 5, 11.7, PRESETS["quick"])
    assert [(flip.one.what, flip.two.what) for flip in limit.flips] == [("stands", "undecided")]
    assert limit.simulated == pytest.approx((11.31, 11.31), rel=0.02)


def test_ends_far_apart_are_tried_by_factors() -> None:
    limit = of("past-the-edge", "pieces.columns.load.mass", 1e-6, 1e6)
    exact = 200 * 40 / 83
    assert limit.flips[0].one.what == "stands"
    assert limit.flips[0].two.what == "falls"
    assert limit.simulated == pytest.approx((exact, exact), rel=0.02)
    assert limit.static == pytest.approx(exact, rel=2e-3)  # though it says nothing of the least masses


def test_seeds_have_no_limit() -> None:
    with pytest.raises(PalettiError, match="seeds have no order"):
        of("first-move", "tolerance.seed", 1, 5)


@pytest.mark.parametrize(
    "key", ["", "tower.9.at.0", "move.put.at.7", "no.such", "tower.x", "pieces.columns.nobody.mass"]
)
def test_unknown_keys_are_told(key: str) -> None:
    with pytest.raises(PalettiError, match=r"there is no |missing|unknown key|must be"):
        Variations(read_with_content("past-the-edge")[1], key, "past-the-edge").at(1.0)


def test_keys_are_those_of_plans() -> None:
    first = Variations(read_with_content("first-move")[1], "tower.0.columns.red-hex.at.1", "first-move")
    (hexagon,) = [column for column in first.at(41.5).tower.columns if column.name == "red-hex"]
    assert hexagon.at_m[1] == 0.0415
    text = """schema: paletti/scenario@1
name: names
pieces:
  columns:
    a.b: &leg {shape: round, diameter: 20, height: 90, mass: 20}
    null: *leg
    true: *leg
tower:
  - floor: base
    columns: {a.b: [0, 0], null: [50, 0], true: [100, 0]}
moves: [{take: a.b}, {take: "true", put: {at: [0, 0]}}]
"""
    content = Document("names", text).root().plain
    for name in ("a.b", "null", "true"):
        varied = Variations(content, f"pieces.columns.{name}.mass", "names").at(30)
        masses = {column.name: column.piece.mass_kg for column in varied.tower.columns}
        assert masses == {each: 0.03 if each == name else 0.02 for each in ("a.b", "null", "true")}
    put = Variations(content, "moves.1.put.at.0", "names").at(7).moves[1].put
    assert put is not None
    assert put.at_m == (0.007, 0.0)
    one = content | {"moves": content["moves"][1:]}
    put = Variations(one, "move.put.at.0", "names").at(7).moves[0].put
    assert put is not None
    assert put.at_m == (0.007, 0.0)


def test_a_value_that_makes_a_bad_scenario_is_told_as_such() -> None:
    with pytest.raises(BadValueError, match=r"past-the-edge with pieces.columns.load.mass at -1"):
        Variations(read_with_content("past-the-edge")[1], "pieces.columns.load.mass", "past-the-edge").at(-1.0)
