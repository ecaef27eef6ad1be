"""The pieces of one game: the catalogue's, each column with its own height; colours, kinds, and where they are put."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from dataclasses import dataclass

from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.move import LayFloor, Put
from paletti_sim.tower.pieces import Base, Column, Floor
from paletti_sim.tower.regulations import FLOOR_ORDER
from paletti_sim.tower.scenario import with_drawn_height
from paletti_sim.tower.tower import Placed

COLOURS = ("red", "blue", "yellow", "green")
"""The colours, in the order in which they are on the faces of the Seal."""
KINDS = ("thin", "hex", "thick")
HEIGHT_TOLERANCE_M = 0.00015
GREEN = FLOOR_ORDER.index("green")
ORANGE = FLOOR_ORDER.index("orange")


@dataclass(frozen=True)
class Pieces:
    """What lies on the table of one game. Metres and kilograms."""

    base: Base
    columns: Mapping[str, Column]
    floors: Mapping[str, Floor]

    def column(self, name: str, x_mm: float, y_mm: float, turn_deg: float) -> Placed:
        """A column put somewhere."""
        return Placed(self.columns[name], (x_mm / 1000, y_mm / 1000), math.radians(turn_deg))

    def floor(self, name: str, x_mm: float, y_mm: float, turn_deg: float) -> Placed:
        """A floor laid somewhere."""
        return Placed(self.floors[name], (x_mm / 1000, y_mm / 1000), math.radians(turn_deg))


@functools.lru_cache(maxsize=64)
def pieces_of(heights: int) -> Pieces:
    """The pieces of the game whose columns' heights are drawn from the seed `heights`."""
    found = game_pieces()
    columns = {name: with_drawn_height(column, HEIGHT_TOLERANCE_M, heights) for name, column in found.columns.items()}
    return Pieces(found.base, columns, found.floors)


def colour_of(column: str) -> str:
    """The colour of a column.

    >>> colour_of("red-thin-1")
    'red'
    """
    return column.split("-", maxsplit=1)[0]


def kind_of(column: str) -> str:
    """Colour and shape of a column: what the three thin ones of a colour have in common.

    >>> kind_of("red-thin-1"), kind_of("blue-hex")
    ('red-thin', 'blue-hex')
    """
    return "-".join(column.split("-")[:2])


def column_names() -> tuple[str, ...]:
    """All 20 columns: red, blue, yellow, green."""
    return tuple(game_pieces().columns)


def put_of(placed: Placed) -> Put:
    """Where a column stands, as a part of a move."""
    return Put(placed.at_m, placed.turn_rad)


def lay_of(placed: Placed) -> LayFloor:
    """Where a floor lies, as a move."""
    return LayFloor(placed.name, placed.at_m, placed.turn_rad)
