"""A judge that computes: what an act of a game does to the tower, by equilibrium alone. Some hundred times as fast as
simulation, for learning and for searching."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from paletti_sim.physics.watch_floors import FloorWatch
from paletti_sim.stability.judge import Judged
from paletti_sim.stability.second_opinion import balanced_rest
from paletti_sim.statics.rest import Rest, come_to_rest
from paletti_sim.tower.move import By
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.tower import Placed, Pose, Quaternion, Tower


class EquilibriumJudge:
    """Says that a tower stands where there is equilibrium, and how its floors then lie, to first order.

    It knows no motion: what stands after a knock that the simulation would see, stands. Use the simulation to decide,
    and this where thousands of answers are wanted. `last` is the rest that was found last, for who wants its loads.
    """

    def __init__(self) -> None:
        self.last: Rest | None = None

    def take(self, tower: Tower, column: str, by: By, caution_m: float | None) -> Judged:
        """A column is drawn; with a caution it is broken off when a floor sinks by more than that (P-G5)."""
        del by  # the hook and a lift come to the same where nothing moves
        return _stopped(tower, self._let_go(tower.without(column)), caution_m)

    def put(self, tower: Tower, column: Placed, caution_m: float | None) -> Judged:
        """A column is set down; with a caution it is taken back when a floor sinks by more than that (P-G17)."""
        judged = self._let_go(tower.with_column(column))
        if set(judged.fallen) == {column.name}:
            rest = self._let_go(tower)
            return replace(judged, what="falls-over", tower=tower if rest.tower is None else rest.tower)
        return _stopped(tower, judged, caution_m)

    def lay(self, tower: Tower, floor: Placed) -> Judged:
        """A floor is laid on the top level's columns."""
        judged = self._let_go(tower.with_floor(floor))
        if self.last is None or judged.tower is None:
            return judged
        rest = self.last
        least = 1e-9 * float(rest.bodies.weights_n.sum())
        carrying = tuple(
            rest.bodies.name(patch.lower)
            for patch, force in zip(rest.contacts, rest.forces_n, strict=True)
            if rest.bodies.name(patch.upper) == floor.name and float(force.sum()) > least
        )
        return Judged("stands", judged.tower, (), carrying)

    def remove(self, tower: Tower, column: str) -> Judged:
        """A column is taken out for good."""
        return self._let_go(tower.without(column))

    def _let_go(self, tower: Tower) -> Judged:
        rest = self.last = come_to_rest(tower)
        if balanced_rest(rest, tower):
            return Judged("stands", tower.at_rest(poses_at_rest(rest)))
        return Judged("collapses", None, falling(rest, tower))


def _stopped(tower: Tower, judged: Judged, caution_m: float | None) -> Judged:
    """The tower as it was when a floor has sunk by more than the caution; a fall begins with that, too."""
    if caution_m is None:
        return judged
    if judged.tower is not None:
        before = {piece.name: pose for piece, pose in tower.resting()}
        after = {piece.name: pose for piece, pose in judged.tower.resting()}
        floors = FloorWatch(tower.floors, [before[floor.name] for floor in tower.floors])
        if floors.sunk_m([after[floor.name] for floor in tower.floors]) <= caution_m:
            return judged
    return Judged("stopped", tower)


def falling(rest: Rest, tower: Tower) -> tuple[str, ...]:
    """What comes down when a tower does not rest: the piece that tips, and all that stands on it, from the ground up.

    Where it slides and nothing tips: every piece.
    """
    if rest.tipping is None:
        return tuple(piece.name for piece in tower.pieces)
    first = tower.by_name[rest.tipping.floor]
    if not isinstance(first.piece, Column):
        above = tower.levels[tower.level_of(first.name) :]
        return tuple(piece.name for level in above for piece in ((level.floor, *level.columns) if level.floor else ()))
    down = {first.name}
    for piece in tower.pieces:
        if down.intersection(piece.upon):
            down.add(piece.name)
    return tuple(piece.name for piece in tower.pieces if piece.name in down)


def poses_at_rest(rest: Rest) -> Mapping[str, Pose]:
    """Where each piece of a tower in equilibrium lies, to first order in how far floors sink and tilt."""
    poses = {}
    bodies = rest.bodies
    for k, piece in enumerate(bodies.pieces):
        x, y, z = bodies.centres_m[k]
        if isinstance(piece.piece, Column):
            along = (rest.shift_m[k, 1] - rest.shift_m[k, 0]) / piece.piece.height_m
            tilt = (-float(along[1]), float(along[0]))
        else:
            tilt = (float(rest.tilt_rad[k, 0]), float(rest.tilt_rad[k, 1]))
        position = (float(x), float(y), float(z + rest.heave_m[k]))
        poses[piece.name] = Pose(position, _leaning(tilt, piece.turn_rad))
    return poses


def _leaning(tilt_rad: tuple[float, float], turn_rad: float) -> Quaternion:
    """A turn about the vertical, then a tilt about the horizontal axis (x, y) of `tilt_rad`."""
    angle = math.hypot(*tilt_rad)
    c, s = math.cos(turn_rad / 2), math.sin(turn_rad / 2)
    if angle == 0:
        return (0.0, 0.0, s, c)
    ax, ay = (math.sin(angle / 2) * part / angle for part in tilt_rad)
    w = math.cos(angle / 2)
    return (ax * c + ay * s, ay * c - ax * s, w * s, w * c)
