"""The plan of a tower, level by level: which columns carry each floor, and with how much."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from paletti_sim.stability.loads import ColumnLoad, Loads
    from paletti_sim.tower.tower import Placed, Tower

FLOOR = "#f3ead9"
EDGE = "#6b5a45"
SUPPORT = "#1f1f1f"
MAP = "viridis_r"
PANEL_INCHES = 3.6


def draw_loads(tower: Tower, loads: Loads) -> Figure:
    """One panel a floor, seen from above with x to the right: the columns under it coloured by the newtons they carry,
    free ones hollow, the polygon of support dashed, and a cross at the centre of mass of all that it carries."""
    import matplotlib as mpl
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize
    from matplotlib.figure import Figure

    floors = [k for k, level in enumerate(tower.levels) if level.floor]
    panels = max(1, len(floors))
    wide = min(panels, 3)
    high = -(-panels // wide)
    figure = Figure(figsize=(PANEL_INCHES * wide + 1.2, PANEL_INCHES * high + 0.8), dpi=110, layout="constrained")
    axes = figure.subplots(high, wide, squeeze=False)
    by_name = {load.column: load for load in loads.columns}
    scale = Normalize(0, max((load.greatest_n for load in loads.columns), default=1.0) or 1.0)
    paint = ScalarMappable(scale, mpl.colormaps[MAP])
    for panel, k in zip(axes.flat, floors, strict=False):
        _panel(panel, tower, k, by_name, paint)
    for panel in list(axes.flat)[len(floors) :]:
        panel.axis("off")
    bar = figure.colorbar(paint, ax=axes, shrink=0.85, label="newtons on the column (middle of its range)")
    bar.outline.set_visible(False)
    figure.suptitle(
        f"{loads.scenario}: what each column carries\n(x centre of mass, dashed: polygon of support)", fontsize=10
    )
    return figure


def _panel(axes: Any, tower: Tower, k: int, loads: dict[str, ColumnLoad], paint: Any) -> None:
    level, below = tower.levels[k], tower.levels[k - 1]
    assert level.floor is not None
    _fill(axes, _outline_mm(level.floor), FLOOR, EDGE, 1.2)
    carrying = []
    for column in below.columns:
        outline = _outline_mm(column)
        load = loads[column.name]
        if not load.carries:
            _fill(axes, outline, "none", EDGE, 0.9)
            axes.annotate(
                column.name,
                (outline[:, 0].mean(), outline[:, 1].max()),
                (0, 2),
                textcoords="offset points",
                ha="center",
                va="bottom",
                fontsize=5.5,
                color="#777777",
            )
            continue
        middle = (load.least_n + load.greatest_n) / 2
        _fill(axes, outline, paint.to_rgba(middle), SUPPORT, 0.9)
        carrying.append(outline)
        x, y = outline.mean(axis=0)
        text = f"{column.name}\n{newtons(load.least_n, load.greatest_n)}"
        axes.annotate(
            text, (x, outline[:, 1].max()), (0, 3), textcoords="offset points", ha="center", va="bottom", fontsize=7
        )
    if len(carrying) > 1:
        hull = np.asarray(shapely.MultiPoint(np.vstack(carrying)).convex_hull.exterior.coords)
        axes.plot(hull[:, 0], hull[:, 1], "--", color=SUPPORT, lw=0.8)
    x, y = _centre_mm(tower, k)
    axes.plot([x], [y], marker="x", color="#b3261e", ms=9, mew=2)
    axes.set_title(f"{level.name}, on {below.name}", fontsize=10)
    axes.set_aspect("equal")
    axes.tick_params(labelsize=7)
    axes.set_xlabel("mm", fontsize=8)
    axes.margins(0.08)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _centre_mm(tower: Tower, k: int) -> tuple[float, float]:
    """The common centre of mass, in plan, of a level's floor and all above."""
    weight, moment = 0.0, np.zeros(2)
    for level in tower.levels[k:]:
        for piece in (level.floor, *level.columns):
            if piece is not None:
                weight += piece.piece.mass_kg
                moment += piece.piece.mass_kg * piece.middle_m
    x, y = moment / weight * 1000
    return float(x), float(y)


def newtons(least_n: float, greatest_n: float) -> str:
    """A load in words: one number, or two where mechanics leaves a range."""
    if greatest_n - least_n < 0.01 * greatest_n:
        return f"{greatest_n:.2f} N"
    return f"{least_n:.2f} to {greatest_n:.2f} N"


def _outline_mm(piece: Placed) -> Any:
    return 1000 * piece.corners_m()


def _fill(axes: Any, outline: Any, face: Any, edge: str, width: float) -> None:
    axes.fill(outline[:, 0], outline[:, 1], facecolor=face, edgecolor=edge, lw=width)
