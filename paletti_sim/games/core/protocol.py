"""The one protocol of all games: what a state, an action and a view are.

A state is a value. Whoever has to decide is its `actor`; `legal_actions()` is what the actor may do, and is also what
`apply` checks against. Moves made of several choices are several steps, so a list of actions stays short.

Two things are not finite lists:

* Places on a table are continuous. Such a step offers `OpenActions`: a sequence of good examples that *contains* every
  legal action and can draw one at random.
* What the physics of a tower did is decided by nobody at the table. In such a state the actor is `JUDGE`, its action is
  the ruling ("nothing fell", "blue toppled"), and the match asks a `Judge` for it. So the rules stay pure, the ruling
  stands in the record, and a record can be played again without physics or, with `--verify`, be judged anew.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

import numpy as np

JUDGE = -1
"""The actor of a state in which the table itself answers: physics, not a player."""


class Action(Protocol):
    """One choice: hashable and comparable by value."""

    def __hash__(self) -> int: ...

    def to_json(self) -> dict[str, Any]:
        """Return the action as a JSON object; `Setup.action_from_json` reads it again."""


class View(Protocol):
    """What one player may see of a state, as a value. `actor` is the one who decides now."""

    @property
    def player(self) -> int | None:
        """The one who looks; None is somebody who watches and sees only what is public."""

    @property
    def actor(self) -> int | None:
        """Who decides now."""

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended.

    `winners` may hold several (a shared victory) or none. `scores` has one number a player. `facts` are things that
    happened or not, None when it could not (a round that was not reached): `simulate` reports their shares. `details`
    say more about this one game, as pairs of a name and a value of JSON; sequences are tuples.
    """

    reason: str
    winners: frozenset[int]
    scores: tuple[float, ...]
    facts: tuple[tuple[str, bool | None], ...] = field(default=())
    details: tuple[tuple[str, Any], ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """Return the outcome as JSON; `details` only where there are any."""
        doc: dict[str, Any] = {
            "reason": self.reason,
            "winners": sorted(self.winners),
            "scores": list(self.scores),
            "facts": dict(self.facts),
        }
        if self.details:
            doc["details"] = {name: list(v) if isinstance(v, tuple) else v for name, v in self.details}
        return doc


A = TypeVar("A", bound=Action)
A_co = TypeVar("A_co", bound=Action, covariant=True)


class OpenActions(Sequence[A_co]):
    """A choice from more actions than a list can hold, such as a place on a floor.

    The sequence itself holds examples (never none) that bots may take as they are. `in` is the check: True for every
    legal action, listed or not.
    """

    examples: tuple[A_co, ...]

    def __len__(self) -> int:
        return len(self.examples)

    def __getitem__(self, index: Any) -> Any:
        return self.examples[index]

    def __iter__(self) -> Iterator[A_co]:
        return iter(self.examples)

    @abstractmethod
    def __contains__(self, action: object) -> bool: ...

    @abstractmethod
    def sample(self, rng: np.random.Generator) -> A_co:
        """Return a random legal action."""


def draw(actions: Sequence[A], rng: np.random.Generator) -> A:
    """Return one of the legal actions at random (of a finite list: each equally often)."""
    if isinstance(actions, OpenActions):
        drawn: A = actions.sample(rng)
        return drawn
    return actions[int(rng.random() * len(actions))]


@runtime_checkable
class State(Protocol[A]):
    """A position of a game: a frozen value with its random streams inside."""

    @property
    def actor(self) -> int | None:
        """The player who decides now, `JUDGE`, or None when the game is over."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None."""

    def legal_actions(self) -> Sequence[A]:
        """Return what the actor may do: never empty while the game goes on, empty when it is over."""

    def apply(self, action: A) -> Self:
        """Return the state after the actor's action.

        Raises:
            IllegalActionError: the action is not among `legal_actions()`; the error names the rule.
        """

    def view(self, player: int | None) -> View:
        """Return what a player may see; None: what everybody may see."""

    def to_json(self) -> dict[str, Any]:
        """Return the whole state, hidden parts and random streams included."""


class Judge(Protocol):
    """Answers for the table: what a move did to the tower."""

    def rule(self, state: Any) -> Any:
        """Return the ruling, one of the state's legal actions. The same state always gets the same ruling."""
