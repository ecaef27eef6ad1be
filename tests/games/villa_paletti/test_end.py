"""The end, and two and three players: P-31 to P-36, P-G3, P-G4, P-G10, P-G11."""

from __future__ import annotations

import pytest

from paletti_sim.games.villa_paletti import board as at
from paletti_sim.games.villa_paletti import endings
from paletti_sim.games.villa_paletti.actions import (
    AGREE,
    GIVE_UP,
    PASS,
    PROPOSE,
    STOP,
    Colour,
    Lay,
    Ruling,
    Take,
)
from paletti_sim.games.villa_paletti.seal import Seal
from tests.games.villa_paletti.helpers import (
    BLUE,
    GREEN,
    RED,
    SEATS,
    STAND,
    STOPS,
    YELLOW,
    collapse,
    falls_over,
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

HEXES = ["red-hex", "blue-hex", "yellow-hex", "green-hex"]


def fallen(toppler, owners):
    state = with_board(raised(start(turn=toppler), green=HEXES), seal=Seal(owners))
    own = sorted(takes(state))[0]
    return play(state, Take(own), collapse("green", "red-hex"))


@pytest.mark.rule("P-31")
@pytest.mark.rule("P-32")
def test_a_collapse_ends_the_game_and_the_holder_of_the_seal_wins():
    over = fallen(GREEN, (RED, YELLOW))
    assert over.is_over
    assert over.actor is None
    assert len(over.legal_actions()) == 0
    outcome = over.outcome
    assert outcome.reason == endings.HOLDER_WINS
    assert outcome.winners == {YELLOW}
    assert outcome.scores == (2.0, 2.0, 2.0, 2.0)
    assert dict(outcome.details) == {
        "toppled_by": GREEN,
        "act": "take",
        "piece": "green-thick",
        "fallen": ("green", "red-hex"),
    }
    assert outcome.to_json()["details"]["fallen"] == ["green", "red-hex"]
    facts = dict(outcome.facts)
    assert facts["the villa collapsed"]
    assert facts["toppled by taking"]
    assert not facts["toppled by putting"]
    refused(over, PASS, "P-31")


@pytest.mark.rule("P-32")
def test_if_the_holder_topples_it_the_previous_owner_wins():
    over = fallen(YELLOW, (RED, BLUE, YELLOW))
    assert (over.outcome.reason, over.outcome.winners) == (endings.PREVIOUS_WINS, {BLUE})


@pytest.mark.rule("P-G3")
def test_nobody_wins_if_nobody_held_the_seal_or_its_first_owner_topples_the_villa():
    nobody = fallen(RED, ())
    assert (nobody.outcome.reason, nobody.outcome.winners) == (endings.NOBODY_HELD, frozenset())
    first = fallen(RED, (RED,))
    assert (first.outcome.reason, first.outcome.winners) == (endings.FIRST_OWNER, frozenset())
    words_ = first.setup.words.end(first.view(None), first.outcome, ["Ann", "Bob", "Cid", "Dee"])
    assert words_[0] == "The villa collapsed by the Seal's first owner."
    assert words_[2] == "Nobody wins."


@pytest.mark.rule("P-G4")
def test_a_tower_that_shifts_goes_on_and_a_column_that_only_falls_over_is_out():
    state = start(turn=RED)
    held = take(state, "red-hex")
    over = play(held, spot(held), falls_over("red-hex"))
    assert not over.is_over
    assert over.actor == BLUE
    assert over.board.out == ("red-hex",)
    assert "red-hex" not in over.board.tower.by_name
    assert over.board.locked == ()
    assert over.setup.inventory(over) == state.setup.inventory(state)
    # the judge names what fell, and nothing else ends the game
    assert play(held, spot(held), Ruling("collapses", ("red-hex", "blue"))).is_over


@pytest.mark.rule("P-31")
@pytest.mark.rule("P-G11")
def test_nobody_can_build_when_all_pass_in_a_row_after_the_red_floor():
    board = raised(start(turn=RED), red=["red-hex"])
    locked = tuple(c.name for level in board.board.tower.levels[:-1] for c in level.columns)
    state = with_board(board, locked=tuple(n for n in locked if n != "green-thick"), seal=Seal((BLUE, GREEN)))
    for player in (RED, BLUE, YELLOW):
        assert state.actor == player
        assert list(state.legal_actions()) == [PASS]
        refused(state, PROPOSE, "P-G11")
        state = state.apply(PASS)
    # green still has one column: the round of passes begins anew
    assert takes(state) == {"green-thick"}
    state = play(state, Take("green-thick"), STOPS)
    assert state.board.passes == 0
    for _ in range(3):
        state = state.apply(PASS)
        assert not state.is_over
    state = state.apply(PASS)
    assert (state.outcome.reason, state.outcome.winners) == (endings.EXHAUSTED, {GREEN})
    assert dict(state.outcome.facts)["toppled by taking"] is None
    assert state.outcome.details == ()


@pytest.mark.rule("P-G11")
def test_nobody_can_build_and_nobody_held_the_seal():
    state = raised(start(turn=RED), blue=["red-hex"])
    state = with_board(state, locked=tuple(c.name for c in state.board.tower.levels[0].columns))
    for player in range(4):
        assert state.actor == player
        state = play(state, PROPOSE, AGREE, AGREE, AGREE, GIVE_UP)
    for _ in range(4):
        assert list(state.legal_actions()) == [PASS]
        state = state.apply(PASS)
    assert (state.outcome.reason, state.outcome.winners) == (endings.EXHAUSTED_NOBODY, frozenset())


def test_a_blue_floor_that_falls_ends_the_game_before_it_began():
    state = setup(4, colours=SEATS[4]).new(0)
    over = state.apply(collapse("blue"))
    assert (over.outcome.reason, over.outcome.winners) == (endings.NEVER_STOOD, frozenset())
    assert over.board.pending is None
    refused(state, Lay("blue", 0.0, 0.0), "P-G4")


@pytest.mark.rule("P-33")
def test_two_players_pick_the_colour_of_the_turn_and_points_of_both_add_up():
    state = start(2, turn=0)
    assert [action.to_json() for action in state.legal_actions()] == [
        {"colour": "red"},
        {"colour": "yellow"},
        {"do": "propose"},
    ]
    refused(state, Colour("blue"), "P-33")
    refused(state, Take("red-hex"), "P-33")
    picked = state.apply(Colour("yellow"))
    assert takes(picked) == {name for name in picked.board.pieces.columns if name.startswith("yellow")}
    refused(picked, Take("red-hex"), "P-33")
    refused(picked, PROPOSE, "P-9")
    after = move(picked, "yellow-thick")
    assert after.board.points == (3, 0)
    assert (after.actor, after.board.picked) == (1, "")
    after = move(with_board(after, turn=0, deciding=0).apply(Colour("red")), "red-hex")
    assert after.board.points == (5, 0)
    # a colour without a column that may be moved cannot be picked
    reds = tuple(name for name in state.board.pieces.columns if name.startswith("red"))
    refused(with_board(state, locked=reds), Colour("red"), "P-33")
    # the objector may use either colour
    objecting = play(state, PROPOSE, *[a for a in state.apply(PROPOSE).legal_actions() if a.word == "object"])
    assert {name.split("-")[0] for name in takes(objecting)} == {"blue", "green"}


@pytest.mark.rule("P-34")
def test_three_players_own_one_colour_each_and_the_fourth_is_neutral():
    board = start(3).board
    assert board.colours == (("red",), ("blue",), ("yellow",))
    assert board.neutral == "green"
    assert start(4).board.neutral is None
    assert start(2).board.neutral is None


@pytest.mark.rule("P-35")
def test_every_turn_of_three_begins_with_a_neutral_column():
    state = start(3, turn=0)
    assert {name.split("-")[0] for name in takes(state)} == {"green"}
    assert words(state) == {"propose"}
    refused(state, Take("red-hex"), "P-35")
    after = move(state, "green-hex")
    assert (after.actor, after.board.phase) == (0, at.MOVE)
    assert names(after.board.tower, 1) == {"green-hex"}
    assert {name.split("-")[0] for name in takes(after)} == {"red"}
    assert words(after) == set()
    refused(after, PROPOSE, "P-9")
    refused(after, Take("green-thick"), "P-9")
    done = move(after, "red-hex")
    assert (done.actor, done.board.phase) == (1, at.TURN)
    # no own column is left after the neutral one: the turn is over
    locked = tuple(name for name in state.board.pieces.columns if name.startswith("red"))
    assert move(with_board(state, locked=locked), "green-hex").actor == 1


@pytest.mark.rule("P-36")
def test_the_last_neutral_column_of_a_level_stays():
    state = raised(start(3, turn=0), blue=["green-hex", "red-hex", "blue-hex"], green=["green-thick", "yellow-hex"])
    assert takes(state) == {"green-thin-1", "green-thin-2", "green-thin-3"}
    assert "last neutral" in refused(state, Take("green-hex"), "P-36")
    two = raised(start(3, turn=0), blue=["green-hex", "green-thin-1"], green=["green-thick", "yellow-hex"])
    assert {"green-hex", "green-thin-1"} <= takes(two)
    # own columns know no such limit
    assert "red-hex" in takes(with_board(state, phase=at.MOVE))


@pytest.mark.rule("P-G10")
def test_without_a_neutral_column_that_may_be_moved_the_step_is_skipped_and_stopping_it_ends_the_turn():
    state = start(3, turn=0)
    locked = tuple(name for name in state.board.pieces.columns if name.startswith("green"))
    skipped = with_board(state, locked=locked)
    assert {name.split("-")[0] for name in takes(skipped)} == {"red"}
    assert "propose" in words(skipped)
    stopped = play(take(state, "green-hex"), STOP)
    assert (stopped.actor, stopped.board.phase) == (1, at.TURN)
    assert stopped.board.locked == ("green-hex",)
    held = take(state, "green-hex")
    over = play(held, spot(held), falls_over("green-hex"))
    assert (over.actor, over.board.phase) == (1, at.TURN)


def test_in_a_game_of_three_whoever_topples_it_with_a_neutral_column_has_toppled_it():
    over = play(start(3, turn=2), Take("green-hex"), collapse("blue"))
    assert over.board.ending.toppler == 2
    assert play(start(3, turn=2), Take("green-hex"), STAND).board.attempt.purpose == at.NEUTRAL
