"""The bots, with advisers of a few lines; and one real look at the opening."""

from __future__ import annotations

import time

import pytest

from paletti_sim.games.core.bots import Decision
from paletti_sim.games.core.errors import OptionError
from paletti_sim.games.core.match import play
from paletti_sim.games.core.streams import generator
from paletti_sim.games.villa_paletti.actions import (
    AGREE,
    CAUTION_MM,
    GIVE_UP,
    OBJECT,
    PROPOSE,
    STOP,
    Colour,
    Lay,
    Put,
    Remove,
    Take,
)
from paletti_sim.games.villa_paletti.bots import SAFE_DEG, odds_of
from paletti_sim.games.villa_paletti.judge import Referee, ScriptedJudge
from paletti_sim.games.villa_paletti.seal import Seal
from paletti_sim.stability.adviser import EquilibriumAdviser
from tests.games.villa_paletti.helpers import BLUE, RED, STOPS, raised, setup, start, take, with_board
from tests.games.villa_paletti.helpers import play as after

HEXES = ["red-hex", "blue-hex", "yellow-hex", "green-hex"]


class Says:
    """An adviser with a margin for each column; places are the better the further to the right."""

    def __init__(self, margins=None, default=None, places=True):
        self.margins, self.default, self.places = margins or {}, default, places

    def take(self, _, column):
        return self.margins.get(column, self.default)

    def put(self, _, column):
        return 10 + column.at_m[0] if self.places else None

    def lay(self, _, floor):
        return 10 + floor.at_m[0] if self.places else None


def choice(name, state, adviser):
    bot = state.setup.game.bot(name, state.setup.advised_by(adviser))
    chosen = bot.choose(Decision(state, state.actor, lambda: generator(1, "bot")))
    assert chosen in state.legal_actions()
    return chosen


@pytest.mark.parametrize("name", ["cautious", "greedy"])
def test_they_need_an_adviser(name):
    with pytest.raises(OptionError, match="needs an adviser"):
        setup(4).game.bot(name, setup(4))


def test_the_cautious_one_takes_the_safest_with_care_and_proposes_when_nothing_is_safe():
    state = raised(start(turn=RED), blue=HEXES)
    chosen = choice("cautious", state, Says({"red-thin-2": 3.0, "red-thick": 2.9}, 0.1))
    assert chosen == Take("red-thin-2", "lift", CAUTION_MM)
    assert choice("cautious", state, Says(default=0.99 * SAFE_DEG)) == PROPOSE
    assert choice("cautious", state, Says()) == PROPOSE
    # where no floor can be laid it does what it can
    bare = start(turn=RED)
    assert choice("cautious", bare, Says({"red-thick": 0.2}, 0.1)) == Take("red-thick", "lift", CAUTION_MM)
    assert choice("cautious", start(2, turn=0), Says({"yellow-hex": 3.0}, 1.0)) == Colour("yellow")


def test_it_puts_where_it_is_safest_and_stops_where_nothing_would_stand():
    held = take(raised(start(turn=RED), blue=HEXES), "red-thin-1")
    chosen = choice("cautious", held, Says(default=1.0))
    assert isinstance(chosen, Put)
    assert chosen.x_mm > 0
    assert choice("cautious", held, Says(default=1.0, places=False)) == STOP
    asked = raised(start(turn=RED), blue=HEXES).apply(PROPOSE)
    assert choice("cautious", asked, Says(default=9.0)) == AGREE
    laying = after(asked, AGREE, AGREE, AGREE)
    assert isinstance(choice("cautious", laying, Says()), Lay)
    assert choice("cautious", laying, Says(places=False)) == GIVE_UP


def test_after_a_failed_objection_it_takes_out_what_is_safest():
    state = after(raised(start(turn=RED), blue=HEXES), PROPOSE, OBJECT, Take("blue-thin-2"), STOPS)
    assert choice("cautious", state, Says({"blue-thick": 2.0}, 1.0)) == Remove("blue-thick")


def test_the_greedy_one_weighs_points_against_risk_and_is_bold_for_the_seal():
    state = raised(start(turn=RED), blue=HEXES)
    assert choice("greedy", state, Says(default=3.0)) == Take("red-thick", "lift", CAUTION_MM)
    # a shaky thick column is worth less than a safe thin one
    assert choice("greedy", state, Says({"red-thick": 0.0}, 3.0)).column.startswith("red-thin")
    assert choice("greedy", state, Says(default=0.0)) == PROPOSE
    green = with_board(raised(start(turn=RED), green=["blue-hex"]), seal=Seal((BLUE,)))
    assert choice("greedy", green, Says(default=3.0)) == Take("red-thick", "lift", None)
    held = take(green, "red-thick", caution_mm=None)
    assert isinstance(choice("greedy", held, Says(default=3.0)), Put)
    assert choice("greedy", held, Says(default=3.0, places=False)) == STOP


def test_the_greedy_one_objects_when_it_has_something_to_lose_and_good_odds():
    asked = raised(start(turn=RED), blue=["blue-hex", "red-hex", "green-hex"]).apply(PROPOSE)
    assert choice("greedy", asked, Says(default=3.0)) == OBJECT
    assert choice("greedy", asked, Says(default=0.3)) == AGREE
    nothing = raised(start(turn=RED), blue=["red-hex", "red-thick", "green-hex"]).apply(PROPOSE)
    assert choice("greedy", nothing, Says(default=3.0)) == AGREE


def test_odds_rise_with_the_tilt_to_spare():
    assert odds_of(None) == 0.0
    margins = [0.0, 0.2, 0.35, 0.5, 1.0, 3.0]
    odds = [odds_of(margin) for margin in margins]
    assert odds == sorted(odds)
    assert odds[0] < 0.1
    assert odds[-1] > 0.999


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"primer": True}, {"layout": "by-hand"}])
def test_they_play_whole_games(players, options):
    ready = setup(players, **options).advised_by(Says(default=2.0))
    bots = [ready.game.bot(name, ready) for name in ("cautious", "greedy", "random", "greedy")[:players]]
    played = play(ready, bots, 3, Referee(ScriptedJudge(["stands"] * 150 + ["collapses"])))
    assert played.state.is_over
    assert len(played.actions) > 40
    again = play(ready, bots, 3, Referee(ScriptedJudge(["stands"] * 150 + ["collapses"])))
    assert again.actions == played.actions


@pytest.mark.parametrize("name", ["cautious", "greedy"])
def test_a_real_look_at_the_opening_takes_less_than_a_second(name):
    state = start(turn=RED, layout="scattered")
    began = time.process_time()
    chosen = choice(name, state, EquilibriumAdviser())
    assert time.process_time() - began < 1.0
    held = take(state, chosen.column)
    began = time.process_time()
    assert isinstance(choice(name, held, EquilibriumAdviser()), Put)
    assert time.process_time() - began < 1.0
