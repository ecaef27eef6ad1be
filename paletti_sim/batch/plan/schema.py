"""What a plan of a batch may hold, part by part, as pydantic models."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, Strict, StringConstraints
from pydantic_core import PydanticCustomError

SCHEMA = "paletti/batch@1"
MOST_PIXELS = 4096  # of a picture, on each side
MOST_SEEDS = 2**53  # a seed is a number of JSON in every language
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")


def _schema(value: str) -> str:
    if value != SCHEMA:
        raise PydanticCustomError("schema", f"must be {SCHEMA}")
    return value


def _name(value: str) -> str:
    if not _NAME.fullmatch(value):
        raise PydanticCustomError(
            "name", "must begin with a letter or digit and hold only letters (a to z), digits, `-`, `_` and `.`"
        )
    return value


def _said(value: str) -> str:
    if not value.strip():
        raise PydanticCustomError("said", "must say something, such as CC-BY-4.0")
    return value.strip()


def _pair(value: Any) -> Any:
    if not isinstance(value, list) or len(value) != 2:
        raise PydanticCustomError("pair", "must be two numbers, [least, most]")
    return value


def _camera(value: Any) -> Any:
    if value != "random" and not isinstance(value, dict):
        raise PydanticCustomError("camera", "must be random, or {yaw: …, pitch: …} in degrees")
    return None if value == "random" else value


Text = Annotated[str, Strict()]
Number = Annotated[float, Strict(), Field(allow_inf_nan=False)]
Seed = Annotated[int, Strict(), Field(ge=0, le=MOST_SEEDS)]
Between = Annotated[tuple[Number, Number], BeforeValidator(_pair)]
PresetName = Literal["quick", "accurate", "reference"]


class Part(BaseModel):
    """A mapping in the file; keys that it does not know are faults."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class CameraPart(Part):
    """From where all towers are seen; in degrees."""

    yaw: Number = 30.0
    pitch: Annotated[Number, Field(ge=-89, le=89)] = 20.0


class PicturesPart(Part):
    """Pictures of each tower before and after; without a camera it is drawn for each case."""

    size: Annotated[list[Annotated[int, Strict(), Field(ge=1, le=MOST_PIXELS)]], Field(min_length=2, max_length=2)] = [
        256,
        256,
    ]
    camera: Annotated[CameraPart | None, BeforeValidator(_camera)] = None


class Header(Part):
    """The top of the file; its cases are read one by one."""

    schema_: Annotated[Text, AfterValidator(_schema)] = Field(alias="schema")
    name: Annotated[Text, AfterValidator(_name)]
    about: Annotated[Text, StringConstraints(max_length=2000)] = ""
    preset: PresetName = "accurate"
    timeout_s: Annotated[Number, Field(ge=0.1, le=7 * 24 * 3600)] = 60.0
    memory_mb: Annotated[int, Strict(), Field(ge=200, le=10**6)] = 2048
    cases: Any
    pictures: PicturesPart | None = None
    geometry: Annotated[bool, Strict()] = False
    licence: Annotated[Text, StringConstraints(max_length=20_000), AfterValidator(_said)] | None = None


class SamplePart(Part):
    """Points spread evenly over ranges of several keys at once."""

    method: Literal["sobol", "latin-hypercube"]
    n: Annotated[int, Strict(), Field(ge=1, le=2**20)]
    over: Annotated[dict[str, Between], Field(min_length=1, max_length=100)]
    seed: Seed = 0


class ScenarioPart(Part):
    """Cases of one tower."""

    scenario: Text
    moves: Literal["as-given", "every-legal-take"] = "as-given"
    sweep: dict[str, Any] = Field(default_factory=dict)
    sample: SamplePart | None = None
    samples: Annotated[int, Strict(), Field(ge=0, le=100_000)] = 0
    seed: Seed = 0
    ignore_rules: Annotated[bool, Strict()] = False
    pictures: Any = None
    geometry: Any = None


class GamePart(Part):
    """Games among bots, one for each seed."""

    game: Text
    bots: Annotated[list[Text], Field(min_length=1, max_length=100)]
    seeds: Any = None
    options: dict[str, Any] = Field(default_factory=dict)
    pictures: Any = None
    geometry: Any = None


Whole = Annotated[int, Strict(), Field(ge=-MOST_SEEDS, le=MOST_SEEDS)]


class RangePart(Part):
    """Whole numbers from the first up to and without the second; the third, if given, is the step."""

    range: Annotated[list[Whole], Field(min_length=2, max_length=3)]
