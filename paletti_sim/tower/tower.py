"""What stands where: an immutable tower of levels, and the moves that make a new one of it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from paletti_sim.tower.outline import Point, turned
from paletti_sim.tower.pieces import Base, Column, Floor

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]

GRAVITY_M_S2 = 9.80665
UPRIGHT: Quaternion = (0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True)
class Pose:
    """Where a piece's centre of mass is (metres) and how its own axes are turned (quaternion x, y, z, w)."""

    position_m: Vector
    quaternion: Quaternion = UPRIGHT

    @cached_property
    def rotation(self) -> npt.NDArray[np.float64]:
        """Rotation matrix (3, 3) from the piece's axes to the world's."""
        x, y, z, w = self.quaternion
        return np.array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
            ]
        )

    @property
    def tilt_rad(self) -> float:
        """Angle between the piece's axis and the base's normal."""
        x, y, _, w = self.quaternion
        # by the half angle's sine: exact for the tiniest tilts, where the cosine is 1
        return 2 * math.asin(min(1.0, math.hypot(x, y) / math.sqrt(1.0 if w == 0 else self._norm2)))

    @property
    def turn_rad(self) -> float:
        """Turn about the vertical (the twist part of the rotation), counter-clockwise from above."""
        _, _, z, w = self.quaternion
        return 2 * math.atan2(z, w) if w >= 0 else 2 * math.atan2(-z, -w)

    @property
    def _norm2(self) -> float:
        return sum(q * q for q in self.quaternion)


@dataclass(frozen=True)
class Setting:
    """What surrounds the tower: friction and restitution of a pair of pieces, and a table that may not be level.

    `tilt_rad` is the table's tilt, `towards_rad` the direction of downhill, counter-clockwise from +x.
    """

    friction: float = 0.35
    restitution: float = 0.0
    tilt_rad: float = 0.0
    towards_rad: float = 0.0

    @property
    def down(self) -> Vector:
        """Unit vector of gravity in the frame of the base plate."""
        s = math.sin(self.tilt_rad)
        return (s * math.cos(self.towards_rad), s * math.sin(self.towards_rad), -math.cos(self.tilt_rad))


@dataclass(frozen=True)
class Placed:
    """A piece and where it was put: its outline's origin, its turn, the columns it stands upon if not the floor.

    `pose` is known once the tower has come to rest.
    """

    piece: Column | Floor
    at_m: Point
    turn_rad: float = 0.0
    upon: tuple[str, ...] = ()
    pose: Pose | None = None

    @property
    def name(self) -> str:
        """The piece's id."""
        return self.piece.name

    @cached_property
    def plan(self) -> Any:
        """Its outline in plan where it was put, as a shapely polygon."""
        return self.piece.outline.placed(self.at_m, self.turn_rad)

    def corners_m(self, round_points: int = 0) -> npt.NDArray[np.float64]:
        """The corners (n, 2) of its outline in plan where it was put, as `Outline.corners_m` counts them."""
        known = self._corners.get(round_points)
        if known is None:
            known = turned(self.piece.outline.corners_m(round_points), self.at_m, self.turn_rad)
            known.flags.writeable = False
            self._corners[round_points] = known
        return known

    @cached_property
    def _corners(self) -> dict[int, npt.NDArray[np.float64]]:
        return {}

    @cached_property
    def middle_m(self) -> npt.NDArray[np.float64]:
        """The centroid (2,) of its outline in plan where it was put."""
        middle: npt.NDArray[np.float64] = turned([self.piece.outline.centroid_m], self.at_m, self.turn_rad)[0]
        return middle

    def posed(self, pose: Pose) -> Placed:
        """The same piece at rest in `pose`; `at_m` and `turn_rad` follow the pose."""
        cx, cy = self.piece.outline.centroid_m
        # the foot of the outline's origin: on the lower face, where the piece touches what carries it
        origin = np.asarray(pose.position_m) + pose.rotation @ np.array([-cx, -cy, -self.piece.height_m / 2])
        return replace(self, at_m=(float(origin[0]), float(origin[1])), turn_rad=pose.turn_rad, pose=pose)


