"""The course of a fall in time: true masses, no damping."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from paletti_sim.physics.chronicle import Chronicle, Course
from paletti_sim.physics.engine import one_at_a_time
from paletti_sim.physics.preset import TRUE_COURSE
from paletti_sim.physics.settle import Frame, Watch
from paletti_sim.physics.world import World
from paletti_sim.tower.tower import Pose, Tower

AFTERMATH_S = 1.0  # how long to watch on after the first piece has fallen, in engine seconds


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
        chronicle = Chronicle(tower, world.pieces, origin)
        end = TRUE_COURSE.budget_s
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
            standing = not chronicle.fallen
            chronicle.see(seconds, seen, (*watch.fallen(state), *watch.astray()))
            if standing and chronicle.fallen:
                end = min(end, now + AFTERMATH_S)
    return chronicle.course()
