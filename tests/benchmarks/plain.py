"""What a newcomer would write with pybullet: metres, gravity, default settings, and a look at the end.

Cylinders and boxes as primitives, everything else as one hull; `rate_hz` and `iterations` are all that is set.
"""

from __future__ import annotations

import math

import numpy as np

from paletti_sim.physics.engine import client, one_at_a_time, pybullet
from paletti_sim.tower.collapse import COLUMN_TILT_RAD, FLOOR_TILT_RAD, SINK_SHARE
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.tower import Tower

GRAVITY = 9.80665
SECONDS = 5.0


def stands_in_plain_pybullet(
    tower: Tower,
    *,
    rate_hz: float = 240,
    iterations: int | None = None,
    seconds: float = SECONDS,
    push_n: tuple[str, tuple[float, float]] | None = None,
    stay_m: float | None = None,
) -> bool:
    """Whether nothing has fallen at the end; with `stay_m` also whether nothing has moved further than that."""
    p, c = pybullet(), client()
    with one_at_a_time():
        p.resetSimulation(physicsClientId=c)
        p.setTimeStep(1 / rate_hz, physicsClientId=c)
        if iterations is not None:
            p.setPhysicsEngineParameter(numSolverIterations=iterations, physicsClientId=c)
        p.setGravity(*(GRAVITY * part for part in tower.setting.down), physicsClientId=c)
        base = tower.base
        x, y = base.outline.centroid_m
        body = p.createMultiBody(
            0, _shape(base.outline, base.thickness_m), -1, [x, y, -base.thickness_m / 2], physicsClientId=c
        )
        p.changeDynamics(body, -1, lateralFriction=math.sqrt(tower.setting.friction), physicsClientId=c)
        bodies, start = [], []
        for piece, pose in tower.resting():
            shape = _shape(piece.piece.outline, piece.piece.height_m)
            body = p.createMultiBody(
                piece.piece.mass_kg, shape, -1, pose.position_m, pose.quaternion, physicsClientId=c
            )
            p.changeDynamics(body, -1, lateralFriction=math.sqrt(tower.setting.friction), physicsClientId=c)
            bodies.append((body, piece))
            start.append(pose.position_m)
        for _ in range(round(seconds * rate_hz)):
            if push_n is not None:
                for body, piece in bodies:
                    if piece.name == push_n[0]:
                        at, _ = p.getBasePositionAndOrientation(body, physicsClientId=c)
                        p.applyExternalForce(body, -1, [*push_n[1], 0], at, p.WORLD_FRAME, physicsClientId=c)
            p.stepSimulation(physicsClientId=c)
        for (body, piece), was in zip(bodies, start, strict=True):
            at, turned = p.getBasePositionAndOrientation(body, physicsClientId=c)
            x, y, _, _ = turned
            limit = COLUMN_TILT_RAD if isinstance(piece.piece, Column) else FLOOR_TILT_RAD
            if at[2] < was[2] - SINK_SHARE * tower.mean_column_height_m or 1 - 2 * (x * x + y * y) < math.cos(limit):
                return False
            if stay_m is not None and math.dist(at, was) > stay_m:
                return False
    return True


def _shape(outline: Outline, height_m: float) -> int:
    p, c = pybullet(), client()
    if outline.kind == "circle":
        radius = outline.size[0] / 2
        return int(p.createCollisionShape(p.GEOM_CYLINDER, radius=radius, height=height_m, physicsClientId=c))
    if outline.kind == "box":
        half = [outline.size[0] / 2, outline.size[1] / 2, height_m / 2]
        return int(p.createCollisionShape(p.GEOM_BOX, halfExtents=half, physicsClientId=c))
    plane = np.asarray(outline.points) - np.asarray(outline.centroid_m)
    corners = [(float(x), float(y), z) for z in (-height_m / 2, height_m / 2) for x, y in plane]
    return int(p.createCollisionShape(p.GEOM_MESH, vertices=corners, physicsClientId=c))