@dataclass(frozen=True)
class Level:
    """A floor (None: the base plate) and the columns that stand on it, in the order in which they were put."""

    floor: Placed | None
    columns: tuple[Placed, ...] = ()

    @property
    def name(self) -> str:
        """The floor's id, or `base`."""
        return self.floor.name if self.floor else "base"


@dataclass(frozen=True)
class Tower:
    """Levels from the ground up, on a base plate. Never changed: a move makes a new one.

    Ask `columns`, `floors` and `pieces` for what it holds, `level_of` for where.
    """

    base: Base
    levels: tuple[Level, ...]
    setting: Setting = field(default_factory=Setting)

    @cached_property
    def pieces(self) -> tuple[Placed, ...]:
        """All loose pieces from the ground up: a level's floor, then its columns."""
        return tuple(
            piece
            for level in self.levels
            for piece in ((level.floor, *level.columns) if level.floor else level.columns)
        )

    @property
    def columns(self) -> tuple[Placed, ...]:
        """All columns, from the ground up."""
        return tuple(column for level in self.levels for column in level.columns)

    @property
    def floors(self) -> tuple[Placed, ...]:
        """All floors above the base, from the ground up."""
        return tuple(level.floor for level in self.levels if level.floor)

    @property
    def top(self) -> Level:
        """The uppermost level."""
        return self.levels[-1]

    @cached_property
    def by_name(self) -> Mapping[str, Placed]:
        """Loose pieces by id."""
        return {piece.name: piece for piece in self.pieces}

    def level_of(self, name: str) -> int:
        """Index of the level on which column `name` stands, or whose floor it is. Raises KeyError."""
        for k, level in enumerate(self.levels):
            if level.name == name or any(column.name == name for column in level.columns):
                return k
        raise KeyError(name)

    @cached_property
    def mean_column_height_m(self) -> float:
        """Mean height of the columns; without columns, of whatever there is. All measures of falling scale with it."""
        heights = [column.piece.height_m for column in self.columns] or [piece.piece.height_m for piece in self.pieces]
        return sum(heights) / len(heights) if heights else 0.09

    def resting(self) -> Iterator[tuple[Placed, Pose]]:
        """Each piece with its pose: the known one, or upright where it was put.

        Before a tower has come to rest, floors lie flat on the highest column under them and columns stand on flat
        floors.
        """
        yield from self._resting

    @cached_property
    def _resting(self) -> tuple[tuple[Placed, Pose], ...]:
        from paletti_sim.tower.lying import resting

        return tuple(resting(self))

    def without(self, name: str) -> Tower:
        """The tower less one column. Raises KeyError when it is not there."""
        if not any(column.name == name for column in self.columns):
            raise KeyError(name)
        return replace(
            self,
            levels=tuple(
                replace(level, columns=tuple(c for c in level.columns if c.name != name)) for level in self.levels
            ),
        )

    def with_column(self, column: Placed) -> Tower:
        """The tower with one more column on its top level."""
        return replace(self, levels=(*self.levels[:-1], replace(self.top, columns=(*self.top.columns, column))))

    def with_floor(self, floor: Placed) -> Tower:
        """The tower with one more floor on its top level's columns."""
        return replace(self, levels=(*self.levels, Level(floor)))

    def at_rest(self, poses: Mapping[str, Pose]) -> Tower:
        """The same tower with each piece in the pose given for its id."""

        def posed(piece: Placed) -> Placed:
            return piece.posed(poses[piece.name])

        return replace(
            self,
            levels=tuple(
                Level(posed(level.floor) if level.floor else None, tuple(posed(c) for c in level.columns))
                for level in self.levels
            ),
        )
