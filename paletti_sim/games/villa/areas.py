"""Closed areas: what a hedge has closed, found along its new edges; and two other ways to know the same.

`closed_by` walks along the edges of the faces beside the new segments. `flood` fills the plane from outside and knows
nothing of what was there before; `euler` only counts. The tests hold the three against each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from paletti_sim.games.villa.lattice import STEPS, WIDTH, around, beside, edge, ends


@dataclass(frozen=True)
class Found:
    """A closed area: its cells, and the segments around and inside it, each once (V-24, V-G6)."""

    cells: tuple[int, ...]
    segments: frozenset[int]


def closed_by(colours: Mapping[int, int], new: Iterable[int]) -> list[Found]:
    """Return the closed areas that have one of the `new` edges; all edges, the new ones too, hang together.

    Each face is walked around with itself at the left: at every joint the walk takes the leftmost way. The walk around
    the outer face runs clockwise and encloses a negative area, that of a closed one a positive area.
    """
    seen: set[tuple[int, int]] = set()
    found = []
    for number in sorted(new):
        start, end = ends(number)
        direction = number & 1
        for half in ((start, direction), (end, direction + 2)):
            if half not in seen:
                area = _walk(colours, half, seen)
                if area is not None:
                    found.append(area)
    return found


def _walk(colours: Mapping[int, int], first: tuple[int, int], seen: set[tuple[int, int]]) -> Found | None:
    at, direction = first
    twice = 0  # the enclosed area, by the shoelace formula over vertical steps
    segments = []
    upright: dict[int, list[int]] = {}
    while True:
        seen.add((at, direction))
        number = edge(at, direction)
        segments.append(number)
        if direction & 1:
            row, x = divmod(number >> 1, WIDTH)
            upright.setdefault(row, []).append(x)
            twice += x if direction == 1 else -x
        at += STEPS[direction]
        for turn in (1, 0, 3, 2):
            way = direction + turn & 3
            if edge(at, way) in colours:
                direction = way
                break
        if (at, direction) == first:
            break
    if twice <= 0:
        return None
    cells: list[int] = []
    for row in sorted(upright):
        xs = sorted(upright[row])
        for left, right in zip(xs[::2], xs[1::2], strict=True):
            cells.extend(range(row * WIDTH + left, row * WIDTH + right))
    return Found(tuple(cells), frozenset(segments))


def flood(colours: Iterable[int]) -> list[Found]:
    """Return all closed areas, by filling the plane from outside and then each part that was not reached."""
    walls = set(colours)
    if not walls:
        return []
    points = [at for number in walls for at in ends(number)]
    rows = [at // WIDTH for at in points]
    columns = [at % WIDTH for at in points]
    window = {
        row * WIDTH + column
        for row in range(min(rows) - 1, max(rows) + 1)
        for column in range(min(columns) - 1, max(columns) + 1)
    }
    rest = window - _filled(min(window), window, walls)
    found = []
    while rest:
        cells = _filled(min(rest), rest, walls)
        rest -= cells
        segments = frozenset(number for cell in cells for number in around(cell) if number in walls)
        found.append(Found(tuple(sorted(cells)), segments))
    return found


def _filled(start: int, window: set[int], walls: set[int]) -> set[int]:
    filled, edge_of = {start}, [start]
    while edge_of:
        cell = edge_of.pop()
        for number in around(cell):
            if number not in walls:
                for other in beside(number):
                    if other in window and other not in filled:
                        filled.add(other)
                        edge_of.append(other)
    return filled


def euler(colours: Iterable[int]) -> int:
    """Return how many closed areas a layout that hangs together has: edges − joints + 1 (Euler's formula)."""
    walls = set(colours)
    joints = {at for number in walls for at in ends(number)}
    return len(walls) - len(joints) + 1 if walls else 0
