"""A scenario: a tower, what is known about how exactly it was built, and the moves asked about it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from paletti_sim.tower.move import Move
from paletti_sim.tower.pieces import Column, Floor
from paletti_sim.tower.tower import Tower


@dataclass(frozen=True)
class Tolerance:
    """How far real pieces are from what the file says.

    `height_m`: columns' heights deviate evenly by up to this much either way, drawn from `seed` and the piece's id.
    `own_height_m`: the same for the columns that the file itself defines; None: the file gives no height tolerance, so
    they are exact. `place_m`, `turn_rad` and `friction` are standard deviations, used in samples only.
    """

    height_m: float = 0.00015
    place_m: float = 0.0
    turn_rad: float = 0.0
    friction: float = 0.0
    seed: int = 0
    own_height_m: float | None = None


@dataclass(frozen=True)
class Scenario:
    """What a scenario file says, in metres, kilograms and radians.

    `columns` and `floors` hold every piece known by its id, the game's and the file's, those in the tower (the same
    objects) and those still in the box; columns have the heights drawn for them. `own_columns` and `own_floors` are the
    pieces that the file defines, with the heights as written. `source` is the file, None for a text.
    """

    name: str
    tower: Tower
    about: str = ""
    tolerance: Tolerance = field(default_factory=Tolerance)
    moves: tuple[Move, ...] = ()
    columns: Mapping[str, Column] = field(default_factory=dict)
    floors: Mapping[str, Floor] = field(default_factory=dict)
    own_columns: Mapping[str, Column] = field(default_factory=dict)
    own_floors: Mapping[str, Floor] = field(default_factory=dict)
    source: Path | None = None


def with_drawn_height(column: Column, tolerance_m: float, seed: int) -> Column:
    """The column with its own height: even between `tolerance_m` less and more, drawn from `seed` and its id alone.

    So the same piece has the same height in any tower, whatever stands beside it. Its mass stays.
    """
    if tolerance_m == 0:
        return column
    words = np.frombuffer(hashlib.sha256(column.name.encode()).digest(), dtype="<u4")
    stream = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, *(int(word) for word in words)])))
    return replace(column, height_m=column.height_m + float(stream.uniform(-tolerance_m, tolerance_m)))
