"""The Master Builder's Seal: P-25 to P-30, P-G20."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paletti_sim.games.villa_paletti.actions import AGREE, OBJECT, PROPOSE
from paletti_sim.games.villa_paletti.seal import Seal
from tests.games.villa_paletti.helpers import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    falls_over,
    lay,
    move,
    play,
    raised,
    spot,
    start,
    take,
    with_board,
)

AGREED = (PROPOSE, AGREE, AGREE, AGREE)


def on_turn(state, player):
    return with_board(state, turn=player, deciding=player)


@pytest.mark.rule("P-25")
def test_the_contest_begins_with_the_green_floor_and_the_first_one_there_takes_the_seal():
    blue = move(start(turn=RED), "red-thick")
    assert blue.board.points == (3, 0, 0, 0)
    assert blue.board.seal == Seal()
    green = raised(start(turn=BLUE), blue=["red-thick", "blue-hex", "green-hex"], green=[])
    assert green.board.seal.holder is None
    assert move(green, "blue-thin-1").board.seal == Seal((BLUE,))


@pytest.mark.rule("P-26")
def test_points_are_own_columns_on_the_top_level_and_a_floor_sets_them_to_0():
    state = raised(start(turn=RED), blue=["green-hex"], green=["red-hex", "red-thick", "red-thin-1", "blue-thin-1"])
    assert state.board.points == (6, 1, 0, 0)
    laid = lay(play(state, *AGREED))
    assert laid.board.points == (0, 0, 0, 0)


@pytest.mark.rule("P-27")
@pytest.mark.rule("P-G20")
def test_on_each_later_floor_the_first_one_there_takes_it_and_a_holder_keeps_it():
    three = ["red-hex", "blue-hex", "green-hex"]
    held = with_board(raised(start(turn=RED), green=three), seal=Seal((BLUE, RED)))
    laid = lay(play(held, *AGREED))
    assert laid.board.seal == Seal((BLUE, RED))  # it stays while nobody is there, with points for nobody
    assert laid.board.points == (0, 0, 0, 0)
    first = move(laid, "blue-thin-1")
    assert first.board.seal == Seal((BLUE, RED, BLUE))
    assert first.board.seal.previous == RED
    kept = move(on_turn(laid, RED), "red-thin-1")
    assert kept.board.seal == Seal((BLUE, RED))
    assert kept.board.seal.previous == BLUE


@pytest.mark.rule("P-28")
def test_it_is_taken_with_more_points_and_stays_on_a_tie():
    base = raised(start(turn=BLUE), blue=["green-hex"], green=["red-hex", "blue-thin-2"])
    state = with_board(base, seal=Seal((RED,)))
    assert state.board.points == (2, 1, 0, 0)
    tie = move(state, "blue-thin-1")
    assert tie.board.points == (2, 2, 0, 0)
    assert tie.board.seal == Seal((RED,))
    more = move(state, "blue-hex")
    assert more.board.points == (2, 3, 0, 0)
    assert more.board.seal == Seal((RED, BLUE))


@pytest.mark.rule("P-29")
def test_the_previous_owners_colour_lies_on_top():
    assert (Seal((RED, BLUE)).holder, Seal((RED, BLUE)).previous) == (BLUE, RED)
    assert (Seal((RED,)).holder, Seal((RED,)).previous) == (RED, None)
    state = with_board(raised(start(turn=RED), green=["red-hex"]), seal=Seal((YELLOW, RED)))
    grid = next(part for part in state.setup.words.table(state.view(0), list("RBYG")) if not isinstance(part, str))
    assert [row[-1] for row in grid.rows] == ["holds it, yellow on top", "", "", ""]


@pytest.mark.rule("P-30")
def test_the_example_of_the_text():
    up = ["red-thin-1", "yellow-thick", "blue-hex", "green-thin-1"]
    state = with_board(raised(start(turn=RED), green=up), seal=Seal((BLUE, YELLOW)))
    assert state.board.points == (1, 2, 3, 1)
    after = move(state, "red-thick")
    assert after.board.points == (4, 2, 3, 1)
    assert after.board.seal.holder == RED
    assert after.board.colours[after.board.seal.previous] == ("yellow",)


@pytest.mark.rule("P-G20")
def test_neutral_columns_and_failures_and_objections_take_no_seal():
    green = raised(start(3, turn=RED), blue=["red-hex", "blue-hex", "yellow-hex"], green=[])
    neutral = move(green, "green-thin-1")
    assert neutral.board.seal == Seal()
    assert neutral.board.points == (0, 0, 0)
    assert move(neutral, "red-thin-1").board.seal == Seal((RED,))
    four = raised(start(turn=GREEN), blue=["red-hex", "blue-hex", "yellow-hex"], green=[])
    held = take(four, "green-thin-1")
    assert play(held, spot(held), falls_over("green-thin-1")).board.seal == Seal()
    objecting = play(four, PROPOSE, OBJECT)
    assert move(objecting, "red-thin-1").board.seal == Seal()


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 3), st.booleans()), max_size=40))
def test_the_holder_is_never_behind_while_on_the_same_level(moves):
    """Property: after any moves the holder has the most points on this level, unless nobody has built there yet."""
    seal, points, built = Seal(), [0, 0, 0, 0], 0
    for builder, worth, new_floor in moves:
        if new_floor:
            points, built = [0, 0, 0, 0], 0
        points[builder] += worth
        before = seal
        seal = seal.after(builder, tuple(points), first=not built)
        built += 1
        assert points[seal.holder] == max(points)
        assert seal.owners[: len(before.owners)] == before.owners
        assert len(seal.owners) - len(before.owners) in (0, 1)
        assert all(one != two for one, two in zip(seal.owners, seal.owners[1:], strict=False))
