"""A new floor: P-17 to P-24, P-G1, P-G2, P-G7 to P-G9, P-G13, P-G18, P-G19."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from paletti_sim.games.core.protocol import JUDGE
from paletti_sim.games.villa_paletti import board as at
from paletti_sim.games.villa_paletti.actions import AGREE, GIVE_UP, OBJECT, PROPOSE, STOP, Lay, Remove, Ruling, Take
from paletti_sim.tower.footprint import Footprint, sticks_out_m
from paletti_sim.tower.lying import carriers
from tests.games.villa_paletti.helpers import (
    SEATS,
    STAND,
    STOPS,
    collapse,
    falls_over,
    lay,
    move,
    names,
    play,
    raised,
    refused,
    setup,
    spot,
    start,
    take,
    takes,
    with_board,
    words,
)

AGREED = (PROPOSE, AGREE, AGREE, AGREE)
HEXES = ["red-hex", "blue-hex", "yellow-hex", "green-hex"]


def four_up(**options):
    """Four hexes on the blue floor, red on turn."""
    return raised(start(turn=0, **options), blue=HEXES)


@pytest.mark.rule("P-17")
def test_instead_of_moving_a_floor_is_proposed():
    state = four_up()
    assert "propose" in words(state)
    refused(state, Lay("green", 0.0, 0.0), "P-17")
    asked = state.apply(PROPOSE)
    assert (asked.board.phase, asked.actor) == (at.ASKED, 1)
    assert asked.board.tower == state.board.tower


@pytest.mark.rule("P-18")
def test_the_others_are_asked_clockwise_and_the_first_objection_counts():
    state = with_board(four_up(), turn=2, deciding=2).apply(PROPOSE)
    order = []
    for _ in range(3):
        order.append(state.actor)
        assert words(state) == {"agree", "object"}
        state = state.apply(AGREE)
    assert order == [3, 0, 1]
    assert (state.board.phase, state.actor) == (at.LAY, 2)
    objected = play(four_up(), PROPOSE, AGREE, OBJECT)
    assert (objected.board.phase, objected.actor, objected.board.objector) == (at.OBJECTION, 2, 2)
    assert takes(objected) == {"yellow-thick", "yellow-thin-1", "yellow-thin-2", "yellow-thin-3"}
    refused(objected, STOP, "P-18")
    refused(objected, AGREE, "P-18")


@pytest.mark.rule("P-19")
@pytest.mark.rule("P-G18")
def test_a_good_objection_takes_the_column_out_of_the_game_and_ends_the_turn():
    state = play(four_up(), PROPOSE, OBJECT)
    held = take(state, "blue-thin-2")
    refused(held, AGREE, "P-11")
    after = play(held, spot(held), STAND)
    assert after.board.out == ("blue-thin-2",)
    assert "blue-thin-2" not in after.board.tower.by_name
    assert names(after.board.tower, 1) == set(HEXES)
    assert (after.board.phase, after.actor) == (at.TURN, 1)
    assert [floor.name for floor in after.board.tower.floors] == ["blue"]


def failed():
    """Blue has objected to red's proposal in vain."""
    return play(four_up(), PROPOSE, OBJECT, Take("blue-thin-2"), STOPS)


@pytest.mark.rule("P-20")
@pytest.mark.rule("P-G18")
def test_after_a_failed_objection_a_column_is_taken_out_and_the_floor_laid():
    state = failed()
    assert (state.board.phase, state.actor) == (at.PENALTY, 0)
    assert state.board.locked == ("blue-thin-2",)
    # any below the top level, the locked one too
    below = {"blue-thick", "blue-thin-1", "blue-thin-2", "blue-thin-3"}
    assert {action.column for action in state.legal_actions()} == below
    refused(state, Remove("blue-hex"), "P-20")
    refused(state, Remove("red-thin-1"), "P-20")
    waiting = state.apply(Remove("blue-thin-2"))
    assert waiting.actor == JUDGE
    after = waiting.apply(STAND)
    assert after.board.out == ("blue-thin-2",)
    assert (after.board.phase, after.actor) == (at.LAY, 0)
    laid = lay(after)
    assert [floor.name for floor in laid.board.tower.floors] == ["blue", "green"]
    assert laid.actor == 1


