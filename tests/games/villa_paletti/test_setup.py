"""Pieces and set-up: P-1 to P-8, P-G15, P-G16."""

from __future__ import annotations

from collections import Counter

import pytest

from paletti_sim.games.core.errors import OptionError
from paletti_sim.games.core.protocol import JUDGE
from paletti_sim.games.villa_paletti import board as at
from paletti_sim.games.villa_paletti.actions import Colour, Lay, Place, Take
from paletti_sim.games.villa_paletti.layouts import LAYOUTS
from paletti_sim.games.villa_paletti.pieces import COLOURS, column_names, pieces_of
from paletti_sim.tower.footprint import Footprint, overlap_m, sticks_out_m
from paletti_sim.tower.lying import covers
from tests.games.villa_paletti.helpers import STAND, play, refused, setup, start, with_board


@pytest.mark.rule("P-1")
def test_twenty_columns_each_colour_worth_eight():
    columns = pieces_of(0).columns
    assert len(columns) == 20
    for colour in COLOURS:
        own = [c for c in columns.values() if c.name.startswith(colour)]
        assert Counter((c.shape, c.points) for c in own) == {("round", 1): 3, ("hex", 2): 1, ("round", 3): 1}
        assert sum(c.points for c in own) == 8
    # the thick one is the round one worth three
    assert columns["red-thick"].outline.size > columns["red-thin-1"].outline.size


@pytest.mark.rule("P-2")
def test_columns_on_the_base_stand_on_the_site_inside_the_rim():
    state = play(setup(4, layout="by-hand", colours="red,blue,yellow,green").new(0))
    board = state.board
    site, base = board.pieces.base.site.size[0], board.pieces.base.outline.size[0]
    assert site < base
    edge = 1000 * site / 2 - 7.5  # a thin column is 15 mm across
    refused(state, Place("green-thin-1", edge + 0.01, 0.0), "P-5")
    assert state.apply(Place("green-thin-1", edge, 0.0)).board.tower.by_name["green-thin-1"].at_m[0] == edge / 1000


@pytest.mark.rule("P-3")
def test_five_floors_from_biggest_to_smallest_blue_is_concave():
    floors = pieces_of(0).floors
    assert list(floors) == ["blue", "green", "yellow", "orange", "red"]
    areas = [floor.outline.area_m2 for floor in floors.values()]
    assert areas == sorted(areas, reverse=True)
    assert len({floor.outline.points for floor in floors.values()}) == 5
    blue = floors["blue"].outline.shape
    assert blue.convex_hull.area > 1.1 * blue.area


@pytest.mark.rule("P-4")
@pytest.mark.parametrize("by", ["lift", "hook"])
def test_a_column_is_drawn_by_hand_or_with_the_hook_and_the_seal_shows_a_colour(by):
    state = play(start(turn=0), Take("red-hex", by), STAND)
    assert state.board.attempt.by == by
    rolled = {setup(4, rulings="publisher").new(seed).board.rolled for seed in range(40)}
    assert rolled == set(COLOURS)


def by_hand(players=4):
    return setup(players, layout="by-hand", colours={4: "red,blue,yellow,green", 3: "red,blue,yellow"}[players]).new(0)


@pytest.mark.rule("P-5")
def test_columns_are_placed_in_turn_upright_on_the_site_none_overlapping():
    state = by_hand()
    assert state.actor == 3
    assert state.board.box == column_names()
    state = state.apply(Place("green-thick", 0.0, 0.0))
    assert state.actor == 0
    refused(state, Place("red-thick", 29.9, 0.0), "P-5")
    refused(state, Place("green-hex", 60.0, 0.0), "P-G15")
    refused(state, Place("green-thick", 60.0, 0.0), "P-5")
    state = state.apply(Place("red-thick", 30.0, 0.0))
    assert state.actor == 1
    assert set(state.board.tower.by_name) == {"green-thick", "red-thick"}


@pytest.mark.rule("P-6")
def test_the_blue_floor_is_laid_inside_the_base_and_leaves_columns_free():
    state = by_hand()
    while state.board.phase == at.PLACE:
        state = state.apply(state.legal_actions()[0])
    assert state.actor == 3
    assert state.board.phase == at.BLUE
    refused(state, Lay("blue", 60.0, 0.0), "P-6")
    refused(state, Lay("green", 0.0, 0.0), "P-3")
    state = state.apply(Lay("blue", 0.0, 0.0))
    assert state.actor == JUDGE
    state = state.apply(STAND)
    assert (state.actor, state.board.phase) == (3, at.TURN)
    # the grid of the ready layout has columns beside the crescent as well
    board = start().board
    covered = [c for c in board.tower.levels[0].columns if covers(board.tower.floors[0].plan, c)]
    assert 3 <= len(covered) < 20


