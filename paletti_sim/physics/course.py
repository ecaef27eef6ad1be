"""The course of a fall in time: true masses, no damping."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from paletti_sim.physics.engine import one_at_a_time
from paletti_sim.physics.preset import TRUE_COURSE
from paletti_sim.physics.settle import Frame, Watch
from paletti_sim.physics.world import World
from paletti_sim.tower.tower import Pose, Tower

AFTERMATH_S = 1.0  # how long to watch on after the first piece has fallen, in engine seconds
MOVED_SHARE = 1 / 90  # of the mean column height: a piece has moved (1 mm for the game's columns) ...
MOVED_RAD = math.radians(1)  # ... or when it has turned by so much


@dataclass(frozen=True)
class Course:
    """What a fall looked like; seconds since the pieces were let go.

    `moved_s` tells when each piece that moved did so first, `fallen_s` when each fallen one had fallen, in order of
    time.
    """

    moved_s: Mapping[str, float]
    fallen_s: Mapping[str, float]
    way_m: Mapping[str, tuple[float, float, float]]
    max_shift_m: float
    max_turn_rad: float
    seconds: float

    @property
    def fell(self) -> bool:
        """Whether anything fell within the time watched."""
        return bool(self.fallen_s)


def fall_course(
    tower: Tower,
    before: Mapping[str, Pose] | None = None,
    last: str | None = None,
    record: Callable[[Frame], None] | None = None,
) -> Course:
    """Lets `tower` go with true masses and without damping, and watches until a second after the first piece fell.

    Arguments as for `run_stage`.
    """
    with one_at_a_time():
        world = World(tower, TRUE_COURSE)
        watch = Watch(world, before or {})
        origin = [(before or {}).get(name, pose) for name, pose in zip(world.names, world.start, strict=True)]
        limit = MOVED_SHARE * tower.mean_column_height_m
        starts = np.array([TRUE_COURSE.ramp_s if name == last else 0.0 for name in world.names])
        moved: dict[str, float] = {}
        fallen: dict[str, float] = {}
        shift, turn, now = 0.0, 0.0, 0.0
        end = TRUE_COURSE.budget_s
        poses = origin
        for k in range(round(TRUE_COURSE.budget_s / world.step_s)):
            now = (k + 1) * world.step_s
            if now > end:
                break
            world.loads = np.clip((now - starts) / TRUE_COURSE.ramp_s, 0.0, 1.0)
            world.step()
            state = world.state()
            poses = world.poses(state)
            seconds = now * world.units.time_s
            if record:
                record(Frame(seconds, poses))
            for name, was, pose in zip(world.names, origin, poses, strict=True):
                away, turned = shift_m(was, pose), turn_between_rad(was, pose)
                shift, turn = max(shift, away), max(turn, turned)
                if away > limit or turned > MOVED_RAD:
                    moved.setdefault(name, seconds)
            for name in watch.fallen(state):
                if not fallen:
                    end = min(end, now + AFTERMATH_S)
                fallen.setdefault(name, seconds)
    way = {
        name: (
            pose.position_m[0] - was.position_m[0],
            pose.position_m[1] - was.position_m[1],
            pose.position_m[2] - was.position_m[2],
        )
        for name, was, pose in zip(world.names, origin, poses, strict=True)
    }
    return Course(moved, fallen, way, shift, turn, now * world.units.time_s)


def shift_m(one: Pose, other: Pose) -> float:
    """How far a centre of mass lies from where it was."""
    return math.dist(one.position_m, other.position_m)


def turn_between_rad(one: Pose, other: Pose) -> float:
    """Angle of the rotation between two poses."""
    a, b = np.asarray(one.quaternion), np.asarray(other.quaternion)
    b = b if a @ b >= 0 else -b
    return 4 * math.asin(min(1.0, float(np.linalg.norm(a - b)) / 2))
