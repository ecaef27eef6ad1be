"""Which inertia the solver is given: weights decide whether a tower stands, inertia only how well it converges."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from paletti_sim.physics.preset import CHAIN, Preset
from paletti_sim.tower.lying import carriers
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.tower import Tower

FEW = 3  # a rigid floor rests on three columns, or on fewer


def carried_kg(tower: Tower) -> dict[str, float]:
    """What each piece carries, roughly: a floor all above it, a column an even share among three."""
    carried: dict[str, float] = {}
    above = 0.0
    for level, over in zip(reversed(tower.levels), (None, *reversed(tower.levels[1:])), strict=True):
        under = {column.name for column in carriers(over.floor, level)} if over and over.floor else set()
        share = above / max(1, min(FEW, len(under)))
        for column in reversed(level.columns):
            stacked = sum(carried[c.name] + c.piece.mass_kg for c in level.columns if column.name in c.upon)
            carried[column.name] = (share if column.name in under else 0.0) + stacked
        above += sum(column.piece.mass_kg for column in level.columns)
        if level.floor:
            carried[level.floor.name] = above
            above += level.floor.piece.mass_kg
    return carried


def chosen_masses(tower: Tower, preset: Preset) -> npt.NDArray[np.float64]:
    """The mass (kg) that each piece of `tower.pieces` has as inertia under `preset`."""
    carried = carried_kg(tower)
    chosen = []
    for piece in tower.pieces:
        own = piece.piece.mass_kg
        factor = ((own + carried[piece.name]) / own) ** preset.grading
        chosen.append(own * factor * (preset.columns if isinstance(piece.piece, Column) else 1.0))
    return np.asarray(chosen)


def chain(tower: Tower) -> int:
    """The greatest number of loose pieces that stand on one another."""
    pieces = 0
    for level in tower.levels:
        heights: dict[str, int] = {}
        for column in level.columns:
            heights[column.name] = 1 + max((heights.get(name, 0) for name in column.upon), default=0)
        pieces += (1 if level.floor else 0) + max(heights.values(), default=0)
    return pieces


def iterations(tower: Tower, preset: Preset) -> int:
    """Sweeps of the solver in a step."""
    return round(preset.iterations * max(1.0, chain(tower) / CHAIN))
