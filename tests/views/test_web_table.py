"""A whole game at the page, without the page: turns, refusals, bots, the judge, the record."""

from __future__ import annotations

import threading

import pytest

from paletti_sim.games import find_game, ready
from paletti_sim.games.core.errors import OptionError
from paletti_sim.games.core.record import Player
from paletti_sim.games.core.replay import replay, setup_of
from paletti_sim.games.villa_paletti.actions import COLLAPSES, PROPOSE, STANDS, STOP, Put, Ruling, Take
from paletti_sim.views.web import table as module
from paletti_sim.views.web.table import Seen, WebTable

COLOURS = {"colours": "red+blue,yellow+green", "youngest": 0}


class Script:
    """A judge that lets everything stand, unless told otherwise."""

    def __init__(self, falls_after: int = 10**9) -> None:
        self.asked = 0
        self.falls_after = falls_after

    def rule(self, state):
        self.asked += 1
        if self.asked > self.falls_after:
            return Ruling(COLLAPSES, (state.board.tower.columns[0].name,))
        return Ruling(STANDS)


@pytest.fixture
def seat():
    """Makes tables and closes them again."""
    made = []

    def make(*players: str, judge=None, seed=3, **more) -> WebTable:
        setup = ready("villa-paletti", len(players), more.pop("options", COLOURS))
        seats = [Player(name=name, by="human" if name[0].isupper() else "random") for name in players]
        table = WebTable(setup, seats, seed, judge or Script(), pace_s=0.0, **more)
        made.append(table)
        table.start()
        assert table.idle(30)
        return table

    yield make
    for table in made:
        table.close()


def colour_of(table):
    (first, *_) = (action for action in table.seen.actions if "colour" in action.to_json())
    return first


def test_a_turn_of_a_person_is_one_action_after_another(seat):
    table = seat("Ana", "Ben")
    seen = table.seen
    assert seen.person
    actor = seen.actor
    assert seen.question == "Which colour do you move?"
    assert table.do(colour_of(table))
    take = next(action for action in table.seen.actions if isinstance(action, Take))
    assert table.do(take)
    assert table.idle(30)
    assert table.seen.board.phase == "put"
    put = next(action for action in table.seen.actions if isinstance(action, Put))
    assert table.do(put)
    assert table.idle(30)
    assert table.seen.actor == 1 - actor
    name = table.names[actor]
    assert table.seen.log[-2:] == (
        f"{name} takes {take.column}.",
        f"{name} puts {take.column} up at {put.x_mm:g},{put.y_mm:g}.",
    )


def test_what_a_rule_forbids_is_said_with_its_id_and_changes_nothing(seat):
    table = seat("Ana", "Ben")
    before = table.seen.board
    table.do(colour_of(table))
    picked = table.seen.board
    other = next(name for name in ("red-hex", "yellow-hex") if not name.startswith(picked.picked))
    assert not table.do(Take(other))
    assert table.seen.says.startswith(("P-33: ", "P-9: "))
    assert table.seen.board is picked
    assert before is not picked


def test_what_is_typed_is_read_as_at_the_keyboard_and_goes_on_when_the_judge_has_spoken(seat):
    table = seat("Ana", "Ben")
    table.do(colour_of(table))
    take = next(action for action in table.seen.actions if isinstance(action, Take))
    assert not table.say("no such thing")
    assert "no such thing" in table.seen.says
    assert table.say(f"{take.column} > 100,0")
    assert table.idle(30)
    assert table.seen.says.startswith("P-11: ")
    assert table.seen.board.phase == "put"
    put = next(action for action in table.seen.actions if isinstance(action, Put))
    assert table.say(f"> {put.x_mm:g},{put.y_mm:g}")
    assert table.idle(30)
    assert table.seen.log[-1].endswith(f"puts {take.column} up at {put.x_mm:g},{put.y_mm:g}.")


