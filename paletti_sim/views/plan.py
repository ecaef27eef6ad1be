"""The plan of a tower, level by level, with the names of all pieces: for paper, as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from paletti_sim.tower.export import rgba
from paletti_sim.views.words import Words, write_beside

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from paletti_sim.tower.tower import Level, Placed, Tower

PANEL_INCHES = 4.2
MOST_WIDE = 3
EDGE, GUIDE = "#3a2a1c", "#b8a88f"


def draw_plan(tower: Tower, title: str) -> Figure:
    """One panel a level, seen from above with x to the right, in millimetres: its floor and the columns on it."""
    from matplotlib.figure import Figure

    wide = min(MOST_WIDE, len(tower.levels))
    high = -(-len(tower.levels) // wide)
    figure = Figure(figsize=(PANEL_INCHES * wide, PANEL_INCHES * high + 0.5), layout="constrained")
    panels = list(figure.subplots(high, wide, squeeze=False).flat)
    reach = 1000 * max(tower.base.outline.span_m, *(_reach_m(piece) for piece in tower.pieces), 0.0) * 1.04
    for axes, level in zip(panels, tower.levels, strict=False):
        _level(axes, tower, level)
        axes.set_xlim(-reach, reach)
        axes.set_ylim(-reach, reach)
    for axes in panels[len(tower.levels) :]:
        axes.axis("off")
    figure.suptitle(title, fontsize=12)
    for axes, level in zip(panels, tower.levels, strict=False):
        write_beside(axes, [Words(c.name, _outline_mm(c), 7, _ink(c.piece.colour)) for c in level.columns])
    return figure


def _level(axes: Any, tower: Tower, level: Level) -> None:
    base = 1000 * np.asarray(tower.base.outline.points)
    _ring(axes, base, GUIDE)
    if level.floor is None:
        axes.fill(*base.T, facecolor=tower.base.colour, alpha=0.45, lw=0)
        site = 1000 * np.asarray(tower.base.site.points)
        axes.fill(*site.T, facecolor=tower.base.site_colour, alpha=0.35, lw=0)
        axes.set_title("on the base plate", fontsize=10)
    else:
        outline = _outline_mm(level.floor)
        axes.fill(*outline.T, facecolor=level.floor.piece.colour, alpha=0.45, edgecolor=EDGE, lw=0.8)
        axes.set_title(f"on {level.floor.name}", fontsize=10)
    for column in level.columns:
        outline = _outline_mm(column)
        axes.fill(*outline.T, facecolor=column.piece.colour, edgecolor=EDGE, lw=0.7)
    axes.set_aspect("equal")
    axes.tick_params(labelsize=7)


def _ink(colour: str) -> Any:
    """A column's colour, dark enough for words."""
    return tuple(0.55 * value for value in rgba(colour)[:3])


def _ring(axes: Any, outline: Any, colour: str) -> None:
    closed = np.vstack([outline, outline[:1]])
    axes.plot(*closed.T, color=colour, lw=0.8, ls=(0, (4, 3)))


def _outline_mm(piece: Placed) -> Any:
    return 1000 * piece.corners_m()


def _reach_m(piece: Placed) -> float:
    return float(np.hypot(*np.asarray(piece.at_m))) + piece.piece.outline.span_m
