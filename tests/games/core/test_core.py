"""The core on its own: streams, options, choices, matches with a judge, statistics."""

from __future__ import annotations

import pickle
from collections import Counter

import numpy as np
import pytest

from paletti_sim.games import find_game, ready
from paletti_sim.games.core.bots import Decision, RandomBot
from paletti_sim.games.core.choice import pick
from paletti_sim.games.core.errors import (
    AmbiguousActionError,
    EndlessGameError,
    IllegalActionError,
    OptionError,
    UnreadableActionError,
)
from paletti_sim.games.core.match import Seats, play, steps
from paletti_sim.games.core.options import Option, read_options, split_settings
from paletti_sim.games.core.protocol import JUDGE, State, draw
from paletti_sim.games.core.streams import Streams, game_seed, generator
from paletti_sim.statistics import wilson
from tests.games.core import toy

PEGS = toy.GAME.setup(2)


def test_streams_of_other_names_and_uses_are_others_and_do_not_disturb_each_other():
    start = Streams(3)
    deal, after = start.next("deal")
    again, _ = start.next("deal")
    second, _ = after.next("deal")
    other, _ = after.next("start")
    untouched, _ = start.next("start")
    numbers = [rng.integers(10**9) for rng in (deal, again, second, other, untouched)]
    assert numbers[0] == numbers[1]
    assert len({numbers[0], numbers[2], numbers[3]}) == 3
    assert numbers[3] == numbers[4]
    assert Streams.from_json(after.to_json()) == after


def test_seeds_of_games_differ_and_fit_a_json_number():
    seeds = {game_seed(seed, number) for seed in range(20) for number in range(200)}
    assert len(seeds) == 4000
    assert all(0 <= seed < 2**53 for seed in seeds)


def test_draw_takes_each_action_equally_often():
    rng = np.random.default_rng(0)
    counts = Counter(draw("abcd", rng) for _ in range(8000))
    assert set(counts) == set("abcd")
    assert all(1800 < count < 2200 for count in counts.values())


def test_open_actions_hold_more_than_they_list_and_draw_only_what_they_hold():
    actions = toy.Places((toy.PROPOSE,))
    rng = np.random.default_rng(0)
    drawn = [draw(actions, rng) for _ in range(200)]
    assert all(action in actions for action in drawn)
    assert sum(action not in list(actions) for action in drawn) > 100
    assert toy.Do("put", 0.3, -0.3) in actions
    assert toy.Do("put", 0.8, 0.8) not in actions


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [("wind", "yes", True), ("wind", "OFF", False), ("size", "-4", -4), ("size", 7, 7), ("name", " a ", "a")],
)
def test_options_are_read(name, text, value):
    assert read_options(toy.OPTIONS, {name: text})[name] == value


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"wind": "maybe"}, "yes or no"),
        ({"size": "4.5"}, "whole number"),
        ({"size": "9" * 5000}, "whole number"),
        ({"size": "٣"}, "whole number"),
        ({"size": True}, "whole number"),
        ({"name": 3}, "a text"),
        ({"sise": "3"}, "did you mean size"),
    ],
)
def test_bad_options_are_refused(given, says):
    with pytest.raises(OptionError, match=says) as caught:
        read_options(toy.OPTIONS, given)
    assert len(str(caught.value)) < 200


def test_choices_limit_an_option():
    option = Option("rounds", 1, "", (1, 2))
    assert option.read("2") == 2
    with pytest.raises(OptionError, match="1 or 2"):
        option.read("3")


@pytest.mark.parametrize("settings", [["rounds"], ["=2"], ["a=1", "a=2"]])
def test_bad_settings_of_a_command_line(settings):
    with pytest.raises(OptionError):
        split_settings(settings)


LABELS = ["Walls and Cook", "Walls and Quarry", "Cook", "Grain field (2 wood)"]


