"""Where hedges may be laid, and the numbers of places held against the slow enumerator."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paletti_sim.games.core.errors import IllegalActionError
from paletti_sim.games.villa.actions import Place
from paletti_sim.games.villa.areas import closed_by, euler, flood
from paletti_sim.games.villa.lattice import WIDTH, ends, place, point
from paletti_sim.games.villa.layout import Layout, places, why_not
from tests.games.villa import slow
from tests.games.villa.counts import CLOSED, WAYS
from tests.games.villa.helpers import areas_of, as_slow, hedge, layout_of, pose_as_slow, setup, slow_hedges

START = setup().start


def ways(layout, one, **options):
    return [(pose, *at) for pose in one.poses if pose is not None for at in places(layout, pose, **options)]


def laid_and_closed(layout, one, pose, x, y):
    """The layout with one more hedge, its new areas closed, and those."""
    new = layout.with_hedge(one.id, pose, x, y)
    found = closed_by(new.colours, [number + 2 * point(x, y) for number, _ in pose.edges])
    for area in found:
        new = new.with_closed(area.cells)
    return new, found


def random_layout(rng, shapes, crossing=False):
    """Hedges of some shapes laid at random, one after another."""
    layout, areas = START, []
    for number, shape in enumerate(shapes):
        one = hedge(shape, number % 4)
        options = ways(layout, one, crossing=crossing)
        layout, found = laid_and_closed(layout, one, *options[int(rng.random() * len(options))])
        areas += found
    return layout, areas


@pytest.mark.parametrize("shape", WAYS)
def test_the_number_of_ways_for_one_and_two_hedges(shape):
    first = ways(START, hedge(shape))
    second = sum(len(ways(laid_and_closed(START, hedge(shape), *way)[0], hedge(shape, 1))) for way in first)
    assert (len(first), second) == WAYS[shape]


@pytest.mark.parametrize("shape", ["L", "I", "H"])
def test_the_table_of_ways_is_what_the_slow_enumerator_counts(shape):
    assert slow.ways(shape) == WAYS[shape]


@pytest.mark.slow
@pytest.mark.parametrize("shape", WAYS)
def test_the_whole_table_of_ways(shape):
    assert slow.ways(shape) == WAYS[shape]


@pytest.mark.parametrize("shapes", ["L", "U", "Y", "UU"])
def test_the_table_of_closed_layouts_is_what_the_slow_enumerator_counts(shapes):
    assert slow.closed_layouts(shapes) == CLOSED[shapes]


@pytest.mark.slow
@pytest.mark.parametrize("shapes", CLOSED)
def test_the_whole_table_of_closed_layouts(shapes):
    assert slow.closed_layouts(shapes) == CLOSED[shapes]


@pytest.mark.parametrize("shapes", CLOSED)
def test_the_number_of_distinct_closed_layouts(shapes):
    layouts = [(START, False)]
    for number, shape in enumerate(shapes):
        one = hedge(shape, number)
        layouts = [
            (new, closed or bool(found))
            for layout, closed in layouts
            for way in ways(layout, one)
            for new, found in [laid_and_closed(layout, one, *way)]
        ]
    sets = {frozenset(layout.colours) for layout, closed in layouts if closed}
    turned = {min(_images(edges)) for edges in sets}
    assert (len(sets), len(turned)) == CLOSED[shapes]


def _images(edges):
    """The eight images of a set of edges about the origin, each sorted."""
    points = [tuple(place(at) for at in ends(number)) for number in edges]
    for turn in ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0)):
        for flip in (1, -1):
            a, b, c, d = turn
            yield tuple(
                sorted(tuple(sorted((flip * (a * x + b * y), c * x + d * y) for x, y in pair)) for pair in points)
            )


SHAPES = st.lists(st.sampled_from(sorted(WAYS)), min_size=1, max_size=5)


@settings(max_examples=12, deadline=None)
@given(SHAPES, st.integers(0, 2**32), st.sampled_from(sorted(WAYS)))
def test_legal_places_are_those_of_the_slow_enumerator(shapes, seed, next_shape):
    layout, _ = random_layout(np.random.default_rng(seed), shapes)
    one = hedge(next_shape, 2)
    # the hedges of this layout, as the slow enumerator writes them
    plain = [slow.START[0]]
    for each, shape in zip(layout.laid[1:], shapes, strict=True):
        number = len(plain) - 1
        plain.append(pose_as_slow(hedge(shape, number % 4).poses[each.turn], each.x, each.y))
    start = {frozenset(pair): colour for pair, colour in slow_hedges(setup().hedges, START)[0].items()}
    plain[0] = start
    ours = {frozenset(pose_as_slow(pose, x, y).items()) for pose, x, y in ways(layout, one)}
    mine = {pair: one.colours[k] for k, pair in enumerate(frozenset(complex(*at) for at in p) for p in one.segments)}
    theirs = {frozenset(new[-1].items()) for new in slow.legal(tuple(plain), mine)}
    assert ours == theirs


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(sorted(WAYS)), min_size=1, max_size=16), st.integers(0, 2**32), st.booleans())
@pytest.mark.rule("V-16")
def test_two_area_finders_and_eulers_count_agree(shapes, seed, crossing):
    layout, areas = random_layout(np.random.default_rng(seed), shapes, crossing)
    assert set(areas) == set(flood(layout.colours))
    assert len(areas) == len(set(areas)) == euler(layout.colours)
    theirs = {frozenset(complex(*place(cell)) for cell in area.cells) for area in areas}
    assert theirs == set(slow.enclosed(as_slow(layout)))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(sorted(WAYS)), min_size=1, max_size=14), st.integers(0, 2**32))
def test_the_theorems_on_placements(shapes, seed):
    rng = np.random.default_rng(seed)
    layout = START
    for number, shape in enumerate(shapes):
        one = hedge(shape, number % 4)
        options = ways(layout, one)
        # T1: the lowest point of a hedge, of these the leftmost, on the highest and of these the rightmost joint
        top = layout.points.bit_length() - 1
        for pose in one.poses:
            if pose is not None:
                assert (pose, *place(top - pose.points[0])) in options
        pose, x, y = options[int(rng.random() * len(options))]
        shared = layout.shared(pose, x, y)
        before = flood(layout.colours)
        new, found = laid_and_closed(layout, one, pose, x, y)
        # T2: areas that were closed stay as they are
        assert set(before) <= set(flood(new.colours))
        # T3: one area for each shared joint but the first, and one that the hedge encloses itself
        assert len(found) == shared - 1 + (shape == "O")
        # T4: the perimeter is even; segments inside count once
        for area in found:
            inside = set(area.cells)
            sides = [sum(cell in inside for cell in _beside(number)) for number in area.segments]
            assert sides.count(1) % 2 == 0
            assert set(sides) <= {1, 2}
        layout = new


def _beside(number):
    start = number >> 1
    return (start - 1, start) if number & 1 else (start - WIDTH, start)


@pytest.mark.rule("V-11")
def test_a_hedge_must_touch_one_in_play():
    state = setup().new(0)
    with pytest.raises(IllegalActionError, match="touch at least one hedge") as caught:
        state.apply(Place(0, 20, 20))
    assert caught.value.rule == "V-11"
    for far in (Place(0, 319, 0), Place(0, -1000, 1000), Place(7, 160, -160)):
        with pytest.raises(IllegalActionError, match="V-11"):
            state.apply(far)
    assert all(START.shared(pose, x, y) >= 1 for pose, x, y in ways(START, hedge("L")))
    # every place where it touches and nothing else speaks against it is legal
    pose = hedge("L").poses[0]
    tried = {(x, y) for x in range(-6, 7) for y in range(-6, 7) if why_not(START, pose, x, y) is None}
    assert tried == set(places(START, pose))


@pytest.mark.rule("V-12")
def test_ends_and_points_between_segments_are_joints():
    straight = hedge("I").poses[1]
    assert straight.segments == (((3, 0), (4, 0)), ((2, 0), (3, 0)), ((1, 0), (2, 0)), ((0, 0), (1, 0)))
    # each of its five points, the two ends and the three between two segments, may meet the top end of the X
    assert [x for x, y in places(START, straight) if y == 1] == [-4, -3, -2, -1, 0]


@pytest.mark.rule("V-13")
def test_all_hedges_lie_on_one_grid():
    rng = np.random.default_rng(4)
    layout, _ = random_layout(rng, "LJUVNPWZ")
    for number in layout.colours:
        (a, b), (c, d) = (place(at) for at in ends(number))
        assert abs(a - c) + abs(b - d) == 1


@pytest.mark.rule("V-14")
@pytest.mark.rule("V-G1")
def test_hedges_share_joints_but_no_segments():
    pose = hedge("I").poses[0]  # upright, over the upper arm of the X
    for y in (-3, -2, -1, 0):
        assert why_not(START, pose, 0, y)[0] == "V-14"
    assert why_not(START, pose, 0, 1) is None
    for shape in WAYS:
        for pose, x, y in ways(START, hedge(shape)):
            new = {number + 2 * point(x, y) for number, _ in pose.edges}
            assert not new & set(START.colours)
            assert len(START.with_hedge("x", pose, x, y).colours) == 8


ROOM = """
    +-b-+-p-+-b-+
    y A         g
    +   +   +   +
    g           y
    +-b-+-p-+-b-+
