"""Small parts from which a game says how a view or an action becomes numbers between -1 and 1.

Each part has a fixed `size` and writes one value into so many numbers; None writes nothing, which leaves zeros. Seats
count from the one who looks: the own one is 0, the next clockwise 1. So one network can play every seat.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Looking:
    """Who looks: the own seat, and how many seats there are."""

    own: int
    seats: int

    def relative(self, seat: int) -> int:
        """Return a seat as counted from the own one."""
        return (seat - self.own) % self.seats


class Part(ABC):
    """A part of an encoding."""

    size: int

    @abstractmethod
    def write(self, value: Any, out: Array, looking: Looking) -> None:
        """Write `value` into `out` (size,), which holds zeros."""

    def encode(self, value: Any, looking: Looking) -> Array:
        """Return `value` as numbers (size,)."""
        out = np.zeros(self.size, np.float32)
        if value is not None:
            self.write(value, out, looking)
        return out


@dataclass(frozen=True)
class Number(Part):
    """A number as a share of the greatest it can be; what is greater is cut off."""

    most: float
    size: int = 1

    def write(self, value: Any, out: Array, looking: Looking) -> None:  # noqa: ARG002
        """Write it."""
        out[0] = min(1.0, max(-1.0, float(value) / self.most))


FLAG = Number(1)
"""Yes or no."""


class OneOf(Part):
    """One of some names, as a one among zeros; "" is none of them."""

    def __init__(self, names: Sequence[Any]) -> None:
        self._place = {name: number for number, name in enumerate(names)}
        self.size = len(self._place)

    def write(self, value: Any, out: Array, looking: Looking) -> None:  # noqa: ARG002
        """Write it."""
        if value != "":
            out[self._place[value]] = 1.0


class Bag(Part):
    """How often each name occurs in a list, as a share of `most`; the order is lost."""

    def __init__(self, names: Sequence[Any], most: int = 1) -> None:
        self._place = {name: number for number, name in enumerate(names)}
        self._each = 1 / most
        self.size = len(self._place)

    def write(self, value: Any, out: Array, looking: Looking) -> None:  # noqa: ARG002
        """Write it."""
        for name in value:
            out[self._place[name]] += self._each
        np.minimum(out, 1.0, out=out)


@dataclass(frozen=True)
class Seat(Part):
    """A seat, as a one among zeros, from the own one on; -1 is nobody."""

    size: int

    def write(self, value: Any, out: Array, looking: Looking) -> None:
        """Write it."""
        if value != -1:
            out[looking.relative(value)] = 1.0


@dataclass(frozen=True)
class Seated(Part):
    """Several seats, each a one."""

    size: int

    def write(self, value: Any, out: Array, looking: Looking) -> None:
        """Write them."""
        for seat in value:
            out[looking.relative(seat)] = 1.0


@dataclass(frozen=True)
class EachSeat(Part):
    """A list with one value a seat, the own one first; a shorter list ends early."""

    part: Part
    seats: int

    @cached_property
    def size(self) -> int:  # type: ignore[override]
        """That of all seats."""
        return self.part.size * self.seats

    def write(self, value: Any, out: Array, looking: Looking) -> None:
        """Write them."""
        for seat, each in enumerate(value):
            if each is not None:
                first = looking.relative(seat) * self.part.size
                self.part.write(each, out[first : first + self.part.size], looking)


@dataclass(frozen=True)
class Rows(Part):
    """A list of at most `most` values; each is preceded by a one that says it is there. Of more the last ones count."""

    part: Part
    most: int

    @cached_property
    def size(self) -> int:  # type: ignore[override]
        """That of the longest list."""
        return (1 + self.part.size) * self.most

    def write(self, value: Any, out: Array, looking: Looking) -> None:
        """Write them."""
        width = 1 + self.part.size
        for row, each in enumerate(value[-self.most :]):
            out[row * width] = 1.0
            self.part.write(each, out[row * width + 1 : (row + 1) * width], looking)


class Fields(Part):
    """A mapping with a part for each key; a key that is missing or None leaves zeros."""

    def __init__(self, **parts: Part) -> None:
        self.parts: Mapping[str, Part] = parts
        self.size = sum(part.size for part in parts.values())

    def write(self, value: Any, out: Array, looking: Looking) -> None:
        """Write them."""
        first = 0
        for key, part in self.parts.items():
            each = value.get(key)
            if each is not None:
                part.write(each, out[first : first + part.size], looking)
            first += part.size

    def slices(self) -> dict[str, slice]:
        """Return which numbers belong to which key."""
        found, first = {}, 0
        for key, part in self.parts.items():
            found[key] = slice(first, first + part.size)
            first += part.size
        return found


class Tuple(Part):
    """A list of fixed length with a part for each place."""

    def __init__(self, *parts: Part) -> None:
        self._parts = parts
        self.size = sum(part.size for part in parts)

    def write(self, value: Any, out: Array, looking: Looking) -> None:
        """Write them."""
        first = 0
        for part, each in zip(self._parts, value, strict=True):
            if each is not None:
                part.write(each, out[first : first + part.size], looking)
            first += part.size


@dataclass(frozen=True)
class Encoding:
    """How one game's views and actions become numbers.

    `see` and `say` make mappings of them, in which `view` and `action` find their keys. `slots` are the actions that
    can be chosen from at once, `seats` how many sit around the table.
    """

    view: Fields
    action: Fields
    slots: int
    seats: int
    see: Callable[[Any], Mapping[str, Any]]
    say: Callable[[Any], Mapping[str, Any]]

    def of_view(self, view: Any) -> Array:
        """Return the view of a player as numbers (view.size,)."""
        return self.view.encode(self.see(view), Looking(view.player, self.seats))

    def of_actions(self, actions: Sequence[Any], player: int, slots: int) -> Array:
        """Return a player's actions as numbers (slots, action.size); rows beyond them are zeros."""
        looking = Looking(player, self.seats)
        out = np.zeros((slots, self.action.size), np.float32)
        for row, action in enumerate(actions):
            self.action.write(self.say(action), out[row], looking)
        return out
