"""The content of a scenario file in one form, so that what means the same has the same key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paletti_sim.tower.scenario.vary import plain

DEFAULTS: dict[str, dict[str, Any]] = {
    "material": {"friction": 0.35, "restitution": 0},
    "table": {"tilt": 0, "towards": 0},
    # without `height`: whether the file gives it decides about its own columns
    "tolerance": {"place": 0, "turn": 0, "friction": 0, "seed": 0},
}
ORDER = ("schema", "name", *DEFAULTS, "pieces", "tower", "moves")


def resolved(document: Mapping[str, Any]) -> dict[str, Any]:
    """The content with defaults filled in, `move` as the one of `moves`, `about` left out, 60.0 written as 60.

    The order of pieces stays: engines may see it.

    >>> found = resolved({"schema": "s", "name": "n", "tower": [{"floor": "base"}], "table": {"tilt": 2.0}})
    >>> found["table"], found["moves"]
    ({'tilt': 2, 'towards': 0}, [])
    """
    content = dict(document)
    if content.get("move") is not None:
        content["moves"] = [content["move"]]
    content["moves"] = content.get("moves") or []
    for section, defaults in DEFAULTS.items():
        content[section] = defaults | dict(content.get(section) or {})
    return tidied({key: plain(content[key]) for key in ORDER if content.get(key) is not None})


def tidied(content: dict[str, Any]) -> dict[str, Any]:
    """The content with the keys of the small sections in alphabetical order."""
    sections = {key: content[key] for key in DEFAULTS if isinstance(content[key], Mapping)}
    return content | {key: dict(sorted(section.items())) for key, section in sections.items()}
