"""Mass, centre of mass and inertia of every piece as the engine feels them: a known push, and the motion that follows.

What `getDynamicsInfo` reports is no proof. In maximal coordinates inertia is right only after the engine's first
step (before that it is the bounding box's), so the worlds take one step, without weights, before the push.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
import shapely

from paletti_sim.physics.engine import client, pybullet
from paletti_sim.physics.preset import TRUE_COURSE
from paletti_sim.physics.world import World
from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.pieces import Floor, Prism
from paletti_sim.tower.tower import Level, Placed, Pose, Quaternion, Tower
from tests.physics.helpers import BASE, column, floor

Vector = npt.NDArray[np.float64]

WITHIN = 1e-4  # of the closed form
TURNS = {
    "upright": (0.0, 0.0, 0.0, 1.0),
    "turned": (0.0, 0.0, math.sin(0.4), math.cos(0.4)),
    "any": (0.18651688, -0.19597346, 0.95004711, 0.15561606),
}
PIECES: dict[str, Prism] = {
    **game_pieces().columns,
    **game_pieces().floors,
    "board": column("board", 0.09, 0.4, Outline.box(0.02, 0.03)),
    # far from its own origin, without any symmetry
    "wedge": floor("wedge", Outline.polygon([(0.3, 0.1), (0.42, 0.1), (0.33, 0.16)])),
    "angle": floor("angle", Outline.polygon([(0, 0), (0.1, 0), (0.1, 0.02), (0.02, 0.02), (0.02, 0.15), (0, 0.15)])),
}


def floating(turn: Quaternion, cones: bool) -> World:
    """All pieces in mid-air, far apart, with true masses and no damping, in the units of a tower of the game."""
    columns, levels = [], []
    for k, (name, piece) in enumerate(PIECES.items()):
        placed = Placed(piece, (0, 0), pose=Pose((0.5 * (k % 6), 0.5 * (k // 6), 1.0), turn))  # type: ignore[arg-type]
        assert placed.name == name
        (levels.append(Level(placed)) if isinstance(piece, Floor) else columns.append(placed))
    world = World(Tower(BASE, (Level(None, tuple(columns)), *levels)), TRUE_COURSE, cones=cones)
    assert world.stretch == pytest.approx(1)
    world.step()
    return world


def closed_form(piece: Prism) -> tuple[Vector, Vector]:
    """Centroid in plan, and inertia about the centre of mass per kilogram: circles exactly, others by triangles."""
    outline = piece.outline
    if outline.kind == "circle":
        centre, plane = np.zeros(2), np.eye(2) * outline.size[0] ** 2 / 16
    else:
        triangles = shapely.constrained_delaunay_triangles(shapely.Polygon(outline.points)).geoms
        corners = np.array([triangle.exterior.coords[:3] for triangle in triangles])
        edges = corners[:, 1:] - corners[:, :1]
        areas = np.abs(np.linalg.det(edges)) / 2
        middles = corners.mean(axis=1)
        centre = areas @ middles / areas.sum()
        # second moment of a triangle about a point: area / 12 (sum over corners + 9 times its middle)
        seen, mid = corners - centre, middles - centre
        second = np.einsum("t,tci,tcj->ij", areas, seen, seen) + 9 * np.einsum("t,ti,tj->ij", areas, mid, mid)
        plane = second / 12 / areas.sum()
    tall = piece.height_m**2 / 12
    tensor = np.zeros((3, 3))
    tensor[:2, :2] = np.trace(plane) * np.eye(2) - plane + tall * np.eye(2)
    tensor[2, 2] = np.trace(plane)
    return centre, tensor


def kicked(world: World, pushes: Callable[[Prism, Vector], list[tuple[Vector, Vector]]]) -> list[tuple[Vector, Vector]]:
    """Speed (m/s) and spin (rad/s) of each body after one step under forces (N, at m from its middle), world's axes."""
    p, c, u = pybullet(), client(), world.units
    poses = world.poses(world.state())
    for body, piece, pose in zip(world.bodies, world.pieces, poses, strict=True):
        for force, arm in pushes(piece.piece, pose.rotation):
            at = (np.asarray(pose.position_m) + arm) / u.length_m
            p.applyExternalForce(body, -1, (force / u.force_n).tolist(), at.tolist(), p.WORLD_FRAME, physicsClientId=c)
    world.step()
    moving = [p.getBaseVelocity(body, physicsClientId=c) for body in world.bodies]
    return [(np.array(v) * u.length_m / u.time_s, np.array(spin) / u.time_s) for v, spin in moving]


