"""The plan of a tower, level by level: which columns carry each floor, and with how much."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from paletti_sim.views.words import Words, write_beside

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from paletti_sim.stability.loads import Loads
    from paletti_sim.tower.tower import Placed, Tower

FLOOR = "#f3ead9"
EDGE = "#6b5a45"
SUPPORT = "#1f1f1f"
MAP = "viridis_r"
FREE = "#777777"
PANEL_INCHES = 3.6
MARGIN = 0.12  # of the greater side


def draw_loads(tower: Tower, loads: Loads) -> Figure:
    """One panel a level on whose columns something lies, seen from above with x to the right.

    Columns are coloured by the newtons they carry, free ones hollow. Of a floor above them: its outline, dashed the
    polygon about all that carries it, and a cross where gravity through the centre of mass of all that it carries
    meets its lower face.
    """
    import matplotlib as mpl
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize
    from matplotlib.figure import Figure

    by_name = {load.column: load for load in loads.columns}
    last = len(tower.levels) - 1
    shown = [
        k for k, level in enumerate(tower.levels) if k < last or any(by_name[c.name].carries for c in level.columns)
    ] or [last]
    wide = min(len(shown), 3)
    high = -(-len(shown) // wide)
    figure = Figure(figsize=(PANEL_INCHES * wide + 1.2, PANEL_INCHES * high + 0.8), dpi=110, layout="constrained")
    axes = figure.subplots(high, wide, squeeze=False)
    scale = Normalize(0, max((load.greatest_n for load in loads.columns), default=1.0) or 1.0)
    paint = ScalarMappable(scale, mpl.colormaps[MAP])
    columns = [_panel(panel, tower, k, loads, paint) for panel, k in zip(axes.flat, shown, strict=False)]
    for panel in list(axes.flat)[len(shown) :]:
        panel.axis("off")
    bar = figure.colorbar(paint, ax=axes, shrink=0.85, label="newtons on the column (middle of its range)")
    bar.outline.set_visible(False)
    along = ", down along gravity" if tower.setting.tilt_rad else ""
    figure.suptitle(
        f"{loads.scenario}: what each column carries\n"
        f"(x: centre of mass of all above{along}; dashed: where it is supported)",
        fontsize=10,
    )
    for panel, words in zip(axes.flat, columns, strict=False):
        write_beside(panel, words)
    return figure


def _panel(axes: Any, tower: Tower, k: int, loads: Loads, paint: Any) -> list[Words]:
    """The columns of level `k` with what lies on them; what is to be written beside them."""
    level = tower.levels[k]
    above = tower.levels[k + 1].floor if k + 1 < len(tower.levels) else None
    by_name = {load.column: load for load in loads.columns}
    ground = above or level.floor
    if ground is not None:
        _fill(axes, _outline_mm(ground), FLOOR, EDGE, 1.2)
    drawn = [_outline_mm(piece) for piece in (ground, *level.columns) if piece is not None] or [np.eye(2)]
    placed = []
    for column in level.columns:  # those upon others come after them
        outline, load = _outline_mm(column), by_name[column.name]
        middle = (load.least_n + load.greatest_n) / 2
        _fill(axes, outline, paint.to_rgba(middle) if load.carries else "none", SUPPORT if load.carries else EDGE, 0.9)
        words = f"{column.name}\n{newtons(load.least_n, load.greatest_n)}" if load.carries else column.name
        placed.append(Words(words, outline, *((6.5, SUPPORT) if load.carries else (5.5, FREE))))
    if above is not None:
        _support(axes, loads, above.name)
        x, y = _under_centre_mm(tower, loads, k + 1)
        axes.plot([x], [y], marker="x", color="#b3261e", ms=9, mew=2, zorder=6)
    axes.set_title(f"{above.name if above else 'columns'}, on {level.name}", fontsize=10, pad=14)
    axes.set_aspect("equal")
    axes.tick_params(labelsize=7)
    axes.set_xlabel("mm", fontsize=8)
    wide, high = np.ptp(np.vstack(drawn), axis=0)
    axes.margins(x=MARGIN * max(1.0, high / wide), y=MARGIN * max(1.0, wide / high))  # room for words also about a row
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return placed


def _support(axes: Any, loads: Loads, floor: str) -> None:
    """The polygon about the faces of the columns that carry a floor, as far as they lie under it."""
    bodies, carries = loads.rest.bodies, {load.column: load.carries for load in loads.columns}
    pressed = [
        1000 * patch.points_m
        for patch in loads.rest.contacts
        if bodies.name(patch.upper) == floor and carries[bodies.name(patch.lower)]
    ]
    if not pressed:
        return
    hull = shapely.MultiPoint(np.vstack(pressed)).convex_hull
    if hull.geom_type == "Polygon":
        x, y = np.asarray(hull.exterior.coords).T
        axes.plot(x, y, color="white", lw=2, alpha=0.6, zorder=3)  # on dark columns, too, the dashes are seen
        axes.plot(x, y, "--", color=SUPPORT, lw=0.8, zorder=3)


def _under_centre_mm(tower: Tower, loads: Loads, k: int) -> tuple[float, float]:
    """Where gravity through the centre of mass of a level's floor and of all above meets the floor's lower face."""
    bodies = loads.rest.bodies
    names = [piece.name for level in tower.levels[k:] for piece in (level.floor, *level.columns) if piece is not None]
    index = [bodies.names.index(name) for name in names]
    floor = index[0]
    middle = np.average(bodies.centres_m[index], axis=0, weights=bodies.weights_n[index])
    lower_face = bodies.centres_m[floor, 2] - bodies.pieces[floor].piece.height_m / 2
    down = np.asarray(tower.setting.down)
    x, y, _ = 1000 * (middle + down * (lower_face - middle[2]) / down[2])
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
