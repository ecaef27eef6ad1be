"""The expert rules: Features placed, what they do during the game and score at its end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paletti_sim.games.core.errors import IllegalActionError, OptionError
from paletti_sim.games.villa.actions import Pass, Put, Resolve, Swap, Turn
from paletti_sim.games.villa.features import ABOUT, FEATURES, connected, feature_points
from paletti_sim.games.villa.garden import adjacent, closed, majority
from paletti_sim.games.villa.scoring import points_of
from paletti_sim.games.villa.turns import LAST_HEDGE, OVER, PLACE, SWAP, TOKEN, WELL
from tests.games.villa.helpers import (
    BLUE,
    GREEN,
    NONE,
    PINK,
    areas_of,
    edges_of,
    expert,
    layout_of,
    resolving,
    setup,
    supply,
    texts,
)

ROW = """
    +-b-+-p-+-y-+
    b A b B p C y
    +-g-+-y-+-b-+
        p D g
        +-b-+
"""
A, B, C, D = range(4)
ONE = """
    +-b-+
    b A b
    +-g-+
"""


def all_kinds(*names, **options):
    return expert(features=",".join(names), **options)


def score(feature, at, colour, stacks=None, by="majority", owners=None, text=ROW):
    return feature_points(areas_of(text, stacks, owners=owners), at, colour, feature, by)


@pytest.mark.rule("V-32")
@pytest.mark.rule("V-G27")
def test_all_have_the_same_three_features_drawn_by_the_seed():
    drawn = set()
    for seed in range(400):
        state = expert(3).new(seed)
        assert len(set(state.features)) == 3
        assert state.supplies == (supply(7, *state.features),) * 3
        drawn.add(state.features)
    assert {feature for each in drawn for feature in each} == set(FEATURES) == set(ABOUT)
    assert len(FEATURES) == 10
    assert len(drawn) > 100  # of 120
    assert setup().new(0).features == ()
    assert all_kinds("well", "trees", "bridge").new(0).features == ("well", "trees", "bridge")
    with pytest.raises(OptionError, match="3 different names"):
        all_kinds("well", "well", "bridge")
    with pytest.raises(OptionError, match="add rules=expert"):
        setup(2, features="well,trees,bridge")


@pytest.mark.rule("V-33")
@pytest.mark.rule("V-34")
def test_a_feature_only_on_the_own_turn_with_most_segments():
    made = all_kinds("bridge", "trees", "gazebo")
    own = resolving(made, ONE, "A", active=0)
    assert (own.phase, own.actor) == (TOKEN, 0)
    assert list(own.legal_actions()) == [Put(), Put("bridge"), Put("trees"), Put("gazebo")]
    assert texts(own.apply(Put()).areas[0]) == "blue"
    after = own.apply(Put("trees"))
    assert texts(after.areas[0]) == "blue-trees"
    assert after.supplies[0] == supply(7, "bridge", "gazebo")
    # off turn blue's neutral token is placed without a choice
    other = resolving(made, ONE, "A", active=1)
    assert (other.phase, texts(other.areas[0])) == (PLACE, "blue")
    # ties count as most, and the active player's token is on top
    tied = resolving(made, "+-b-+\nb A p\n+-p-+", "A", active=1)
    assert tied.actor == 1
    assert texts(tied.apply(Put("bridge")).areas[0]) == "blue pink-bridge"
    # an area that was closed before is not touched
    assert resolving(made, ROW, "A", active=0).apply(Put("trees")).areas[B].stack == ()


@pytest.mark.rule("V-36")
@pytest.mark.rule("V-G10")
def test_off_turn_with_features_only_the_owner_chooses_which_is_turned():
    made = all_kinds("bridge", "trees", "gazebo")
    table = resolving(made, ONE, "A", active=1, supplies={0: supply(0, "bridge", "gazebo")})
    assert (table.active, table.phase, table.actor) == (1, TOKEN, 0)
    assert list(table.legal_actions()) == [Turn("bridge"), Turn("gazebo")]
    after = table.apply(Turn("gazebo"))
    assert texts(after.areas[0]) == "blue"
    assert (after.supplies[0], after.active, after.phase) == (supply(0, "bridge"), 0, PLACE)
    with pytest.raises(IllegalActionError, match="V-33"):
        table.apply(Put("bridge"))
    # with one Feature there is nothing to choose
    one = resolving(made, ONE, "A", active=1, supplies={0: supply(0, "bridge")})
    assert texts(one.areas[0]) == "blue"
    # with a neutral token none is turned
    rich = resolving(made, ONE, "A", active=0, supplies={0: supply(1, "bridge")})
    with pytest.raises(IllegalActionError, match="V-36"):
        rich.apply(Turn("bridge"))


@pytest.mark.rule("V-G9")
def test_on_the_own_turn_with_features_only_one_may_be_placed_as_it_is_or_turned():
    table = resolving(all_kinds("bridge", "trees", "gazebo"), ONE, "A", supplies={0: supply(0, "bridge", "trees")})
    assert list(table.legal_actions()) == [Turn("bridge"), Turn("trees"), Put("bridge"), Put("trees")]
    assert texts(table.apply(Turn("trees")).areas[0]) == "blue"
    assert texts(table.apply(Put("trees")).areas[0]) == "blue-trees"


@pytest.mark.rule("V-37")
def test_features_refer_to_the_area_where_they_lie():
    for feature in ("bridge", "gazebo", "column", "statue", "flowerbed", "trees"):
        for at in range(4):
            areas = areas_of(ROW, {"ABCD"[at]: f"blue-{feature}"})
            expected = feature_points(areas, at, BLUE, feature)
            assert points_of(areas, BLUE, 1).features == ((feature, at, expected),)
    # the same Feature scores otherwise elsewhere
    assert [score("column", at, BLUE) for at in range(4)] == [6, 2, 2, 2]


@pytest.mark.rule("V-38")
@pytest.mark.rule("V-G15")
def test_bridge_counts_all_areas_of_its_dimension():
    assert score("bridge", A, BLUE) == 8
    assert score("bridge", A, BLUE, {"B": "pink", "C": "blue"}) == 8  # with or without tokens
    five_and_six = """
        +-b-+-b-+-b-+-b-+-b-+
        b A                 b
        +-b-+-b-+-b-+-b-+-b-+-b-+
        b B                     b
        +-b-+-b-+-b-+-b-+-b-+-b-+
    """
    assert score("bridge", 0, BLUE, text=five_and_six) == 2
    assert [area.points for area in areas_of(five_and_six)] == [4, 4]


@pytest.mark.rule("V-39")
@pytest.mark.rule("V-G16")
def test_gazebo_counts_adjacent_areas_without_its_colour():
    assert score("gazebo", B, BLUE) == 9  # A, C and D, all empty
    assert score("gazebo", B, BLUE, {"A": "blue", "C": "pink"}) == 6
    assert score("gazebo", B, BLUE, {"A": "pink blue yellow", "C": "pink"}) == 6
    assert score("gazebo", A, BLUE, {"B": "blue-well"}) == 0
    assert score("gazebo", A, PINK, {"A": "pink", "B": "blue-well"}) == 3  # the own area does not matter


@pytest.mark.rule("V-40")
def test_column_counts_segments_of_its_colour():
    assert [score("column", A, colour) for colour in range(4)] == [6, 0, 0, 2]
    assert [score("column", B, colour) for colour in range(4)] == [2, 4, 2, 0]


@pytest.mark.rule("V-41")
@pytest.mark.rule("V-G17")
def test_statue_needs_every_segment_to_be_shared():
    framed = """
        +-b-+-p-+-y-+
        b A         y
        +   +-g-+   +
        b   p B b   y
        +   +-y-+   +
        g           g
        +-b-+-p-+-y-+
    """
    # B lies in A: not possible in the game, where all hangs together; here all four are shared with one area
    assert score("statue", 1, PINK, text=framed) == 6
    assert [score("statue", at, BLUE) for at in range(4)] == [0, 0, 0, 0]
    plus = """
            +-b-+
            b A p
        +-g-+-y-+-b-+
        b B p C g D p
        +-y-+-b-+-y-+
            g E p
            +-y-+
    """
    areas = areas_of(plus)
    assert [feature_points(areas, at, BLUE, "statue") for at in range(5)] == [0, 0, 6, 0, 0]
    # a segment inside belongs to no other area
    inner = """
        +-b-+-p-+-y-+-g-+
        b A             y
        +   +-g-+-b-+   +
        b   p B     b   y
        +   +   +-p-+   +
        b   p       b   y
        +   +-y-+-y-+   +
        g               g
        +-b-+-p-+-y-+-b-+
    """
    assert score("statue", 1, PINK, text=inner) == 0


@pytest.mark.rule("V-42")
@pytest.mark.rule("V-G18")
def test_flowerbed_counts_adjacent_areas_with_a_feature_of_anybody_at_any_height():
    assert score("flowerbed", B, BLUE) == 0
    assert score("flowerbed", B, BLUE, {"A": "pink-bridge blue yellow"}) == 3
    assert score("flowerbed", B, BLUE, {"A": "pink-bridge green-well", "C": "blue-sundial", "D": "pink"}) == 6
    assert score("flowerbed", B, BLUE, {"B": "blue-flowerbed pink-well"}) == 0
    assert score("flowerbed", A, BLUE, {"D": "blue-well"}) == 0  # not adjacent


CHAIN = """
    +-b-+-b-+-p-+-b-+-b-+
    b A b B p C p D b E b
    +-b-+-b-+-p-+-b-+-b-+
