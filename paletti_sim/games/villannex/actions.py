"""What a player of Villannex can do. Cards are named by their ids; several of them always in alphabetical order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paletti_sim.games.core.errors import UnreadableActionError


@dataclass(frozen=True)
class Keep:
    """Draft: keep a card of the pack and pass the rest on (X-27)."""

    card: str

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"keep": self.card}


@dataclass(frozen=True)
class Select:
    """Step 1: choose four cards of the hand (X-11)."""

    cards: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"select": list(self.cards)}


@dataclass(frozen=True)
class Show:
    """Show one card of the hand (X-31, X-G1)."""

    card: str

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"show": self.card}


@dataclass(frozen=True)
class NameNext:
    """Name the next one to show a card (X-31)."""

    player: int

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"next": self.player}


@dataclass(frozen=True)
class Build:
    """Step 3: choose two cards of the hand for the village (X-13, X-35)."""

    cards: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"build": list(self.cards)}


@dataclass(frozen=True)
class Produce:
    """Let a frame of a card of the village produce; frames count from 1, 0 is for a card without any (X-G6)."""

    card: str
    frame: int

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"produce": self.card, "frame": self.frame}


@dataclass(frozen=True)
class TakePair:
    """Solitaire: keep the first or the second random village (X-34)."""

    pair: int

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"pair": self.pair}


AnyAction = Keep | Select | Show | NameNext | Build | Produce | TakePair

_TEXTS: dict[str, type[Keep | Show]] = {"keep": Keep, "show": Show}
_LISTS: dict[str, type[Select | Build]] = {"select": Select, "build": Build}
_NUMBERS: dict[str, type[NameNext | TakePair]] = {"next": NameNext, "pair": TakePair}


def read_action(doc: Any) -> AnyAction:
    """Read what `to_json` wrote.

    Raises:
        UnreadableActionError: it is no action of Villannex.
    """
    if isinstance(doc, dict) and len(doc) == 1:
        (key, value), *_ = doc.items()
        if key in _TEXTS and isinstance(value, str):
            return _TEXTS[key](value)
        if key in _LISTS and isinstance(value, list) and all(isinstance(card, str) for card in value):
            return _LISTS[key](tuple(sorted(value)))
        if key in _NUMBERS and isinstance(value, int) and not isinstance(value, bool):
            return _NUMBERS[key](value)
    if isinstance(doc, dict) and set(doc) == {"produce", "frame"}:
        card, frame = doc["produce"], doc["frame"]
        if isinstance(card, str) and isinstance(frame, int) and not isinstance(frame, bool):
            return Produce(card, frame)
    raise UnreadableActionError(f"this is no action of villannex: {str(doc)[:80]}")
