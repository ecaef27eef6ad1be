"""Components and data: shapes, colours, sets, and faults of hedge files."""

from __future__ import annotations

from itertools import permutations

import pytest

from paletti_sim.games.villa.hedges import COLOURS, Hedge, laid
from paletti_sim.games.villa.reading import parse_hedges
from paletti_sim.located_yaml.document import Document
from tests.games.villa import slow
from tests.games.villa.helpers import HEDGES, hedge, hedge_file, setup

SHAPES = hedge_file().shapes
FIXED = dict(zip("IJLNPUVWZOFHRTXY", [2, 8, 8, 8, 8, 4, 4, 4, 4, 1, 8, 8, 8, 4, 1, 8], strict=True))
CHIRAL = set("FHJLNPRYZ")


def images(segments, turns=range(8)):
    return {frozenset(laid(segments, turn)) for turn in turns}


def test_the_shapes_are_the_16_free_tetrasticks():
    assert {name: len(images(segments)) for name, segments in SHAPES.items()} == FIXED
    assert sum(FIXED.values()) == 88
    assert len({min(map(sorted, images(segments)), key=str).__str__() for segments in SHAPES.values()}) == 16
    chiral = {
        name
        for name, segments in SHAPES.items()
        if images(segments, range(4)).isdisjoint(images(segments, range(4, 8)))
    }
    assert chiral == CHIRAL


def test_there_are_no_others():
    """All ways to join four unit segments, grown one by one: 88 fixed ones."""
    grown = {frozenset({((0, 0), (1, 0))}), frozenset({((0, 0), (0, 1))})}
    for _ in range(3):
        larger = set()
        for shape in grown:
            for x, y in {at for pair in shape for at in pair}:
                for a, b in ((1, 0), (0, 1), (-1, 0), (0, -1)):
                    new = tuple(sorted(((x, y), (x + a, y + b))))
                    if new not in shape:
                        larger.add(frozenset(laid([*shape, new], 0)))
        grown = larger
    assert len(grown) == 88
    assert grown == {image for segments in SHAPES.values() for image in images(segments)}


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_are_those_that_the_slow_enumerator_walks(name):
    ours = {frozenset(frozenset(complex(*at) for at in pair) for pair in image) for image in images(SHAPES[name])}
    theirs = [frozenset(image) for image in slow.images(slow.hedge(name))]
    least = {min((at for pair in image for at in pair), key=lambda at: (at.real, at.imag)): image for image in ours}
    assert least
    shifted = {
        frozenset(
            frozenset(at - min((j for p in image for j in p), key=lambda j: (j.real, j.imag)) for at in pair)
            for pair in image
        )
        for image in ours
    }
    assert shifted == set(theirs)


@pytest.mark.parametrize(
    ("name", "flipped", "rotated"),
    [("I", 12, 12), ("J", 24, 24), ("U", 12, 24), ("Z", 12, 12), ("O", 3, 6), ("X", 3, 6), ("T", 12, 24)],
)
def test_numbers_of_distinct_colourings(name, flipped, rotated):
    def looks(turns):
        found = set()
        for row in permutations(range(4)):
            one = Hedge("x", name, SHAPES[name], row)
            poses = [pose for turn in turns if (pose := one.poses[turn]) is not None]
            found.add(min(tuple(sorted(pose.edges)) for pose in poses))
        return len(found)

    assert looks(range(8)) == flipped
    if name not in "I":  # its flips look like turns, and so are no poses of their own
        assert looks(range(4)) == rotated


@pytest.mark.rule("V-1")
@pytest.mark.parametrize("name", ["bends", "straight", "forks"])
def test_32_hedges_with_a_segment_of_each_colour(name):
    hedges = hedge_file().sets[name].hedges
    assert len(hedges) == 32
    assert all(len(each.segments) == 4 and sorted(each.colours) == [0, 1, 2, 3] for each in hedges)


@pytest.mark.rule("V-2")
@pytest.mark.parametrize("name", ["bends", "straight", "forks"])
def test_8_shapes_with_4_copies_and_no_two_hedges_equal(name):
    hedges = hedge_file().sets[name].hedges
    shapes = [each.shape for each in hedges]
    assert sorted(shapes.count(shape) for shape in set(shapes)) == [4] * 8
    pictures = [frozenset(slow_picture(each)) for each in hedges]
    assert len(set(pictures)) == 32


def slow_picture(each):
    """All images of a coloured hedge, by the slow enumerator's symmetries."""
    coloured = {
        frozenset(complex(*at) for at in pair): colour for pair, colour in zip(each.segments, each.colours, strict=True)
    }
    return [frozenset(image.items()) for image in slow.images(coloured)]