"""


@pytest.mark.rule("V-43")
@pytest.mark.rule("V-52")
@pytest.mark.rule("V-G14")
def test_trees_count_the_connected_group_with_their_own_area():
    assert [score("trees", at, BLUE, text=CHAIN) for at in range(5)] == [4, 4, 10, 4, 4]
    assert [score("trees", at, PINK, text=CHAIN) for at in (2,)] == [2]
    assert connected(areas_of(CHAIN), 0, BLUE) == {0, 1}
    # a tied area belongs to each of the tied colours
    tied = CHAIN.replace("+-b-+-b-+-p-+", "+-b-+-p-+-p-+")
    assert [area.owners for area in areas_of(tied)[:3]] == [(BLUE,), (PINK,), (PINK,)]
    both = tied.replace("b A b B p", "b A b B b")
    assert areas_of(both)[1].owners == (BLUE, PINK)
    assert [score("trees", 0, BLUE, text=both), score("trees", 2, PINK, text=both)] == [4, 4]
    # a corner does not connect
    corner = "+-b-+\nb A b\n+-b-+-b-+\n    b B b\n    +-b-+"
    assert score("trees", 0, BLUE, text=corner) == 2


@pytest.mark.rule("V-G13")
def test_areas_belong_by_the_majority_at_closing_or_by_tokens():
    # after a swap the Trees may lie in an area that is not blue's: it counts, and so do blue's areas around it
    assert connected(areas_of(CHAIN), 2, BLUE) == {0, 1, 2, 3, 4}
    fountain = {"C": (BLUE, PINK)}
    assert score("trees", 0, BLUE, text=CHAIN, owners=fountain) == 10
    # by tokens: areas with a blue token in them
    stacks = {"A": "blue-trees", "B": "pink", "D": "blue"}
    assert score("trees", 0, BLUE, stacks, "token", text=CHAIN) == 2
    assert score("trees", 0, BLUE, {**stacks, "B": "blue", "C": "green blue"}, "token", text=CHAIN) == 8


@pytest.mark.rule("V-44")
@pytest.mark.rule("V-G19")
def test_bird_bath_swaps_with_the_top_of_an_adjacent_area():
    made = all_kinds("bird-bath", "trees", "gazebo", players=3)
    stacks = {"B": "pink-column yellow", "C": "pink", "D": "blue"}
    table = resolving(made, ROW, "A", active=0, stacks=stacks).apply(Put("bird-bath"))
    assert (table.phase, table.actor) == (SWAP, 0)
    assert list(table.legal_actions()) == [Swap(2), Pass()]
    after = table.apply(Swap(2))
    assert [texts(area) for area in after.areas] == ["yellow", "pink-column blue-bird-bath", "pink", "blue"]
    assert [each.placed for each in after.supplies] == [1, 0, 0]  # a token that moves is placed by its owner still
    assert [texts(area) for area in table.apply(Pass()).areas] == ["blue-bird-bath", *stacks.values()]
    with pytest.raises(IllegalActionError, match="V-44"):
        table.apply(Swap(3))
    # a Feature keeps its face
    face = resolving(made, ROW, "A", stacks={"B": "pink-column"}).apply(Put("bird-bath")).apply(Swap(2))
    assert [texts(area) for area in face.areas[:2]] == ["pink-column", "blue-bird-bath"]
    assert points_of(face.areas, PINK, 1).features == (("column", A, 0),)


@pytest.mark.rule("V-G19")
def test_areas_that_still_wait_are_no_target():
    made = all_kinds("bird-bath", "trees", "gazebo")
    table = resolving(made, ROW, "AB", active=0)
    after = table.apply(Resolve(1)).apply(Put("bird-bath"))
    assert after.phase != SWAP  # B is empty
    later = table.apply(Resolve(2))
    assert texts(later.areas[B]) == "pink"
    assert list(later.apply(Put("bird-bath")).legal_actions()) == [Swap(2), Pass()]


@pytest.mark.rule("V-46")
def test_sundial_gives_one_extra_turn():
    made = all_kinds("sundial", "trees", "gazebo")
    table = resolving(made, ONE, "A", active=0)
    after = table.apply(Put("sundial"))
    assert (after.active, after.phase, after.again) == (0, PLACE, False)
    assert after.turns == (0, 0)
    assert table.apply(Put()).active == 1
    # only one: after the extra turn the next player is on turn
    quiet = next(a for a in after.legal_actions() if not after.apply(a).areas[1:])
    assert after.apply(quiet).active == 1
    # not when the end was triggered on this turn
    end = resolving(made, ONE, "A", active=0, supplies={0: supply(0, "sundial")}).apply(Put("sundial"))
    assert end.phase == OVER


@pytest.mark.rule("V-G20")
def test_other_areas_come_before_the_extra_turn():
    made = all_kinds("sundial", "trees", "gazebo")
    table = resolving(made, "+-b-+-p-+\nb A b B b\n+-y-+-b-+", "AB", active=0).apply(Resolve(1))
    after = table.apply(Put("sundial"))
    assert (after.phase, after.resolving) == (TOKEN, 1)
    done = after.apply(Put())
    assert (done.phase, done.active) == (PLACE, 0)
    # the extra turn is a turn like any other: the end is looked for after it
    last = replace(done, bag=())
    over = last.apply(next(a for a in last.legal_actions() if last.apply(a).phase == OVER))
    assert over.reason == LAST_HEDGE


@pytest.mark.rule("V-G21")
def test_no_extra_turn_after_the_last_hedge():
    end = resolving(all_kinds("sundial", "trees", "gazebo"), ONE, "A", bag=()).apply(Put("sundial"))
    assert (end.phase, end.reason) == (OVER, LAST_HEDGE)


OPEN = """
    +-b-+-p-+
    b A b   p
    +-g-+
