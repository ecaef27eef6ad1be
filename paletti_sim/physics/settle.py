"""Runs a world until it is at rest, until something has fallen, or until the time is up."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from paletti_sim.physics.units import COLUMN_LENGTH
from paletti_sim.physics.world import World
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.tower import Pose

State = npt.NDArray[np.float64]

# the measure of a collapse, ruling P-G4
SINK_SHARE = 0.1  # of the mean column height
FLOOR_TILT_RAD = math.radians(15)
COLUMN_TILT_RAD = math.radians(45)

STILL = 5e-5  # mean motion between windows, in mean column heights: at rest when twice below this ...
CALM = 1e-3  # ... or below this and shrinking
SHRINK = 0.85

Ending = Literal["rest", "fell", "undecided"]


@dataclass(frozen=True)
class Settled:
    """How a run ended. Times are seconds of the engine run; `poses` those at its end (at rest: means of a window)."""

    ending: Ending
    seconds: float
    poses: Mapping[str, Pose]
    fallen: tuple[str, ...]


@dataclass(frozen=True)
class Frame:
    """One sample of a run: seconds since its start, and each piece's pose in the order of `World.names`."""

    seconds: float
    poses: Sequence[Pose]


class Watch:
    """Looks out for a collapse by the measure of P-G4, against the poses in which the tower stood before."""

    def __init__(self, world: World, before: Mapping[str, Pose]) -> None:
        length = world.units.length_m
        self._names = world.names
        heights = [
            before[name].position_m[2] if name in before else pose.position_m[2]
            for name, pose in zip(world.names, world.start, strict=True)
        ]
        self._lowest = np.asarray(heights) / length - SINK_SHARE * COLUMN_LENGTH
        columns = [isinstance(piece.piece, Column) for piece in world.pieces]
        self._steepest = np.cos(np.where(columns, COLUMN_TILT_RAD, FLOOR_TILT_RAD))

    def fallen(self, state: State) -> tuple[str, ...]:
        """Names of the pieces that have fallen in `state`."""
        upright = 1 - 2 * (state[:, 3] ** 2 + state[:, 4] ** 2)
        down = (state[:, 2] < self._lowest) | (upright < self._steepest) | ~np.isfinite(state).all(axis=1)
        return tuple(name for name, gone in zip(self._names, down, strict=True) if gone)


def settle(
    world: World,
    before: Mapping[str, Pose],
    last: str | None = None,
    record: Callable[[Frame], None] | None = None,
) -> Settled:
    """Lets the weights on gently and runs until everything rests, something has fallen, or the budget is spent.

    Args:
        world: a fresh world.
        before: the poses in which the tower stood before; a fall is measured against them.
        last: the piece that is set down last; its weight comes on after all others'.
        record: is given each sample of the run.
    """
    preset = world.preset
    watch = Watch(world, before)
    ramp = preset.ramp_s * world.stretch
    starts = np.array([ramp if name == last else 0.0 for name in world.names])
    window = max(4, round(preset.window_s * world.stretch / world.step_s))
    steps = round(preset.budget_s * world.stretch / world.step_s)
    loaded = (2 if last else 1) * ramp
    rest = Rest(world)
    samples: list[State] = []
    state = world.state()
    for k in range(steps):
        now = (k + 1) * world.step_s
        world.loads = np.clip((now - starts) / ramp, 0.0, 1.0)
        world.step()
        state = world.state()
        if record:
            record(Frame(now * world.units.time_s, world.poses(state)))
        fallen = watch.fallen(state)
        if fallen:
            return Settled("fell", now * world.units.time_s, _named(world, state), fallen)
        if now < loaded:
            continue
        samples.append(state)
        if len(samples) == window:
            mean = np.mean(samples, axis=0)
            samples.clear()
            if rest.reached(mean):
                return Settled("rest", now * world.units.time_s, _named(world, mean), ())
    return Settled("undecided", steps * world.step_s * world.units.time_s, _named(world, state), ())


class Rest:
    """Judges rest by mean poses of successive windows: single samples jitter."""

    def __init__(self, world: World) -> None:
        self._reach = np.array(
            [max(p.piece.outline.reach_m, p.piece.height_m / 2) / world.units.length_m for p in world.pieces]
        )
        self._last: State | None = None
        self._moved: float | None = None
        self._still = 0

    def reached(self, mean: State) -> bool:
        """Whether everything is at rest, given the mean of the newest window."""
        last, self._last = self._last, mean
        if last is None:
            return False
        if len(mean) == 0:
            return True
        shift = np.linalg.norm(mean[:, :3] - last[:, :3], axis=1)
        turn = 2 * np.linalg.norm(mean[:, 3:] - last[:, 3:], axis=1)  # for small turns, twice the quaternions' distance
        moved = float((shift + turn * self._reach).max() / COLUMN_LENGTH)
        before, self._moved = self._moved, moved
        self._still = self._still + 1 if moved < STILL else 0
        return self._still >= 2 or (before is not None and moved < CALM and moved <= SHRINK * before)


def _named(world: World, state: State) -> dict[str, Pose]:
    return dict(zip(world.names, world.poses(state), strict=True))
