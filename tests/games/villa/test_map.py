"""The map of characters: drawn and read."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paletti_sim.games.villa.areas import flood
from paletti_sim.games.villa.lattice import place, point
from paletti_sim.games.villa.map_text import HUES, draw_map, draw_poses
from tests.games.villa.counts import WAYS
from tests.games.villa.helpers import Paper, areas_of, edges_of, expert, hedge, setup
from tests.games.villa.test_layout import random_layout

GARDEN = """
    +-b-+-p-+-y-+
    b A b B     y
    +-g-+-y-+-b-+
        p C g
        +-b-+
"""


def test_a_map_is_drawn_as_it_is_written():
    edges, _ = edges_of(GARDEN)
    areas = areas_of(GARDEN, {"A": "pink blue", "B": "green-well"})
    (drawn,) = draw_map(edges, areas, axes=False)
    assert drawn.plain == (
        "+-b-+-p-+-y-+",
        "b1B b2G  =2 y",
        "+-g-+-y-+-b-+",
        "    p 3 g",
        "    +-b-+",
    )
    looks = {look for line in drawn.lines for text, look in line if "1B" in text}
    assert looks == {f"bold #000000 on {HUES[0]}"}
    assert {look for line in drawn.lines for text, look in line if text == "-p-"} == {f"bold {HUES[1]}"}


def test_the_number_of_an_area_stands_in_the_leftmost_of_its_uppermost_cells():
    text = "    +-b-+\n    b A b\n+-b-+   +\nb       b\n+-b-+-b-+"
    edges, _ = edges_of(text)
    lines = draw_map(edges, areas_of(text), axes=False)[0].plain
    assert lines[1::2] == ("    b 1 b", "b=3     b")


def test_the_numbers_at_the_sides_are_coordinates():
    lines = draw_map(setup().start.colours)[0].plain
    assert lines == (
        "  1     +",
        "        y",
        "  0 +-b-+-g-+",
        "        p",
        " -1     +",
        "   -1   0   1",
    )
    wide = draw_map({2 * point(x, 0): 0 for x in range(-12, 12)}, width=200)[0].plain
    for x in (-12, -1, 0, 11):
        end = wide[1].index(f" {x} ") + len(f" {x}")
        assert wide[0][end - 1] == "+"
        assert (end - 1 - 4) // 4 - 12 == x


def test_a_map_too_wide_is_drawn_in_bands():
    edges = {2 * point(x, 0): x % 4 for x in range(40)}
    bands = draw_map(edges, width=80)
    assert [band.title for band in bands] == ["Columns 0 to 17", "Columns 18 to 35", "Columns 36 to 40"]
    assert all(len(line) <= 80 for band in bands for line in band.plain)
    assert "".join(band.plain[0][4:] for band in bands).count("+") == 41


def test_a_hedge_that_could_be_laid_stands_out():
    fresh = {2 * point(1, 1): 0, 2 * point(1, 1) + 1: 1}
    lines = draw_map(setup().start.colours, (), fresh, axes=False)[0].plain
    assert lines == ("        +", "        P", "    +   +=B=+", "    y", "+-b-+-g-+", "    p", "    +")


def test_the_turns_of_a_hedge_side_by_side():
    one = hedge("L")
    poses = [pose for pose in one.poses if pose is not None]
    rows = draw_poses(poses, [f"turn {pose.turn}" for pose in poses], 80)
    text = "\n".join(line for row in rows for line in row.plain)
    assert all(len(line) <= 80 for line in text.split("\n"))
    assert [text.count(letter) for letter in "+"] == [5 * 8]
    assert all(f"turn {turn}" in text for turn in range(8))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(sorted(WAYS)), min_size=1, max_size=12), st.integers(0, 2**32))
def test_what_is_drawn_can_be_read_again(shapes, seed):
    layout, areas = random_layout(np.random.default_rng(seed), shapes)
    state = expert().new(0)
    made = state.setup.seating.colours
    assert made == (0, 1)
    (drawn,) = draw_map(layout.colours, (), axes=False, width=10_000)
    edges, marks = edges_of("\n".join(drawn.plain))
    assert not marks
    ours = {place(number >> 1): None for number in layout.colours}
    theirs = {place(number >> 1): None for number in edges}
    dx, dy = (min(at[k] for at in ours) - min(at[k] for at in theirs) for k in (0, 1))
    moved = {number + 2 * (point(dx, dy) - point(0, 0)): colour for number, colour in edges.items()}
    assert moved == layout.colours
    assert len(flood(edges)) == len(areas)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("+-q-+", "line 1 of the map, character 3: a segment has a letter for its colour: b blue, p pink"),
        ("+-b-x", "line 1 of the map, character 5: a joint is `+` (got 'x')"),
        ("+-b-+\nb A B\n+-b-+", "line 2 of the map, character 5: a segment has a letter"),
        ("+-b-+\nbA Bb\n+-b-+", "line 2 of the map, character 2: a mark has no spaces"),
        ("+-b-+\nk A b\n+-b-+", "line 2 of the map, character 1: a segment has a letter"),
        ("+\n" * 300, "too large"),
        ("+-b-" * 300, "too large"),
    ],
)
def test_what_is_no_map_is_told_with_its_place(text, says):
    with pytest.raises(AssertionError) as told:
        edges_of(text)
    assert says in str(told.value)
    assert Paper("a\n b").plain == "a\n b"
