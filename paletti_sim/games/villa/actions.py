"""What a player of Villa can do. Colours and Features have names; areas are numbered from 1 as they were closed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paletti_sim.games.core.errors import UnreadableActionError
from paletti_sim.games.villa.features import FEATURES
from paletti_sim.games.villa.hedges import COLOURS, TURNS

LARGEST = 1_000


@dataclass(frozen=True)
class Place:
    """Lay the hedge that was drawn: its turn, and where the lower left corner of its box lies (V-11)."""

    turn: int
    x: int
    y: int

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"place": [self.x, self.y], "turn": self.turn}


@dataclass(frozen=True)
class Resolve:
    """Which of several areas closed at once is resolved next (V-17)."""

    area: int

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"resolve": self.area}


@dataclass(frozen=True)
class First:
    """Which of two colours of one side places first, and so lies beneath (V-55, V-62)."""

    colour: str

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"first": self.colour}


@dataclass(frozen=True)
class Put:
    """Place a token: a neutral one (""), or a Feature with its Feature side up (V-33)."""

    feature: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"put": self.feature or "neutral"}


@dataclass(frozen=True)
class Turn:
    """Turn a Feature to its neutral side and place it (V-36)."""

    feature: str

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"turn": self.feature}


@dataclass(frozen=True)
class Swap:
    """Bird Bath: change places with the top token of an adjacent area (V-44)."""

    area: int

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"swap": self.area}


@dataclass(frozen=True)
class Pass:
    """Do not place the Well (V-48), or do not swap (V-44)."""

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"pass": True}


AnyAction = Place | Resolve | First | Put | Turn | Swap | Pass


def read_action(doc: Any) -> AnyAction:
    """Read what `to_json` wrote.

    Raises:
        UnreadableActionError: it is no action of Villa.
    """
    found = _read(doc) if isinstance(doc, dict) else None
    if found is None:
        raise UnreadableActionError(f"this is no action of villa: {str(doc)[:80]}")
    return found


def _read(doc: dict[str, Any]) -> AnyAction | None:  # noqa: PLR0911
    if set(doc) == {"place", "turn"}:
        at, turn = doc["place"], doc["turn"]
        if isinstance(at, list) and len(at) == 2 and all(_whole(each, -LARGEST) for each in at) and _whole(turn, 0):
            return Place(turn, *at) if turn < TURNS else None
        return None
    if len(doc) != 1:
        return None
    (key, value), *_ = doc.items()
    if key in ("resolve", "swap"):
        kind = Resolve if key == "resolve" else Swap
        return kind(value) if _whole(value, 1) else None
    if key == "first":
        return First(value) if value in COLOURS else None
    if key == "put":
        return Put("" if value == "neutral" else value) if value in ("neutral", *FEATURES) else None
    if key == "turn":
        return Turn(value) if value in FEATURES else None
    return Pass() if key == "pass" and value is True else None


def _whole(value: Any, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= LARGEST
