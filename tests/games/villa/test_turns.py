"""Turns: drawing, closing areas, who places tokens in which order, the end of the game."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from paletti_sim.games import find_game
from paletti_sim.games.core.contract import random_play
from paletti_sim.games.core.errors import IllegalActionError, OptionError
from paletti_sim.games.villa.actions import Place, Put, Resolve
from paletti_sim.games.villa.areas import closed_by, flood
from paletti_sim.games.villa.garden import adjacent, majority
from paletti_sim.games.villa.supply import Supply
from paletti_sim.games.villa.turns import AREA, LAST_HEDGE, LAST_TOKEN, OVER, PLACE
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

ONE_BLUE = """
    +-b-+
    b A b
    +-g-+
"""
PINK_GREEN = """
    +-p-+
    g A g
    +-p-+
"""
BIG = """
    +-b-+-b-+-b-+
    p A         y
    +-b-+   +   +
    p           y
    +   +   +   +
    p           y
    +-b-+-p-+-g-+
"""
TWO = """
    +-b-+-p-+
    b A g B p
    +-y-+-p-+
"""


@pytest.mark.rule("V-4")
@pytest.mark.rule("V-6")
def test_every_player_has_ten_neutral_tokens_of_one_colour():
    for players in (2, 3, 4):
        state = setup(players).new(3)
        assert state.supplies == (Supply(10, ()),) * players
        assert len(set(state.setup.seating.colours)) == players
    assert setup(2, colours="pink,green").seating.colours == (PINK, GREEN)
    assert [each.left for each in expert(4).new(0).supplies] == [10] * 4


@pytest.mark.rule("V-5")
@pytest.mark.rule("V-10")
def test_the_bag_is_shuffled_and_the_next_hedge_has_to_be_taken():
    firsts = [setup().new(seed).hedge for seed in range(300)]
    assert set(firsts) == set(setup().hedges.ids)
    state = setup().new(0)
    assert sorted((state.hedge, *state.bag)) == sorted(setup().hedges.ids)
    assert all(isinstance(action, Place) for action in state.legal_actions())
    after = state.apply(state.legal_actions()[0])
    assert (after.hedge, after.bag) == (state.bag[0], state.bag[1:])


@pytest.mark.rule("V-7")
def test_the_first_player_is_the_first_seat_or_drawn():
    assert {setup(4).new(seed).actor for seed in range(20)} == {0}
    drawn = [setup(4, first="drawn").new(seed).actor for seed in range(200)]
    assert set(drawn) == {0, 1, 2, 3}
    state = setup(4, first="drawn").new(1)
    assert state.apply(state.legal_actions()[0]).actor == (state.actor + 1) % 4


@pytest.mark.rule("V-8")
def test_two_to_four_players():
    for players in (1, 5):
        with pytest.raises(OptionError, match="villa is for 2 to 4 players"):
            find_game("villa").setup(players)


@pytest.mark.rule("V-9")
def test_turns_go_clockwise():
    for players in (2, 3, 4):
        end = random_play(setup(players), 1)[-1][0]
        assert end.turns == tuple(number % players for number in range(len(end.turns)))


@pytest.mark.rule("V-16")
def test_a_hedge_that_closes_areas_of_any_size_finds_them_at_once():
    state = replace(setup().new(0), layout=layout_of(BIG.replace("-b-+-p-+-g-", "   +   +   ")), hedge="L-1")
    sizes = set()
    for action in state.legal_actions():
        after = state.apply(action)
        assert {area.cells for area in after.areas} == {area.cells for area in flood(after.layout.colours)}
        sizes |= {area.size for area in after.areas}
    assert {1, 2, 9} <= sizes


@pytest.mark.rule("V-17")
def test_the_active_player_chooses_the_order_of_areas():
    table = resolving(setup(2), TWO, "AB", active=1)
    assert (table.phase, table.actor) == (AREA, 1)
    assert list(table.legal_actions()) == [Resolve(1), Resolve(2)]
    for action in table.legal_actions():
        after = table.apply(action)
        assert [texts(area) for area in after.areas] == ["blue", "pink"]
    with pytest.raises(IllegalActionError, match="V-17"):
        table.apply(Resolve(3))
    # only one token left: the order decides where it goes
    both = "+-b-+-b-+\nb A g B b\n+-y-+-p-+"
    poor = resolving(setup(2), both, "AB", supplies={0: supply(1)})
    assert [texts(area) for area in poor.apply(Resolve(2)).areas] == ["", "blue"]
    assert [texts(area) for area in poor.apply(Resolve(1)).areas] == ["blue", ""]


@pytest.mark.rule("V-18")
def test_in_the_circle_the_order_is_open():
    made = setup(2, draw="circle")
    state = made.new(0)
    assert state.view(1).circle == state.view(None).circle == state.bag
    assert setup(2).new(0).view(0).circle == ()
    imagined = made.imagine(state.view(0), np.random.default_rng(0))
    assert imagined.bag == state.bag
    for hedge in state.bag[:5]:
        state = state.apply(state.legal_actions()[0])
        assert state.hedge == hedge


@pytest.mark.rule("V-19")
@pytest.mark.rule("V-21")
def test_whoever_has_most_segments_places_one_token():
    """The first example: three blue segments and one green."""
    for active in (0, 1):
        table = resolving(setup(2, colours="blue,green"), ONE_BLUE, "A", active=active)
        assert table.areas[0].counts == (3, 0, 0, 1)
        assert texts(table.areas[0]) == "blue"
        assert [each.left for each in table.supplies] == [9, 10]


@pytest.mark.rule("V-20")
def test_colours_that_nobody_plays_are_ignored():
    """The first two examples, once more without blue and without green."""
    assert texts(resolving(setup(2, colours="pink,green"), ONE_BLUE, "A").areas[0]) == "green"
    assert texts(resolving(setup(2, colours="pink,blue"), PINK_GREEN, "A").areas[0]) == "pink"
    assert texts(resolving(setup(3, colours="pink,blue,yellow"), PINK_GREEN, "A", active=1).areas[0]) == "pink"


@pytest.mark.rule("V-22")
@pytest.mark.rule("V-23")
def test_tied_players_place_from_the_left_and_the_active_one_last():
    """The second example: pink and green have two each, pink has closed the area."""
    made = setup(4)  # blue, pink, yellow, green around the table
    assert texts(resolving(made, PINK_GREEN, "A", active=1).areas[0]) == "green pink"
    assert texts(resolving(made, PINK_GREEN, "A", active=3).areas[0]) == "pink green"
    all_four = "+-b-+\np A y\n+-g-+"
    orders = [texts(resolving(made, all_four, "A", active=active).areas[0]) for active in range(4)]
    assert orders == [
        "pink yellow green blue",
        "yellow green blue pink",
        "green blue pink yellow",
        "blue pink yellow green",
    ]


@pytest.mark.rule("V-G23")
def test_tied_players_of_whom_none_is_active_place_clockwise_from_the_left():
    made = setup(4)
    assert texts(resolving(made, PINK_GREEN, "A", active=0).areas[0]) == "pink green"
    assert texts(resolving(made, PINK_GREEN, "A", active=2).areas[0]) == "green pink"


@pytest.mark.rule("V-24")
@pytest.mark.rule("V-G6")
def test_a_segment_inside_counts_once():
    """The example of an area with five blue segments, one of them inside."""
    area = areas_of(BIG)[0]
    assert area.counts == (5, 4, 3, 1)
    assert len(area.segments) == 13
    edges, _ = edges_of(BIG)
    (walked,) = closed_by(edges, edges)
    assert walked.segments == area.segments


@pytest.mark.rule("V-25")
def test_an_area_without_a_segment_of_a_colour_in_play_stays_empty():
    table = resolving(setup(2, colours="yellow,blue"), PINK_GREEN, "A")
    assert (table.areas[0].owners, texts(table.areas[0])) == ((), "")
    assert table.phase == PLACE
    assert [each.left for each in table.supplies] == [10, 10]


@pytest.mark.rule("V-26")
def test_who_merely_closes_an_area_gets_nothing():
    """The third example: pink closes the area that blue has most segments of."""
    table = resolving(setup(4), BIG, "A", active=1)
    assert texts(table.areas[0]) == "blue"
    assert [each.left for each in table.supplies] == [9, 10, 10, 10]


@pytest.mark.rule("V-28")
def test_the_game_ends_with_the_turn_of_a_last_token():
    last = resolving(setup(2), TWO, "A", supplies={0: supply(1)})
    assert (last.phase, last.reason, last.actor) == (OVER, LAST_TOKEN, None)
    assert last.outcome is not None
    # also off turn
    assert resolving(setup(2), TWO, "A", active=1, supplies={0: supply(1)}).phase == OVER
    # at the end of the turn: the other area is still resolved
    table = resolving(setup(2), TWO, "AB", supplies={0: supply(1)}).apply(Resolve(1))
    assert [texts(area) for area in table.areas] == ["blue", "pink"]
    assert table.phase == OVER
    assert resolving(setup(2), TWO, "A", supplies={0: supply(2)}).phase == PLACE


@pytest.mark.rule("V-29")
def test_the_game_ends_with_the_last_hedge():
    table = resolving(setup(2), TWO, "A", bag=())
    assert (table.phase, table.reason) == (OVER, LAST_HEDGE)
    end = random_play(setup(2), 0)[-1][0]
    assert (end.reason, len(end.layout.laid)) == (LAST_HEDGE, 33)
    with pytest.raises(IllegalActionError, match="V-28"):
        end.apply(Place(0, 0, 0))


@pytest.mark.rule("V-G3")
def test_who_has_no_token_left_places_none_and_the_others_do():
    tied = "+-b-+-b-+\nb A p B p\n+-y-+-p-+"
    # blue has one token for two areas: in B, where pink is tied, only pink places
    table = resolving(setup(2), tied.replace("b A p", "b A g"), "AB", supplies={0: supply(1)})
    after = table.apply(Resolve(1))
    assert [texts(area) for area in after.areas] == ["blue", "pink"]
    assert after.reason == LAST_TOKEN
    equal = "+-b-+-b-+\nb A g B p\n+-y-+-p-+"
    both = resolving(setup(2, colours="blue,pink"), equal.replace("-p-+", "-b-+"), "AB", supplies={0: supply(1)})
    assert [texts(area) for area in both.apply(Resolve(1)).areas] == ["blue", ""]


@pytest.mark.rule("V-G29")
def test_the_order_of_the_bag_is_hidden_and_what_is_in_it_is_not():
    state = setup().new(0)
    other = replace(state, bag=tuple(reversed(state.bag)))
    assert other.view(0) == state.view(0)
    assert state.view(0).left == tuple(sorted(state.bag))
    assert state.view(0).hedge == state.hedge
    assert "bag" not in state.view(0).to_json()


@pytest.mark.rule("V-50")
def test_an_area_belongs_to_the_colours_with_most_segments():
    assert majority((3, 0, 0, 1), NONE, (0, 1, 2, 3)) == (BLUE,)
    assert majority((1, 2, 0, 2), NONE, (0, 1, 2, 3)) == (PINK, GREEN)
    assert majority((1, 2, 0, 2), NONE, (0, 2)) == (BLUE,)
    assert majority((0, 0, 4, 0), NONE, (0, 1)) == ()
    (area,) = areas_of(ONE_BLUE)
    edges, _ = edges_of(ONE_BLUE)
    assert area.segments == set(edges)
    assert not flood(edges_of(ONE_BLUE.replace("-g-", "   "))[0])  # not fully enclosed


@pytest.mark.rule("V-51")
def test_adjacent_areas_share_a_segment_not_only_a_corner():
    four = """
        +-b-+-p-+
        b A y B p
        +-g-+-g-+
        b C y D p
        +-b-+-p-+
    """
    areas = areas_of(four)
    assert [adjacent(areas, number) for number in range(4)] == [[1, 2], [0, 3], [0, 3], [1, 2]]


@pytest.mark.rule("V-53")
def test_the_dimension_is_the_number_of_spaces():
    sizes = {text: areas_of(text)[0].size for text in (ONE_BLUE, BIG)}
    assert list(sizes.values()) == [1, 9]


def test_a_basic_token_needs_no_choice():
    table = resolving(setup(2), ONE_BLUE, "A")
    assert table.phase == PLACE
    with pytest.raises(IllegalActionError, match="V-11"):
        table.apply(Put())
