"""The variant `primer`: P-37 to P-39, P-G21."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from paletti_sim.games.villa_paletti import board as at
from paletti_sim.games.villa_paletti import endings
from paletti_sim.games.villa_paletti.actions import GIVE_UP, PASS, PROPOSE, STOP, Lay, Take
from paletti_sim.games.villa_paletti.judge import Referee, ScriptedJudge
from tests.games.villa_paletti.helpers import (
    STAND,
    collapse,
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


def primer(players=3, **options):
    return start(players, primer=True, **options)


def bold(state, column, by="lift"):
    held = take(state, column, by=by, caution_mm=None)
    return play(held, spot(held), STAND)


@pytest.mark.rule("P-37")
def test_colour_decides_what_may_be_moved():
    state = primer()
    assert {name.split("-")[0] for name in takes(state)} == {"green", "yellow", "blue"}
    refused(state, Take("red-hex", caution_mm=None), "P-37")
    refused(state, Take("red-hex", "hook", None), "P-37")
    refused(state, Take("yellow-hex", "lift", None), "P-37")
    for column, by in (("yellow-hex", "hook"), ("green-hex", "lift"), ("green-hex", "hook"), ("blue-hex", "lift")):
        assert state.apply(Take(column, by, None)).board.attempt.by == by


@pytest.mark.rule("P-38")
def test_the_first_to_put_a_column_of_the_own_kind_on_top_wins():
    state = replace(primer(), kinds=("green-thin", "blue-hex", "yellow-thick"))
    assert state.actor == 0
    state = bold(state, "blue-hex")  # somebody else's kind does not count
    assert not state.is_over
    state = bold(state, "green-hex")
    state = bold(state, "blue-thin-1")
    won = bold(state, "green-thin-2")
    assert won.is_over
    assert (won.outcome.reason, won.outcome.winners) == (endings.PRIMER_WON, {0})


@pytest.mark.rule("P-39")
def test_each_turn_one_column_and_any_fall_ends_the_game():
    state = primer()
    after = bold(state, "green-hex")
    assert after.actor == 1
    refused(state, Take("green-hex"), "P-39")  # no attempt is broken off
    held = take(state, "green-hex", caution_mm=None)
    refused(held, STOP, "P-11")
    put = held.apply(spot(held))
    # the column in hand is a part of the tower, too
    ruling = Referee(ScriptedJudge(["falls-over"])).rule(put)
    assert put.apply(ruling).outcome.reason == endings.PRIMER_FELL
    assert put.apply(ruling).board.ending.fallen == ("green-hex",)


@pytest.mark.rule("P-G21")
def test_kinds_are_secret_and_movable_and_nobody_wins_a_fall():
    drawn = Counter()
    for seed in range(60):
        kinds = setup(4, primer=True).new(seed).kinds
        assert len(set(kinds)) == 4
        drawn.update(kinds)
    assert set(drawn) == {f"{c}-{k}" for c in ("green", "blue", "yellow") for k in ("thin", "hex", "thick")}
    state = primer()
    for viewer in (0, 1, 2):
        assert state.view(viewer).own_kind == state.kinds[viewer]
    assert state.view(None).own_kind == ""
    assert str(state.kinds[1]) not in str(state.view(0).to_json()["kind"])
    over = play(state, Take("green-hex", caution_mm=None), collapse("blue"))
    assert (over.outcome.reason, over.outcome.winners) == (endings.PRIMER_FELL, frozenset())
    assert over.board.ending.toppler == 0


@pytest.mark.rule("P-G21")
def test_a_floor_is_laid_by_a_player_whose_turn_finds_no_legal_column():
    state = primer()
    refused(state, PROPOSE, "P-G21")
    locked = tuple(state.board.pieces.columns)
    hexes = ["red-hex", "blue-hex", "yellow-hex", "green-hex"]
    stuck = with_board(raised(state, blue=hexes), locked=locked)
    assert words(stuck) == set()
    assert all(isinstance(action, Lay) for action in stuck.legal_actions())
    refused(stuck, GIVE_UP, "P-9")
    laid = play(stuck, spot(stuck), STAND)
    assert (laid.actor, laid.board.phase) == (1, at.TURN)
    assert len(laid.board.tower.floors) == 2
    # no floor can be laid either: all pass, and nobody wins
    end = with_board(raised(state, blue=hexes[:2]), locked=locked)
    for _ in range(3):
        assert list(end.legal_actions()) == [PASS]
        end = end.apply(PASS)
    assert (end.outcome.reason, end.outcome.winners) == (endings.PRIMER_EXHAUSTED, frozenset())
