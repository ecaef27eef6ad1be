"""What is not in the tower yet: columns and floors that may come next, and where a floor best begins to be laid."""

from __future__ import annotations

import math

import numpy as np

from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.lying import carriers
from paletti_sim.tower.outline import turned
from paletti_sim.tower.pieces import Column, Floor
from paletti_sim.tower.regulations import FLOOR_ORDER, forbids_floor
from paletti_sim.tower.scenario import Scenario
from paletti_sim.tower.tower import Placed, Tower

Point = tuple[float, float]
TURNS_DEG = range(0, 360, 15)


def in_box(scenario: Scenario, tower: Tower) -> tuple[str, ...]:
    """The floors that may be laid next (of the game's five only the next in order), then the columns not in the tower.

    Floors and columns of the scenario's own come before the game's.
    """
    here = set(tower.by_name)
    laid = [FLOOR_ORDER.index(name) for name in here if name in FLOOR_ORDER]
    due = FLOOR_ORDER[max(laid, default=-1) + 1 :][:1]
    floors = [name for name in scenario.floors if name not in here and (name not in FLOOR_ORDER or name in due)]
    floors.sort(key=lambda name: name in FLOOR_ORDER)
    columns = [name for name in scenario.columns if name not in here]
    columns.sort(key=lambda name: name in game_pieces().columns)
    return (*floors, *columns)


def piece_of(scenario: Scenario, name: str) -> Column | Floor | None:
    """The piece of that name, whether it is in the tower or not."""
    return scenario.floors.get(name) or scenario.columns.get(name)


def laid_about(floor: Floor, middle_m: Point, turn_rad: float) -> Point:
    """Where the origin of a floor's outline comes to lie when the middle of its area is at `middle_m`; metres."""
    (x, y), *_ = turned([floor.outline.centroid_m], (0.0, 0.0), turn_rad)
    return middle_m[0] - float(x), middle_m[1] - float(y)


def first_place(tower: Tower, floor: Floor) -> tuple[Point, float]:
    """A place over the middle of the top columns, turned so that it covers most of them and no rule is against it.

    Metres and radians. Nothing is simulated: what comes of it is another question.
    """
    columns = tower.top.columns
    middle = np.mean([column.at_m for column in columns], axis=0) if columns else np.zeros(2)
    best, place = (-1, -1), ((0.0, 0.0), 0.0)
    for degrees in TURNS_DEG:
        turn = math.radians(degrees)
        at = laid_about(floor, (float(middle[0]), float(middle[1])), turn)
        placed = Placed(floor, at, turn)
        score = int(forbids_floor(tower, placed) is None), len(carriers(placed, tower.top))
        if score > best:
            best, place = score, (at, turn)
    return place