def check(world: World, pushes: Callable[[Prism, Vector], list[tuple[Vector, Vector]]]) -> None:
    """Every body moves as the closed form says: force over mass, and inertia's inverse times torque."""
    seconds = world.step_s * world.units.time_s
    turns = [pose.rotation for pose in world.poses(world.state())]
    for piece, turn, (speed, spin) in zip(world.pieces, turns, kicked(world, pushes), strict=True):
        prism = piece.piece
        given = pushes(prism, turn)
        force = np.sum([f for f, _ in given], axis=0)
        torque = np.sum([np.cross(arm, f) for f, arm in given], axis=0)
        tensor = turn @ (closed_form(prism)[1] * prism.mass_kg) @ turn.T
        right = force / prism.mass_kg * seconds
        assert speed == pytest.approx(right, rel=WITHIN, abs=WITHIN * (np.linalg.norm(right) + 1e-9)), prism.name
        right = np.linalg.solve(tensor, torque) * seconds
        assert spin == pytest.approx(right, rel=WITHIN, abs=WITHIN * (np.linalg.norm(right) + 1e-6)), prism.name


turned = pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
coordinates = pytest.mark.parametrize("cones", [False, True], ids=["maximal", "multibody"])


@turned
@coordinates
@pytest.mark.parametrize("axis", range(3))
def test_mass(turn: Quaternion, cones: bool, axis: int) -> None:
    push = 0.01 * np.eye(3)[axis]
    check(floating(turn, cones), lambda *_: [(push, np.zeros(3))])


@turned
@coordinates
@pytest.mark.parametrize("axis", range(3))
def test_inertia_about_each_axis(turn: Quaternion, cones: bool, axis: int) -> None:
    """A couple about each of the piece's own axes; without symmetry the spin is not about the torque's axis."""
    one, two = np.eye(3)[(axis + 1) % 3], np.eye(3)[(axis + 2) % 3]

    def couple(prism: Prism, rotation: Vector) -> list[tuple[Vector, Vector]]:
        arm, force = rotation @ one * 0.01, rotation @ two * prism.mass_kg * 0.01
        return [(force, arm), (-force, -arm)]

    check(floating(turn, cones), couple)


@turned
@coordinates
def test_centre_of_mass(turn: Quaternion, cones: bool) -> None:
    """A force at the outline's own origin, which lies off the centroid in most floors, moves and spins as it should."""

    def at_origin(prism: Prism, rotation: Vector) -> list[tuple[Vector, Vector]]:
        arm = rotation @ np.array([*-closed_form(prism)[0], prism.height_m / 2])
        return [(rotation @ np.array([0.3, 0.5, -0.8]) * prism.mass_kg * 0.01, arm)]

    check(floating(turn, cones), at_origin)


@coordinates
def test_the_shape_lies_about_the_centre_of_mass(cones: bool) -> None:
    """A probe at mid height beside each corner of the outline finds the shape as far away as it is."""
    world = floating(TURNS["turned"], cones)
    p, c, length = pybullet(), client(), world.units.length_m
    probe = p.createCollisionShape(p.GEOM_SPHERE, radius=0.01, physicsClientId=c)
    for body, placed, pose in zip(world.bodies, world.pieces, world.poses(world.state()), strict=True):
        rim = np.asarray(placed.piece.outline.points)
        rim = rim[:: max(1, len(rim) // 12)]
        far = rim - closed_form(placed.piece)[0]
        plan = shapely.Polygon(np.asarray(placed.piece.outline.points) - closed_form(placed.piece)[0])
        for x, y in far * (1 + 0.004 / np.linalg.norm(far, axis=1))[:, None]:
            if plan.contains(shapely.Point(x, y)):  # seen from the middle, beyond a hollow
                continue
            at = np.asarray(pose.position_m) + pose.rotation @ np.array([x, y, 0])
            near = p.getClosestPoints(
                body,
                -1,
                distance=2.0,
                collisionShapeA=-1,
                collisionShapeB=probe,
                collisionShapePositionB=(at / length).tolist(),
                physicsClientId=c,
            )
            found = (min(row[8] for row in near) + 0.01) * length
            right = plan.distance(shapely.Point(x, y))
            assert found == pytest.approx(right, abs=5e-5), placed.name
