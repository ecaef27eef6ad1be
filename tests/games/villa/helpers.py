"""Small builders for tests of Villa: tables drawn as maps."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from textwrap import dedent

from paletti_sim.games import find_game
from paletti_sim.games.villa.areas import flood
from paletti_sim.games.villa.garden import Area, Token, counted, majority
from paletti_sim.games.villa.hedges import COLOURS, Hedge, segment
from paletti_sim.games.villa.lattice import place
from paletti_sim.games.villa.layout import Layout
from paletti_sim.games.villa.map_reading import read_map
from paletti_sim.games.villa.reading import parse_hedges
from paletti_sim.games.villa.supply import Supply
from paletti_sim.games.villa.turns import TOKEN, go_on
from paletti_sim.resources import models_dir
from tests.games.villa import slow

BLUE, PINK, YELLOW, GREEN = range(4)
NONE = (0, 0, 0, 0)
HEDGES = models_dir() / "villa" / "hedges.yaml"


@cache
def setup(players=2, **options):
    return find_game("villa").setup(players, options)


@cache
def hedge_file():
    return parse_hedges(Path(HEDGES).read_bytes(), "hedges.yaml")


def expert(players=2, **options):
    return setup(players, rules="expert", **options)


def hedge(shape, first=0):
    """A hedge of a shape as in the file, its colours cyclic from `first`."""
    segments = hedge_file().shapes[shape]
    return Hedge(f"{shape}-{first + 1}", shape, segments, tuple((first + n) % 4 for n in range(len(segments))))


class Paper:
    """Stands in for the spot in a file where a map is written; a fault fails the test."""

    def __init__(self, text):
        self.plain = dedent(text).strip("\n")

    def fault(self, what, *, got=True):  # noqa: ARG002
        raise AssertionError(what)


def edges_of(text):
    return read_map(Paper(text))


def areas_of(text, stacks=None, played=(0, 1, 2, 3), turns=None, owners=None):
    """Areas of a map in the order of their marks; `stacks` by mark as "blue pink-bridge", `turns` when closed."""
    edges, marks = edges_of(text)
    by_mark = {}
    for found in flood(edges):
        mark_ = next(marks[cell] for cell in found.cells if cell in marks)
        counts = counted(found.segments, edges)
        who = (owners or {}).get(mark_, majority(counts, NONE, played))
        stack = tuple(token(each) for each in (stacks or {}).get(mark_, "").split())
        by_mark[mark_] = Area(found.cells, found.segments, counts, NONE, who, (turns or {}).get(mark_, 1), stack)
    return tuple(by_mark[mark_] for mark_ in sorted(by_mark))


def token(text):
    colour, _, feature = text.partition("-")
    return Token(COLOURS.index(colour), feature)


def texts(area):
    return " ".join(f"{COLOURS[each.colour]}{'-' * bool(each.feature)}{each.feature}" for each in area.stack)


def layout_of(text, areas=()):
    """A layout with the segments of a map, each a hedge of its own as far as crossing goes."""
    edges, _ = edges_of(text)
    layout = Layout()
    for number, colour in edges.items():
        start = number >> 1
        one, other = place(start), place(start + (320 if number & 1 else 1))
        single = Hedge("x", "x", (segment((0, 0), (other[0] - one[0], other[1] - one[1])),), (colour,))
        layout = layout.with_hedge("x", single.poses[0], *one)
    layout = replace(layout, laid=())
    for area in areas:
        layout = layout.with_closed(area.cells)
    return layout


def resolving(made, text, new, *, active=0, stacks=None, supplies=None, bag=None, turn=5):
    """A table right after the active player has closed the areas marked `new` (in the order of marks)."""
    played = made.seating.colours
    _, marks = edges_of(text)
    names = sorted(set(marks.values()))
    areas = areas_of(text, stacks, played, dict.fromkeys(new, turn))
    start = made.new(0)
    given = list(start.supplies)
    for place_, supply in (supplies or {}).items():
        given[place_] = supply
    table = replace(
        start,
        phase=TOKEN,
        active=active,
        turns=(active,),
        hedge="",
        bag=start.bag if bag is None else bag,
        layout=layout_of(text, areas),
        areas=areas,
        supplies=tuple(given),
        waiting=tuple(names.index(each) for each in new),
    )
    return go_on(table)


def supply(neutral, *features):
    return Supply(neutral, features)


def as_slow(layout):
    """Segments with colours as `slow` writes them."""
    found = {}
    for number, colour in layout.colours.items():
        x, y = place(number >> 1)
        joint = complex(x, y)
        found[frozenset((joint, joint + (1j if number & 1 else 1)))] = colour
    return found


def slow_hedges(hedges, layout):
    """The hedges of a layout as `slow` writes them."""
    return tuple(pose_as_slow(hedges.by_id[each.hedge].poses[each.turn], each.x, each.y) for each in layout.laid)


def pose_as_slow(pose, x, y):
    return slow.moved(
        {
            frozenset((complex(*one), complex(*other))): colour
            for (one, other), (_, colour) in zip(pose.segments, pose.edges, strict=True)
        },
        complex(x, y),
    )
