"""Static equilibrium of all bodies together: how far the table may tilt, how hard the top may be pushed.

Unknown are the normal force at each corner of each patch (pressing only), and for each patch a friction force in its
plane and a moment about its normal. Friction stays inside a polygon inscribed in the cone, and what turning takes is
lost to sliding: |f| + |t| / r <= mu N with r the patch's mean arm, so the answer is never too stable. With
`directions` d the friction lost is 1 - cos(pi / d), and round faces of n corners are too small by 1 - cos(pi / n).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from paletti_sim.statics.linear import Program
from paletti_sim.statics.rest import Rest
from paletti_sim.statics.wrenches import ROWS, UP, Wrenches
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.tower import Tower

Array = npt.NDArray[np.float64]

DIRECTIONS = 16
SHARPENED = 3  # directions in which polygons are made to reach their circles
SIDES = 3  # times the directions of friction: at most so many sides of the region of tilts are looked at
CLOSE = 1e-3  # of the margin: no further point lies beyond the nearest side


@dataclass(frozen=True)
class Margin:
    """The least that ends equilibrium, and towards where (counter-clockwise from +x)."""

    size: float
    towards_rad: float


class Equilibrium:
    """The program of a tower at rest.

    Args:
        rest: contacts and places of the bodies.
        tower: its friction and its table's tilt.
        directions: sides of the polygon of friction.
        every: of the corners of round faces every so many-th is taken. Margins lose nothing to few corners and
            directions, since polygons are made to touch their circles where it counts; the rest is on the safe side.
    """

    def __init__(self, rest: Rest, tower: Tower, directions: int = DIRECTIONS, every: int = 1) -> None:
        self._bodies = rest.bodies
        self._tower = tower
        self._unit = tower.mean_column_height_m
        self._total = max(float(rest.bodies.weights_n.sum()), 1e-30)
        # forces count in shares of gravity's part along the base's normal, which makes the tilt linear
        self._counted_n = self._total * math.cos(tower.setting.tilt_rad)
        self._directions, self._every = directions, every
        self._contacts = rest.contacts
        self._turning = 1.0  # how the angle of a tilt grows with the horizontal share of gravity, at the margin
        self._program = self._build()
        self._ended = self._program.x, self._program.row_dual  # forces and multipliers where equilibrium ends

    def balanced(self, push_n: tuple[float, float] = (0.0, 0.0)) -> bool:
        """Whether there is equilibrium on the table as it is tilted, under a push at the top floor's centre of mass."""
        self._fix(self._tilt_columns, self._gravity())
        self._fix(self._push_columns, (push_n[0] / self._counted_n, push_n[1] / self._counted_n))
        return self._program.minimise(np.zeros(self._columns)) is not None

    def tilt_margin(self) -> Margin | None:
        """The least further tilt (rad) of the table that ends equilibrium, in any direction; None when there is none.

        Horizontal shares of gravity that keep equilibrium form a convex region; its nearest side is found by
        looking beyond the nearest side of an inner polygon until nothing lies there.
        """
        here = np.array(self._gravity())
        if not self.balanced():
            return None
        return self._nearest(here, self._push_columns[:0])

    def slope(self, name: str) -> Array:
        """How the tilt margin asked last grows as a piece is put elsewhere, (2,) in rad per metre along x and y.

        By the multipliers of the program there, which say how each body begins to move where equilibrium ends: the
        weight of a column sinks with what it stands on, that of a floor with the floor. The margin is concave as long
        as the contacts are the same, so that it lies below this slope everywhere.
        """
        bodies = self._bodies
        own = bodies.names.index(name)
        forces, multipliers = self._ended
        carried = [(own, float(bodies.weights_n[own] / self._total))]
        if isinstance(bodies.pieces[own].piece, Column):
            feet = [
                (patch.lower, at)
                for patch, at in zip(self._contacts, self._pressing, strict=True)
                if patch.upper == own
            ]
            # what was sharpened after that has no force there
            carried = [
                (lower, sum(float(forces[k]) for k in at if k < len(forces))) for lower, at in feet if lower >= 0
            ]
        turns = multipliers[: ROWS * len(bodies.names)].reshape(-1, ROWS)
        slope = sum((share * np.array([turns[k, 4], -turns[k, 3]]) for k, share in carried), np.zeros(2))
        angle: Array = self._turning * slope / self._unit
        return angle

    def push_margin_n(self) -> Margin | None:
        """The least sideways force (N) at the centre of the top floor that ends equilibrium, or None."""
        if not self.balanced():
            return None
        gravity = self._gravity()
        self._fix(self._tilt_columns, gravity)
        margin = self._nearest(np.zeros(2), self._push_columns)
        return None if margin is None else Margin(margin.size * self._counted_n, margin.towards_rad)

    def load_n(self, column: str) -> tuple[float, float] | None:
        """The least and the greatest force (N) along the base's normal on top of a column; None without equilibrium."""
        if not self.balanced():
            return None
        patches = zip(self._contacts, self._pressing, strict=True)
        on_top = [k for patch, at in patches if self._bodies.name(patch.lower) == column for k in at]
        ends = []
        for sign in (1.0, -1.0):
            cost = np.zeros(self._columns)
            cost[on_top] = sign
            ends.append(sign * (self._program.minimise(cost) or 0.0) * self._counted_n)
        return ends[0], ends[1]

    def _gravity(self) -> tuple[float, float]:
        setting = self._tower.setting
        slope = math.tan(setting.tilt_rad)
        return slope * math.cos(setting.towards_rad), slope * math.sin(setting.towards_rad)

    def _fix(self, columns: Array, values: tuple[float, float]) -> None:
        self._program.bound_columns(columns, np.array(values), np.array(values))

    def _support(self, columns: Array, direction: Array) -> Array:
        """The point of the region that lies furthest along `direction`, (2,)."""
        cost = np.zeros(self._columns)
        cost[columns.astype(int)] = -direction
        if self._program.minimise(cost) is None:
            return np.zeros(2)
        point: Array = self._program.x[columns.astype(int)]
        return point

    def _nearest(self, here: Array, pushing: Array) -> Margin | None:
        columns = pushing if len(pushing) else self._tilt_columns
        if not len(pushing):
            self._fix(self._push_columns, (0.0, 0.0))
        self._program.bound_columns(columns, np.full(2, -FAR), np.full(2, FAR))
        turns = [2 * math.pi * k / 3 for k in range(3)]
        points = [self._support(columns, np.array([math.cos(t), math.sin(t)])) - here for t in turns]
        distance, normal = self._nearest_border(points, columns, here)
        if len(pushing):
            return Margin(distance, math.atan2(normal[1], normal[0]))
        # along its normal, from the tilt of now to the border
        angle, beyond_it = (_between(here, here + far * normal) for far in (distance, distance + CLOSE))
        self._turning = (beyond_it - angle) / CLOSE
        return Margin(angle, math.atan2(normal[1], normal[0]))

    def _nearest_border(self, points: list[Array], columns: Array, here: Array) -> tuple[float, Array]:
        """Distance and outward normal of the border; `points` (2,) on it surround `here`, which is their origin.

        Where the nearest side seems to lie on the border, round faces and friction get corners along its normal: the
        polygons touch the circles that they stand for there, and nothing is lost of a tower that tips or slides that
        way. Of sides that compete for the nearest the first few are looked at so.
        """
        best = math.inf, np.zeros(2)
        sharpened = 0
        for _ in range(SIDES * self._directions):
            distance, normal = _nearest_side(points)
            if distance >= best[0]:
                break
            point = self._support(columns, normal) - here
            if float(point @ normal) <= distance + CLOSE * max(distance, 1e-6):
                if sharpened == SHARPENED:
                    break
                sharpened += 1
                self._sharpen(normal)
                point = self._support(columns, normal) - here
                if float(point @ normal) < best[0]:
                    best = float(point @ normal), normal
                    self._ended = self._program.x, self._program.row_dual
            points.append(point)
        return best if sharpened else _nearest_side(points)

    def _sharpen(self, normal: Array) -> None:
        """Adds corners to round faces and to friction, along `normal` and against it."""
        both = np.array([normal, -normal])
        wrenches = Wrenches(self._bodies, self._unit)
        mu = self._tower.setting.friction
        for row, patch in enumerate(self._contacts):
            if patch.disc_m is not None:
                pressing = wrenches.forces(patch, patch.centre_m + patch.disc_m * both, np.tile(UP, (2, 1)))
                wrenches.row(row, pressing, -mu)
                self._pressing[row] += range(self._columns + pressing.start, self._columns + pressing.stop)
            along = np.column_stack([both, np.zeros(2)])
            wrenches.row(row, wrenches.forces(patch, np.tile(patch.centre_m, (2, 1)), along), 1.0)
        self._program.add_columns(wrenches.equations(len(self._contacts)))
        self._columns += wrenches.columns

    def _build(self) -> Program:
        bodies, d, contacts = self._bodies, self._directions, self._contacts
        n = len(bodies.names)
        mu = self._tower.setting.friction
        turns = 2 * math.pi * np.arange(d) / d
        circle = np.column_stack([np.cos(turns), np.sin(turns), np.zeros(d)])
        wrenches = Wrenches(bodies, self._unit)
        self._pressing: list[list[int]] = []  # of each contact its columns of the program
        for row, patch in enumerate(contacts):
            points = patch.points_m if patch.disc_m is None else patch.points_m[:: self._every]
            pressing = wrenches.forces(patch, points, np.tile(UP, (len(points), 1)))
            self._pressing.append(list(range(pressing.start, pressing.stop)))
            sliding = wrenches.forces(patch, np.tile(patch.centre_m, (d, 1)), circle)
            twisting = wrenches.moments(patch, np.array([UP, -UP]))
            wrenches.row(row, pressing, -mu)
            wrenches.row(row, sliding, 1.0)
            wrenches.row(row, twisting, self._unit / max(patch.reach_m, 1e-12))
        weights = bodies.weights_n / self._total
        upper = next((k for k in reversed(range(n)) if bodies.names[k] == self._tower.top.name), n - 1)
        tilt, push = wrenches.on_all(weights), wrenches.on_all((np.arange(n) == upper).astype(float))
        self._columns = wrenches.columns
        self._tilt_columns, self._push_columns = (np.arange(self._columns, dtype=float)[part] for part in (tilt, push))
        matrix = wrenches.equations(len(contacts))
        right = np.zeros(matrix.shape[0])
        right[2 : ROWS * n : ROWS] = weights
        low = np.where(np.arange(len(right)) < ROWS * n, right, -np.inf)
        bounds_low, bounds_high = np.zeros(self._columns), np.full(self._columns, np.inf)
        bounds_low[-4:] = bounds_high[-4:] = 0.0
        return Program(matrix, low, right, bounds_low, bounds_high)


FAR = 20.0  # tan of a tilt, or pushes in total weights: nothing stands there


def _between(one: Array, other: Array) -> float:
    """The angle between two directions of gravity, given by their horizontal shares."""
    a, b = np.array([*one, -1.0]), np.array([*other, -1.0])
    return math.atan2(float(np.linalg.norm(np.cross(a, b))), float(a @ b))


def _nearest_side(points: list[Array]) -> tuple[float, Array]:
    """Distance and outward normal of the side of the points' convex hull that is nearest to the origin inside it.

    Without friction all of them are the origin.
    """
    around = sorted(points, key=lambda point: math.atan2(point[1], point[0]))
    best: tuple[float, Array] = (math.inf, np.array([1.0, 0.0]))
    for one, two in zip(around, [*around[1:], around[0]], strict=True):
        along = two - one
        length = float(np.hypot(*along))
        if length < 1e-12:
            continue
        normal = np.array([along[1], -along[0]]) / length
        distance = max(float(one @ normal), 0.0)
        if distance < best[0]:
            best = distance, normal
    return best if math.isfinite(best[0]) else (0.0, best[1])
