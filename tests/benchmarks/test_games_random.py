"""Many random games through the common protocol: speed, and no broken invariant. Run with `-m slow -n 0 -s`."""

from __future__ import annotations

import time
from collections import Counter

import pytest

from paletti_sim.games import find_game
from paletti_sim.games.core.bots import RandomBot
from paletti_sim.games.core.contract import random_play
from paletti_sim.games.core.match import play

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
