"""The hook: a column is drawn sideways from under its floor, and friction drags what it drags.

Runs in multibody coordinates, whose friction cones are exact. The hook moves at a steady speed and holds the
column by a spring and a damper.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from paletti_sim.physics.chronicle import Chronicle, Course
from paletti_sim.physics.engine import one_at_a_time
from paletti_sim.physics.preset import PULL
from paletti_sim.physics.settle import Frame, Watch
from paletti_sim.physics.units import ENGINE_GRAVITY
from paletti_sim.physics.watch_floors import FloorWatch
from paletti_sim.physics.world import World
from paletti_sim.tower.corridor import Way
from paletti_sim.tower.lying import covers
from paletti_sim.tower.tower import Pose, Tower

HEIGHT = 0.5  # of the hook above the column's foot, in engine units: 5 mm for the game's columns
SPEED = 1.0  # engine units a second: 10 mm/s
GENTLE_S = 0.3  # until it has that speed
STIFFNESS = 100_000.0  # engine units of force for a unit of stretch
DAMPING_PER_S = 200.0
BEYOND = 3.0  # engine units that the hook goes on when the column has not come out at the end of its way
AFTERMATH_S = 1.0
LOOK = 12  # engine steps between two looks whether it is out
SLIDES = 0.05  # engine units after which a column counts as sliding

PullEnding = Literal["out", "stuck", "fell", "stopped"]


@dataclass(frozen=True)
class Pulled:
    """How a pull ended: the column is `out`, is `stuck`, something else `fell`, or it was `stopped` by the caution.

    `poses` of all pieces at the end, `force_n` mean and greatest force of the hook while the column slid, `pressed_n`
    mean sum of the normal forces on the column in that time, `travel_m` how far it came.
    """

    ending: PullEnding
    poses: Mapping[str, Pose]
    course: Course
    travel_m: float
    force_n: float
    greatest_n: float
    pressed_n: float
    floors_moved_m: float


def pull_out(
    tower: Tower,
    name: str,
    way: Way,
    before: Mapping[str, Pose],
    caution_m: float | None = None,
    record: Callable[[Frame], None] | None = None,
) -> Pulled:
    """Draws the column `name` along `way` until no floor covers it.

    Args:
        tower: a tower at rest.
        name: the column.
        way: direction and length of the way out.
        before: poses in which the tower stood; motion and falls are measured against them.
        caution_m: the attempt is broken off when a floor has moved or sunk by more than this.
        record: is given each sample.

    Raises:
        NoAnswerError: the engine failed.
    """
    with one_at_a_time():
        return _Pull(tower, name, way, before, caution_m, record).run()


class _Pull:
    def __init__(
        self,
        tower: Tower,
        name: str,
        way: Way,
        before: Mapping[str, Pose],
        caution_m: float | None,
        record: Callable[[Frame], None] | None,
    ) -> None:
        self.world = world = World(tower, PULL, cones=True, refresh=1)
        self.name, self.way, self.record, self.caution_m = name, way, record, caution_m
        self.index = world.names.index(name)
        self.along = np.array([math.cos(way.towards_rad), math.sin(way.towards_rad), 0.0])
        half = world.pieces[self.index].piece.height_m / 2
        self.hooked = np.array([0.0, 0.0, HEIGHT - half / world.units.length_m])
        self.roof = self._roof(tower)
        origin = [before.get(piece.name, pose) for piece, pose in zip(world.pieces, world.start, strict=True)]
        self.watch = Watch(world, before)
        self.chronicle = Chronicle(tower, world.pieces, origin, handled=name)
        self.limit = self._strength()
        self.moved_m = 0.0

    def _roof(self, tower: Tower) -> str | None:
        above = tower.levels[tower.level_of(self.name) + 1 :]
        return above[0].name if above else None

    def _strength(self) -> float:
        """The most that the hook pulls: twice the whole tower's weight, and what both faces can hold under that."""
        friction = self.world.tower.setting.friction
        total = sum(piece.piece.mass_kg for piece in self.world.pieces) / self.world.units.mass_kg
        return 2 * (2 * friction + 1) * total * ENGINE_GRAVITY

    def run(self) -> Pulled:
        world, seconds = self.world, 0.0
        ramp = PULL.ramp_s * world.stretch
        for k in range(round(3 * ramp / world.step_s)):
            world.loads[:] = min(1.0, (k + 1) * world.step_s / ramp)
            world.step()
        state = world.state()
        # from here: until now the tower has found its rest in this solver's coordinates
        self.floors = FloorWatch(world.pieces, world.poses(state))
        start = float(self._hook(state) @ self.along)
        forces: list[tuple[float, float]] = []
        length = self.way.length_m / world.units.length_m + BEYOND
        ending: PullEnding = "out" if self._is_out(state) else "stuck"
        travel = 0.0
        end = length / SPEED + GENTLE_S
        steps = 0
        while ending == "stuck" and seconds < end:
            steps += 1
            seconds = steps * world.step_s
            travel = float(self._hook(state) @ self.along) - start
            force = self._pull(state, seconds, travel)
            world.step()
            state = world.state()
            if travel > SLIDES:
                forces.append((force, sum(contact.normal_n for contact in world.contacts(self.name))))
            if steps % LOOK == 0:
                ending = self._look(state, seconds)
        if ending == "fell":
            self._aftermath(seconds)
        units = world.units
        poses = world.poses(state)
        pulls = np.array(forces or [(0.0, 0.0)])
        return Pulled(
            ending,
            dict(zip(world.names, poses, strict=True)),
            self.chronicle.course(),
            travel * units.length_m,
            float(pulls[:, 0].mean()) * units.force_n,
            float(pulls[:, 0].max()) * units.force_n,
            float(pulls[:, 1].mean()),
            self.moved_m,
        )

    def _look(self, state: npt.NDArray[np.float64], seconds: float) -> PullEnding:
        world = self.world
        poses = world.poses(state)
        if self.record:
            self.record(Frame(seconds * world.units.time_s, poses))
        down = [name for name in (*self.watch.fallen(state), *self.watch.astray()) if name != self.name]
        self.chronicle.see(seconds * world.units.time_s, poses, down)
        self.moved_m = max(self.moved_m, self.floors.moved_m(poses))
        if self.caution_m is not None and self.moved_m > self.caution_m:
            return "stopped"
        if down:
            return "fell"
        return "out" if self._is_out(state) else "stuck"

    def _hook(self, state: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Where the hook holds the column, in engine units."""
        pose = self.world.pose(state, self.index)
        point: npt.NDArray[np.float64] = state[self.index, :3] + pose.rotation @ self.hooked
        return point

    def _pull(self, state: npt.NDArray[np.float64], seconds: float, travel: float) -> float:
        """Sets the force of the next step, with the spring and damper taken at its end so that they cannot swing up."""
        world, step = self.world, self.world.step_s
        inertia = world.inertia_of(self.name)
        at = self._hook(state)
        linear, angular = world.velocity(self.name)
        velocity = float((np.asarray(linear) + np.cross(angular, at - state[self.index, :3])) @ self.along)
        speed = SPEED * min(1.0, seconds / GENTLE_S)
        goal = speed * seconds / 2 if seconds < GENTLE_S else SPEED * (seconds - GENTLE_S / 2)
        stretch = STIFFNESS * (goal - travel - velocity * step)
        damper = DAMPING_PER_S * inertia * (speed - velocity)
        force = (stretch + damper) / (1 + DAMPING_PER_S * step + STIFFNESS * step**2 / inertia)
        force = min(max(force, 0.0), self.limit)  # a hook draws and does not push
        world.pulls = {self.name: (tuple((force * self.along).tolist()), tuple(at.tolist()))}
        return force

    def _is_out(self, state: npt.NDArray[np.float64]) -> bool:
        if self.roof is None:
            return True
        world, k = self.world, self.world.names.index(self.roof)
        roof = world.pieces[k].posed(world.pose(state, k))
        return not covers(roof.plan, world.pieces[self.index].posed(world.pose(state, self.index)))

    def _aftermath(self, seconds: float) -> None:
        world = self.world
        world.pulls = {}
        for k in range(round(AFTERMATH_S / world.step_s)):
            world.step()
            if k % LOOK == 0:
                self._look(world.state(), seconds + (k + 1) * world.step_s)
