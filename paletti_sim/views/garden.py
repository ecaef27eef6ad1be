"""A garden of Villa from above: hedges as coloured segments, areas tinted by their owners, tokens and Features."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from paletti_sim.games.core.scene import counted
from paletti_sim.games.villa.garden import Area
from paletti_sim.games.villa.hedges import COLOURS
from paletti_sim.games.villa.lattice import ends, place
from paletti_sim.games.villa.text import feature_name

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK = "#2b2b2b"
HUES = ("#2f6fd0", "#e0508f", "#d9a900", "#2e8b4f")
TINT = 0.28
SIGNS = {
    "bridge": "Br",
    "gazebo": "Ga",
    "column": "Co",
    "statue": "St",
    "flowerbed": "Fl",
    "trees": "Tr",
    "bird-bath": "BB",
    "sundial": "Su",
    "fountain": "Fo",
    "well": "We",
}
MAIN, BESIDE = (0.04, 0.05, 0.68, 0.88), (0.74, 0.02, 0.25, 0.96)
"""Where the garden and the lines at its side are in the picture: left, low, width, height."""
LINE_PIXELS = 17
SEGMENT_WIDTH = 0.15
ALONE, STACKED = 0.24, 0.18
"""Radius of a token, and of one of several."""
LIFT = 0.18
"""How much further to the right and higher each token of a stack is drawn than the one beneath."""


@dataclass(frozen=True)
class Picture:
    """What is drawn: the colour of every edge, the areas in their order, and lines for the side (text, colour).

    `hedges` are the edges of each hedge, which are drawn one after another so that each can be told from its
    neighbours; edges that are in none are drawn singly. `middle` is the point where the starting hedge is marked.
    `waiting` are Features not yet placed, whose signs the lines have.
    """

    title: str
    colours: Mapping[int, int]
    areas: Sequence[Area]
    hedges: Sequence[Sequence[int]] = ()
    side: Sequence[tuple[str, int | None]] = field(default=())
    middle: int | None = None
    waiting: Sequence[str] = ()


def draw_garden(picture: Picture, size: tuple[int, int] = (1000, 800)) -> Figure:
    """Return the drawing, `size` pixels wide and high; the numbers at the sides are those of the map of characters."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(size[0] / 100, size[1] / 100), dpi=100)
    main, beside = figure.add_axes(MAIN), figure.add_axes(BESIDE)
    points = [place(at) for number in picture.colours for at in ends(number)]
    left, right = min(x for x, _ in points) - 0.6, max(x for x, _ in points) + 0.6
    low, high = min(y for _, y in points) - 0.6, max(y for _, y in points) + 0.6
    main.set_xlim(left, right)
    main.set_ylim(low, high)
    main.set_aspect("equal")
    unit = _unit_points(size, right - left, high - low)
    _lattice(main, left, right, low, high)
    for number, area in enumerate(picture.areas, 1):
        _tint(main, area)
        _sizes(main, number, area, unit)
    _hedges(main, picture, unit)
    for area in picture.areas:
        _stack(main, area, unit)
    if picture.middle is not None:
        x, y = place(picture.middle)
        main.plot([x], [y], "o", ms=0.2 * unit, mfc="white", mec=INK, mew=1, zorder=6)
    main.set_title(picture.title, fontsize=12, loc="left")
    _side(beside, picture, size[1])
    return figure


def _unit_points(size: tuple[int, int], wide: float, high: float) -> float:
    """How many typographic points a segment is long, nearly: what line widths and letters are measured by."""
    pixels = min(MAIN[2] * size[0] / wide, MAIN[3] * size[1] / high)
    return pixels * 0.72


def _lattice(axes: Any, left: float, right: float, low: float, high: float) -> None:
    """Dots where joints may be, and numbers at every second of them."""
    xs, ys = range(round(left + 0.6), round(right - 0.6) + 1), range(round(low + 0.6), round(high - 0.6) + 1)
    axes.plot([x for x in xs for _ in ys], [y for _ in xs for y in ys], ".", color="#d0d0d0", ms=2, zorder=0)
    axes.set_xticks([x for x in xs if x % 2 == 0])
    axes.set_yticks([y for y in ys if y % 2 == 0])
    axes.tick_params(length=0, labelsize=7, colors="#777777")
    for spine in axes.spines.values():
        spine.set_visible(False)


def _tint(axes: Any, area: Area) -> None:
    """The cells in the colour of the owner; in stripes of the colours of several, grey for nobody."""
    from matplotlib.patches import Rectangle

    hues = [HUES[colour] for colour in area.owners] or ["#999999"]
    for cell in area.cells:
        x, y = place(cell)
        for number, hue in enumerate(hues):
            width = 1 / len(hues)
            patch = Rectangle((x + number * width, y), width, 1, facecolor=hue, alpha=TINT, lw=0, zorder=1)
            axes.add_patch(patch)


