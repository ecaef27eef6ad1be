"""Records of games: game, options, data, seed and actions; enough to play every state again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from paletti_sim.games.core.errors import RecordError
from paletti_sim.games.core.game import Setup, digest
from paletti_sim.games.core.protocol import State
from paletti_sim.located_yaml.document import shortened
from paletti_sim.located_yaml.parts import plain_words

SCHEMA: Final = "paletti/game@1"
LARGEST_BYTES = 256 * 1024 * 1024

_Whole = Field(ge=0, lt=2**63)


def _without_control_characters(text: str) -> str:
    """What a terminal obeys instead of showing it stands in no record."""
    if not text.isprintable():
        raise ValueError("has characters that cannot be printed")
    return text


_Shown = Annotated[str, Field(max_length=200), AfterValidator(_without_control_characters)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Player(_Strict):
    """Who sat on a seat: a name, and the bot that decided (`human` for a person)."""

    name: _Shown
    by: _Shown


class Done(_Strict):
    """One action: who decided (-1: the judge) and what."""

    by: int = Field(ge=-1, lt=100)
    do: dict[str, Any]


class Record(_Strict):
    """A game as it was played. `outcome` is None while it is not finished; `state` is the last state's fingerprint.

    `resumed`: before which actions (counted from 0) the game had been left and was taken up again.
    """

    schema_: Literal["paletti/game@1"] = Field(SCHEMA, alias="schema")
    game: _Shown
    players: tuple[Player, ...] = Field(max_length=100)
    options: dict[str, str | int | bool]
    data: _Shown
    seed: int = _Whole
    actions: tuple[Done, ...]
    outcome: dict[str, Any] | None
    state: _Shown
    resumed: tuple[int, ...] = ()

    def line(self) -> str:
        """Return the record as one line of JSON; `resumed` only if it was."""
        doc = self.model_dump(mode="json", by_alias=True, exclude=None if self.resumed else {"resumed"})
        return json.dumps(doc, ensure_ascii=False, separators=(",", ":")) + "\n"


def numbered(names: Sequence[str]) -> list[str]:
    """Return names with a number after each that is there more than once: two bots of a kind can be told apart.

    >>> numbered(["greedy", "random", "greedy"])
    ['greedy 1', 'random', 'greedy 2']
    """
    return [
        name if names.count(name) == 1 else f"{name} {names[: place + 1].count(name)}"
        for place, name in enumerate(names)
    ]


def record(
    setup: Setup[Any, Any],
    players: Sequence[Player],
    seed: int,
    actions: Sequence[tuple[int, Any]],
    last: State[Any],
    resumed: Sequence[int] = (),
) -> Record:
    """Return the record of a game up to the state `last`; `actions` are (actor, action)."""
    outcome = last.outcome
    return Record(
        schema=SCHEMA,
        game=setup.game.id,
        players=tuple(players),
        options=dict(setup.options),
        data=setup.data_hash,
        seed=seed,
        actions=tuple(Done(by=actor, do=action.to_json()) for actor, action in actions),
        outcome=None if outcome is None else outcome.to_json(),
        state=digest(last.to_json()),
        resumed=tuple(resumed),
    )


def parse_record(text: str, where: str) -> Record:
    """Read one record.

    Raises:
        RecordError: it is damaged, or no record of a game; one sentence that begins with `where`.
    """
    try:
        doc = json.loads(text)
    except (ValueError, RecursionError):
        raise RecordError(f"{where}: this record is damaged: it is no complete JSON document") from None
    schema = doc.get("schema") if isinstance(doc, dict) else None
    if schema != SCHEMA:
        said = f"its schema is {str(schema)[:60]!r}" if schema is not None else "it has no schema"
        raise RecordError(f"{where}: this is no record of a game ({SCHEMA}): {said}")
    try:
        return Record.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the record"
        raise RecordError(
            f"{where}: this record is damaged: {shortened(place)}: {shortened(plain_words(first), 120)}"
        ) from None


def read_records(path: Path) -> list[Record]:
    """Read a file with one record, or with one on each line.

    Raises:
        RecordError: the file cannot be read or a record in it is damaged.
    """
    return parse_records(read_bytes(path), path)


def read_bytes(path: Path) -> bytes:
    """Return what a file holds that may be a record: a byte more than the largest has, where it is larger.

    Raises:
        RecordError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_BYTES + 1)
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {(error.strerror or str(error)).lower()}") from None


def parse_records(data: bytes, path: Path) -> list[Record]:
    """Read one record, or one on each line, from what the file at `path` holds.

    Raises:
        RecordError: a record in it is damaged.
    """
    if len(data) > LARGEST_BYTES:
        raise RecordError(f"{path}: this file is too large for records of games")
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise RecordError(f"{path}: this is no record of a game: it is not text") from None
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise RecordError(f"{path}: this record is damaged: the file is empty")
    if len(lines) == 1 or not _is_document(lines[0][1]):
        return [parse_record(text, str(path))]
    return [parse_record(line, f"{path}:{number}") for number, line in lines]


def _is_document(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False
