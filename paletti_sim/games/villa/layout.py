"""The hedges that lie in play: an immutable value, and where another one may be laid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from paletti_sim.games.villa.hedges import HedgeSet, Pose
from paletti_sim.games.villa.lattice import MIDDLE, WIDTH, mask, place, point

MARGIN = 6
"""Rows below the lowest point that belong to the window of a search; a hedge is at most 4 high."""


@dataclass(frozen=True)
class Laid:
    """A hedge in play: its turn, and where the lower left corner of its box lies."""

    hedge: str
    turn: int
    x: int
    y: int


@dataclass(frozen=True)
class Layout:
    """All hedges in play; two layouts of the same hedges are equal. What follows from `laid` is kept beside it.

    `colours`: the colour of each edge. `points`: the points that hedges touch. `flat` and `standing`: edges on which
    nothing can be laid, since a hedge or a closed area is there. `across` and `upright`: points that a hedge passes
    straight. Sets of points are integers, as everywhere in `lattice`.
    """

    laid: tuple[Laid, ...] = ()
    colours: Mapping[int, int] = field(default_factory=dict, compare=False, repr=False)
    points: int = field(default=0, compare=False, repr=False)
    flat: int = field(default=0, compare=False, repr=False)
    standing: int = field(default=0, compare=False, repr=False)
    across: int = field(default=0, compare=False, repr=False)
    upright: int = field(default=0, compare=False, repr=False)
    lowest: int = field(default=WIDTH * WIDTH, compare=False, repr=False)

    def with_hedge(self, hedge: str, pose: Pose, x: int, y: int) -> Layout:
        """Return the layout with one more hedge; it is not checked whether it may lie there."""
        at = point(x, y)
        colours = dict(self.colours)
        for number, colour in pose.edges:
            colours[number + 2 * at] = colour
        return Layout(
            (*self.laid, Laid(hedge, pose.turn, x, y)),
            colours,
            self.points | mask(at + each for each in pose.points),
            self.flat | mask(at + each for each in pose.flat),
            self.standing | mask(at + each for each in pose.standing),
            self.across | mask(at + each for each in pose.across),
            self.upright | mask(at + each for each in pose.upright),
            min(self.lowest, at),
        )

    def with_closed(self, cells: Iterable[int]) -> Layout:
        """Return the layout with the inside of an area closed to hedges (V-15).

        A cell has the number of its lower and its left edge. Its other two edges are those of the next cells of the
        area, or walls, where nothing can be laid anyway.
        """
        inside = mask(cells)
        flat, standing = self.flat | inside, self.standing | inside
        return Layout(self.laid, self.colours, self.points, flat, standing, self.across, self.upright, self.lowest)

    def shared(self, pose: Pose, x: int, y: int) -> int:
        """Return how many points of a hedge at a place are joints of hedges in play."""
        at = point(x, y)
        return sum(self.points >> (at + each) & 1 for each in pose.points)


def layout_of(hedges: HedgeSet, laid: Iterable[Laid]) -> Layout:
    """Return the layout of some hedges, no area closed."""
    layout = Layout()
    for each in laid:
        pose = hedges.by_id[each.hedge].poses[each.turn]
        assert pose is not None
        layout = layout.with_hedge(each.hedge, pose, each.x, each.y)
    return layout


def places(layout: Layout, pose: Pose, *, crossing: bool = False) -> Iterator[tuple[int, int]]:
    """Yield all places (x, y) where a hedge in a pose may be laid (V-11 to V-15, V-G1, V-G2), from below.

    A place is a bit: shifted down by a point of the hedge, the set of joints in play is the set of places at which that
    point of the hedge meets a joint; likewise for what must not be met.
    """
    base = max(layout.lowest // WIDTH - MARGIN, 0) * WIDTH
    joints = layout.points >> base
    meets = 0
    for each in pose.points:
        meets |= joints >> each
    bad = 0
    for barred, numbers in (
        (layout.flat, pose.flat),
        (layout.standing, pose.standing),
        *(() if crossing else ((layout.upright, pose.across), (layout.across, pose.upright))),
    ):
        if numbers:
            low = barred >> base
            for each in numbers:
                bad |= low >> each
    free = meets & ~bad
    data = np.frombuffer(free.to_bytes((free.bit_length() + 7) // 8, "little"), np.uint8)
    for found in np.flatnonzero(np.unpackbits(data, bitorder="little")).tolist():
        yield place(found + base)


def why_not(layout: Layout, pose: Pose, x: int, y: int, *, crossing: bool = False) -> tuple[str, str] | None:
    """Return the rule that forbids a hedge at a place, and what it asks for; None if it may lie there."""
    at = point(x, y)
    if max(abs(x), abs(y)) > MIDDLE - MARGIN:
        return "V-11", "touch at least one hedge in play"
    edges = [number + 2 * at for number, _ in pose.edges]
    if any(number in layout.colours for number in edges):
        return "V-14", "lay no segment on another one"
    if any((layout.standing if number & 1 else layout.flat) >> (number >> 1) & 1 for number in edges):
        return "V-15", "lay no hedge inside a closed area"
    if not layout.shared(pose, x, y):
        return "V-11", "touch at least one hedge in play"
    crosses = any(layout.upright >> (at + each) & 1 for each in pose.across)
    crosses = crosses or any(layout.across >> (at + each) & 1 for each in pose.upright)
    if crosses and not crossing:
        return "V-G2", "let no hedge run straight across another one"
    return None
