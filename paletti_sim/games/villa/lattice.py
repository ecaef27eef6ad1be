"""The square lattice on which hedges lie, with points and edges as numbers.

A point (x, y) is the number `(y + MIDDLE) * WIDTH + x + MIDDLE`, x to the right and y up. So a translation is an
addition, and a set of points is one large integer with a bit for each. A unit cell has the number of its lower left
point. The edge that leads right from a point has the number `2 * point`, the edge that leads up `2 * point + 1`.
"""

from __future__ import annotations

from collections.abc import Iterable

MIDDLE = 160
"""32 hedges of 4 segments and a starting hedge reach 132 from the origin at most."""
WIDTH = 2 * MIDDLE
STEPS = (1, WIDTH, -1, -WIDTH)
"""What one step right, up, left and down adds to a point."""


def point(x: int, y: int) -> int:
    """Return the number of a point.

    >>> point(1, 0) - point(0, 0), point(0, 1) - point(0, 0)
    (1, 320)
    """
    return (y + MIDDLE) * WIDTH + x + MIDDLE


def place(number: int) -> tuple[int, int]:
    """Return the coordinates of a point.

    >>> place(point(-3, 7))
    (-3, 7)
    """
    y, x = divmod(number, WIDTH)
    return x - MIDDLE, y - MIDDLE


def shift(x: int, y: int) -> int:
    """Return what a translation adds to a point; an edge is shifted by twice as much."""
    return y * WIDTH + x


def edge(start: int, direction: int) -> int:
    """Return the edge that leads from a point right (0), up (1), left (2) or down (3)."""
    if direction < 2:
        return 2 * start + direction
    return 2 * (start - 1) if direction == 2 else 2 * (start - WIDTH) + 1


def ends(number: int) -> tuple[int, int]:
    """Return the two points of an edge, the left or lower one first."""
    start = number >> 1
    return start, start + (WIDTH if number & 1 else 1)


def beside(number: int) -> tuple[int, int]:
    """Return the two cells of an edge: below and above, or left and right."""
    start = number >> 1
    return (start - 1, start) if number & 1 else (start - WIDTH, start)


def around(cell: int) -> tuple[int, int, int, int]:
    """Return the four edges of a cell: lower, left, upper, right."""
    return 2 * cell, 2 * cell + 1, 2 * (cell + WIDTH), 2 * (cell + 1) + 1


def mask(points: Iterable[int]) -> int:
    """Return a set of points as one integer."""
    found = 0
    for each in points:
        found |= 1 << each
    return found
