"""Reads the map of a garden: the notation of `map_text`, as somebody writes it down."""

from __future__ import annotations

from paletti_sim.games.villa.hedges import COLOURS
from paletti_sim.games.villa.lattice import point
from paletti_sim.games.villa.map_text import LETTERS, PITCH
from paletti_sim.located_yaml.document import Spot

LONGEST = 140
"""Joints along a side; more cannot be reached with 33 hedges."""


def read_map(spot: Spot) -> tuple[dict[int, int], dict[int, str]]:
    """Return the colour of each edge, and the marks that stand in cells; faults are noted at `spot`.

    Joints stand in every other line and every fourth column. Between two of a line stands a segment as `-b-`, between
    two of a column as `b`, and in a cell any mark of up to three characters. The lower left joint is (0, 0).
    """
    lines = str(spot.plain).split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    edges: dict[int, int] = {}
    marks: dict[int, str] = {}
    if len(lines) > 2 * LONGEST or any(len(line) > PITCH * LONGEST for line in lines):
        spot.fault(f"the map is too large: at most {LONGEST} joints along a side", got=False)
        return edges, marks
    for number, line in enumerate(lines):
        y = len(lines) // 2 - (number + 1) // 2
        wide = line.rstrip()
        for place in range(0, len(wide), PITCH):
            at = point(place // PITCH, y)
            joint, between = wide[place], wide[place + 1 : place + PITCH]
            if number % 2:
                _segment(spot, number, place, joint.strip(), 2 * at + 1, edges)
                mark = between.strip()
                if " " in mark:
                    _fault(spot, number, place + 1, f"a mark has no spaces; is the line out of step? (got {mark!r})")
                elif mark:
                    marks[at] = mark
            else:
                if joint not in "+ .":
                    _fault(spot, number, place, f"a joint is `+` (got {joint!r})")
                _segment(spot, number, place + 2, between.strip(" -"), 2 * at, edges)
    return edges, marks


def _segment(spot: Spot, line: int, column: int, text: str, number: int, edges: dict[int, int]) -> None:
    if not text:
        return
    if text not in LETTERS:
        known = ", ".join(f"{letter} {name}" for letter, name in zip(LETTERS, COLOURS, strict=True))
        _fault(spot, line, column, f"a segment has a letter for its colour: {known} (got {text!r})")
        return
    edges[number] = LETTERS.index(text)


def _fault(spot: Spot, line: int, column: int, what: str) -> None:
    spot.fault(f"line {line + 1} of the map, character {column + 1}: {what}", got=False)
