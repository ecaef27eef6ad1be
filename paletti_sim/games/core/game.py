"""A game as the table knows it (`Game`), and one made ready for certain players and options (`Setup`)."""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from paletti_sim.games.core.choice import pick
from paletti_sim.games.core.errors import OptionError, near
from paletti_sim.games.core.options import Option, OptionValue, read_options
from paletti_sim.games.core.protocol import A, Outcome, State
from paletti_sim.games.core.scene import Scene, counted

if TYPE_CHECKING:
    import numpy as np

    from paletti_sim.games.core.bots import Bot

S = TypeVar("S", bound=State[Any])


class Words(ABC):
    """How a game speaks. Everything is told from views, so that nothing can be told that may not be seen.

    `names` are the names of the players. A view is always one that the game itself made.
    """

    @abstractmethod
    def table(self, view: Any, names: Sequence[str]) -> Scene:
        """Return what lies on the table and in the hand of the one who looks."""

    @abstractmethod
    def question(self, view: Any, names: Sequence[str]) -> str:
        """Return what the actor has to decide, as one sentence."""

    @abstractmethod
    def label(self, view: Any, action: Any, names: Sequence[str]) -> str:
        """Return an action in a few words, as one line of a numbered list."""

    def read(self, text: str, view: Any, actions: Sequence[Any], names: Sequence[str]) -> Any:
        """Return the action that was typed: a number of the list, or enough of a label. Games may read more.

        Raises:
            UnreadableActionError: it fits no action.
            AmbiguousActionError: it fits more than one.
        """
        return actions[pick(text, [self.label(view, action, names) for action in actions])]

    def read_all(self, text: str, view: Any, actions: Sequence[Any], names: Sequence[str]) -> Sequence[Any]:
        """Return what was typed as actions in a row: those after the first are done once the first ones are.

        Raises:
            UnreadableActionError: it fits no action.
            AmbiguousActionError: it fits more than one.
        """
        return (self.read(text, view, actions, names),)

    def hint(self, view: Any, actions: Sequence[Any], names: Sequence[str]) -> Scene:  # noqa: ARG002
        """Return advice for the actor; empty where a game has none to give."""
        return ()

    def choices(self, view: Any, actions: Sequence[Any], names: Sequence[str]) -> Scene:
        """Return what there is to choose from: a numbered list. Games with very long ones may show less of them."""
        return tuple(f"  {number:2}  {self.label(view, action, names)}" for number, action in enumerate(actions, 1))

    def look_up(self, text: str, view: Any, actions: Sequence[Any], names: Sequence[str]) -> Scene:  # noqa: ARG002
        """Return the answer to something typed that asks about choices and makes none; empty: it is no such thing."""
        return ()

    def help(self, view: Any) -> tuple[str, ...]:  # noqa: ARG002
        """Return what else can be typed at this moment, beside the choices of the list."""
        return ()

    @abstractmethod
    def news(self, before: Any, after: Any, names: Sequence[str]) -> Scene:
        """Return what became known between two views of the same player."""

    @abstractmethod
    def end(self, view: Any, outcome: Outcome, names: Sequence[str]) -> Scene:
        """Return how the game ended."""


class Setup(ABC, Generic[S, A]):
    """A game made ready: the number of players, all options with their values, the data read and checked."""

    game: Game
    players: int
    options: Mapping[str, OptionValue]
    words: Words
    needs_judge: bool = False
    """Whether some states have the actor `JUDGE`, so that a match needs a `Judge`."""
    has_secrets: bool = True
    """Whether people at one screen may not see each other's view."""
    can_undo: bool = False
    """Whether a person may take back a choice that nobody has answered: not where a choice uncovers something."""

    @abstractmethod
    def new(self, seed: int) -> S:
        """Return the first state under a root seed."""

    @abstractmethod
    def state_from_json(self, doc: Any) -> S:
        """Read what `state.to_json()` wrote."""

    @abstractmethod
    def action_from_json(self, doc: Any) -> A:
        """Read what `action.to_json()` wrote.

        Raises:
            UnreadableActionError: it is no action of this game.
        """

    @abstractmethod
    def imagine(self, view: Any, rng: np.random.Generator) -> S:
        """Return a state that could be behind a view, which has that view again: for bots that think in samples."""

    def foreseen(self, state: S, player: int) -> S | None:  # noqa: ARG002
        """Return the state in which `player` decides next if all goes well, which checks actions typed in a row.

        All goes well: a judge finds that nothing moves, and nobody else objects. None: that cannot be known.
        """
        return None

    @abstractmethod
    def inventory(self, state: S) -> Hashable:
        """Return every card and token of a state, wherever it lies, in a fixed order: the same all through a game.

        Raises:
            AssertionError: something in the state contradicts itself.
        """

    @property
    @abstractmethod
    def longest(self) -> int:
        """The number of actions that no game can exceed."""

    @property
    @abstractmethod
    def data(self) -> Any:
        """All data that decide how a game goes (cards, pieces), as JSON."""

    @cached_property
    def data_hash(self) -> str:
        """A fingerprint of the data: a record can only be played again with the same."""
        return digest(self.data)


def digest(doc: Any) -> str:
    """Return a fingerprint of JSON: 16 hexadecimal digits that do not depend on spaces or on the order of keys."""
    text = json.dumps(doc, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Scored:
    """A table that was written down in a file and scored: to show, and as JSON."""

    scene: Scene
    document: Mapping[str, Any]


@dataclass(frozen=True)
class Game:
    """A game: its name, how many can play, its options and its bots. `ready` makes a `Setup` of checked values.

    `score_file` scores a table written down in a file, under options; None: this game has no such file.
    """

    id: str
    title: str
    about: str
    least: int
    most: int
    options: tuple[Option, ...]
    bots: Mapping[str, Callable[[Setup[Any, Any]], Bot]]
    ready: Callable[[int, Mapping[str, OptionValue]], Setup[Any, Any]]
    bots_about: Mapping[str, str] = field(default_factory=dict)
    score_file: Callable[[Path, Mapping[str, object]], Scored] | None = None

    def setup(self, players: int, options: Mapping[str, object] | None = None) -> Setup[Any, Any]:
        """Return the game made ready.

        Raises:
            OptionError: a wrong number of players, or wrong options.
            FileFaultsError: the game's data are faulty.
        """
        if not self.least <= players <= self.most:
            raise OptionError(
                f"{self.id} is for {self.least} to {self.most} players (got {counted(players, 'player')})"
            )
        return self.ready(players, read_options(self.options, options or {}))

    def bot(self, name: str, setup: Setup[Any, Any]) -> Bot:
        """Return a bot by its name.

        Raises:
            OptionError: there is none of that name.
        """
        if name not in self.bots:
            raise OptionError(f"there is no bot {name[:40]!r} for {self.id}: {near(name, self.bots)}")
        return self.bots[name](setup)
