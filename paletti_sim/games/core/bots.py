"""Bots: what they are asked, and the one that knows no game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from paletti_sim.games.core.protocol import State, draw


class Decision:
    """What somebody who has to decide is given: the actions, what may be seen, and a random stream of one's own.

    The state itself is not in it: a bot cannot look into other hands. The view and the generator are made only when
    asked for, since a bot that plays at random needs no view.
    """

    def __init__(self, state: State[Any], player: int, stream: Callable[[], np.random.Generator]) -> None:
        self.player = player
        self.actions: Sequence[Any] = state.legal_actions()
        self._see = state.view
        self._stream = stream

    @cached_property
    def view(self) -> Any:
        """What the player may see."""
        return self._see(self.player)

    @property
    def rng(self) -> np.random.Generator:
        """The player's own random stream."""
        return self._stream()


class Bot(Protocol):
    """Decides for a player."""

    name: str

    def choose(self, decision: Decision) -> Any:
        """Return one of `decision.actions` (or another one that they contain)."""


class RandomBot:
    """Takes any legal action, each equally often."""

    name = "random"

    def __init__(self, setup: object = None) -> None:
        """Take what all bots are made of; it needs nothing of it."""

    def choose(self, decision: Decision) -> Any:
        """Return a random action."""
        return draw(decision.actions, decision.rng)