"""


@pytest.mark.rule("V-47")
def test_fountain_counts_as_a_segment_in_adjacent_areas_closed_later():
    areas = areas_of(OPEN, {"A": "pink-fountain"}, (0, 1))
    made = all_kinds("fountain", "trees", "gazebo")
    state = replace(made.new(0), layout=layout_of(OPEN, areas), areas=areas, hedge="L-1")
    told = 0
    for action in state.legal_actions():
        for area in state.apply(action).areas[1:]:
            beside = not area.segments.isdisjoint(areas[0].segments)
            assert area.bonus == ((0, 1, 0, 0) if beside else NONE)
            assert area.owners == majority(area.counts, area.bonus, (0, 1))
            told += beside and area.owners != majority(area.counts, NONE, (0, 1))
    assert told > 0


@pytest.mark.rule("V-47")
@pytest.mark.rule("V-G12")
def test_fountain_is_not_retroactive_and_adds_up():
    made = all_kinds("fountain", "trees", "gazebo", players=4)
    table = resolving(made, ROW, "AB", active=0)
    before = [(area.bonus, area.owners) for area in table.areas]
    after = table.apply(Resolve(1)).apply(Put("fountain"))
    assert [(area.bonus, area.owners) for area in after.areas] == before  # B waits, and was closed before
    edges, _ = edges_of(ROW)
    areas = areas_of(ROW, {"A": "blue-fountain", "C": "green-fountain blue", "D": "green"})
    new = closed(areas[B], edges, (0, 1, 2, 3), [areas[A], areas[C], areas[D]], 9)
    assert (new.counts, new.bonus) == ((1, 2, 1, 0), (1, 0, 0, 1))
    assert new.owners == (BLUE, PINK)
    # not for Column, and a colour without a segment may win
    assert feature_points([new], 0, BLUE, "column") == 2
    two = areas_of(ROW, {"A": "green-fountain", "C": "green-fountain"})
    alone = closed(areas[B], edges, (0, 2, 3), [two[A], two[C]], 9)
    assert (alone.counts[GREEN], alone.owners) == (0, (GREEN,))
    # a Fountain that the Bird Bath has moved acts from where it lies now
    moved = areas_of(ROW, {"A": "blue", "D": "pink-fountain"})
    assert closed(areas[B], edges, (0, 1), [moved[A], moved[D]], 9).bonus == (0, 1, 0, 0)
    assert closed(areas[A], edges, (0, 1), [moved[D]], 9).bonus == NONE  # D is not beside A


@pytest.mark.rule("V-48")
@pytest.mark.rule("V-G11")
def test_well_with_exactly_one_segment_even_without_most():
    made = expert(3, features="well,trees,gazebo")
    text = "+-b-+\nb A p\n+-y-+"
    table = resolving(made, text, "A", active=1)
    assert texts(table.areas[0]) == "blue"
    assert (table.phase, table.actor) == (WELL, 1)
    assert list(table.legal_actions()) == [Put("well"), Pass()]
    after = table.apply(Put("well"))
    assert texts(after.areas[0]) == "blue pink-well"
    assert after.supplies[1] == supply(7, "trees", "gazebo")
    kept = table.apply(Pass())
    assert (texts(kept.areas[0]), kept.supplies[1]) == ("blue", supply(7, "well", "trees", "gazebo"))
    # after it is kept, the next area is resolved as ever
    more = (
        resolving(made, "+-b-+-b-+\nb A p B b\n+-b-+-y-+", "AB", active=1).apply(Resolve(1)).apply(Pass()).apply(Pass())
    )
    assert [texts(area) for area in more.areas] == ["blue", "blue"]
    quiet = resolving(made, "+-b-+-b-+\np A b B b\n+-b-+-y-+", "AB", active=1).apply(Resolve(1)).apply(Pass())
    assert ([texts(area) for area in quiet.areas], quiet.phase) == (["blue", "blue"], PLACE)
    # it can be the last token
    end = resolving(made, text, "A", active=1, supplies={1: supply(0, "well")}).apply(Put("well"))
    assert end.phase == OVER
    # not off turn, not with two segments, not without any
    assert resolving(made, text, "A", active=0).phase == TOKEN
    none = resolving(made, "+-b-+\nb A b\n+-y-+", "A", active=1)
    two = resolving(made, "+-b-+-b-+\nb A     b\n+-p-+-p-+", "A", active=1)
    assert (none.phase, two.phase) == (PLACE, PLACE)
    # a Fountain is no segment
    areas = areas_of(ROW, {"A": "pink-fountain"})
    edges, _ = edges_of(ROW)
    beside = closed(areas[B], edges, (0, 1, 2), [areas[A]], 9)
    assert beside.counts[PINK] + beside.bonus[PINK] == 3


@pytest.mark.rule("V-49")
def test_well_where_it_has_no_single_segment_is_placed_neutral():
    made = all_kinds("well", "trees", "gazebo")
    three = resolving(made, ONE, "A", active=0)
    assert Put("well") not in three.legal_actions()
    with pytest.raises(IllegalActionError, match="V-49"):
        three.apply(Put("well"))
    must = resolving(made, ONE, "A", active=0, supplies={0: supply(0, "well")})
    assert texts(must.areas[0]) == "blue"  # the only token: turned over, nothing to choose
    # with one segment and most, it is placed like any Feature
    single = resolving(all_kinds("well", "trees", "gazebo"), "+-b-+\ny A g\n+-y-+", "A", active=0)
    assert Put("well") in single.legal_actions()
    assert texts(single.apply(Put("well")).areas[0]) == "blue-well"
    assert single.apply(Put()).phase == PLACE  # and not offered once more
    # off turn it is turned over like any Feature
    off = resolving(made, "+-b-+\ny A g\n+-y-+", "A", active=1, supplies={0: supply(0, "well")})
    assert texts(off.areas[0]) == "blue"


@pytest.mark.rule("V-G8")
def test_several_features_in_one_turn_one_an_area():
    made = all_kinds("well", "trees", "gazebo")
    table = resolving(made, "+-b-+-p-+\nb A b B b\n+-y-+-b-+", "AB", active=0).apply(Resolve(1))
    table = table.apply(Put("trees"))
    table = table.apply(Put("gazebo"))
    assert [texts(area) for area in table.areas] == ["blue-trees", "blue-gazebo"]
    assert table.phase == PLACE
    # a Feature in one area does not keep the Well from another
    pair = resolving(made, "+-b-+-p-+\nb A y B b\n+-b-+-p-+", "AB", active=0).apply(Resolve(1)).apply(Put("trees"))
    assert (pair.phase, pair.resolving) == (WELL, 1)
    assert texts(pair.apply(Put("well")).areas[1]) == "pink blue-well"
    # two colours: blue has most and one Feature lies; the Well of yellow, with one segment, may not follow
    two = expert(2, sides="two-colours", features="well,trees,gazebo")
    first = resolving(two, "+-b-+\nb A y\n+-p-+", "A", active=0)
    assert first.apply(Put("trees")).phase == PLACE
    assert first.apply(Put()).phase == WELL


def test_features_that_act_during_the_game_score_nothing():
    for feature in ("bird-bath", "sundial", "fountain", "well"):
        assert [score(feature, at, BLUE) for at in range(4)] == [0] * 4
    assert adjacent(areas_of(ROW), B) == [A, C, D]
