"""One part of a scenario through its pydantic model, with each fault where it stands and in plain words."""

from __future__ import annotations

from typing import Any, TypeVar

from paletti_sim.located_yaml.document import Spot
from paletti_sim.located_yaml.parts import read_part as read_any_part
from paletti_sim.tower.scenario.schema import AnyOutline, AnyPlace, ColumnPlace, Outline, Part

M = TypeVar("M", bound=Part)

_LOOSE: dict[type[Part], Any] = {ColumnPlace: AnyPlace, Outline: AnyOutline}  # these may be written as a bare list


def read_part(model: type[M], spot: Spot) -> M | None:
    """What stands at `spot` as a `model`; None when there are faults, which the document then knows."""
    return read_any_part(model, spot, _LOOSE.get(model))
