"""What has happened, in the open, as a list in the state: so that every step can be told from any view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

NOBODY = -1

ROUND = "round"
PLACE = "place"
MOVE = "move"
ARRIVE = "arrive"
SACRIFICE = "sacrifice"
SUFFER = "suffer"
IGNORE = "ignore"
STRENGTHS = "strengths"
ATTACK = "attack"
REPELLED = "repelled"
LOSE = "lose"
DRIVE = "drive"
ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened to a player (`NOBODY`: to all).

    | what | cards | numbers |
    |---|---|---|
    | round | | its number |
    | place | the card | row, column, residents that came |
    | move | from, to | |
    | arrive | monsters that a deal brought | |
    | sacrifice | demon, hero | residents lost with it |
    | suffer | demon, then buildings hit, or the monster taken | residents lost |
    | ignore | demon | |
    | strengths | faces of the attackers | strength of each face |
    | attack | kind, then the attackers | attack, defence, cards in the line |
    | repelled | kind | |
    | lose | kind, card | residents lost with it |
    | drive | the monster discarded | its strength |
    | ended | | number of the round |
    """

    what: str
    player: int
    cards: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()

    def to_json(self) -> list[Any]:
        """Return the event as JSON."""
        return [self.what, self.player, list(self.cards), list(self.numbers)]


def event_from_json(doc: list[Any]) -> Event:
    """Read what `Event.to_json` wrote."""
    what, player, cards, numbers = doc
    return Event(what, player, tuple(cards), tuple(numbers))
