"""Regular towers of any number of floors and columns, for measuring how times grow."""

from __future__ import annotations

import math

from paletti_sim.stability.truths import build, column, floor, ring
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.scenario import Scenario
from paletti_sim.tower.tower import Level, Placed

HAND = "hand"
FLOOR_KG, HAND_KG, COLUMN_KG = 0.05, 0.1, 0.02
ROUND, FLOOR_RADIUS_M, RING_M, HEIGHT_M = Outline.circle(0.02), 0.12, 0.07, 0.09


def regular_tower(floors: int, columns: int) -> Scenario:
    """`floors` round floors, each on `columns` columns in a ring, and a heavy column in hand.

    The heavy column topples the villa near the rim of the top floor, so the border of what is safe crosses it.
    """
    levels = [
        Level(
            None if k == 0 else Placed(floor(f"floor-{k}", Outline.circle(2 * FLOOR_RADIUS_M), FLOOR_KG), (0.0, 0.0)),
            ()
            if k == floors
            else ring(columns, RING_M, ROUND, HEIGHT_M, COLUMN_KG, turn=math.pi * k / columns, prefix=f"level-{k}-"),
        )
        for k in range(floors + 1)
    ]
    tower = build(*levels, friction=0.4)
    pieces = {piece.name: piece.piece for piece in tower.columns} | {HAND: column(HAND, ROUND, HEIGHT_M, HAND_KG)}
    laid = {piece.name: piece.piece for piece in tower.floors}
    name = f"{floors} floors on {columns} columns each"
    return Scenario(name, tower, columns=pieces, floors=laid, own_columns=pieces, own_floors=laid)