@pytest.mark.rule("P-20")
def test_an_objector_fails_by_stopping_and_by_a_column_that_falls_over():
    held = take(play(four_up(), PROPOSE, OBJECT), "blue-thin-2")
    assert play(held, STOP).board.phase == at.PENALTY
    over = play(held, spot(held), falls_over("blue-thin-2"))
    assert over.board.phase == at.PENALTY
    assert over.board.out == ("blue-thin-2",)


@pytest.mark.rule("P-G18")
def test_only_a_player_with_a_column_that_may_be_moved_objects_and_without_any_there_is_no_penalty():
    blues = ("blue-thick", "blue-thin-1", "blue-thin-2", "blue-thin-3")
    state = with_board(four_up(), locked=blues).apply(PROPOSE)
    assert words(state) == {"agree"}
    refused(state, OBJECT, "P-G18")
    # the last blue column below the top falls over in the attempt: nothing is left to take out
    tower = four_up().board.tower
    for name in blues[1:]:
        tower = tower.without(name)
    alone = play(with_board(four_up(), tower=tower, out=blues[1:]), PROPOSE, OBJECT)
    held = take(alone, "blue-thick")
    after = play(held, spot(held), falls_over("blue-thick"))
    assert (after.board.phase, after.actor) == (at.LAY, 0)


@pytest.mark.rule("P-21")
def test_the_floor_is_the_next_one_inside_the_base_on_three_columns():
    state = play(four_up(), *AGREED)
    assert words(state) == {"give-up"}
    refused(state, Lay("yellow", 0.0, 0.0), "P-3")
    refused(state, Lay("blue", 0.0, 0.0), "P-3")
    refused(state, Lay("mauve", 0.0, 0.0), "P-3")
    base = Footprint(state.board.tower.base.outline)
    good = spot(state)
    for far in range(0, 200, 10):
        action = Lay("green", good.x_mm + far, good.y_mm, good.turn_deg)
        floor = state.board.pieces.floor("green", action.x_mm, action.y_mm, action.turn_deg)
        inside = sticks_out_m(Footprint.of(floor), base) <= 0
        enough = len(carriers(floor, state.board.tower.top)) >= 3
        assert (action in state.legal_actions()) == (inside and enough)
    laid = lay(state)
    assert [floor.name for floor in laid.board.tower.floors] == ["blue", "green"]
    two = play(raised(start(turn=0), blue=HEXES[:2]), *AGREED)
    assert words(two) == {"give-up"}
    assert len(two.legal_actions()) == 1
    assert "3 columns" in refused(two, Lay("green", -30.0, 0.0), "P-21")


def two_over(state):
    """A place for the next floor over all columns of the top level."""
    columns = state.board.tower.top.columns
    floor = state.board.pieces.floors[state.board.next_floor]
    cx, cy = floor.outline.centroid_m
    x, y = (sum(c.at_m[k] for c in columns) / len(columns) for k in range(2))
    return 1000 * (x - cx), 1000 * (y - cy)


@pytest.mark.rule("P-22")
@pytest.mark.rule("P-G19")
def test_a_given_up_floor_ends_the_turn_and_cannot_be_proposed_again_before_something_moves():
    state = play(four_up(), *AGREED, GIVE_UP)
    assert state.actor == 1
    assert state.board.stalled == (0,)
    again = with_board(state, turn=0, deciding=0)
    assert "propose" not in words(again)
    refused(again, PROPOSE, "P-G19")
    # a column that goes back has not moved
    stopped = play(state, Take("blue-thin-1"), STOPS)
    assert stopped.board.stalled == (0,)
    moved = move(state, "blue-thin-1")
    assert moved.board.stalled == ()
    assert "propose" in words(with_board(moved, turn=0, deciding=0))


@pytest.mark.rule("P-23")
def test_who_lays_a_floor_moves_no_column_that_turn():
    state = play(four_up(), *AGREED)
    refused(state, Take("red-thin-1"), "P-21")
    assert lay(state).actor == 1


@pytest.mark.rule("P-24")
def test_with_two_columns_two_suffice_from_the_orange_floor_on():
    for floors, due, two_enough in (
        ({"green": HEXES[:2]}, "yellow", False),
        ({"yellow": HEXES[:2]}, "orange", True),
        ({"orange": HEXES[:2]}, "red", True),
    ):
        for option in (False, True):
            state = play(raised(start(turn=0, two_columns=option), **floors), *AGREED)
            assert state.board.next_floor == due
            place = Lay(due, *two_over(state))
            if option and two_enough:
                assert place in state.legal_actions()
                assert len(state.legal_actions()) > 1
            else:
                refused(state, place, "P-21")