@pytest.mark.parametrize(
    ("typed", "place"),
    [("1", 0), (" 3 ", 2), ("cook", 2), ("COOK", 2), ("walls and q", 1), ("wal qua", 1), ("field", 3), ("2 wood", 3)],
)
def test_what_is_typed_finds_its_choice(typed, place):
    assert pick(typed, LABELS) == place


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("0", UnreadableActionError),
        ("5", UnreadableActionError),
        ("9" * 5000, UnreadableActionError),
        ("", UnreadableActionError),
        ("-1", UnreadableActionError),
        ("...", UnreadableActionError),
        ("tower", UnreadableActionError),
        ("walls", AmbiguousActionError),
        ("wal", AmbiguousActionError),
    ],
)
def test_what_fits_none_and_what_fits_several_are_two_errors(typed, error):
    with pytest.raises(error) as caught:
        pick(typed, LABELS)
    assert type(caught.value) is error
    assert len(str(caught.value)) < 250


def test_a_match_with_a_judge_and_objections():
    bots = [RandomBot(), RandomBot()]
    seen = Counter()
    for seed in range(40):
        played = play(PEGS, bots, seed, toy.Steady())
        state = PEGS.new(seed)
        for action in played.actions:
            if state.actor == JUDGE:
                assert action == toy.Steady().rule(state)
            seen[action.what] += 1
            state = state.apply(action)
        assert state == played.state
        assert dict(played.outcome.facts)["collapsed"] == (played.outcome.reason == "collapse")
    assert all(seen[word] for word in ("put", "propose", "object", "agree", "stands", "falls"))


def test_a_game_that_needs_a_judge_says_so():
    with pytest.raises(OptionError, match="needs a judge"):
        play(PEGS, [RandomBot(), RandomBot()], 0)


def test_one_bot_a_seat():
    with pytest.raises(OptionError, match="2 players need as many bots"):
        play(PEGS, [RandomBot()], 0, toy.Steady())


def test_a_bot_that_breaks_a_rule_is_told_apart():
    class Cheat(RandomBot):
        def choose(self, decision):  # noqa: ARG002
            return toy.Do("put", 2.0, 2.0)

    with pytest.raises(IllegalActionError, match="T-2"):
        play(PEGS, [Cheat(), RandomBot()], 0, toy.Steady())


def test_a_game_that_does_not_end_is_a_fault_and_not_a_hang():
    class Short(toy.PegSetup):
        longest = 3

    with pytest.raises(EndlessGameError):
        play(Short(2, {}), [RandomBot(), RandomBot()], 0, toy.Steady(2.0))


def test_a_bot_is_given_no_state_and_no_hidden_card():
    setup = find_game("villannex").setup(2)
    state = setup.new(0)
    decision = Decision(state, 0, lambda: generator(0, "x"))
    assert decision.view == state.view(0)
    assert not any(isinstance(value, State) for value in vars(decision).values())


def test_bots_have_streams_of_their_own():
    setup = find_game("villannex").setup(2)
    one = Seats(setup, [RandomBot(), RandomBot()], 1)
    drawn = [step.action for step in steps(setup, setup.new(1), one.decide)]
    assert drawn == list(play(setup, [RandomBot(), RandomBot()], 1).actions)


def test_errors_cross_processes():
    error = pickle.loads(pickle.dumps(IllegalActionError("X-1", "no")))
    assert (str(error), error.rule) == ("X-1: no", "X-1")


@pytest.mark.parametrize("name", ["villanex", "", "chess", "x" * 5000])
def test_unknown_games_say_what_there_is(name):
    with pytest.raises(OptionError, match="villannex") as caught:
        find_game(name)
    assert len(str(caught.value)) < 150


def test_unknown_bots_say_what_is_near():
    setup = ready("villannex", 2)
    with pytest.raises(OptionError, match="did you mean greedy"):
        setup.game.bot("gredy", setup)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    # values of the score interval without continuity correction, as in Newcombe (1998), table I
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilsons_interval_is_that_of_newcombes_table(successes, trials, low, high):
    found = wilson(successes, trials)
    assert found == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))
