"""Physical sense: everything is carried by something, and no two pieces are in one place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

from paletti_sim.located_yaml.document import FAULT_LIMIT, Spot
from paletti_sim.tower.lying import carriers, covers
from paletti_sim.tower.pieces import Base
from paletti_sim.tower.scenario.levels import LevelRead
from paletti_sim.tower.tower import Placed, Tower

DEPTH_M = 2e-5  # pieces that touch may reach this far into each other: engines and rounded files leave that much
HEIGHT_M = 1e-6
AREA_M2 = 1e-12
BATCH = 256


def check_sense(levels: list[LevelRead], base: Base | None) -> None:
    """Reports what is carried by nothing and what overlaps; what could not be read is not blamed for it."""
    for below, read in zip([None, *levels], levels, strict=False):
        for name, column in read.columns.items():
            _check_column(name, column, read, base)
        if below and read.floor and below.whole and not carriers(read.floor, below.level):
            place = read.spot.get("floor") or read.spot
            place.fault(
                f"the floor {read.floor.name} is carried by nothing: it covers no column of the level below", got=False
            )
    # without a base there is no tower to ask where things lie, and then the base's faults stand in the report
    if base:
        for parts in _stretches(levels):
            _check_overlaps(parts, base)


def _check_column(name: str, column: Placed, read: LevelRead, base: Base | None) -> None:
    spot = read.spots[name]
    if column.upon:
        place = spot.get("upon") or spot
        for k, carrier in enumerate(column.upon):
            if not covers(column.plan, read.columns[carrier]) and not covers(read.columns[carrier].plan, column):
                (place.get(k) or place).fault(
                    f"{name} does not stand over {carrier}: their outlines have no area in common", got=False
                )
        return
    if read.is_base:
        plan, what = (base.outline.shape, "the base") if base else (None, "")
    else:
        plan, what = (read.floor.plan, f"the floor {read.floor.name}") if read.floor else (None, "")
    if plan is not None and not covers(plan, column):
        spot.fault_of_key(f"the column {name} is carried by nothing: it stands beside {what}")


def _stretches(levels: list[LevelRead]) -> Iterator[list[LevelRead]]:
    """Levels in a row whose heights above each other are known."""
    stretch: list[LevelRead] = []
    for read in levels:
        if stretch:
            below = stretch[-1]
            if not (below.whole and read.floor and carriers(read.floor, below.level)):
                yield stretch
                stretch = []
        stretch.append(read)
    if stretch:
        yield stretch


def _check_overlaps(levels: list[LevelRead], base: Base) -> None:
    spots: dict[str, Spot] = {}
    for read in levels:
        spots.update(read.spots)
        if read.floor:
            spots[read.floor.name] = read.spot.get("floor") or read.spot
    tower = Tower(base, tuple(read.level for read in levels))
    pieces, low, high = _spans(tower)
    for one, two in _overlapping([piece.plan for piece in pieces], low, high):
        first, second = pieces[one], pieces[two]
        area = first.plan.intersection(second.plan).area * 1e6
        what = f"{second.name} overlaps {first.name}: they have {area:.3g} mm2 in common in plan, at the same height"
        spots[second.name].fault_of_key(what)
        if len(spots[second.name].document.faults) > FAULT_LIMIT:
            return


def _spans(tower: Tower) -> tuple[list[Placed], npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The loose pieces in the order of the file, with the heights of their lower and upper faces (n,) in metres."""
    pieces, low, high = [], [], []
    for piece, pose in tower.resting():
        pieces.append(piece)
        low.append(pose.position_m[2] - piece.piece.height_m / 2)
        high.append(pose.position_m[2] + piece.piece.height_m / 2)
    return pieces, np.asarray(low), np.asarray(high)


def _overlapping(
    plans: list[object], low: npt.NDArray[np.float64], high: npt.NDArray[np.float64]
) -> Iterator[tuple[int, int]]:
    """Pairs (i < j) of upright prisms that have a volume in common, by j and then i.

    Lazy and in batches: a file of thousands of pieces in one place has millions of pairs, and nobody reads them all.
    """
    shapes = np.asarray(plans, dtype=object)
    tree = shapely.STRtree(shapes)
    for start in range(0, len(shapes), BATCH):
        j, i = tree.query(shapes[start : start + BATCH])
        j += start
        near = (i < j) & (np.minimum(high[i], high[j]) - np.maximum(low[i], low[j]) > HEIGHT_M)
        i, j = i[near], j[near]
        order = np.lexsort((i, j))
        for some in np.split(order, range(BATCH, len(order), BATCH)):
            yield from _deep(shapes, i[some], j[some])


def _deep(shapes: npt.NDArray[Any], i: npt.NDArray[np.intp], j: npt.NDArray[np.intp]) -> list[tuple[int, int]]:
    """The pairs whose outlines overlap, not only touch: told apart by how deep they reach into each other."""
    common = shapely.area(shapely.intersection(shapes[i], shapes[j])) > AREA_M2
    i, j = i[common], j[common]
    deep = shapely.intersects(shapely.buffer(shapes[i], -DEPTH_M / 2), shapely.buffer(shapes[j], -DEPTH_M / 2))
    return list(zip(i[deep].tolist(), j[deep].tolist(), strict=True))
