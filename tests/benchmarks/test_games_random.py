"""Many random games through the common protocol: speed, and no broken invariant. Run with `-m slow -n 0 -s`."""

from __future__ import annotations

import time
from collections import Counter
from functools import partial

import pytest

from paletti_sim.games import find_game, ready
from paletti_sim.games.core.bots import RandomBot
from paletti_sim.games.core.contract import random_play
from paletti_sim.games.core.match import play
from paletti_sim.games.core.series import Plan, run

pytestmark = pytest.mark.slow

GAMES = 50_000
PER_SECOND = 500


def test_random_two_player_games_of_villannex_are_fast():
    setup = find_game("villannex").setup(2)
    bots = [RandomBot(), RandomBot()]
    best = 0.0
    for attempt in range(5):
        started = time.process_time()
        for seed in range(1000):
            play(setup, bots, 1000 * attempt + seed)
        best = max(best, 1000 / (time.process_time() - started))
    print(f"\n{best:,.0f} random two-player games a second of processor time")
    assert best >= PER_SECOND


def test_fifty_thousand_random_games_without_a_broken_invariant():
    game = find_game("villannex")
    variants = [
        (2, {}),
        (3, {}),
        (4, {"rounds": 2}),
        (2, {"draft": "skip", "rounds": 2}),
        (3, {"draft": "show", "reveal": "in-turn"}),
        (4, {"show": "one"}),
        (1, {}),
        (2, {}),
        (2, {"reveal": "in-turn", "rounds": 2}),
        (4, {"draft": "show", "rounds": 2}),
    ]
    ends: Counter[str] = Counter()
    for players, options in variants:
        setup = game.setup(players, options)
        for seed in range(GAMES // len(variants)):
            state = random_play(setup, seed)[-1][0]
            assert state.outcome is not None
            ends[state.outcome.reason] += 1
    print(f"\n{dict(ends)}")
    assert sum(ends.values()) == GAMES


VAMPIRE_GAMES = 2_000
VAMPIRE_PER_SECOND = 25


def test_random_four_player_games_of_vampire_village_are_fast():
    setup = find_game("vampire-village").setup(4)
    bots = [RandomBot()] * 4
    best = 0.0
    for attempt in range(5):
        started = time.process_time()
        for seed in range(50):
            play(setup, bots, 1000 * attempt + seed)
        best = max(best, 50 / (time.process_time() - started))
    print(f"\n{best:,.0f} random four-player games a second of processor time")
    assert best >= VAMPIRE_PER_SECOND


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_thousand_random_games_of_vampire_village_without_a_broken_invariant(players):
    """Every step is checked: cards conserved, residents never negative, four in a line, an end (`Setup.inventory`)."""
    game = find_game("vampire-village")
    variants = ({}, {"grid_limit": "box"}, {"demons": "together"}, {"grid_limit": "box", "demons": "together"})
    ends: Counter[str] = Counter()
    longest = 0
    for options in variants:
        setup = game.setup(players, options)
        for seed in range(VAMPIRE_GAMES // len(variants)):
            states = random_play(setup, seed)
            longest = max(longest, len(states) - 1)
            outcome = states[-1][0].outcome
            assert outcome is not None
            ends[outcome.reason] += 1
    print(f"\n{players} players: {dict(ends)}, at most {longest} actions (bound {setup.longest})")
    assert sum(ends.values()) == VAMPIRE_GAMES


def test_greedy_beats_random_in_vampire_village():
    setup = find_game("vampire-village")
    tally = run(Plan(partial(ready, setup.id, 2, {}), ("greedy", "random"), 1000, 0))
    bot = tally.to_json()["bots"][0]
    print(f"\ngreedy against random: {bot['share']:.3f} ({bot['low']:.3f} to {bot['high']:.3f})")
    assert bot["low"] > 0.70
