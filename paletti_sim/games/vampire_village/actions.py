"""What a player of Vampire Village can do. Village cards are named by their ids, monsters by their faces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paletti_sim.games.core.errors import UnreadableActionError


@dataclass(frozen=True)
class Choose:
    """Choose a card of the hand in secret; the others are passed on (W-7)."""

    card: str

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"choose": self.card}


@dataclass(frozen=True)
class Place:
    """Place the chosen card; rows count downwards, columns to the right, from the starting card (W-10, W-11)."""

    row: int
    column: int

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"place": [self.row, self.column]}


@dataclass(frozen=True)
class Move:
    """Let a resident walk from one card to the next (W-23)."""

    origin: str
    target: str

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"move": [self.origin, self.target]}


@dataclass(frozen=True)
class Stay:
    """Let no more residents walk (W-23, W-G11)."""

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"stay": True}


@dataclass(frozen=True)
class Give:
    """Give a monster to the left and one to the right neighbour (W-26); of two players both go to the other (W-27)."""

    left: str
    right: str

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"give": [self.left, self.right]}


@dataclass(frozen=True)
class Sacrifice:
    """Discard a hero to be rid of a demon (W-32)."""

    demon: str
    hero: str

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"sacrifice": self.hero, "demon": self.demon}


@dataclass(frozen=True)
class Suffer:
    """Suffer a demon's misdeed (W-32); `target` is the building or the monster, if there is something to choose."""

    demon: str
    target: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"suffer": self.target, "demon": self.demon}


@dataclass(frozen=True)
class Ignore:
    """Let a demon go that can do nothing (W-33)."""

    demon: str

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"ignore": self.demon}


@dataclass(frozen=True)
class Lose:
    """Discard a card of the row or column that was broken into (W-45)."""

    card: str

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"lose": self.card}


@dataclass(frozen=True)
class Drive:
    """Discard an attacker after a breach: of the weakest, or any after a hero's fight (W-45, W-46)."""

    monster: str

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"drive": self.monster}


Answer = Sacrifice | Suffer | Ignore
AnyAction = Choose | Place | Move | Stay | Give | Answer | Lose | Drive

_TEXTS: dict[str, type[Choose | Ignore | Lose | Drive]] = {
    "choose": Choose,
    "ignore": Ignore,
    "lose": Lose,
    "drive": Drive,
}
_PAIRS: dict[str, type[Move | Give]] = {"move": Move, "give": Give}


def read_action(doc: Any) -> AnyAction:
    """Read what `to_json` wrote.

    Raises:
        UnreadableActionError: it is no action of Vampire Village.
    """
    if isinstance(doc, dict) and len(doc) == 1:
        (key, value), *_ = doc.items()
        if key in _TEXTS and isinstance(value, str):
            return _TEXTS[key](value)
        if key in _PAIRS and _is_pair(value, str):
            return _PAIRS[key](*value)
        if key == "place" and _is_pair(value, int) and max(map(abs, value)) < 100:
            return Place(*value)
        if key == "stay" and value is True:
            return Stay()
    if isinstance(doc, dict) and all(isinstance(value, str) for value in doc.values()):
        if set(doc) == {"sacrifice", "demon"}:
            return Sacrifice(doc["demon"], doc["sacrifice"])
        if set(doc) == {"suffer", "demon"}:
            return Suffer(doc["demon"], doc["suffer"])
    raise UnreadableActionError(f"this is no action of vampire-village: {str(doc)[:80]}")


def _is_pair(value: Any, kind: type) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(each) is kind for each in value)
