"""Writing a scenario gives a file that reads back to the same tower."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paletti_sim.errors import PalettiError
from paletti_sim.tower.scenario import Scenario, parse_scenario, write_scenario
from paletti_sim.tower.tower import Pose, Tower
from tests.tower.scenario.helpers import BASE, FULL, HEAD, THREE, parse


def round_trip(scenario: Scenario) -> Scenario:
    text = write_scenario(scenario, scenario.tower)
    again = parse_scenario(text)
    assert write_scenario(again, again.tower) == text
    return again


def check_same(one: Tower, other: Tower) -> None:
    assert one.base == other.base
    assert [level.name for level in one.levels] == [level.name for level in other.levels]
    assert [[c.name for c in level.columns] for level in one.levels] == [
        [c.name for c in level.columns] for level in other.levels
    ]
    for a, b in zip(one.pieces, other.pieces, strict=True):
        assert a.piece == b.piece
        assert a.upon == b.upon
        assert a.at_m == pytest.approx(b.at_m, abs=0.6e-9)
        assert a.turn_rad == pytest.approx(b.turn_rad, abs=math.radians(0.6e-6))


def test_it_reads_nicely():
    scenario = parse(FULL)
    assert (
        write_scenario(scenario, scenario.tower)
        == """schema: paletti/scenario@1
name: first-move
about: One line that says what this tower shows.
material: {friction: 0.4, restitution: 0.1}
table: {tilt: 2, towards: 90}
tolerance: {height: 0.2, place: 1, turn: 2, friction: 0.05, seed: 7}
pieces:
  base: {outline: {circle: 400}, site: {circle: 380}}
  columns:
    leg: {shape: round, diameter: 20, height: 90, mass: 20}
    post: {shape: hex, across_flats: 20, height: 90, density: 700}
    load: {shape: box, size: [20, 30], height: 90, mass: 400, colour: "#aabbcc"}
  floors:
    plate: {outline: {box: [200, 200]}, thickness: 8, density: 700}
    disc: {outline: {circle: 100}, thickness: 6, mass: 50, colour: "#000080"}
    blob: {outline: [[60, 10], [30, 70], [0, 0]], thickness: 6, mass: 50}
tower:
  - floor: base
    columns:
      red-thin-1: [60, 0]
      red-hex: {at: [-40, 35], turn: 15}
      leg: [-40, -35]
  - floor: plate
    at: [5, -5]
    turn: 20
    columns:
      load: [0, 0]
      post: {at: [0, 5], upon: load}
