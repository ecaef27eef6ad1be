"""The pieces of the game, read from the one file that holds every size: `models/villa_paletti/pieces.yaml`."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from paletti_sim.resources import models_dir
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.pieces import Base, Column, Floor, Shape

MM = 1e-3


@dataclass(frozen=True)
class Catalogue:
    """What there is to build with: the base plate, columns by id, floors by id in building order.

    Columns are in the order red, blue, yellow, green. Metres and kilograms; heights are nominal, without the deviation
    of single pieces.
    """

    base: Base
    columns: Mapping[str, Column]
    floors: Mapping[str, Floor]


@functools.cache
def game_pieces() -> Catalogue:
    """The game's base plate, its 20 columns and its five floors.

    >>> list(game_pieces().floors)
    ['blue', 'green', 'yellow', 'orange', 'red']
    """
    return read_pieces(models_dir() / "villa_paletti" / "pieces.yaml")


def read_pieces(file: Path) -> Catalogue:
    """Reads a file of pieces: lengths in mm, densities in kg/m3. It ships with the package and is trusted."""
    from ruamel.yaml import YAML

    data = YAML(typ="safe", pure=True).load(file.read_text(encoding="utf-8"))
    base = data["base"]
    outline, site = _outline(base["outline"]), _outline(base["site"])
    floors = [_floor(name, order, entry) for order, (name, entry) in enumerate(data["floors"].items())]
    return Catalogue(
        Base(outline, site, base["thickness"] * MM, base["colour"], base["site_colour"]),
        MappingProxyType({column.name: column for column in _columns(**data["columns"])}),
        MappingProxyType({floor.name: floor for floor in floors}),
    )


def _columns(colours: dict[str, str], kinds: dict[str, Any]) -> list[Column]:
    columns = []
    for colour, shade in colours.items():
        for kind, entry in kinds.items():
            outline, shape = _footprint(entry)
            height_m = entry["height"] * MM
            mass_kg = entry["density"] * outline.area_m2 * height_m
            for number in range(1, entry["count"] + 1):
                name = f"{colour}-{kind}" if entry["count"] == 1 else f"{colour}-{kind}-{number}"
                columns.append(Column(name, outline, height_m, mass_kg, shade, shape, entry["points"]))
    return columns


def _footprint(entry: dict[str, Any]) -> tuple[Outline, Shape]:
    if entry["shape"] == "hex":
        return Outline.hexagon(entry["across_flats"] * MM), "hex"
    return Outline.circle(entry["diameter"] * MM), "round"


def _floor(name: str, order: int, entry: dict[str, Any]) -> Floor:
    outline = _outline(entry["outline"])
    thickness_m = entry["thickness"] * MM
    return Floor(name, outline, thickness_m, entry["density"] * outline.area_m2 * thickness_m, entry["colour"], order)


def _outline(entry: dict[str, float] | str) -> Outline:
    """`{circle: 280}`, or corners as one text `x,y x,y …`: a list of 250 pairs would take YAML 50 ms to read."""
    if isinstance(entry, str):
        return Outline.polygon([[float(value) * MM for value in corner.split(",")] for corner in entry.split()])
    return Outline.circle(entry["circle"] * MM)
