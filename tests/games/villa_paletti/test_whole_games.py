"""Whole games among random bots under a judge who draws what happens: no stuck state, and nothing comes or goes."""

from __future__ import annotations

from collections import Counter

import pytest

from paletti_sim.games.core.bots import RandomBot
from paletti_sim.games.core.match import Seats, steps
from paletti_sim.games.core.streams import generator
from paletti_sim.games.villa_paletti import endings
from paletti_sim.games.villa_paletti.actions import COLLAPSES, Ruling
from tests.games.villa_paletti.helpers import setup

GAMES = 200
OPTIONS = (
    {},
    {"rulings": "publisher", "strict_cover": True, "layout": "grid"},
    {"two_columns": True, "free_overhang": True, "layout": "ring"},
    {"layout": "grid"},
)
ENDS = {
    endings.NOBODY_HELD,
    endings.FIRST_OWNER,
    endings.HOLDER_WINS,
    endings.PREVIOUS_WINS,
    endings.EXHAUSTED,
    endings.EXHAUSTED_NOBODY,
    endings.NEVER_STOOD,
}


class DrawingJudge:
    """Lets one act in twelve collapse the villa, of every twentieth game none; one in ten is stopped or falls over."""

    def __init__(self, seed):
        self._rng = generator(seed, "judge")
        self._collapses = 0.0 if seed % 20 == 19 else 0.08

    def rule(self, state):
        possible = list(state.legal_actions())
        drawn = self._rng.random()
        if drawn < self._collapses:
            return possible[-1]
        gentle = [ruling for ruling in possible[1:] if ruling.what != COLLAPSES]
        if drawn > 0.9 and gentle:
            return gentle[int(self._rng.random() * len(gentle))]
        return possible[0]


def whole_game(ready, seed):
    seats = Seats(ready, [RandomBot()] * ready.players, seed, DrawingJudge(seed))
    state = ready.new(seed)
    inventory = ready.inventory(state)
    ruled = floors = 0
    for step in steps(ready, state, seats.decide):
        state = step.after
        assert ready.inventory(state) == inventory
        # floors never go away, and only a ruling changes what stands once all is set up
        now = len(state.board.tower.floors)
        assert now - floors in (0, 1)
        floors = now
        ruled += isinstance(step.action, Ruling)
    assert state.outcome.reason in ENDS
    return state, ruled


@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_hundred_random_games_end(players):
    ends = Counter()
    highest = 0
    for seed in range(GAMES):
        state, ruled = whole_game(setup(players, **OPTIONS[seed % len(OPTIONS)]), seed)
        outcome = state.outcome
        ends[outcome.reason] += 1
        highest = max(highest, len(state.board.tower.floors))
        assert ruled > 0
        if seed % 20 == 19:
            assert outcome.reason in (endings.EXHAUSTED, endings.EXHAUSTED_NOBODY)
        seal = state.board.seal
        if outcome.reason in (endings.HOLDER_WINS, endings.EXHAUSTED):
            assert outcome.winners == {seal.holder}
        elif outcome.reason == endings.PREVIOUS_WINS:
            assert outcome.winners == {seal.previous}
            assert state.board.ending.toppler == seal.holder
        else:
            assert outcome.winners == frozenset()
    assert highest == 5
    assert len(ends) >= 5


def test_the_same_seed_gives_the_same_game_and_another_seed_another():
    one, two, other = (whole_game(setup(3), seed)[0] for seed in (4, 4, 5))
    assert one == two
    assert one.to_json() == two.to_json()
    assert one != other
