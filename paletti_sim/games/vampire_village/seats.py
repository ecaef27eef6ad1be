"""Who sits where: the next seat is the left neighbour, as cards go clockwise (W-G22)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def left_of(seat: int, players: int) -> int:
    """Return the seat of the left neighbour."""
    return (seat + 1) % players


def right_of(seat: int, players: int) -> int:
    """Return the seat of the right neighbour; of two players it is also the left one (W-G19)."""
    return (seat - 1) % players


def changed(values: Sequence[T], seat: int, value: T) -> tuple[T, ...]:
    """Return the values of all players with that of one of them changed.

    >>> changed("abc", 1, "x")
    ('a', 'x', 'c')
    """
    return (*values[:seat], value, *values[seat + 1 :])


def less(values: Sequence[T], *gone: T) -> tuple[T, ...]:
    """Return the values without one of each that is gone.

    >>> less((1, 2, 2, 3), 2, 3)
    (1, 2)
    """
    rest = list(values)
    for one in gone:
        rest.remove(one)
    return tuple(rest)
