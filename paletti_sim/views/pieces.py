"""A picture of all pieces in plan, to scale."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from paletti_sim.tower.export import rgba
from paletti_sim.tower.outline import turned

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from paletti_sim.tower.catalogue import Catalogue
    from paletti_sim.tower.outline import Outline

GAP_MM = 22.0
EDGE = "#3a2a1c"


def draw_pieces(catalogue: Catalogue) -> Figure:
    """The base plate with its site, the five floors, and the three kinds of column of each colour, seen from above.

    Needs matplotlib; nothing is shown or written: `draw_pieces(game_pieces()).savefig("preview.png")`.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 5), dpi=100, layout="constrained")
    axes = figure.add_subplot()
    base = catalogue.base
    right = _disc_and_floors(axes, catalogue)
    _columns(axes, catalogue, -_radius_mm(base.outline) * 2 - 2 * GAP_MM)
    axes.plot([right - 100, right], [-350, -350], color=EDGE, lw=2, solid_capstyle="butt")
    axes.text(right - 50, -346, "100 mm", ha="center", va="bottom", fontsize=9)
    axes.set_aspect("equal")
    axes.axis("off")
    return figure


def _disc_and_floors(axes: Any, catalogue: Catalogue) -> float:
    """The base at the left, three floors beside it and the two smallest under those. Returns the right end in mm."""
    base = catalogue.base
    radius = _radius_mm(base.outline)
    _fill(axes, base.outline, (radius, -radius), base.colour)
    _fill(axes, base.site, (radius, -radius), base.site_colour)
    _label(axes, "base", (radius, -radius), base.site_colour)
    floors = list(catalogue.floors.values())
    beside_base = 2 * radius + GAP_MM
    beside_blue = beside_base + 2 * _radius_mm(floors[0].outline) + GAP_MM
    ends = []
    for row, left, top in ((floors[:3], beside_base, 0.0), (floors[3:], beside_blue, -180.0)):
        x = left
        for floor in row:
            reach = _radius_mm(floor.outline)
            _fill(axes, floor.outline, (x + reach, top - reach), floor.colour)
            cx, cy = floor.outline.centroid_m
            where = (x + reach + cx * 1e3, top - reach + cy * 1e3)
            _label(axes, f"{floor.name}\n{floor.mass_kg * 1e3:.0f} g", where, floor.colour)
            x += 2 * reach + GAP_MM
        ends.append(x - GAP_MM)
    return max(ends)


def _label(axes: Any, words: str, at_mm: tuple[float, float], on: str) -> None:
    brightness = rgba(on)[:3] @ np.array([0.3, 0.6, 0.1])
    axes.text(*at_mm, words, ha="center", va="center", fontsize=10, color="black" if brightness > 0.6 else "white")


def _columns(axes: Any, catalogue: Catalogue, top: float) -> None:
    """All columns in one row, five of a colour one after another; the kinds are named under the first five."""
    x = 0.0
    for number, column in enumerate(catalogue.columns.values()):
        reach = _radius_mm(column.outline)
        _fill(axes, column.outline, (x + reach, top - 15), column.colour)
        if number % 5 in (1, 3, 4) and number < 5:
            kind = column.name.split("-")[1]
            axes.text(x + reach, top - 36, f"{kind}\n{column.mass_kg * 1e3:.0f} g", ha="center", va="top", fontsize=8)
        x += 2 * reach + (GAP_MM if number % 5 == 4 else GAP_MM / 2)


def _fill(axes: Any, outline: Outline, at_mm: tuple[float, float], colour: str) -> None:
    points = turned(outline.points, (0.0, 0.0), 0.0) * 1e3 + at_mm
    axes.fill(*points.T, facecolor=colour, edgecolor=EDGE, lw=0.8)


def _radius_mm(outline: Outline) -> float:
    return float(np.hypot(*np.asarray(outline.points).T).max()) * 1e3