def _sizes(axes: Any, number: int, area: Area, unit: float) -> None:
    """The number of the area and its spaces, in the upper left corner of its first cell."""
    x, y = place(_first(area))
    text = f"{number}" if area.size == 1 else f"{number}: {area.size} sp."
    axes.text(x + 0.12, y + 0.9, text, ha="left", va="top", fontsize=max(4, 0.18 * unit), color=INK, zorder=5)


def _first(area: Area) -> int:
    return min(area.cells, key=lambda cell: (-place(cell)[1], place(cell)[0]))


def _hedges(axes: Any, picture: Picture, unit: float) -> None:
    """Each hedge over a pale border, so that those which meet at a joint can be told apart."""
    inside = {number for hedge in picture.hedges for number in hedge}
    singles = [[number] for number in picture.colours if number not in inside]
    width = SEGMENT_WIDTH * unit
    for hedge in [*picture.hedges, *singles]:
        lines = [[place(at) for at in ends(number)] for number in hedge]
        for extra, hues in ((0.08 * unit, ["white"] * len(hedge)), (0.03 * unit, [INK] * len(hedge))):
            _lines(axes, lines, hues, width + extra)
        _lines(axes, lines, [HUES[picture.colours[number]] for number in hedge], width)
    joints = {at for number in picture.colours for at in ends(number)}
    xs, ys = zip(*(place(at) for at in joints), strict=True)
    axes.plot(xs, ys, "o", ms=0.07 * unit, mfc="white", mec="none", zorder=4)


def _lines(axes: Any, lines: Sequence[Sequence[tuple[int, int]]], hues: Sequence[str], width: float) -> None:
    from matplotlib.collections import LineCollection

    axes.add_collection(LineCollection(lines, colors=hues, linewidths=width, capstyle="round", zorder=3))


def _stack(axes: Any, area: Area, unit: float) -> None:
    """The tokens from below, each a little higher; a Feature has its sign."""
    from matplotlib.patches import Circle

    x, y = place(_roomiest(area))
    for level, token in enumerate(area.stack):
        over = level - (len(area.stack) - 1) / 2
        at = (x + 0.5 + LIFT * over, y + 0.43 + LIFT * over)
        radius = ALONE if len(area.stack) == 1 else STACKED
        hue, order = HUES[token.colour], 5 + 0.1 * level
        axes.add_patch(Circle(at, radius, facecolor=hue, edgecolor="white", lw=1.2, zorder=order))
        if token.feature:
            axes.text(
                *at,
                SIGNS[token.feature],
                ha="center",
                va="center",
                fontsize=max(4, 0.8 * radius * unit),
                color="white",
                weight="bold",
                zorder=order + 0.05,
            )


def _roomiest(area: Area) -> int:
    """The cell for the stack: the one nearest the middle of the area, not the first one if there is another."""
    cells = [place(cell) for cell in area.cells]
    middle = [sum(axis) / len(cells) for axis in zip(*cells, strict=True)]
    others = [cell for cell in area.cells if cell != _first(area)] or list(area.cells)
    return min(others, key=lambda cell: sum((a - b) ** 2 for a, b in zip(place(cell), middle, strict=True)))


def _side(axes: Any, picture: Picture, high: int) -> None:
    """Lines at the side, then what the signs of the Features mean, of those that lie there and of those left."""
    axes.axis("off")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    features = sorted(
        {token.feature for area in picture.areas for token in area.stack if token.feature} | set(picture.waiting)
    )
    lines = [*picture.side, *[(f"{SIGNS[each]}  {feature_name(each)}", None) for each in features]]
    y = 0.97
    for text, colour in lines:
        if colour is not None:
            axes.plot([0.04], [y - 0.012], "s", color=HUES[colour], ms=9, mec=INK, mew=0.6)
        axes.text(0.12, y, text, va="top", fontsize=9, color=INK)
        y -= (LINE_PIXELS * text.count("\n") + 1.7 * LINE_PIXELS) / high


def colour_line(name: str, colour: int, points: int, placed: int, showing: Sequence[str] = ()) -> tuple[str, int]:
    """Return a line for the side: who plays a colour, its points, and its tokens."""
    who = f"{name} ({COLOURS[colour]})" if name != COLOURS[colour] else name
    features = f"\nFeatures left: {', '.join(SIGNS[each] for each in showing)}" if showing else ""
    return f"{who}\n{counted(points, 'point')}, {counted(placed, 'token')} placed{features}", colour
