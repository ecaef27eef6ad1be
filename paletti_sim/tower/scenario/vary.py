"""Keys of a scenario file set to other values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from paletti_sim.errors import FileFaultsError, PalettiError
from paletti_sim.tower.scenario.model import Scenario
from paletti_sim.tower.scenario.read import parse_scenario

PLACE = ("at", "turn", "upon")  # keys of a place that may be written as a bare [x, y]


class UnknownKeyError(PalettiError):
    """A key that leads nowhere in a scenario."""


class BadValueError(PalettiError):
    """A value with which a scenario has faults."""


def with_value(document: Any, key: str, value: Any) -> Any:
    """A scenario file's content with one key set; the given one stays as it is.

    A mapping takes any key, because what a file may hold is for whoever reads it to say. A place written as a bare
    `[x, y]` is found under `at` too, a name with dots in it by its whole name, and the only move of a file under both
    `move` and `moves.0`.

    Raises:
        UnknownKeyError: the key leads through a value that holds nothing, or past the end of a list.

    >>> with_value({"table": {"tilt": 1}}, "table.tilt", 2)
    {'table': {'tilt': 2}}
    >>> with_value({"columns": {"leg": [60, 0]}}, "columns.leg.at.1", 5)
    {'columns': {'leg': {'at': [60, 5]}}}
    >>> with_value({"columns": {"a.b": {"mass": 1}}}, "columns.a.b.mass", 2)
    {'columns': {'a.b': {'mass': 2}}}
    """
    return _with_value(document, _to_the_move(document, key.split(".")), value, key)


def _to_the_move(document: Any, steps: list[str]) -> list[str]:
    moves = document.get("moves") if isinstance(document, dict) else None
    if isinstance(moves, list) and len(moves) == 1 and steps[0] == "move" and len(steps) > 1:
        return ["moves", "0", *steps[1:]]
    if not moves and steps[:2] == ["moves", "0"] and document.get("move") is not None:
        return ["move", *steps[2:]]
    return steps


def _with_value(place: Any, steps: list[str], value: Any, key: str) -> Any:
    if not steps:
        return value
    if place is None:
        place = {}
    elif isinstance(place, list) and steps[0] in PLACE:
        place = {"at": place}
    if isinstance(place, list) and steps[0].isdecimal() and int(steps[0]) < len(place):
        k = int(steps[0])
        return [*place[:k], _with_value(place[k], steps[1:], value, key), *place[k + 1 :]]
    if isinstance(place, dict) and steps[0]:
        name, rest = _split(place, steps)
        return place | {name: _with_value(place.get(name), rest, value, key)}
    raise UnknownKeyError(
        f"there is no {key or 'empty key'}; a key is a path such as material.friction, table.tilt or move.put.at.0"
    )


def _split(place: Mapping[str, Any], steps: list[str]) -> tuple[str, list[str]]:
    """The next name and the steps after it: the longest name that is there, for ids may have dots in them."""
    for k in range(len(steps), 1, -1):
        name = ".".join(steps[:k])
        if name in place:
            return name, steps[k:]
    return steps[0], steps[1:]


def plain(value: Any) -> Any:
    """JSON in which whole numbers are written as such."""
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    return value


class Variations:
    """A scenario file of which one key is varied.

    Args:
        document: the file's content, a scenario without faults.
        key: a path of names and, in lists, of numbers from 0, with dots between: `material.friction`, `move.put.at.0`,
            `tower.0.columns.red-hex.at.1`; as in a plan of a batch.
        name: what messages call the file.

    Raises:
        UnknownKeyError: there is no such key in the file.
    """

    def __init__(self, document: Any, key: str, name: str) -> None:
        with_value(document, key, 0)
        self._document, self.key, self.name = document, key, name

    def at(self, value: float) -> Scenario:
        """The scenario with the key at `value`, in the file's own unit; pieces keep their order.

        Raises:
            BadValueError: such a scenario has faults.
        """
        text = json.dumps(with_value(self._document, self.key, plain(value)), ensure_ascii=False)
        try:
            return parse_scenario(text, self.name)
        except FileFaultsError as error:
            said = f"{self.name} with {self.key} at {plain(value)}"
            raise BadValueError("\n".join(f"{said}: {fault.where}: {fault.what}" for fault in error.faults)) from None
