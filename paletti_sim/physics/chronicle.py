"""What happened in a run, in order of time: who moved first, who fell, and how far everything went."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from paletti_sim.physics.motion import Motion
from paletti_sim.tower.tower import Placed, Pose, Tower


@dataclass(frozen=True)
class Course:
    """What a fall looked like; seconds since the pieces were let go.

    `moved_s` tells when each piece that moved did so first, `fallen_s` when each fallen one had fallen, in order of
    time. There is no table: what drops past the base plate falls on for ever, so its way and what it adds to the
    greatest shift and turn end where it does; `past` names such pieces.
    """

    moved_s: Mapping[str, float]
    fallen_s: Mapping[str, float]
    way_m: Mapping[str, tuple[float, float, float]]
    max_shift_m: float
    max_turn_rad: float
    seconds: float
    past: frozenset[str] = frozenset()

    @property
    def fell(self) -> bool:
        """Whether anything fell within the time watched."""
        return bool(self.fallen_s)


class Chronicle:
    """Keeps the course of a run.

    Args:
        tower: what runs.
        pieces: its pieces in the order of the poses.
        origin: the poses from which motion counts.
        handled: the piece in the player's hand, whose motion does not.
    """

    def __init__(
        self, tower: Tower, pieces: Sequence[Placed], origin: Sequence[Pose], handled: str | None = None
    ) -> None:
        self._tower, self._pieces, self._origin, self._handled = tower, pieces, tuple(origin), handled
        self._poses = list(origin)
        self._moved: dict[str, float] = {}
        self._fallen: dict[str, float] = {}
        self._past: set[str] = set()
        self._shift = self._turn = self._seconds = 0.0

    @property
    def fallen(self) -> bool:
        """Whether anything has fallen so far."""
        return bool(self._fallen)

    def see(self, seconds: float, poses: Sequence[Pose], fallen: Iterable[str]) -> None:
        """One sample: the poses, and the pieces that count as fallen."""
        self._seconds = seconds
        for name in fallen:
            self._fallen.setdefault(name, seconds)
        self._past |= {piece.name for piece, now in zip(self._pieces, poses, strict=True) if now.position_m[2] < 0}
        self._poses = [
            was if piece.name in self._past else now
            for piece, was, now in zip(self._pieces, self._poses, poses, strict=True)
        ]
        for piece, was, pose in zip(self._pieces, self._origin, self._poses, strict=True):
            if piece.name == self._handled:
                continue
            motion = Motion.of(piece, was, pose)
            self._shift, self._turn = max(self._shift, motion.shift_m), max(self._turn, motion.turn_rad)
            if motion.counts(self._tower):
                self._moved.setdefault(piece.name, seconds)

    def course(self) -> Course:
        """Everything seen until now."""
        ways = zip(self._pieces, self._origin, self._poses, strict=True)
        way = {piece.name: _way(was, now) for piece, was, now in ways}
        past = frozenset(self._past)
        return Course(dict(self._moved), dict(self._fallen), way, self._shift, self._turn, self._seconds, past)


def _way(was: Pose, pose: Pose) -> tuple[float, float, float]:
    (x, y, z), (u, v, w) = was.position_m, pose.position_m
    return u - x, v - y, w - z
