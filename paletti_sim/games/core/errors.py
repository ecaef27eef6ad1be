"""What can be wrong with a choice, an option or a record. Three kinds of bad choices, as in python-chess."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from paletti_sim.errors import NoAnswerError, PalettiError


class GameError(PalettiError):
    """Anything wrong in a game for a reason that a player can understand."""


class ActionError(GameError):
    """A choice that cannot be carried out."""


class IllegalActionError(ActionError):
    """A choice that is understood and that a rule forbids; `rule` is the rule's id.

    >>> str(IllegalActionError("X-13", "build with two of your cards"))
    'X-13: build with two of your cards'
    """

    def __init__(self, rule: str, what: str) -> None:
        self.rule = rule
        self.what = what
        super().__init__(f"{rule}: {what}")

    def __reduce__(self) -> tuple[type[IllegalActionError], tuple[str, str]]:
        """Errors cross from one process to another."""
        return (type(self), (self.rule, self.what))


class AmbiguousActionError(ActionError):
    """What was typed fits more than one choice."""


class UnreadableActionError(ActionError):
    """What was typed or written is no choice at all."""


class OptionError(GameError):
    """An option, a number of players or a name that the game does not know."""


class RecordError(GameError):
    """A record that cannot be read, or not be played with what is here."""


class EndlessGameError(NoAnswerError):
    """A game went on for longer than its rules allow: a fault in this software."""


def near(name: str, known: Iterable[str]) -> str:
    """Return a half sentence that says what is near `name`, else what there is.

    >>> near("gredy", ["greedy", "random"])
    'did you mean greedy?'
    >>> near("xyz", ["greedy", "random"])
    'there are greedy, random'
    """
    names = list(known)
    close = difflib.get_close_matches(name, names, n=2, cutoff=0.6)
    if close:
        return f"did you mean {' or '.join(close)}?"
    return f"there are {', '.join(names)}" if names else "there are none"