@pytest.mark.rule("V-3")
@pytest.mark.rule("V-G4")
@pytest.mark.parametrize("name", ["bends", "straight", "forks"])
def test_the_starting_hedge_is_unlike_the_others_and_lies_in_the_middle(name):
    made = setup(2, set=name)
    assert made.hedges.starter.shape == "X"
    assert sorted(made.hedges.starter.colours) == [0, 1, 2, 3]
    assert "X" not in {each.shape for each in made.hedges.hedges}
    state = made.new(0)
    assert [each.hedge for each in state.layout.laid] == ["starter"]
    assert state.layout.points == sum(
        1 << each for each in (51360, 51361, 51359, 51360 + 320, 51360 - 320)
    )  # the origin and its four neighbours
    assert "starter" not in (state.hedge, *state.bag)


def test_poses_are_distinct_and_all_there():
    for name in SHAPES:
        one = hedge(name)
        poses = [pose for pose in one.poses if pose is not None]
        assert len(poses) == len(slow.images(slow.hedge(name)))
        assert len({frozenset(pose.edges) for pose in poses}) == len(poses)


GOOD = HEDGES.read_text()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[L, J, U, V, N, P, W, Z]", "[L, J, U, V, N, P, W]", "V-2: there are 8 shapes (got 7)"),
        ("[L, J, U, V, N, P, W, Z]", "[L, J, U, V, N, P, W, W]", "V-2: this shape stands twice"),
        ("[L, J, U, V, N, P, W, Z]", "[L, J, U, V, N, P, W, O]", "O-2 and O-1 are the same hedge"),
        ("[L, J, U, V, N, P, W, Z]", "[L, J, U, V, N, P, W, Q]", "there is no shape of this name"),
        ("[L, J, U, V, N, P, W, Z]", "[L, J, U, V, N, P, W, 3]", "must be the name of a shape"),
        ("  - [green, blue, pink, yellow]", "  - [green, blue, pink, pink]", "V-1: a hedge has one segment of each"),
        ("  - [green, blue, pink, yellow]", "  - [green, blue, pink, red]", "must be blue, pink, yellow or green"),
        ("  - [green, blue, pink, yellow]", "", "must have 4 entries"),
        ("default: bends", "default: bend", "there is no set of this name; did you mean bends?"),
        ("[[0, 0], [0, 1], [0, 2], [0, 3], [0, 4]]", "[[0, 0], [0, 1], [0, 2], [0, 4]]", "one step right, left"),
        ("[[0, 0], [0, 1], [0, 2], [0, 3], [0, 4]]", "[[0, 0], [0, 1], [0, 0]]", "a segment stands twice"),
        ("[[0, 0], [0, 1], [0, 2], [0, 3], [0, 4]]", "[[0, 0], [0, 1], [0, 2]]", "V-1: a hedge has 4 segments, this"),
        ("[[0, 1], [1, 1]], [[1, 0], [1, 1]]]}\n  R", "[[0, 1], [1, 1]], [[5, 0], [5, 1]]]}\n  R", "hang together"),
        ("I: {path:", "I: {paths:", "unknown key"),
        (
            "starter: {shape: X, colours: [blue, pink, yellow, green]}",
            "starter: {shape: X, colours: [blue]}",
            "4 segments, each",
        ),
        ("starter: {shape: X", "starter: {shape: O", "must enclose no area"),
        ("starter: {shape: X", "starter: {shape: V", "and the starting hedge are the same"),
        ("paletti/villa-hedges@1", "paletti/villa-hedges@2", "must be paletti/villa-hedges@1"),
    ],
)
def test_faults_of_a_hedge_file_are_told_with_their_place(old, new, says):
    assert old in GOOD
    with pytest.raises(Exception) as caught:  # noqa: PT011
        parse_hedges(GOOD.replace(old, new).encode(), "mine.yaml")
    assert type(caught.value) is type(Document("x", "- 1\n- {").error())
    assert says in str(caught.value)
    assert str(caught.value).startswith("mine.yaml:")


def test_hedges_with_colours_of_their_own():
    own = "{shape: Z, colours: [[blue, pink, green, yellow], [pink, blue, yellow, green], [green, yellow, pink, blue], "
    own += "[yellow, blue, green, pink]]}"
    text = GOOD.replace("[L, J, U, V, N, P, W, Z]", f"[L, J, U, V, N, P, W, {own}]")
    found = parse_hedges(text.encode()).sets["bends"].by_id["Z-1"]
    assert [COLOURS[colour] for colour in found.colours] == ["blue", "pink", "green", "yellow"]