def test_what_is_typed_while_the_table_ends_its_own_turn_is_not_lost(seat, monkeypatch):
    """The table's thread had come to the end of its turn, and forgot what somebody had typed just then."""
    table = seat("Ana", "Ben")
    table.do(colour_of(table))
    assert table.idle(30)
    take = next(action for action in table.seen.actions if isinstance(action, Take))
    arrived, go, go_on = threading.Event(), threading.Event(), WebTable._go_on

    def late(self):
        arrived.set()
        assert go.wait(30)
        go_on(self)

    monkeypatch.setattr(WebTable, "_go_on", late)
    table.start()  # has nothing to do, and is at its end
    assert arrived.wait(30)
    assert table.say(f"{take.column} > 100,0")
    go.set()
    assert table.idle(30)
    assert table.seen.says.startswith("P-11: ")


def test_only_the_seat_on_turn_decides_and_bots_decide_for_themselves():
    go, entered = threading.Event(), threading.Event()

    class Slow(Script):
        def rule(self, state):
            entered.set()
            assert go.wait(30)
            return super().rule(state)

    setup = ready("villa-paletti", 2, COLOURS)
    table = WebTable(setup, [Player(name="Ana", by="human"), Player(name="bot", by="random")], 3, Slow(), pace_s=0)
    try:
        table.start()
        assert entered.wait(30)
        assert table.seen.busy == "the tower is let go"
        assert not table.do(PROPOSE)
        assert table.seen.says == "It is not your turn: the tower is let go."
        go.set()
        assert table.idle(60)
        assert table.seen.person
        assert table.names[table.seen.actor] == "Ana"
    finally:
        go.set()
        table.close()


def test_a_collapse_ends_the_game_with_its_film(seat, monkeypatch):
    asked = []
    monkeypatch.setattr(module, "fall_of", lambda board, title: asked.append((board, title)) or "film")
    table = seat("Ana", "Ben", judge=Script(falls_after=1))
    actor = table.seen.actor
    table.do(colour_of(table))
    table.do(next(action for action in table.seen.actions if isinstance(action, Take)))
    assert table.idle(30)
    seen = table.seen
    assert seen.actor is None
    assert seen.film == "film"
    assert [title for _, title in asked] == ["Villa Paletti, seed 3"]
    assert any(f"{table.names[actor]} toppled it" in line for line in seen.end if isinstance(line, str))
    assert not table.do(STOP)
    assert table.seen.says == "The game is over."


def test_bots_alone_play_to_the_end_and_the_record_is_the_game(seat):
    table = seat("one", "two", judge=Script(falls_after=12), seed=5)
    assert table.idle(60)
    assert table.seen.actor is None
    record = table.record()
    assert record.outcome is not None
    steps = list(replay(record, setup_of(record, find_game("villa-paletti"))))
    assert steps[-1].after.to_json()["ending"] is not None or steps[-1].after.is_over


def test_a_left_game_goes_on_where_it_was(seat):
    table = seat("Ana", "Ben")
    table.do(colour_of(table))
    left = table.record()
    again = WebTable(ready("villa-paletti", 2, COLOURS), left.players, left.seed, Script(), left)
    try:
        assert again.seen.board == table.seen.board
        assert again.record().resumed == (len(left.actions),)
    finally:
        again.close()


def test_everybody_who_watches_is_told_the_same_in_order(seat):
    table = seat("Ana", "Ben")
    one: list[Seen] = []
    two: list[Seen] = []
    table.watch(one.append)
    table.watch(two.append)
    table.do(colour_of(table))
    table.do(next(action for action in table.seen.actions if isinstance(action, Take)))
    assert table.idle(30)
    assert one == two
    assert [seen.board.phase for seen in one][-1] == "put"
    assert table.seen is one[-1]


def test_secret_kinds_of_several_people_are_not_for_one_page(seat):
    with pytest.raises(OptionError, match="secret kinds"):
        seat("Ana", "Ben", options={"primer": True})


def test_an_error_inside_is_said(seat):
    class Broken:
        def rule(self, _):
            raise ZeroDivisionError("broken")

    table = seat("Ana", "Ben", judge=Broken())
    assert table.seen.says == "This went wrong inside: ZeroDivisionError: broken"


def test_after_closing_nothing_more_is_told(seat):
    table = seat("Ana", "Ben")
    heard: list[Seen] = []
    table.watch(heard.append)
    table.close()
    count = len(heard)
    table.do(colour_of(table))
    assert len(heard) == count
    assert not any(thread.name.startswith("table") for thread in threading.enumerate())
