"""The cards of Vampire Village.

Village cards are single things with ids. Of monsters there are several of a kind that nobody can tell apart, so a
monster card is named by its face, such as `witch-left` or `vampire-3`, and decks hold a face several times.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

ATTACKERS = ("witch", "werewolf", "vampire")
"""The kinds that attack the village: witches its left, werewolves its top, vampires its right side (W-28)."""
TYPES = ("green", "blue", "red", "yellow")
STARTING_CARDS = 6
VILLAGE_CARDS = 30
"""Of each round (W-1)."""
MONSTERS = 30
"""Of each round (W-1)."""

PLURALS = {"witch": "witches", "werewolf": "werewolves", "vampire": "vampires", "demon": "demons"}

Rule = Literal["", "type", "hero", "row", "column"]


@dataclass(frozen=True)
class Building:
    """A building (W-13): its type, its defence against each of `ATTACKERS`, and what brings residents.

    `per` says what is counted when it is placed ("": no residents), `per_type` of which type.
    """

    id: str
    name: str
    type: str
    defence: tuple[int, int, int]
    per: Rule = ""
    per_type: str = ""

    is_hero = False

    @cached_property
    def text(self) -> str:
        """What brings residents, in words."""
        if not self.per:
            return "no residents"
        if self.per == "type":
            return f"1 resident per {self.per_type} building"
        return f"1 resident per {'hero' if self.per == 'hero' else f'building in its {self.per}'}"

    def to_json(self) -> dict[str, Any]:
        """Return the card as the card file writes it."""
        doc: dict[str, Any] = {
            "id": self.id,
            "name": self.name,
            "type": self.type,
            "defence": {kind: value for kind, value in zip(ATTACKERS, self.defence, strict=True) if value},
        }
        if self.per:
            doc["residents"] = {"type": self.per_type} if self.per == "type" else self.per
        return doc


@dataclass(frozen=True)
class Hero:
    """A hero (W-22): the kinds it is effective against, and how many steps residents may walk when it comes."""

    id: str
    name: str
    symbols: tuple[str, ...]
    moves: int

    is_hero = True

    @cached_property
    def text(self) -> str:
        """What the hero can do, in words."""
        against = f"against {' and '.join(PLURALS[kind] for kind in self.symbols)}" if self.symbols else "no symbols"
        return f"{against}, {self.moves} move{'' if self.moves == 1 else 's'}"

    def to_json(self) -> dict[str, Any]:
        """Return the card as the card file writes it."""
        return {"id": self.id, "name": self.name, "symbols": list(self.symbols), "moves": self.moves}


VillageCard = Building | Hero


def kind_of(face: str) -> str:
    """Return the kind of a monster: one of `ATTACKERS`, or demon.

    >>> kind_of("werewolf-grey")
    'werewolf'
    """
    return face.partition("-")[0]


def what_of(face: str) -> str:
    """Return what sets a monster apart within its kind: a strength, a neighbour, a colour or a misdeed.

    >>> what_of("demon-fewest")
    'fewest'
    """
    return face.partition("-")[2]


@dataclass(frozen=True)
class CardSet:
    """All cards of the game: `village` and `monsters` hold those of round 1 and those of round 2."""

    starting: tuple[Building, ...]
    village: tuple[tuple[VillageCard, ...], tuple[VillageCard, ...]]
    monsters: tuple[tuple[str, ...], tuple[str, ...]]

    @cached_property
    def by_id(self) -> dict[str, VillageCard]:
        """All village cards by their ids."""
        cards: list[VillageCard] = [*self.starting, *self.village[0], *self.village[1]]
        return {card.id: card for card in cards}

    @cached_property
    def buildings(self) -> dict[str, Building]:
        """All buildings by their ids, those to start with among them (W-G3)."""
        return {id_: card for id_, card in self.by_id.items() if isinstance(card, Building)}

    @cached_property
    def heroes(self) -> dict[str, Hero]:
        """All heroes by their ids."""
        return {id_: card for id_, card in self.by_id.items() if isinstance(card, Hero)}

    @cached_property
    def most_moves(self) -> int:
        """The moves of the hero that has most."""
        return max((hero.moves for hero in self.heroes.values()), default=0)

    def to_json(self) -> dict[str, Any]:
        """Return all cards."""
        return {
            "starting": [card.to_json() for card in self.starting],
            "village": [[card.to_json() for card in cards] for cards in self.village],
            "monsters": [dict(sorted(Counter(deck).items())) for deck in self.monsters],
        }