@pytest.mark.rule("P-7")
@pytest.mark.parametrize(("players", "picks"), [(4, 4), (3, 3), (2, 4)])
def test_colours_are_chosen_in_turn_and_the_last_one_starts(players, picks):
    state = setup(players).new(3).apply(STAND)
    first = state.actor
    order = []
    for left in range(4, 4 - picks, -1):
        order.append(state.actor)
        assert len(state.legal_actions()) == left
        taken = state.board.colours[state.actor]
        if taken:
            refused(state, Colour(taken[0]), "P-7")
        state = state.apply(state.legal_actions()[-1])
    assert order == [(first + k) % players for k in range(picks)]
    assert state.board.phase == at.TURN
    assert state.actor == order[-1]
    colours = [colour for own in state.board.colours for colour in own]
    assert len(set(colours)) == picks


@pytest.mark.rule("P-7")
def test_colours_can_be_given_and_then_the_one_before_the_youngest_starts():
    assert setup(4, colours="red,blue,yellow,green").new(0).apply(STAND).actor == 3
    assert setup(4, colours="red,blue,yellow,green", youngest=2).new(0).apply(STAND).actor == 1
    for wrong in ("red,blue,yellow", "red,red,blue,green", "red,blue,yellow,pink", "red+blue,yellow,green,red"):
        with pytest.raises(OptionError, match="colours"):
            setup(4, colours=wrong)
    with pytest.raises(OptionError, match="youngest"):
        setup(2, youngest=2)


@pytest.mark.rule("P-8")
def test_four_players_own_one_colour_each():
    state = setup(4).new(0).apply(STAND)
    for _ in range(4):
        state = state.apply(state.legal_actions()[0])
    assert sorted(state.board.colours) == sorted((colour,) for colour in COLOURS)


@pytest.mark.rule("P-G15")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_seeded_layouts_obey_the_rules_of_setting_up(layout):
    towers = [setup(4, layout=layout).new(seed).board.tower for seed in (0, 0, 1)]
    assert towers[0] == towers[1] != towers[2]
    for tower in towers:
        feet = [Footprint.of(column) for column in tower.columns]
        assert len(feet) == 20
        assert max(sticks_out_m(foot, Footprint(tower.base.site)) for foot in feet) <= 0
        assert max(overlap_m(one, two) for k, one in enumerate(feet) for two in feet[:k]) <= -0.0029


@pytest.mark.rule("P-G15")
def test_with_three_the_neutral_columns_are_placed_when_the_own_ones_stand():
    state = by_hand(3)
    order = []
    while state.board.phase == at.PLACE:
        action = state.legal_actions()[0]
        order.append((state.actor, action.column.split("-")[0]))
        state = state.apply(action)
    assert order[:15] == [(2, "yellow"), (0, "red"), (1, "blue")] * 5
    assert order[15:] == [(2, "green"), (0, "green"), (1, "green"), (2, "green"), (0, "green")]


@pytest.mark.rule("P-G16")
def test_the_roll_says_who_picks_first_or_which_colour_the_roller_gets():
    for seed in range(12):
        board = setup(4, youngest=1).new(seed).apply(STAND).board
        assert board.deciding == (1 + COLOURS.index(board.rolled)) % 4
        assert board.colours == ((),) * 4
        board = setup(4, youngest=1, rulings="publisher").new(seed).apply(STAND).board
        assert board.colours == ((), (board.rolled,), (), ())
        assert board.deciding == 2
    # with three, the Seal is rolled until it shows one of three seats
    assert {setup(3).new(seed).apply(STAND).actor for seed in range(30)} == {0, 1, 2}


def test_heights_are_drawn_for_each_game_within_the_tolerance():
    one, two = (setup(4).new(seed).board.pieces.columns for seed in (0, 1))
    assert one["red-hex"].height_m != two["red-hex"].height_m
    assert max(abs(column.height_m - 0.09) for column in one.values()) <= 0.00015


def test_a_place_of_the_box_is_refused_outside_of_setting_up():
    refused(start(), Place("red-hex", 0.0, 0.0), "P-9")
    state = with_board(by_hand(), box=("green-hex",))
    assert spot_column(state) == {"green-hex"}


def spot_column(state):
    return {action.column for action in state.legal_actions()}
