"""Which three of several unequal columns carry a plate, and with what load, by hand.

The plate comes to rest on the plane through three tops that no other top sticks out of, and whose triangle holds the
common centre of mass; the load of each is its barycentric weight (the law of the lever).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping

import numpy as np

from paletti_sim.stability.truths import build, column, floor
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.tower import GRAVITY_M_S2, Level, Placed, Tower

PLATE_KG = 0.3
COLUMNS = 8
RING_M = 0.08
DIAMETER_M = 0.001  # so thin that where on their ends they touch makes no difference
HEIGHT_M = 0.02
UNEQUAL_M = 1.5e-4


def eight_columns(seed: int) -> Tower:
    """A plate, its middle somewhere within the ring, on eight columns whose heights differ by up to 0.15 mm."""
    rng = np.random.default_rng(seed)
    turns = 2 * math.pi * (np.arange(COLUMNS) / COLUMNS + rng.uniform(-0.03, 0.03, COLUMNS))
    legs = tuple(
        Placed(
            column(f"c{k}", Outline.circle(DIAMETER_M), HEIGHT_M + rng.uniform(-UNEQUAL_M, UNEQUAL_M), 0.011),
            (RING_M * math.cos(turn), RING_M * math.sin(turn)),
        )
        for k, turn in enumerate(turns)
    )
    x, y = rng.uniform(-0.015, 0.015, 2)
    return build(Level(None, legs), Level(Placed(floor("plate", Outline.circle(0.22), PLATE_KG), (float(x), float(y)))))


def loads_by_hand(tower: Tower) -> Mapping[str, float]:
    """Newtons on each of the columns of the ground level, three of which are not zero.

    Raises:
        ValueError: no three of them carry the plate.
    """
    columns = tower.levels[0].columns
    plate = tower.levels[1].floor
    assert plate is not None
    at = np.array([placed.at_m for placed in columns])
    tops = np.array([placed.piece.height_m for placed in columns])
    for three in itertools.combinations(range(len(columns)), 3):
        index = list(three)
        corners = np.column_stack([at[index], np.ones(3)])
        shares = np.linalg.solve(corners.T, np.array([*plate.at_m, 1.0]))
        plane = np.linalg.solve(corners, tops[index])
        over = tops - np.column_stack([at, np.ones(len(at))]) @ plane
        over[index] = 0.0
        if (shares >= 0).all() and (over <= 0).all():
            weight = plate.piece.mass_kg * GRAVITY_M_S2
            loads = dict.fromkeys((placed.name for placed in columns), 0.0)
            loads.update({columns[k].name: float(share * weight) for k, share in zip(index, shares, strict=True)})
            return loads
    raise ValueError("no three columns carry the plate")
