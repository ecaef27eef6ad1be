"""The collision shape of a floor is its outline, hollows and all: in the plane by areas, in the engine by small balls.

Rays miss parts of compounds in this engine, so nothing is proved by them.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest
import shapely

from paletti_sim.physics.engine import client, pybullet
from paletti_sim.physics.preset import TRUE_COURSE
from paletti_sim.physics.world import World
from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.pieces import Floor
from paletti_sim.tower.tower import Level, Placed, Pose, Tower
from tests.physics.helpers import BASE, column, floor

STAR = Outline.polygon(
    [
        ((0.08 if k % 2 else 0.03) * math.cos(t), (0.08 if k % 2 else 0.03) * math.sin(t))
        for k, t in enumerate(np.arange(10) * math.pi / 5)
    ]
)
RING = Outline.polygon(  # nearly closed, with a gap of 6 mm
    [(0.08 * math.cos(t), 0.08 * math.sin(t)) for t in np.linspace(0.0375, 2 * math.pi - 0.0375, 60)]
    + [(0.05 * math.cos(t), 0.05 * math.sin(t)) for t in np.linspace(2 * math.pi - 0.06, 0.06, 60)]
)
COMB = Outline.polygon([(0, 0), (0.15, 0), (0.15, 0.1), (0.1, 0.1), (0.1, 0.02), (0.07, 0.02), (0.07, 0.1), (0, 0.1)])
FLOORS: dict[str, Floor] = {
    **game_pieces().floors,
    "star": floor("star", STAR),
    "ring": floor("ring", RING),
    "comb": floor("comb", COMB),
}
BALL = 0.0005
CLEAR = 0.002  # from the rim
HALF = 0.003

every_floor = pytest.mark.parametrize("name", FLOORS)


@every_floor
def test_convex_parts_cover_the_outline_exactly(name: str) -> None:
    outline = FLOORS[name].outline
    parts = [shapely.Polygon(part) for part in outline.convex_parts]
    assert all(part.is_valid and part.convex_hull.area == pytest.approx(part.area, rel=1e-9) for part in parts)
    assert sum(part.area for part in parts) == pytest.approx(outline.area_m2, rel=1e-12)
    union = shapely.union_all(parts, grid_size=1e-12)
    assert union.symmetric_difference(outline.shape).area == pytest.approx(0, abs=1e-9 * outline.area_m2)
    assert {point for part in outline.convex_parts for point in part} == set(outline.points)
    # the engine takes up to 16 hulls without losing speed
    assert len(parts) <= 16 or name == "ring"


def rim(outline: Outline, off: float, step: float = 0.003) -> npt.NDArray[np.float64]:
    """Points along the outline, `off` metres outside it (inside when negative)."""
    line = outline.shape.buffer(off, join_style="mitre" if off < 0 else "round").boundary
    return np.array([line.interpolate(along).coords[0] for along in np.arange(0, line.length, step)])


def carried(piece: Floor, places: npt.NDArray[np.float64], turn_rad: float) -> npt.NDArray[np.bool_]:
    """Which of the balls, dropped onto the floor held fast where it is, lie on it after half a second."""
    lies = Placed(piece, (0, 0), turn_rad)
    turned = np.array([math.cos(turn_rad), -math.sin(turn_rad), math.sin(turn_rad), math.cos(turn_rad)]).reshape(2, 2)
    cx, cy = turned @ piece.outline.centroid_m
    pose = Pose((cx, cy, 0.1), (0, 0, math.sin(turn_rad / 2), math.cos(turn_rad / 2)))
    away = Placed(column("away", 0.09), (0.29, 0))
    world = World(Tower(BASE, (Level(None, (away,)), Level(lies.posed(pose)))), TRUE_COURSE)
    p, c, length = pybullet(), client(), world.units.length_m
    p.changeDynamics(world.bodies[1], -1, mass=0, physicsClientId=c)
    p.setGravity(0, 0, -981, physicsClientId=c)
    ball = p.createCollisionShape(p.GEOM_SPHERE, radius=BALL / length, physicsClientId=c)
    balls = []
    top = 0.1 + piece.height_m / 2 + 2 * BALL
    for x, y in places @ turned.T:
        body = p.createMultiBody(
            0.01, ball, -1, [x / length, y / length, top / length], useMaximalCoordinates=1, physicsClientId=c
        )
        # balls meet the floor, not one another
        p.setCollisionFilterGroupMask(body, -1, 2, 1, physicsClientId=c)
        balls.append(body)
    for _ in range(round(0.2 / world.step_s)):
        world.step()
    heights = [p.getBasePositionAndOrientation(body, physicsClientId=c)[0][2] * length for body in balls]
    on_it = np.array([height == pytest.approx(top - BALL, abs=1e-4) for height in heights])
    fell = np.array([height < 0.1 - piece.height_m for height in heights])
    assert (on_it | fell).all(), "a ball neither lies on the floor nor has fallen past it"
    return on_it


@every_floor
@pytest.mark.parametrize("turn_deg", [0, 37])
def test_a_floor_carries_along_its_rim_and_nothing_beyond(name: str, turn_deg: float) -> None:
    piece, turn = FLOORS[name], math.radians(turn_deg)
    inside, outside = rim(piece.outline, -CLEAR), rim(piece.outline, CLEAR)
    assert len(inside) > 50
    places = np.vstack([inside, outside])
    on_it = carried(piece, places, turn)
    assert on_it[: len(inside)].all(), places[: len(inside)][~on_it[: len(inside)]]
    assert not on_it[len(inside) :].any(), places[len(inside) :][on_it[len(inside) :]]


def test_what_is_dropped_through_the_hollow_of_blue_falls_through() -> None:
    blue = FLOORS["blue"]
    hollow = blue.outline.shape.convex_hull.difference(blue.outline.shape).buffer(-CLEAR)
    assert shapely.area(hollow) > 0.007
    x, y = np.meshgrid(np.arange(-0.13, 0.13, 0.006), np.arange(-0.13, 0.13, 0.006))
    grid = np.column_stack([x.ravel(), y.ravel()])
    through = grid[shapely.contains_xy(hollow, *grid.T)]
    on_top = grid[shapely.contains_xy(blue.outline.shape.buffer(-CLEAR), *grid.T)]
    assert len(through) > 150
    assert not carried(blue, through, 0.0).any()
    assert carried(blue, on_top, 0.0).all()
