"""The course of a fall in time: true masses, no damping."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from paletti_sim.physics.engine import one_at_a_time
from paletti_sim.physics.motion import Motion
from paletti_sim.physics.preset import TRUE_COURSE
from paletti_sim.physics.settle import Frame, Watch
from paletti_sim.physics.world import World
from paletti_sim.tower.tower import Pose, Tower

AFTERMATH_S = 1.0  # how long to watch on after the first piece has fallen, in engine seconds


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
        starts = np.array([TRUE_COURSE.ramp_s if name == last else 0.0 for name in world.names])
        moved: dict[str, float] = {}
        fallen: dict[str, float] = {}
        shift, turn, now = 0.0, 0.0, 0.0
        end = TRUE_COURSE.budget_s
        poses = list(origin)
        for k in range(round(TRUE_COURSE.budget_s / world.step_s)):
            now = (k + 1) * world.step_s
            if now > end:
                break
            world.loads = np.clip((now - starts) / TRUE_COURSE.ramp_s, 0.0, 1.0)
            world.step()
            state = world.state()
            seconds = now * world.units.time_s
            seen = world.poses(state)
            if record:
                record(Frame(seconds, seen))
            down = (*watch.fallen(state), *watch.astray())
            for name in down:
                if not fallen:
                    end = min(end, now + AFTERMATH_S)
                fallen.setdefault(name, seconds)
            # what has dropped past the base plate falls on for ever, for there is no table: its way ends there
            poses = [pose if now_at.position_m[2] < 0 else now_at for pose, now_at in zip(poses, seen, strict=True)]
            for piece, was, pose in zip(world.pieces, origin, poses, strict=True):
                motion = Motion.of(piece, was, pose)
                shift, turn = max(shift, motion.shift_m), max(turn, motion.turn_rad)
                if motion.counts(tower):
                    moved.setdefault(piece.name, seconds)
    way = {name: _way(was, pose) for name, was, pose in zip(world.names, origin, poses, strict=True)}
    return Course(moved, fallen, way, shift, turn, now * world.units.time_s)


def _way(was: Pose, pose: Pose) -> tuple[float, float, float]:
    (x, y, z), (u, v, w) = was.position_m, pose.position_m
    return u - x, v - y, w - z
