"""The values of one key of a sweep, or the seeds of games."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

from paletti_sim.batch.plan.schema import RangePart
from paletti_sim.located_yaml.document import Spot
from paletti_sim.located_yaml.parts import read_part

DEPTH = 3  # of lists and mappings in a value


def read_values(spot: Spot) -> Sequence[Any] | None:
    """A list of values, or whole numbers in a range."""
    if spot.is_mapping:
        part = read_part(RangePart, spot)
        if part is None:
            return None
        if len(part.range) == 3 and part.range[2] == 0:
            spot.fault("the step of a range cannot be 0")
            return None
        found = range(*part.range)
        if not found:
            spot.fault("the range is empty: its second number is the first that is left out")
            return None
        return found
    values = spot.plain
    if not isinstance(values, list) or not values:
        spot.fault("must be a list of values, or {range: [from, to]} for whole numbers")
        return None
    fine = True
    for _, place in spot.children():
        if not _is_value(place.plain, DEPTH):
            place.fault("must be a finite number, a text, true or false, or a short list or mapping of them")
            fine = False
    seen: set[str] = set()
    for _, place in spot.children():
        text = json.dumps(place.plain, sort_keys=True)
        if text in seen:
            place.fault("this value is given twice")
            fine = False
        seen.add(text)
    return tuple(values) if fine else None


def _is_value(value: Any, depth: int) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, list):
        return depth > 0 and all(_is_value(inner, depth - 1) for inner in value)
    if isinstance(value, dict):
        return depth > 0 and all(_is_value(inner, depth - 1) for inner in value.values())
    return value is not None
