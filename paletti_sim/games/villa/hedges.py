"""Hedges: shapes of unit segments, their colours, and the ways in which they can be laid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from paletti_sim.games.villa.lattice import shift

COLOURS = ("blue", "pink", "yellow", "green")
"""In the order of the seats; opposite seats make a team, so pink and green, blue and yellow."""

Point = tuple[int, int]
Segment = tuple[Point, Point]
"""Two neighbouring points, the smaller one first."""

TURNS = 8
"""0 to 3: so many quarter turns counter-clockwise; 4 to 7: turned over (left for right) before."""


def moved(at: Point, turn: int) -> Point:
    """Return a point after one of the eight turns of the square about the origin.

    >>> moved((2, 1), 1), moved((2, 1), 4)
    ((-1, 2), (-2, 1))
    """
    x, y = at
    if turn >= 4:
        x = -x
    for _ in range(turn % 4):
        x, y = -y, x
    return x, y


def segment(one: Point, other: Point) -> Segment:
    """Return a segment with its points in order."""
    return (one, other) if one < other else (other, one)


def laid(segments: Sequence[Segment], turn: int) -> tuple[Segment, ...]:
    """Return segments after a turn, moved so that their box begins at (0, 0); their order stays."""
    turned = [(moved(one, turn), moved(other, turn)) for one, other in segments]
    left = min(x for pair in turned for x, _ in pair)
    low = min(y for pair in turned for _, y in pair)
    return tuple(segment((a - left, b - low), (c - left, d - low)) for (a, b), (c, d) in turned)


@dataclass(frozen=True)
class Pose:
    """A hedge in one of its turns, with its box at (0, 0), as shifts of points and edges.

    `edges` are (edge, colour). `across` are the points through which the hedge passes straight from left to right,
    `upright` those from below to above.
    """

    turn: int
    segments: tuple[Segment, ...]
    edges: tuple[tuple[int, int], ...]
    points: tuple[int, ...]
    across: tuple[int, ...]
    upright: tuple[int, ...]

    @cached_property
    def flat(self) -> tuple[int, ...]:
        """The left points of the horizontal edges."""
        return tuple(number >> 1 for number, _ in self.edges if not number & 1)

    @cached_property
    def standing(self) -> tuple[int, ...]:
        """The lower points of the vertical edges."""
        return tuple(number >> 1 for number, _ in self.edges if number & 1)

    @cached_property
    def cycles(self) -> int:
        """How many areas it encloses by itself."""
        return len(self.edges) - len(self.points) + 1


def pose(segments: Sequence[Segment], colours: Sequence[int], turn: int) -> Pose:
    """Return a hedge in one of its turns."""
    found = laid(segments, turn)
    numbers = [2 * shift(*one) + (one[0] == other[0]) for one, other in found]
    points = sorted({shift(*at) for pair in found for at in pair})
    flat = {number >> 1 for number in numbers if not number & 1}
    standing = {number >> 1 for number in numbers if number & 1}
    down = shift(0, 1)
    return Pose(
        turn,
        found,
        tuple(zip(numbers, colours, strict=True)),
        tuple(points),
        tuple(at for at in points if at in flat and at - 1 in flat),
        tuple(at for at in points if at in standing and at - down in standing),
    )


@dataclass(frozen=True)
class Hedge:
    """A hedge: the segments of its shape and the colour of each."""

    id: str
    shape: str
    segments: tuple[Segment, ...]
    colours: tuple[int, ...]

    @cached_property
    def poses(self) -> tuple[Pose | None, ...]:
        """The hedge in its eight turns; None where a turn looks like an earlier one."""
        found: list[Pose | None] = []
        seen = set()
        for turn in range(TURNS):
            one = pose(self.segments, self.colours, turn)
            look = frozenset(one.edges)
            found.append(None if look in seen else one)
            seen.add(look)
        return tuple(found)

    def look(self) -> frozenset[tuple[int, int]]:
        """Return what is the same for two hedges exactly if one can be turned and flipped into the other."""
        looks = [frozenset(one.edges) for one in self.poses if one is not None]
        return min(looks, key=sorted)

    def to_json(self) -> dict[str, Any]:
        """Return the hedge as JSON."""
        return {
            "id": self.id,
            "segments": [[list(one), list(other)] for one, other in self.segments],
            "colours": [COLOURS[colour] for colour in self.colours],
        }


@dataclass(frozen=True)
class HedgeSet:
    """The hedges of a game: the starting hedge and the 32 of the bag (V-2, V-3)."""

    name: str
    starter: Hedge
    hedges: tuple[Hedge, ...]

    @cached_property
    def by_id(self) -> dict[str, Hedge]:
        """All hedges by their ids, the starting hedge too."""
        return {hedge.id: hedge for hedge in (self.starter, *self.hedges)}

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The hedges of the bag."""
        return tuple(hedge.id for hedge in self.hedges)

    def to_json(self) -> dict[str, Any]:
        """Return all that decides how a game goes."""
        return {"starter": self.starter.to_json(), "hedges": [hedge.to_json() for hedge in self.hedges]}