"""


@pytest.mark.rule("V-15")
def test_no_hedge_inside_a_closed_area():
    areas = areas_of(ROOM)
    open_ = layout_of(ROOM)
    shut = layout_of(ROOM, areas)
    inside = set(areas[0].cells)
    for shape in WAYS:
        refused = set()
        for pose, x, y in ways(open_, hedge(shape)):
            within = any(cell in inside for number, _ in pose.edges for cell in _beside(number + 2 * point(x, y)))
            if within:
                refused.add((pose, x, y))
                assert why_not(shut, pose, x, y)[0] in ("V-15", "V-14")
        assert set(ways(open_, hedge(shape))) - set(ways(shut, hedge(shape))) == refused
    assert (
        sum(
            why_not(shut, pose, x, y) == ("V-15", "lay no hedge inside a closed area")
            for pose, x, y in ways(open_, hedge("U"))
        )
        > 0
    )


@pytest.mark.rule("V-G7")
def test_a_hedge_may_close_an_area_with_its_own_tail_inside():
    layout = layout_of("""
        +-b-+-p-+
        y       g
        +       +
        b       p
        +       +
    """)
    # from the left end along the bottom and then up into the middle: T, its stem inside
    pose, x, y = next(
        (pose, x, y)
        for pose, x, y in ways(layout, hedge("Y"))
        if (
            found := closed_by(layout.with_hedge("Y", pose, x, y).colours, [n + 2 * point(x, y) for n, _ in pose.edges])
        )
        and len(found) == 1
        and len(found[0].segments) == 9
    )
    assert why_not(layout, pose, x, y) is None
    after, found = laid_and_closed(layout, hedge("Y"), pose, x, y)
    assert len(found[0].cells) == 4
    assert flood(after.colours) == found


@pytest.mark.rule("V-G2")
def test_hedges_do_not_cross_straight_at_a_joint():
    cross = Layout().with_hedge("I", hedge("I").poses[0], 0, 0)
    flat = hedge("I").poses[1]
    straight_over = [(x, y) for x in (-3, -2, -1) for y in (1, 2, 3)]
    assert all(why_not(cross, flat, x, y)[0] == "V-G2" for x, y in straight_over)
    assert not set(straight_over) & set(places(cross, flat))
    assert set(straight_over) <= set(places(cross, flat, crossing=True))
    # an end at the middle of the other one is no crossing, nor are two bends that meet corner to corner
    assert {(-4, 2), (0, 2)} <= set(places(cross, flat))
    bend = Layout().with_hedge("V", hedge("V").poses[0], 0, 0)
    facing = [
        pose
        for pose in hedge("V", 1).poses
        if pose is not None and set(pose.flat) == {2 * WIDTH, 2 * WIDTH + 1} and set(pose.standing) == {2, WIDTH + 2}
    ]
    assert len(facing) == 2
    assert all((-2, -2) in places(bend, pose) for pose in facing)


@pytest.mark.rule("V-G5")
def test_hedges_may_be_turned_over_unless_the_option_forbids_it():
    turns = {action.turn for action in setup().new(1).legal_actions()}
    assert turns == set(range(8))
    strict = setup(2, flip="no").new(1)
    assert {action.turn for action in strict.legal_actions()} == set(range(4))
    flipped = next(action for action in setup().new(1).legal_actions() if action.turn == 4)
    with pytest.raises(IllegalActionError, match="V-G5"):
        strict.apply(flipped)
