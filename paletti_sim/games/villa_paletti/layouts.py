"""Seeded set-ups: where the 20 columns stand when nobody places them by hand (P-5, P-G15)."""

from __future__ import annotations

import math

import numpy as np

from paletti_sim.games.villa_paletti.pieces import Pieces, column_names
from paletti_sim.tower.footprint import Footprint, overlap_m, sticks_out_m
from paletti_sim.tower.tower import Level, Placed, Tower

LAYOUTS = ("scattered", "ring", "grid")
BY_HAND = "by-hand"
ROOM_MM = 3.0
"""Between any two columns of a layout, so that fingers find their way."""
TRIES = 4000


def laid_out(layout: str, pieces: Pieces, rng: np.random.Generator) -> Tower:
    """Return the building site with all 20 columns; which column stands where is drawn, with `scattered` also where."""
    names = [column_names()[place] for place in rng.permutation(20).tolist()]
    if layout == "ring":
        return _tower(pieces, [(name, *_on_ring(place)) for place, name in enumerate(names)])
    if layout == "grid":
        return _tower(pieces, [(name, *_on_grid(place)) for place, name in enumerate(names)])
    while True:
        found = _scatter(pieces, names, rng)
        if found is not None:
            return found


def _tower(pieces: Pieces, places: list[tuple[str, float, float]]) -> Tower:
    columns = tuple(pieces.column(name, round(x, 1), round(y, 1), 0.0) for name, x, y in sorted(places))
    return Tower(pieces.base, (Level(None, columns),))


def _on_ring(place: int) -> tuple[float, float]:
    """Twelve on an outer ring, seven on an inner one, one in the middle."""
    if place == 0:
        return 0.0, 0.0
    count, radius, number = (12, 96.0, place - 1) if place <= 12 else (7, 50.0, place - 13)
    angle = 2 * math.pi * number / count
    return radius * math.cos(angle), radius * math.sin(angle)


def _on_grid(place: int) -> tuple[float, float]:
    """Rows of three, five, four, five, three."""
    y = 2
    for row in (3, 5, 4, 5, 3):
        if place < row:
            return 42.0 * (place - (row - 1) / 2), 42.0 * y
        place -= row
        y -= 1
    raise AssertionError("there are 20 columns")


def _scatter(pieces: Pieces, names: list[str], rng: np.random.Generator) -> Tower | None:
    """Evenly over the site, or None when the last ones find no room."""
    site = pieces.base.site
    reach_mm = 1000 * site.size[0] / 2
    placed: list[Placed] = []
    # the thick ones first: they need most room
    for name in sorted(names, key=lambda name: -pieces.columns[name].outline.reach_m):
        for _ in range(TRIES):
            radius, angle = reach_mm * math.sqrt(rng.random()), 2 * math.pi * rng.random()
            column = pieces.column(
                name, round(radius * math.cos(angle), 1), round(radius * math.sin(angle), 1), round(60 * rng.random())
            )
            foot = Footprint.of(column)
            if sticks_out_m(foot, Footprint(site)) <= 0 and all(
                overlap_m(foot, Footprint.of(other)) <= -ROOM_MM / 1000 for other in placed
            ):
                placed.append(column)
                break
        else:
            return None
    return Tower(pieces.base, (Level(None, tuple(sorted(placed, key=lambda column: column.name))),))
