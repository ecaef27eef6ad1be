"""What a scenario file may hold, part by part, as pydantic models; lengths in mm, masses in g, angles in degrees.

The parts are checked one by one (`parts.read_part`), so that a fault in one hides none in another.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, Strict, StringConstraints
from pydantic_core import PydanticCustomError

from paletti_sim.tower.scenario.colours import COLOURS

SCHEMA = "paletti/scenario@1"
ID_LENGTH = 64
OUTLINE_POINTS = 1000
POINTS = "[x, y] …"  # stands for the key that a bare list of points does not have; pydantic wants it spelt out

_ID = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")


def id_problem(name: str) -> str | None:
    """What is wrong with an id, or None."""
    if len(name) > ID_LENGTH:
        return f"an id has at most {ID_LENGTH} characters"
    if not _ID.fullmatch(name):
        return "an id begins with a letter and holds letters (a to z), digits, `-`, `_` and `.` only"
    return None


def _id(value: str) -> str:
    problem = id_problem(value)
    if problem:
        raise PydanticCustomError("id", "{problem}", {"problem": problem})
    return value


def _pair(value: Any) -> Any:
    if not isinstance(value, list) or len(value) != 2:
        raise PydanticCustomError("pair", "must be two numbers, [x, y]")
    return value


def _line(value: str) -> str:
    if not value.strip():
        raise PydanticCustomError("empty", "must not be empty")
    if not all(c.isprintable() for c in value):
        raise PydanticCustomError("line", "must be one line without control characters")
    return value


def _text(value: str) -> str:
    if not all(c.isprintable() or c in "\n\t" for c in value):
        raise PydanticCustomError("text", "must not hold control characters")
    return value


def _schema(value: str) -> str:
    if value != SCHEMA:
        raise PydanticCustomError("schema", f"must be {SCHEMA}")
    return value


def _colour(value: str) -> str:
    if not re.fullmatch(r"#[0-9A-Fa-f]{6}", value) and value not in COLOURS:
        raise PydanticCustomError(
            "colour", 'must be "#rrggbb" (in quotes: # begins a comment) or a common name of a colour'
        )
    return value


Number = Annotated[float, Strict(), Field(allow_inf_nan=False)]
Length = Annotated[Number, Field(ge=1e-3, le=1e5)]
Coordinate = Annotated[Number, Field(ge=-1e5, le=1e5)]
Angle = Annotated[Number, Field(ge=-1e6, le=1e6)]
Mass = Annotated[Number, Field(ge=1e-6, le=1e9)]  # a microgram to a thousand tonnes
Density = Annotated[Number, Field(ge=1e-3, le=1e5)]
Friction = Annotated[Number, Field(ge=0, le=10)]
Text = Annotated[str, Strict()]
Id = Annotated[Text, AfterValidator(_id)]
Colour = Annotated[Text, AfterValidator(_colour)]
At = Annotated[tuple[Coordinate, Coordinate], BeforeValidator(_pair)]
Size = Annotated[tuple[Length, Length], BeforeValidator(_pair)]


class Part(BaseModel):
    """A mapping in the file; keys that it does not know are faults."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Header(Part):
    """The top of the file; what hangs below the other keys is read part by part."""

    schema_: Annotated[str, Strict(), AfterValidator(_schema)] = Field(alias="schema")
    name: Annotated[str, Strict(), StringConstraints(max_length=100), AfterValidator(_line)]
    about: Annotated[str, Strict(), StringConstraints(max_length=2000), AfterValidator(_text)] = ""
    material: Any = None
    table: Any = None
    tolerance: Any = None
    pieces: Any = None
    tower: Any
    move: Any = None
    moves: Any = None


class Material(Part):
    """Friction and restitution of a pair of pieces."""

    friction: Friction = 0.35
    restitution: Annotated[Number, Field(ge=0, le=1)] = 0.0


class Table(Part):
    """A table that is not level."""

    tilt: Annotated[Number, Field(ge=0, lt=90)] = 0.0
    towards: Angle = 0.0


class Tolerances(Part):
    """Half width of the heights' deviation, standard deviations of the rest, and the seed of the heights."""

    height: Annotated[Number, Field(ge=0, le=1e5)] = 0.15
    place: Annotated[Number, Field(ge=0, le=1e4)] = 0.0
    turn: Annotated[Number, Field(ge=0, le=360)] = 0.0
    friction: Friction = 0.0
    seed: Annotated[int, Strict(), Field(ge=0, lt=2**63)] = 0


class Pieces(Part):
    """Pieces that the file adds to those of the game, or puts in their place."""

    base: Any = None
    columns: Any = None
    floors: Any = None


def _outline(value: Any) -> Any:
    return {POINTS: value} if isinstance(value, list) else value


class Outline(Part):
    """A circle (diameter), a box (full sizes) or a list of points."""

    circle: Length | None = None
    box: Size | None = None
    points: Annotated[list[At], Field(min_length=3, max_length=OUTLINE_POINTS)] | None = Field(None, alias="[x, y] …")


AnyOutline = Annotated[Outline, BeforeValidator(_outline)]


class BasePiece(Part):
    """The base plate."""

    outline: AnyOutline
    site: AnyOutline | None = None


class Piece(Part):
    """What columns and floors have in common: exactly one of mass and density, and a colour."""

    mass: Mass | None = None
    density: Density | None = None
    colour: Colour | None = None


class ColumnPiece(Piece):
    """What all columns have in common."""

    height: Length


class RoundPiece(ColumnPiece):
    """A round column."""

    shape: Literal["round"]
    diameter: Length


class HexPiece(ColumnPiece):
    """A hexagonal column."""

    shape: Literal["hex"]
    across_flats: Length


class BoxPiece(ColumnPiece):
    """A box; `size` is along x and y before turning."""

    shape: Literal["box"]
    size: Size


SHAPES: dict[str, type[RoundPiece] | type[HexPiece] | type[BoxPiece]] = {
    "round": RoundPiece,
    "hex": HexPiece,
    "box": BoxPiece,
}


class FloorPiece(Piece):
    """A floor."""

    outline: AnyOutline
    thickness: Length


class LevelPart(Part):
    """A floor, where it lies, and what stands on it."""

    floor: Id
    at: At | None = None
    turn: Angle | None = None
    columns: Any = None


def _place(value: Any) -> Any:
    return {"at": value} if isinstance(value, list) else value


def _names(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


class ColumnPlace(Part):
    """Where a column stands."""

    at: At
    turn: Angle = 0.0
    upon: Annotated[list[Id], Field(min_length=1, max_length=100), BeforeValidator(_names)] | None = None


AnyPlace = Annotated[ColumnPlace, BeforeValidator(_place)]


class PutPart(Part):
    """Where the column that was taken is put down."""

    at: At
    turn: Angle = 0.0


class LayPart(Part):
    """The floor that is laid, and where."""

    name: Id
    at: At = (0.0, 0.0)
    turn: Angle = 0.0


class MovePart(Part):
    """A move; which keys go together is checked in `moves`."""

    take: Id | None = None
    by: Literal["lift", "hook"] | None = None
    direction: Angle | None = None
    caution: Annotated[Number, Field(ge=0.1, le=1e5)] | None = None
    put: PutPart | None = None
    floor: LayPart | None = None