@pytest.mark.rule("P-G1")
def test_the_objector_moves_an_own_column_or_with_publisher_one_of_the_proposer():
    own = play(four_up(), PROPOSE, OBJECT)
    assert {name.split("-")[0] for name in takes(own)} == {"blue"}
    refused(own, Take("red-thin-1"), "P-G1")
    other = play(four_up(rulings="publisher"), PROPOSE, OBJECT)
    assert {name.split("-")[0] for name in takes(other)} == {"red"}
    refused(other, Take("blue-thin-1"), "P-G1")
    # in both a failed objection costs the objector
    paid = play(other, Take("red-thin-1"), STOPS)
    assert {action.column.split("-")[0] for action in paid.legal_actions()} == {"blue"}


@pytest.mark.rule("P-G2")
def test_whoever_handles_the_piece_toppled_the_villa():
    objection = play(four_up(), PROPOSE, AGREE, OBJECT, Take("yellow-thin-1"), collapse("blue"))
    assert objection.board.ending.toppler == 2
    penalty = play(failed(), Remove("blue-thin-1"), collapse("blue", "red-hex"))
    assert penalty.board.ending.toppler == 0
    assert penalty.board.ending.act == "remove"
    laying = play(four_up(), *AGREED)
    assert play(laying, spot(laying), collapse("green")).board.ending.toppler == 0


@pytest.mark.rule("P-G7")
def test_strict_cover_forbids_covering_a_column_in_part():
    free = play(four_up(), *AGREED)
    strict = play(four_up(strict_cover=True), *AGREED)
    plan = Footprint.of
    partial = whole = 0
    for x in range(-60, 61, 6):
        for y in range(-60, 61, 12):
            action = Lay("green", float(x), float(y))
            if action not in free.legal_actions():
                continue
            floor = free.board.pieces.floor("green", float(x), float(y), 0.0)
            cut = any(sticks_out_m(plan(c), plan(floor)) > 1e-9 for c in carriers(floor, free.board.tower.top))
            assert (action in strict.legal_actions()) == (not cut)
            partial += cut
            whole += not cut
            if cut:
                refused(strict, action, "P-G7")
    assert partial
    assert whole


@pytest.mark.rule("P-G8")
def test_free_overhang_allows_floors_above_blue_beyond_the_base():
    bound, free = (play(four_up(free_overhang=option), *AGREED) for option in (False, True))
    far = next(
        Lay("green", r * math.cos(a), r * math.sin(a))
        for r in range(30, 80, 5)
        for a in (k * math.pi / 8 for k in range(16))
        if Lay("green", r * math.cos(a), r * math.sin(a)) in free.legal_actions()
        and Lay("green", r * math.cos(a), r * math.sin(a)) not in bound.legal_actions()
    )
    assert "sticks out" in refused(bound, far, "P-21")
    # the blue floor itself stays inside
    site = setup(4, layout="by-hand", colours=SEATS[4], free_overhang=True).new(0)
    ground = with_board(
        site, phase=at.BLUE, box=(), tower=replace(start().board.tower, levels=start().board.tower.levels[:1])
    )
    refused(ground, Lay("blue", 60.0, 0.0), "P-6")


@pytest.mark.rule("P-G9")
def test_covered_columns_count_and_fewer_than_three_that_carry_are_told():
    state = play(four_up(), *AGREED)
    laid = play(state, spot(state), Ruling("stands", carrying=("red-hex", "blue-hex")))
    assert laid.board.events[-1].more == ("red-hex", "blue-hex")
    assert [floor.name for floor in laid.board.tower.floors] == ["blue", "green"]
    told = laid.setup.words.news(state.view(None), laid.view(None), ["Ann", "Bob", "Cid", "Dee"])
    assert told[-1] == "Ann lays the green floor. It rests on red-hex and blue-hex only."
    three = play(state, spot(state), Ruling("stands", carrying=("red-hex", "blue-hex", "green-hex")))
    assert three.board.events[-1].more == ()


@pytest.mark.rule("P-G13")
def test_anyone_proposes_at_the_start_of_a_turn_and_has_to_when_no_column_is_left():
    reds = ("red-thick", "red-thin-1", "red-thin-2", "red-thin-3")
    assert words(four_up()) == {"propose"}
    assert takes(four_up()) == set(reds)
    only = with_board(four_up(), locked=reds)
    assert list(only.legal_actions()) == [PROPOSE]
