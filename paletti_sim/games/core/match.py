"""A match: asks whoever is the actor, applies the answer, keeps the list of actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from paletti_sim.games.core.bots import Bot, Decision
from paletti_sim.games.core.errors import EndlessGameError, IllegalActionError, OptionError
from paletti_sim.games.core.game import Setup
from paletti_sim.games.core.protocol import JUDGE, Judge, Outcome, State
from paletti_sim.games.core.streams import generator


@dataclass(frozen=True)
class Step:
    """One action of a match."""

    number: int
    before: State[Any]
    actor: int
    action: Any
    after: State[Any]


@dataclass(frozen=True)
class Played:
    """A finished match."""

    seed: int
    state: State[Any]
    actions: tuple[Any, ...]

    @property
    def outcome(self) -> Outcome:
        """How it ended."""
        outcome = self.state.outcome
        assert outcome is not None
        return outcome


class Seats:
    """Who decides in a match: a bot for each seat, its random stream, and the judge.

    A match that was left and is taken up again goes on with other streams: `resumed` is the number of actions before.
    """

    def __init__(
        self, setup: Setup[Any, Any], bots: Sequence[Bot], seed: int, judge: Judge | None = None, resumed: int = 0
    ) -> None:
        if len(bots) != setup.players:
            raise OptionError(f"{setup.players} players need as many bots (got {len(bots)})")
        if setup.needs_judge and judge is None:
            raise OptionError(f"{setup.game.id} needs a judge who says what happens to the tower")
        self._bots = bots
        self._judge = judge
        self._streams: list[Callable[[], np.random.Generator]] = [
            lru_cache(maxsize=1)(lambda seat=seat: generator(seed, f"bot-{seat}", resumed)) for seat in range(len(bots))
        ]

    def decide(self, state: State[Any]) -> Any:
        """Return what the actor of a state chooses."""
        actor = state.actor
        assert actor is not None, "a game that is over asks nobody"
        if actor == JUDGE:
            assert self._judge is not None
            return self._judge.rule(state)
        return self._bots[actor].choose(Decision(state, actor, self._streams[actor]))


def steps(setup: Setup[Any, Any], start: State[Any], decide: Callable[[State[Any]], Any]) -> Iterator[Step]:
    """Yield the steps of a match until it is over.

    Raises:
        IllegalActionError: `decide` answered with an action that a rule forbids.
        EndlessGameError: the game goes on for longer than its rules allow.
    """
    state = start
    for number in range(setup.longest):
        actor = state.actor
        if actor is None:
            return
        action = decide(state)
        after = state.apply(action)
        yield Step(number, state, actor, action, after)
        state = after
    if not state.is_over:
        raise EndlessGameError(f"{setup.game.id}: not over after {setup.longest} actions")


def play(setup: Setup[Any, Any], bots: Sequence[Bot], seed: int, judge: Judge | None = None) -> Played:
    """Return a match that bots play among themselves.

    Raises:
        OptionError: not one bot a player, or a judge is missing.
        IllegalActionError: a bot chose what a rule forbids.
        EndlessGameError: the game goes on for longer than its rules allow.
    """
    seats = Seats(setup, bots, seed, judge)
    state: State[Any] = setup.new(seed)
    actions = []
    try:
        for step in steps(setup, state, seats.decide):
            state = step.after
            actions.append(step.action)
    except IllegalActionError as error:
        error.add_note(f"{setup.game.id}, seed {seed}, action {len(actions)}")
        raise
    return Played(seed, state, tuple(actions))
