"""What a player of Villa Paletti can do, and what the judge can say. Places are millimetres and degrees."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from paletti_sim.games.core.errors import UnreadableActionError
from paletti_sim.tower.move import By

CAUTION_MM = 2.0
"""How far a floor may sink before a careful player breaks an attempt off (P-G5)."""
MOST_MM = 1e4
MOST_CAUTION_MM = 90.0


@dataclass(frozen=True)
class Word:
    """A choice without anything more to say: propose, agree, object, stop, give-up, pass."""

    word: str

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"do": self.word}


PROPOSE = Word("propose")  # P-17
AGREE = Word("agree")  # P-18: no objection
OBJECT = Word("object")  # P-18
STOP = Word("stop")  # P-16
GIVE_UP = Word("give-up")  # P-22
PASS = Word("pass")  # P-G11
WORDS = {word.word: word for word in (PROPOSE, AGREE, OBJECT, STOP, GIVE_UP, PASS)}


@dataclass(frozen=True)
class Colour:
    """Choose a colour: for the game (P-7), or with two players for this turn (P-33)."""

    colour: str

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"colour": self.colour}


@dataclass(frozen=True)
class Place:
    """Setup: put a column on the building site (P-5)."""

    column: str
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"place": self.column, "at": [self.x_mm, self.y_mm, self.turn_deg]}


@dataclass(frozen=True)
class Take:
    """Draw a column. It is broken off when a floor sinks by more than `caution_mm` (P-G5); None: come what may."""

    column: str
    by: By = "lift"
    caution_mm: float | None = CAUTION_MM

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"take": self.column, "by": self.by, "caution": self.caution_mm}


@dataclass(frozen=True)
class Put:
    """Put the column in hand on the top floor (P-11)."""

    x_mm: float
    y_mm: float
    turn_deg: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"put": [self.x_mm, self.y_mm, self.turn_deg]}


@dataclass(frozen=True)
class Lay:
    """Lay the next floor on the columns of the top level (P-21)."""

    floor: str
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"lay": self.floor, "at": [self.x_mm, self.y_mm, self.turn_deg]}


@dataclass(frozen=True)
class Remove:
    """After a failed objection: take a column of the objector out of the building and the game (P-20)."""

    column: str

    def to_json(self) -> dict[str, Any]:
        """Return the action as JSON."""
        return {"remove": self.column}


STANDS, COLLAPSES, FALLS_OVER, STOPPED = "stands", "collapses", "falls-over", "stopped"

Poses = tuple[tuple[str, tuple[float, ...]], ...]


@dataclass(frozen=True)
class Ruling:
    """What the judge says of an act.

    `what`: the tower stands; it collapses (P-G4), `fallen` names the pieces; only the column in hand falls over; or the
    attempt was stopped by the player's caution, and all is as before (P-G5, P-G17). `poses` are those of the tower that
    stands: x, y, z in metres and a quaternion for each piece; None: nothing shifted. `carrying`: of a floor that was
    laid, the columns that touch it with force, None when that is not known (P-G9). `note` says what was unusual.
    """

    what: str
    fallen: tuple[str, ...] = ()
    poses: Poses | None = None
    carrying: tuple[str, ...] | None = None
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the ruling as JSON."""
        doc: dict[str, Any] = {"ruling": self.what}
        if self.fallen:
            doc["fallen"] = list(self.fallen)
        if self.poses is not None:
            doc["poses"] = {name: list(pose) for name, pose in self.poses}
        if self.carrying is not None:
            doc["carrying"] = list(self.carrying)
        if self.note:
            doc["note"] = self.note
        return doc


AnyAction = Word | Colour | Place | Take | Put | Lay | Remove | Ruling


def read_action(doc: Any) -> AnyAction:
    """Read what `to_json` wrote.

    Raises:
        UnreadableActionError: it is no action of Villa Paletti.
    """
    try:
        return _read(doc)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise UnreadableActionError(f"this is no action of villa-paletti: {str(doc)[:80]}") from None


def _read(doc: Any) -> AnyAction:  # noqa: PLR0911
    match doc:
        case {"do": word, **rest} if not rest:
            return WORDS[word]
        case {"colour": str(colour), **rest} if not rest:
            return Colour(colour)
        case {"place": str(column), "at": at, **rest} if not rest:
            return Place(column, *_numbers(at, 3))
        case {"take": str(column), "by": "lift" | "hook" as by, "caution": caution, **rest} if not rest:
            return Take(column, by, None if caution is None else _numbers([caution], 1)[0])
        case {"put": at, **rest} if not rest:
            return Put(*_numbers(at, 3))
        case {"lay": str(floor), "at": at, **rest} if not rest:
            return Lay(floor, *_numbers(at, 3))
        case {"remove": str(column), **rest} if not rest:
            return Remove(column)
        case {"ruling": str(what), **rest} if set(rest) <= {"fallen", "poses", "carrying", "note"}:
            return _ruling(what, doc)
    raise ValueError


def _ruling(what: str, doc: dict[str, Any]) -> Ruling:
    poses = doc.get("poses")
    carrying = doc.get("carrying")
    note = doc.get("note", "")
    if not isinstance(note, str):
        raise ValueError
    return Ruling(
        what,
        _texts(doc.get("fallen", [])),
        None if poses is None else tuple((name, tuple(_numbers(pose, 7))) for name, pose in poses.items()),
        None if carrying is None else _texts(carrying),
        note,
    )


def _texts(values: Any) -> tuple[str, ...]:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise ValueError
    return tuple(values)


def _numbers(values: Any, count: int) -> list[float]:
    """`count` finite numbers of a list."""
    if not isinstance(values, list) or len(values) != count:
        raise ValueError
    if not all(type(value) in (int, float) and math.isfinite(value) and abs(value) <= MOST_MM for value in values):
        raise ValueError
    return [float(value) for value in values]
