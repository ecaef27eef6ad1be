"""Runs a world until it is at rest, until something has fallen, or until the time is up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from paletti_sim.physics.units import COLUMN_LENGTH
from paletti_sim.physics.watch_floors import FloorWatch
from paletti_sim.physics.world import World
from paletti_sim.tower.collapse import COLUMN_TILT_RAD, FLOOR_TILT_RAD, SINK_SHARE, Foreign
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.tower import Pose

State = npt.NDArray[np.float64]

STILL = 5e-5  # mean motion between windows, in mean column heights: at rest when twice below this ...
CALM = 1e-3  # ... or below this and shrinking
SHRINK = 0.85
CREEP = 2e-3  # ... or below this for twice `EVEN_WINDOWS` windows without gathering speed
EVEN_WINDOWS = 4
EVEN = 1.03

LOOK = 1  # steps between two looks of a careful player

Ending = Literal["rest", "fell", "undecided", "stopped"]


@dataclass(frozen=True)
class Settled:
    """How a run ended. Times are seconds of the engine run; `poses` those at its end (at rest: means of a window).

    `sank_m`: when a careful player stopped it, how far a floor had sunk.
    """

    ending: Ending
    seconds: float
    poses: Mapping[str, Pose]
    fallen: tuple[str, ...]
    sank_m: float = 0.0


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
        self._world = world
        self._foreign = Foreign(world.tower)
        columns = [isinstance(piece.piece, Column) for piece in world.pieces]
        self._steepest = np.cos(np.where(columns, COLUMN_TILT_RAD, FLOOR_TILT_RAD))

    def fallen(self, state: State) -> tuple[str, ...]:
        """Names of the pieces that have fallen in `state`."""
        upright = 1 - 2 * (state[:, 3] ** 2 + state[:, 4] ** 2)
        down = (state[:, 2] < self._lowest) | (upright < self._steepest) | ~np.isfinite(state).all(axis=1)
        return tuple(name for name, gone in zip(self._names, down, strict=True) if gone)

    def astray(self) -> tuple[str, ...]:
        """Names of the pieces that touch, in the world as it is now, what they must not."""
        return self._foreign.among(self._world.pairs())


def settle(
    world: World,
    before: Mapping[str, Pose],
    last: str | None = None,
    record: Callable[[Frame], None] | None = None,
    caution_m: float | None = None,
) -> Settled:
    """Lets the weights on gently and runs until everything rests, something has fallen, or the budget is spent.

    Args:
        world: a fresh world.
        before: the poses in which the tower stood before; a fall is measured against them.
        last: the piece that is set down last; its weight comes on after all others'.
        record: is given each sample of the run.
        caution_m: the run is stopped when a floor has sunk by more than this since `before`.
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
    origin = [before.get(name, pose) for name, pose in zip(world.names, world.start, strict=True)]
    floors = FloorWatch(world.pieces, origin) if caution_m is not None else None
    for k in range(steps):
        now = (k + 1) * world.step_s
        world.loads = np.clip((now - starts) / ramp, 0.0, 1.0)
        world.step()
        state = world.state()
        if record:
            record(Frame(now * world.units.time_s, world.poses(state)))
        if floors and caution_m is not None and k % LOOK == 0:
            sank = floors.sunk_m(world.poses(state))
            if sank > caution_m:
                return Settled("stopped", now * world.units.time_s, _named(world, state), (), sank)
        fallen = watch.fallen(state)
        if fallen:
            return Settled("fell", now * world.units.time_s, _named(world, state), fallen)
        if now < loaded:
            continue
        samples.append(state)
        if len(samples) == window:
            mean = np.mean(samples, axis=0)
            # the mean of turning quaternions is shorter than they are
            mean[:, 3:] /= np.linalg.norm(mean[:, 3:], axis=1, keepdims=True)
            samples.clear()
            if rest.reached(mean):
                astray = watch.astray()
                if astray:
                    return Settled("fell", now * world.units.time_s, _named(world, state), astray)
                return Settled("rest", now * world.units.time_s, _named(world, mean), ())
    return Settled("undecided", steps * world.step_s * world.units.time_s, _named(world, state), ())


class Rest:
    """Judges rest by mean poses of successive windows: single samples jitter.

    At rest is what hardly moves in two windows, what moves ever less, and what creeps evenly: a column that touches on
    one edge may turn about it at a steady pace of micrometres a second, for the solver's rounding pushes it and nothing
    resists. Under constant forces an even pace is equilibrium (Newton's first law), while a fall gathers speed.
    """

    def __init__(self, world: World) -> None:
        length = world.units.length_m
        self._across = np.array([p.piece.outline.reach_m / length for p in world.pieces])
        self._reach = np.maximum(self._across, [p.piece.height_m / 2 / length for p in world.pieces])
        self._last: State | None = None
        self._moves: list[float] = []

    def reached(self, mean: State) -> bool:
        """Whether everything is at rest, given the mean of the newest window."""
        last, self._last = self._last, mean
        if last is None:
            return False
        if len(mean) == 0:
            return True
        shift = np.linalg.norm(mean[:, :3] - last[:, :3], axis=1)
        # for small turns: twice the difference of the quaternions' vector parts, taken in the axes of the world
        turn = 2 * _rotation_vector(mean[:, 3:], last[:, 3:])
        swing = np.linalg.norm(turn[:, :2], axis=1) * self._reach + np.abs(turn[:, 2]) * self._across
        self._moves.append(float((shift + swing).max() / COLUMN_LENGTH))
        return self._still() or self._calming() or self._creeping()

    def _still(self) -> bool:
        return len(self._moves) >= 2 and max(self._moves[-2:]) < STILL

    def _calming(self) -> bool:
        return len(self._moves) >= 2 and self._moves[-1] < CALM and self._moves[-1] <= SHRINK * self._moves[-2]

    def _creeping(self) -> bool:
        if len(self._moves) < 2 * EVEN_WINDOWS:
            return False
        earlier, later = self._moves[-2 * EVEN_WINDOWS : -EVEN_WINDOWS], self._moves[-EVEN_WINDOWS:]
        return max(*earlier, *later) < CREEP and sum(later) <= EVEN * sum(earlier)


def _rotation_vector(now: State, before: State) -> State:
    """Vector parts (n, 3) of the quaternions (x, y, z, w) that turn `before` into `now`."""
    v, w = now[:, :3], now[:, 3:]
    u, s = -before[:, :3], before[:, 3:]
    product = w * u + s * v + np.cross(v, u)
    real = w * s - (v * u).sum(axis=1, keepdims=True)
    vector: State = product * np.where(real < 0, -1.0, 1.0)
    return vector


def _named(world: World, state: State) -> dict[str, Pose]:
    return dict(zip(world.names, world.poses(state), strict=True))
