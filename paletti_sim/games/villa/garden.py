"""Closed areas as the game knows them: segments counted by colour, owners, stacks of tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paletti_sim.games.villa.areas import Found
from paletti_sim.games.villa.hedges import COLOURS
from paletti_sim.games.villa.lattice import around, place, point

Counts = tuple[int, int, int, int]
"""A number for each colour, in the order of `COLOURS`."""

MOST_POINTS = 4


@dataclass(frozen=True)
class Token:
    """A token on the table: its colour, and its Feature; "" when the neutral side is up."""

    colour: int
    feature: str = ""


@dataclass(frozen=True)
class Area:
    """A closed area.

    `counts` are its segments by colour, `bonus` what Fountains added when it was closed (V-47), `owners` the colours in
    play that had most then, ties included (V-50). `stack` are its tokens from below. `turn` is the number of the turn
    (from 1) in which it was closed.
    """

    cells: tuple[int, ...]
    segments: frozenset[int]
    counts: Counts
    bonus: Counts
    owners: tuple[int, ...]
    turn: int
    stack: tuple[Token, ...] = ()

    @property
    def size(self) -> int:
        """Its dimension: the number of its spaces (V-53)."""
        return len(self.cells)

    @property
    def points(self) -> int:
        """What a token in it is worth (V-27)."""
        return min(self.size, MOST_POINTS)

    def holds(self, colour: int) -> bool:
        """Whether a token of a colour lies in it."""
        return any(token.colour == colour for token in self.stack)

    def to_json(self) -> dict[str, Any]:
        """Return what cannot be found again from the hedges."""
        return {
            "cells": [list(place(cell)) for cell in self.cells],
            "bonus": list(self.bonus),
            "owners": list(self.owners),
            "turn": self.turn,
            "stack": [[token.colour, token.feature] for token in self.stack],
        }


def area_from_json(doc: Mapping[str, Any], colours: Mapping[int, int]) -> Area:
    """Read what `to_json` wrote, given the colours of all edges."""
    cells = tuple(point(x, y) for x, y in doc["cells"])
    segments = frozenset(number for cell in cells for number in around(cell) if number in colours)
    return Area(
        cells,
        segments,
        counted(segments, colours),
        _four(doc["bonus"]),
        tuple(doc["owners"]),
        doc["turn"],
        tuple(Token(colour, feature) for colour, feature in doc["stack"]),
    )


def closed(found: Found, colours: Mapping[int, int], played: Sequence[int], before: Sequence[Area], turn: int) -> Area:
    """Return an area that has just been closed; `before` are the areas that were closed before this hedge.

    Fountains in adjacent areas count as one more segment each for the majority (V-47, V-G12).
    """
    counts = counted(found.segments, colours)
    bonus = [0] * len(COLOURS)
    for area in before:
        for token in area.stack:
            if token.feature == "fountain" and not area.segments.isdisjoint(found.segments):
                bonus[token.colour] += 1
    return Area(found.cells, found.segments, counts, _four(bonus), majority(counts, _four(bonus), played), turn)


def counted(segments: frozenset[int], colours: Mapping[int, int]) -> Counts:
    """Return how many segments have each colour (V-19)."""
    counts = [0] * len(COLOURS)
    for number in segments:
        counts[colours[number]] += 1
    return _four(counts)


def majority(counts: Counts, bonus: Counts, played: Sequence[int]) -> tuple[int, ...]:
    """Return the colours in play that have most, all of them in a tie, none if all have nothing (V-20 to V-25).

    >>> majority((3, 0, 0, 1), (0, 0, 0, 0), (0, 1, 3)), majority((3, 0, 0, 1), (0, 0, 0, 0), (1, 3))
    ((0,), (3,))
    """
    sums = {colour: counts[colour] + bonus[colour] for colour in played}
    most = max(sums.values())
    return tuple(sorted(colour for colour, number in sums.items() if number == most and most > 0))


def adjacent(areas: Sequence[Area], number: int) -> list[int]:
    """Return the areas that share a segment with an area, itself not among them (V-51)."""
    segments = areas[number].segments
    return [other for other, area in enumerate(areas) if other != number and not segments.isdisjoint(area.segments)]


def _four(numbers: Sequence[int]) -> Counts:
    blue, pink, yellow, green = numbers
    return (blue, pink, yellow, green)
