"""A tower as rigid bodies in the engine: no gravity there, true weights as forces, inertia of our choice."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from paletti_sim.physics.bodies import Principal, create_shape, piece_pose, principal_pose
from paletti_sim.physics.engine import client, pybullet
from paletti_sim.physics.grading import chosen_masses, iterations
from paletti_sim.physics.preset import Preset
from paletti_sim.physics.units import ENGINE_GRAVITY, Units
from paletti_sim.tower.tower import Placed, Pose, Tower, Vector

REFRESH = 4  # engine steps for which one set of weights stands; a resting piece does not move in that time
BREAKING = 0.02  # engine units within which two surfaces count as touching


@dataclass(frozen=True)
class Contact:
    """A point where two pieces touch: the force (N) of `other` on `one`, along its normal and across."""

    one: str
    other: str
    normal_n: float
    friction_n: npt.NDArray[np.float64]


class World:
    """A freshly built world of one tower. Only one lives at a time in a process: building one ends the last.

    `loads` are fractions of each body's true weight that act now; ramp them up, as a hand does that lets go. `pulls`
    are further forces by piece: a force and the point where it acts, in engine units.

    In maximal coordinates (the default, fastest and best at carrying load) the solver bounds friction by a box that
    turns with the slip: it holds up to 1.4 times what a cone does. `cones=True` builds in multibody coordinates, whose
    solver has exact cones; `friction.overdrawn` tells when that is needed.
    """

    def __init__(self, tower: Tower, preset: Preset, cones: bool = False, refresh: int = REFRESH) -> None:
        self.tower = tower
        self._maximal = 0 if cones else 1
        self.preset = preset
        self.units = Units.of(tower)
        self._p = pybullet()
        self._client = client()
        placed = list(tower.resting())
        self.pieces: list[Placed] = [piece for piece, _ in placed]
        self.start: list[Pose] = [pose for _, pose in placed]
        self.names = [piece.name for piece in self.pieces]
        true = np.array([piece.piece.mass_kg for piece in self.pieces]) / self.units.mass_kg
        self._chosen = chosen_masses(tower, preset) / self.units.mass_kg
        self.stretch = math.sqrt(self._chosen.sum() / true.sum()) if len(true) else 1.0
        down = np.asarray(tower.setting.down)
        self._weights = true[:, None] * down * ENGINE_GRAVITY
        self._sideways = np.zeros((len(true), 3))
        self._principal = [Principal.of(piece.piece) for piece in self.pieces]
        self.loads = np.zeros(len(true))
        self.pulls: dict[str, tuple[Vector, Vector]] = {}
        self._refresh = refresh
        self.step_s = refresh / preset.rate_hz  # engine seconds of one `step`
        self._build(true)

    def _build(self, true: npt.NDArray[np.float64]) -> None:
        p, c = self._p, self._client
        p.resetSimulation(physicsClientId=c)
        p.setPhysicsEngineParameter(
            fixedTimeStep=self.step_s,
            numSubSteps=self._refresh,
            numSolverIterations=iterations(self.tower, self.preset),
            solverResidualThreshold=0,
            deterministicOverlappingPairs=1,
            contactBreakingThreshold=BREAKING,
            enableFileCaching=0,
            physicsClientId=c,
        )
        p.setGravity(0, 0, 0, physicsClientId=c)
        setting = self.tower.setting
        decay = 1 - math.exp(-self.preset.damping_per_s / self.stretch)
        surface = {
            "lateralFriction": math.sqrt(setting.friction),
            "restitution": math.sqrt(setting.restitution),
            "frictionAnchor": 1,
            "physicsClientId": c,
        }
        self._base = self._create_base(surface)
        self.bodies = []
        for k, piece in enumerate(self.pieces):
            prism, principal = piece.piece, self._principal[k]
            shape = create_shape(prism.outline, prism.height_m, self.units.length_m, principal.turn_rad)
            position, quaternion = principal_pose(self.start[k], principal, self.units.length_m)
            body = p.createMultiBody(
                self._chosen[k], shape, -1, position, quaternion, useMaximalCoordinates=self._maximal, physicsClientId=c
            )
            scale = self._chosen[k] / true[k] / (self.units.mass_kg * self.units.length_m**2)
            p.changeDynamics(
                body,
                -1,
                mass=self._chosen[k],
                localInertiaDiagonal=[moment * scale for moment in principal.moments_kg_m2],
                linearDamping=decay,
                angularDamping=decay,
                activationState=p.ACTIVATION_STATE_DISABLE_SLEEPING,
                **surface,
            )
            self.bodies.append(body)
        self._named = dict(zip(self.bodies, self.names, strict=True)) | {self._base: "base"}

    def _create_base(self, surface: dict[str, float]) -> int:
        p, c, base = self._p, self._client, self.tower.base
        shape = create_shape(base.outline, base.thickness_m, self.units.length_m)
        x, y = base.outline.centroid_m
        at = [x / self.units.length_m, y / self.units.length_m, -base.thickness_m / 2 / self.units.length_m]
        body = int(p.createMultiBody(0, shape, -1, at, useMaximalCoordinates=self._maximal, physicsClientId=c))
        p.changeDynamics(body, -1, **surface)
        return body

    def step(self) -> None:
        """One step of `step_s` engine seconds under the weights of now."""
        p, c = self._p, self._client
        forces = self._weights + self._sideways
        for k, body in enumerate(self.bodies):
            at, _ = p.getBasePositionAndOrientation(body, physicsClientId=c)
            p.applyExternalForce(body, -1, (forces[k] * self.loads[k]).tolist(), at, p.WORLD_FRAME, physicsClientId=c)
        for name, (force, at) in self.pulls.items():
            body = self.bodies[self.names.index(name)]
            p.applyExternalForce(body, -1, force, at, p.WORLD_FRAME, physicsClientId=c)
        p.stepSimulation(physicsClientId=c)

    def push(self, name: str, force_n: tuple[float, float]) -> None:
        """A lasting horizontal force on a piece's centre of mass; it comes on as the weights do."""
        self._sideways[self.names.index(name), :2] = np.asarray(force_n) / self.units.force_n

    def inertia_of(self, name: str) -> float:
        """The mass that a piece has as inertia, in engine units."""
        return float(self._chosen[self.names.index(name)])

    def velocity(self, name: str) -> tuple[Vector, Vector]:
        """Velocity of a piece's centre of mass and its angular velocity, in engine units."""
        body = self.bodies[self.names.index(name)]
        linear, angular = self._p.getBaseVelocity(body, physicsClientId=self._client)
        return linear, angular

    def state(self) -> npt.NDArray[np.float64]:
        """Positions and quaternions (n, 7) of the principal axes, in engine units."""
        p, c = self._p, self._client
        rows = [
            (*at, *turned)
            for at, turned in (p.getBasePositionAndOrientation(body, physicsClientId=c) for body in self.bodies)
        ]
        return np.asarray(rows, dtype=np.float64).reshape(-1, 7)

    def poses(self, state: npt.NDArray[np.float64]) -> list[Pose]:
        """Poses of the pieces, in metres, from a `state`."""
        return [self.pose(state, k) for k in range(len(self.pieces))]

    def pose(self, state: npt.NDArray[np.float64], k: int) -> Pose:
        """Pose of the piece with the index `k`, in metres, from a `state`."""
        return piece_pose(state[k, :3], state[k, 3:], self._principal[k], self.units.length_m)

    def pairs(self) -> set[tuple[str, str]]:
        """Names of the pieces that press on one another, as of the last engine step."""
        rows = self._p.getContactPoints(physicsClientId=self._client)
        return {(self._named[row[1]], self._named[row[2]]) for row in rows if row[9] > 0}

    def contacts(self, of: str | None = None) -> list[Contact]:
        """What touches now, or only what touches the piece `of`. Valid for the last engine step."""
        p, c, named = self._p, self._client, self._named
        # the engine divides impulses by the time of a whole step, but the impulse is that of its last part
        newtons = self.units.force_n * self._refresh
        found = []
        only = {} if of is None else {"bodyA": self.bodies[self.names.index(of)]}
        for row in p.getContactPoints(physicsClientId=c, **only):
            friction = np.asarray(row[11]) * row[10] + np.asarray(row[13]) * row[12]
            found.append(Contact(named[row[1]], named[row[2]], row[9] * newtons, friction * newtons))
        return found
