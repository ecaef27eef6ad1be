"""The careful attempt (rulings P-G5 and P-G17): a column is unloaded little by little while the player watches.

A jack, a spring under the floor in the column's place, first carries what the column carried and is then lowered. The
column is free when the jack carries nothing more; the attempt is broken off when a floor has sunk too far before that.
A constant force that fades would run away by nature; a jack does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from paletti_sim.physics.engine import one_at_a_time
from paletti_sim.physics.preset import Preset
from paletti_sim.physics.settle import Frame, Watch
from paletti_sim.physics.watch_floors import FloorWatch
from paletti_sim.physics.world import World
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.tower import Pose, Tower

STIFFNESS = 75_000.0  # engine units of force for a unit of length: 1500 N/m for the game's columns
SPEED = 0.15  # engine units a second that the jack is lowered: 1.5 mm/s
CALM_RAMPS = 3  # ramps that the tower is given to rest on the jack
IDLE = 8  # steps in a row without a force after which the column is free
LOOK = 1  # steps between two looks

UnloadEnding = Literal["free", "stopped", "fell"]


@dataclass(frozen=True)
class Unloaded:
    """How an attempt ended, how far a floor had sunk by then, and the poses of all pieces but the column."""

    ending: UnloadEnding
    sank_m: float
    poses: Mapping[str, Pose]


def unload(
    tower: Tower,
    name: str,
    load_n: float,
    preset: Preset,
    caution_m: float,
    record: Callable[[Frame], None] | None = None,
) -> Unloaded:
    """Takes the load off the column `name`, little by little.

    Args:
        tower: a tower at rest, the column in it.
        name: the column.
        load_n: what it carries.
        preset: how finely to work.
        caution_m: the attempt is broken off when a floor has sunk by more than this.
        record: is given samples of all pieces but the column.

    Raises:
        NoAnswerError: the engine failed.
    """
    column = tower.by_name[name]
    k = tower.level_of(name)
    floor = tower.levels[k + 1].floor if k + 1 < len(tower.levels) else None
    start = {piece.name: pose for piece, pose in tower.resting() if piece.name != name}
    if load_n <= 0 or floor is None:
        return Unloaded("free", 0.0, start)
    assert isinstance(column.piece, Column)
    assert column.pose is not None
    head = np.asarray(column.pose.position_m) + column.pose.rotation[:, 2] * column.piece.height_m / 2
    with one_at_a_time():
        world = World(tower.without(name), preset)
        return _Jack(world, floor.name, head, load_n, start, caution_m, record).lower()


class _Jack:
    def __init__(
        self,
        world: World,
        floor: str,
        head_m: npt.NDArray[np.float64],
        load_n: float,
        start: Mapping[str, Pose],
        caution_m: float,
        record: Callable[[Frame], None] | None,
    ) -> None:
        self.world, self.floor, self.record, self.caution_m = world, floor, record, caution_m
        self.index = world.names.index(floor)
        length = world.units.length_m
        pose = start[floor]
        self.local = pose.rotation.T @ (head_m - np.asarray(pose.position_m)) / length
        self.load = load_n / world.units.force_n
        self.up = -np.asarray(world.tower.setting.down)
        self.watch = Watch(world, start)
        self.start = [start[name] for name in world.names]

    def lower(self) -> Unloaded:
        """Lets the tower rest on the jack, then lowers it."""
        world = self.world
        ramp = world.preset.ramp_s * world.stretch
        calm_s = CALM_RAMPS * ramp
        speed = SPEED / world.stretch  # the chosen inertia slows everything
        floors = FloorWatch(world.pieces, self.start)
        state = world.state()
        ground = self._height(state)
        idle, steps = 0, 0
        while idle < IDLE:
            steps += 1
            now = steps * world.step_s
            share = min(1.0, now / ramp)
            world.loads[:] = share
            # a spring from the first: a constant force would let the floor tip
            force = self._push(state, ground + share * self.load / STIFFNESS - speed * max(0.0, now - calm_s))
            idle = idle + 1 if force <= 0 and now > calm_s else 0
            world.step()
            state = world.state()
            if steps % LOOK:
                continue
            poses = world.poses(state)
            if self.record:
                self.record(Frame(now * world.units.time_s, poses))
            sank = floors.sunk_m(poses)
            if sank > self.caution_m:
                return self._ended("stopped", sank, state)
            if self.watch.fallen(state):
                return self._ended("fell", sank, state)
        return self._ended("free", floors.sunk_m(world.poses(state)), state)

    def _push(self, state: npt.NDArray[np.float64], top: float) -> float:
        """Sets the force of the next step, by the spring's length at its end so that it cannot swing up; the force."""
        world, step = self.world, self.world.step_s
        at = self._point(state)
        linear, angular = world.velocity(self.floor)
        rising = float((np.asarray(linear) + np.cross(angular, at - state[self.index, :3])) @ self.up)
        # a push at the rim of a plate meets about a quarter of its inertia
        force = STIFFNESS * (top - float(at @ self.up) - rising * step)
        force /= 1 + 4 * STIFFNESS * step**2 / world.inertia_of(self.floor)
        world.pulls = {self.floor: (tuple((max(force, 0.0) * self.up).tolist()), tuple(at.tolist()))}
        return force

    def _point(self, state: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        point: npt.NDArray[np.float64] = (
            state[self.index, :3] + self.world.pose(state, self.index).rotation @ self.local
        )
        return point

    def _height(self, state: npt.NDArray[np.float64]) -> float:
        return float(self._point(state) @ self.up)

    def _ended(self, ending: UnloadEnding, sank_m: float, state: npt.NDArray[np.float64]) -> Unloaded:
        return Unloaded(ending, sank_m, dict(zip(self.world.names, self.world.poses(state), strict=True)))
