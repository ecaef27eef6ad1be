"""Towers of plain domain objects for the tests, and how to watch them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

from paletti_sim.physics.motion import shift_m
from paletti_sim.physics.preset import PRESETS, Preset
from paletti_sim.physics.stage import run_stage
from paletti_sim.physics.world import World
from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.pieces import Base, Column, Floor, Shape
from paletti_sim.tower.tower import Level, Placed, Setting, Tower

BASE = Base(Outline.circle(0.6), Outline.circle(0.58), 0.006, "#808080", "#808080")
FAST = PRESETS["quick"]
ACCURATE = PRESETS["accurate"]

Point = tuple[float, float]


def column(name: str, height: float = 0.09, mass: float = 0.02, outline: Outline | None = None) -> Column:
    outline = outline or Outline.circle(0.02)
    shapes: dict[str, Shape] = {"circle": "round", "hexagon": "hex", "box": "box", "polygon": "box"}
    return Column(name, outline, height, mass, "#c03030", shapes[outline.kind])


def floor(name: str, outline: Outline | None = None, thickness: float = 0.006, mass: float = 0.15) -> Floor:
    return Floor(name, outline or Outline.box(0.2, 0.2), thickness, mass, "#a08050")


def legs(at: Sequence[Point], prefix: str = "c", **given: object) -> tuple[Placed, ...]:
    """Columns alike at the places given."""
    return tuple(Placed(column(f"{prefix}{k}", **given), place) for k, place in enumerate(at))  # type: ignore[arg-type]


def square(half: float) -> list[Point]:
    return [(half, half), (-half, half), (-half, -half), (half, -half)]


def tower(*levels: Level, friction: float = 0.35, tilt_deg: float = 0.0, towards_deg: float = 0.0) -> Tower:
    return Tower(BASE, levels, Setting(friction, 0.0, math.radians(tilt_deg), math.radians(towards_deg)))


def ground(columns: tuple[Placed, ...]) -> Level:
    return Level(None, columns)


def storey(
    name: str, columns: tuple[Placed, ...] = (), at: Point = (0.0, 0.0), turn: float = 0.0, **given: object
) -> Level:
    return Level(Placed(floor(name, **given), at, turn), columns)  # type: ignore[arg-type]


def five_storeys() -> Tower:
    """Five floors of four columns, 10 mm in radius and 80 mm high, plates 200 x 200 x 6 mm: must stand for ever."""
    heavy = {"height": 0.08, "mass": math.pi * 0.01**2 * 0.08 * 700}
    plate = 0.2 * 0.2 * 0.006 * 700
    return tower(
        ground(legs(square(0.07), "a", **heavy)),
        *(storey(f"plate{k}", legs(square(0.07), "bcde"[k], **heavy), mass=plate) for k in range(4)),
        storey("plate4", mass=plate),
    )


def game_tower(counts: Sequence[int] = (9, 6, 5)) -> Tower:
    """20 columns of the game, with heights that differ by tenths of a millimetre, and as many floors as `counts`."""
    game = game_pieces()
    rng = np.random.default_rng(5)
    columns = []
    for name in rng.permutation(list(game.columns)):
        piece = game.columns[name]
        columns.append(replace(piece, height_m=piece.height_m + float(rng.uniform(-1, 1)) * 1.5e-4))
    lying = [
        Placed(piece, (-piece.outline.centroid_m[0], -piece.outline.centroid_m[1])) for piece in game.floors.values()
    ]
    floors = lying[: len(counts)]
    levels, first = [], 0
    for count, below, above in zip((*counts, 0), (None, *floors), (*floors, None), strict=True):
        stand = spread(count, [placed.plan for placed in (below, above) if placed])
        levels.append(
            Level(below, tuple(Placed(c, at) for c, at in zip(columns[first : first + count], stand, strict=True)))
        )
        first += count
    return Tower(game.base, tuple(levels))


def spread(count: int, within: Sequence[Any], inside: float = 0.016, step: float = 0.005) -> list[Point]:
    """Places well inside all outlines (shapely) and as far from one another as a greedy choice gets them."""
    if not count:
        return []
    region = shapely.intersection_all([shape.buffer(-inside) for shape in within])
    x, y = np.meshgrid(np.arange(-0.15, 0.15, step), np.arange(-0.15, 0.15, step))
    grid = np.column_stack([x.ravel(), y.ravel()])
    grid = grid[shapely.contains_xy(region, *grid.T)]
    chosen = [int(np.argmax(np.linalg.norm(grid, axis=1)))]
    while len(chosen) < count:
        apart = np.linalg.norm(grid[:, None] - grid[chosen], axis=2).min(axis=1)
        chosen.append(int(np.argmax(apart)))
    return [(float(grid[k][0]), float(grid[k][1])) for k in chosen]


def pile(count: int, side: float = 0.02, mass: float = 0.02, half: float = 0.0) -> Tower:
    """Equal cubes on one another; `half` metres of error in their places, alternately left and right."""
    blocks = tuple(
        Placed(
            column(f"b{k}", side, mass, Outline.box(side, side)),
            (half * (-1) ** k, 0),
            0.0,
            (f"b{k - 1}",) if k else (),
        )
        for k in range(count)
    )
    return tower(ground(blocks))


def outcome(tower_: Tower, preset: Preset = FAST) -> str:
    """How it ends: rest, fell or undecided."""
    return run_stage(tower_, preset).ending


def drift_m(tower_: Tower, preset: Preset, seconds: float) -> float:
    """The farthest any piece gets, in `seconds` of simulation, from where it came to rest; the whole way is watched."""
    rest = run_stage(tower_, preset)
    assert rest.tower is not None, rest.ending
    world = World(rest.tower, preset)
    ramp = preset.ramp_s * world.stretch
    for k in range(round(2 * ramp / world.step_s)):
        world.loads = np.full(len(world.names), min(1.0, (k + 1) * world.step_s / ramp))
        world.step()
    start = world.poses(world.state())
    most = 0.0
    for k in range(round(seconds / world.units.time_s / world.step_s)):
        world.step()
        if k % 16 == 0:
            now = world.poses(world.state())
            most = max([most, *(shift_m(a, b) for a, b in zip(start, now, strict=True))])
    return most


def triangle_loads(at: Point, corners: Sequence[Point], weight: float) -> npt.NDArray[np.float64]:
    """What three supports carry of a weight at `at`: its barycentric coordinates."""
    rows = np.vstack([np.asarray(corners).T, np.ones(3)])
    return weight * np.linalg.solve(rows, [at[0], at[1], 1.0])


def carrying_triples(tops: npt.NDArray[np.float64], at: Point) -> list[tuple[int, int, int]]:
    """Which triples of points (n, 3) a plane can rest on: none of the others above it, the weight at `at` within."""
    found = []
    for triple in itertools.combinations(range(len(tops)), 3):
        corners = tops[list(triple)]
        plane = np.linalg.solve(np.column_stack([corners[:, :2], np.ones(3)]), corners[:, 2])
        above = tops[:, 2] - (tops[:, :2] @ plane[:2] + plane[2])
        shares = triangle_loads(at, [tuple(c[:2]) for c in corners], 1.0)
        if above.max() < 1e-9 and shares.min() >= 0:
            found.append(triple)
    return found