"""
    )


def test_everything_but_the_moves_comes_back():
    scenario = parse(FULL)
    again = round_trip(scenario)
    assert again == replace(scenario, moves=(), tower=again.tower)
    check_same(again.tower, scenario.tower)


def test_pieces_of_the_file_stay_exact_when_it_gave_no_height():
    scenario = parse(
        HEAD
        + "tolerance: {seed: 4}\npieces: {columns: {leg: {shape: round, diameter: 20, height: 90, mass: 20}}}\n"
        + BASE
        + "      leg: [0, 0]\n"
    )
    again = round_trip(scenario)
    assert again.tower.columns[0].piece.height_m == 0.09
    assert again.columns == scenario.columns


def test_a_settled_tower_is_written_where_it_stands():
    tower = parse(HEAD + BASE + THREE + "  - floor: blue\n    turn: 30\n").tower
    poses = {piece.name: pose for piece, pose in tower.resting()}
    x, y, z = poses["blue"].position_m
    poses["blue"] = Pose((x + 0.001, y - 0.002, z), poses["blue"].quaternion)
    scenario = parse(HEAD + BASE + THREE)
    settled = tower.at_rest(poses)
    again = parse_scenario(write_scenario(scenario, settled)).tower
    check_same(again, settled)
    assert again.by_name["blue"].at_m == pytest.approx((0.001, -0.002), abs=1e-9)
    assert again.by_name["blue"].pose is None


def test_a_column_whose_carrier_was_taken_stands_on_the_floor():
    scenario = parse(FULL)
    again = parse_scenario(write_scenario(scenario, scenario.tower.without("load")))
    assert again.tower.by_name["post"].upon == ()


def test_a_piece_on_its_side_cannot_be_written():
    scenario = parse(HEAD + BASE + "      red-hex: [0, 0]\n")
    lying = scenario.tower.at_rest(
        {"red-hex": Pose((0, 0, 0.01), (math.sin(math.pi / 4), 0, 0, math.cos(math.pi / 4)))}
    )
    with pytest.raises(PalettiError, match="red-hex lies on its side"):
        write_scenario(scenario, lying)


words = st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), min_size=1, max_size=30).filter(
    lambda text: text.strip()
)


@given(words, st.text(st.characters(exclude_categories=["C", "Z"]) | st.sampled_from(" \n\t"), max_size=40))
@settings(deadline=None)
def test_any_name_and_words_come_back(name, about):
    scenario = replace(parse(HEAD + "tower: [{floor: base}]"), name=name, about=about)
    again = round_trip(scenario)
    assert (again.name, again.about) == (name, about)


@pytest.mark.parametrize(
    "name",
    [
        "true",
        "null",
        "~",
        "1",
        "1e3",
        "-",
        "a: b",
        "a #b",
        "'",
        "yes",
        "0x1",
        ".inf",
        "a, b.",
        "&a",
        "*a",
        "[a",
        "---",
        "x:",
    ],
)
def test_names_that_yaml_would_take_for_something_else(name):
    assert round_trip(replace(parse(HEAD + "tower: [{floor: base}]"), name=name)).name == name


lengths = st.floats(1, 200).map(lambda x: round(x, 3))


@st.composite
def scenarios(draw: st.DrawFn) -> str:
    """A tower of columns in a grid below one floor, with pieces of all shapes."""
    height, mass, density = (f"{key}: {draw(lengths)}" for key in ("height", "mass", "density"))
    shapes = {
        "r": f"{{shape: round, diameter: {draw(lengths)}, {height}, {mass}}}",
        "h": f"{{shape: hex, across_flats: {draw(lengths)}, {height}, {density}}}",
        "b": f"{{shape: box, size: [{draw(lengths)}, {draw(lengths)}], {height}, {density}}}",
    }
    place = st.floats(-50, 50)
    lines = [
        "schema: paletti/scenario@1",
        "name: drawn",
        f"table: {{tilt: {draw(st.floats(0, 89))}, towards: {draw(st.floats(-400, 400))}}}",
    ]
    lines += [f"material: {{friction: {draw(st.floats(0, 10))}, restitution: {draw(st.floats(0, 1))}}}"]
    lines += [f"tolerance: {{height: {draw(st.floats(0, 0.9))}, seed: {draw(st.integers(0, 2**63 - 1))}}}"]
    radius = draw(st.lists(st.integers(50, 900), min_size=3, max_size=9))
    corners = [
        (r * math.cos(2 * math.pi * k / len(radius)), r * math.sin(2 * math.pi * k / len(radius)))
        for k, r in enumerate(radius)
    ]
    lines += [
        "pieces:",
        "  base: {outline: {box: [3000, 3000]}}",
        "  columns:",
        *(f"    {name}: {shape}" for name, shape in shapes.items()),
    ]
    points = ", ".join(f"[{x}, {y}]" for x, y in corners)
    lines += ["  floors:", f"    slab: {{outline: [{points}], thickness: {draw(lengths)}, {density}}}"]
    lines += ["tower:", "  - floor: base", "    columns:"]
    for k, name in enumerate([*shapes, "red-hex"]):
        lines.append(
            f"      {name}: {{at: [{500 * k + draw(place)}, {draw(place)}], turn: {draw(st.floats(-400, 400))}}}"
        )
    lines += ["  - floor: slab", f"    at: [{draw(place)}, {draw(place)}]", f"    turn: {draw(st.floats(-400, 400))}"]
    return "\n".join(lines) + "\n"


@given(scenarios())
@settings(max_examples=60, deadline=None)
def test_any_tower_comes_back(text):
    try:
        scenario = parse(text)
    except PalettiError:
        return  # now and then the floor misses its columns
    again = round_trip(scenario)
    assert again.tower.setting.friction == pytest.approx(scenario.tower.setting.friction, rel=1e-11)
    assert again.tower.setting.tilt_rad == pytest.approx(scenario.tower.setting.tilt_rad, rel=1e-11)
    for a, b in zip(scenario.tower.pieces, again.tower.pieces, strict=True):
        assert a.name == b.name
        assert a.at_m == pytest.approx(b.at_m, abs=0.6e-9)
        assert a.turn_rad == pytest.approx(b.turn_rad, abs=math.radians(0.6e-6))
        assert a.piece.height_m == pytest.approx(b.piece.height_m, rel=1e-11)
        assert a.piece.mass_kg == pytest.approx(b.piece.mass_kg, rel=1e-11)
