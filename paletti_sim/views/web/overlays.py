"""What can be laid over the tower: newtons, contact points, centres of mass over their polygons of support, a map."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

from paletti_sim.stability.heatmap.put import put_map
from paletti_sim.stability.heatmap.settings import Settings
from paletti_sim.stability.loads import Loads
from paletti_sim.tower.lying import top_m
from paletti_sim.tower.scenario import Scenario
from paletti_sim.tower.tower import Tower
from paletti_sim.views.web.card import newtons

Floats = npt.NDArray[np.float64]

MAP_STEP_M = 0.006
MAP_COLUMN = "red-thin-1"
TAGGED = 0.7  # the share of a column's height over which the loads of a level are spread
NEARER = np.array([0.5, -0.86])  # in plan, towards where the camera begins


@dataclass(frozen=True)
class LoadTag:
    """Newtons beside a column: where (metres), and what."""

    column: str
    at_m: tuple[float, float, float]
    words: str


@dataclass(frozen=True, eq=False)
class Balance:
    """Of a floor: the common centre of mass of it and all above (3,), its polygon of support (n, 3) and its middle's
    foot in the polygon's plane (3,). Metres; the polygon is empty when nothing carries the floor."""

    floor: str
    centre_m: Floats
    foot_m: Floats
    support_m: Floats


@dataclass(frozen=True, eq=False)
class Map:
    """Cells on the top floor: middles (n, 3) in metres, colours (n, 3), the step, and what they say."""

    cells_m: Floats
    colours: npt.NDArray[np.uint8]
    step_m: float
    says: str


def load_tags(tower: Tower, loads: Loads) -> list[LoadTag]:
    """The loads of the columns that carry, each beside its column and on one level no two at the same height.

    Those that are nearer to where the camera begins are lower, as they are on the picture. Free columns have none.
    """
    columns = {column.name: column for column in tower.columns}
    middles = {piece.name: np.asarray(pose.position_m) for piece, pose in tower.resting()}
    tags = []
    for level in range(len(tower.levels)):
        carrying = [load for load in loads.columns if load.level == level and load.carries]
        carrying.sort(key=lambda load: float(middles[load.column][:2] @ NEARER), reverse=True)
        for k, load in enumerate(carrying):
            high = columns[load.column].piece.height_m
            x, y, z = middles[load.column] + (0.0, 0.0, TAGGED * high * ((k + 0.5) / len(carrying) - 0.5))
            words = newtons(load).replace(" to ", "–")
            tags.append(LoadTag(load.column, (float(x), float(y), float(z)), words))
    return tags


def contact_points(loads: Loads) -> tuple[Floats, Floats]:
    """Points (n, 3) that push, and their newtons (n,): the corners of all patches that touch with force."""
    points: list[list[float]] = []
    forces: list[float] = []
    for patch, force in zip(loads.rest.contacts, loads.rest.forces_n, strict=True):
        for (x, y), newton in zip(patch.points_m, force, strict=True):
            if newton > 1e-6:
                points.append([float(x), float(y), patch.height_m])
                forces.append(float(newton))
    return np.array(points, dtype=float).reshape(-1, 3), np.array(forces, dtype=float)


def balances(tower: Tower, loads: Loads) -> list[Balance]:
    """For each floor, from the ground up, where its load hangs and what it stands on."""
    poses = {piece.name: (piece.piece, pose) for piece, pose in tower.resting()}
    carries = {load.column for load in loads.columns if load.carries}
    found = []
    for k, level in enumerate(tower.levels):
        if level.floor is None:
            continue
        names = [piece.name for above in tower.levels[k:] for piece in (above.floor, *above.columns) if piece]
        masses = np.array([poses[name][0].mass_kg for name in names])
        centre = masses @ np.array([poses[name][1].position_m for name in names]) / masses.sum()
        under = [column for column in tower.levels[k - 1].columns if column.name in carries]
        support = np.zeros((0, 3))
        height = float(poses[level.name][1].position_m[2]) - level.floor.piece.height_m / 2
        if under:
            rims = np.vstack([_common(column, level.floor) for column in under])
            hull = shapely.MultiPoint(rims).convex_hull
            if hull.geom_type == "Polygon":
                ring = np.asarray(hull.exterior.coords)
                support = np.column_stack([ring, np.full(len(ring), height)])
        found.append(Balance(level.name, centre, np.array([centre[0], centre[1], height]), support))
    return found


def put_cells(scenario: Scenario, tower: Tower, column: str) -> Map:
    """Where on the top floor `column` may be put, by equilibrium.

    Raises:
        PalettiError: there is no such map, such as of a column that may not be taken.
    """
    from paletti_sim.views.heatmap import COLOURS

    found = put_map(
        replace(scenario, tower=tower, moves=()),
        Settings(mode="static", step_m=MAP_STEP_M, margins=False),
        column,
    )
    height = _top_of(found.tower) + 0.0004
    ys, xs = np.nonzero(found.outcome >= 0)
    cells = np.column_stack([found.x_m[xs], found.y_m[ys], np.full(len(xs), height)])
    paint = {code: _rgb(colour) for code, colour in COLOURS.items()}
    colours = np.array([paint[int(code)] for code in found.outcome[ys, xs]], dtype=np.uint8).reshape(-1, 3)
    return Map(cells, colours, MAP_STEP_M, f"{found.says} By equilibrium: green holds, orange topples.")


def _top_of(tower: Tower) -> float:
    poses = {piece.name: (piece.piece, pose) for piece, pose in tower.resting()}
    floor = tower.top.floor
    return 0.0 if floor is None else top_m(*poses[floor.name])


def _common(column: Any, floor: Any) -> Floats:
    """The part of a column's top that the floor covers, as points."""
    outline: Floats = column.corners_m()
    common = shapely.Polygon(outline).intersection(floor.plan)
    if common.geom_type != "Polygon" or common.is_empty:
        return outline
    return np.asarray(common.exterior.coords)


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return red, green, blue
