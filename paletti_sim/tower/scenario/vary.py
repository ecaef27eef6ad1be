"""Keys of a scenario file set to other values."""

from __future__ import annotations

import io
from typing import Any

from paletti_sim.errors import PalettiError
from paletti_sim.tower.scenario.model import Scenario
from paletti_sim.tower.scenario.read import parse_scenario

OPTIONAL = ("material", "table", "tolerance")  # sections that a file may leave out
PLACE = ("at", "turn", "upon")  # keys of a place that may be written as a bare [x, y]


class UnknownKeyError(PalettiError):
    """A key that leads nowhere in a scenario."""


def with_value(document: Any, key: str, value: Any) -> Any:
    """A scenario file's content with one key set; the given one stays as it is.

    A mapping takes any key, because what a file may hold is for whoever reads it to say. A place written as a bare
    `[x, y]` is found under `at` too.

    Raises:
        UnknownKeyError: the key leads through a value that holds nothing, or past the end of a list.

    >>> with_value({"table": {"tilt": 1}}, "table.tilt", 2)
    {'table': {'tilt': 2}}
    >>> with_value({"columns": {"leg": [60, 0]}}, "columns.leg.at.1", 5)
    {'columns': {'leg': {'at': [60, 5]}}}
    """
    return _with_value(document, key.split("."), value, key)


def _with_value(place: Any, steps: list[str], value: Any, key: str) -> Any:
    if not steps:
        return value
    step, *rest = steps
    if place is None:
        place = {}
    elif isinstance(place, list) and step in PLACE:
        place = {"at": place}
    if isinstance(place, list) and step.isdecimal() and int(step) < len(place):
        k = int(step)
        return [*place[:k], _with_value(place[k], rest, value, key), *place[k + 1 :]]
    if isinstance(place, dict) and step:
        return place | {step: _with_value(place.get(step), rest, value, key)}
    raise UnknownKeyError(
        f"there is no {key or 'empty key'}; a key is a path such as material.friction, table.tilt or move.put.at.0"
    )


class Variations:
    """A scenario file of which one key is varied.

    Args:
        text: the file's text, a scenario without faults.
        key: a path of names and, in lists, of numbers from 0, with dots between: `material.friction`, `move.put.at.0`,
            `tower.0.columns.red-hex.at.1`.
        file: its name, for messages.

    Raises:
        PalettiError: there is no such key in the file.
    """

    def __init__(self, text: str, key: str, file: str = "<text>") -> None:
        from ruamel.yaml import YAML

        self._document: Any = YAML(typ="safe", pure=True).load(text)
        self._key, self._file = key, file
        self._holder, self._last = self._find(key.split("."))

    def at(self, value: float) -> Scenario:
        """The scenario with the key at `value`, in the file's own unit.

        Raises:
            FileFaultsError: such a scenario has faults.
        """
        from ruamel.yaml import YAML

        self._holder[self._last] = value
        out = io.StringIO()
        writer = YAML(typ="safe", pure=True)
        writer.dump(self._document, out)
        return parse_scenario(out.getvalue(), f"{self._file} with {self._key} at {value:g}")

    def _find(self, steps: list[str]) -> tuple[Any, Any]:
        place: Any = self._document
        for depth, step in enumerate(steps):
            last = depth == len(steps) - 1
            if isinstance(place, list) and step.isdecimal() and int(step) < len(place):
                if last:
                    return place, int(step)
                place = place[int(step)]
            elif isinstance(place, dict) and (step in place or last or (depth == 0 and step in OPTIONAL)):
                if last and step not in place and depth > 0 and steps[0] not in OPTIONAL:
                    break
                if last:
                    return place, step
                place = place.setdefault(step, {})
            else:
                break
        raise PalettiError(
            f"--over: {self._file} has no number at {self._key}; a key is a path such as material.friction, table.tilt"
            " or move.put.at.0"
        )
