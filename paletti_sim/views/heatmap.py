"""Pictures of maps: green where it is safe, orange where it brings the villa down (colours of Okabe and Ito, which
people who are colour-blind tell apart)."""

from __future__ import annotations

import math
import textwrap
from typing import TYPE_CHECKING, Any

import numpy as np

from paletti_sim.stability.heatmap.cells import stands_upon_others
from paletti_sim.statics.rest import come_to_rest
from paletti_sim.tower.tower import Level, Placed, Tower
from paletti_sim.views.loads import newtons
from paletti_sim.views.words import Words, write_beside

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from paletti_sim.stability.heatmap.model import HeatMap

COLOURS = {-1: "#ececec", 0: "#d55e00", 1: "#f0e442", 2: "#009e73", 3: "#7f7f7f"}
WORDS = {2: "holds", 1: "stands, but shifts", 0: "topples", 3: "no answer", -1: "not allowed"}
EDGE, INK, PALE = "#4a3f32", "#1f1f1f", "#8a8a8a"
ODDS_MAP = "cividis_r"
LEVELS = (0.25, 0.5, 1, 2, 3, 4, 6, 8, 10, 15, 20, 30)  # of contours, degrees
TITLE_PT, LETTER = 11, 0.56  # size of titles, and the mean width of a letter in it
LEAST_RISE = 0.05  # degrees; maps that are flatter have no contours


def draw_heatmap(found: HeatMap) -> Figure:
    """The picture of a map, from above with x to the right."""
    if found.kind == "take":
        return _takes(found)
    return _puts(found) if found.kind == "put" else _floors(found)


def _puts(found: HeatMap) -> Figure:
    figure, axes = _figure(8.6, 7.2)
    _cells(axes, found, found.outcome, found.p_topple)
    _hatched(axes, found, found.simulated)
    _tower(axes, found, names=not stands_upon_others(found.tower))
    contours = _contours(axes, found)
    if found.best is not None:
        _star(axes, found.best[0])
    turn = f", turned {math.degrees(found.turned_rad):g} degrees" if found.turned_rad else ""
    _titles(figure, f"{found.scenario}: where {found.piece} may be put{turn}", found.says)
    axes.set_xlabel("mm")
    axes.set_ylabel("mm")
    _legend(figure, axes, found, contours=contours, best=True)
    if stands_upon_others(found.tower):  # inside them there is something to be seen, and they may overlap
        write_beside(axes, [Words(c.name, _outline_mm(c), 6.5, INK) for c in found.tower.top.columns])
    return figure


def _floors(found: HeatMap) -> Figure:
    wide = 4
    high = -(-len(found.turn_rad) // wide)
    figure, grid = _figure(2.75 * wide + 0.4, 2.9 * high + 1.9, high, wide)
    for k, axes in enumerate(grid.flat):
        if k >= len(found.turn_rad):
            axes.axis("off")
            continue
        odds = None if found.p_topple is None else found.p_topple[k]
        _cells(axes, found, found.outcome[k], odds)
        _hatched(axes, found, found.simulated[k])
        _tower(axes, found, names=False)
        if found.best is not None and abs(found.best[0][2] - found.turn_rad[k]) < 1e-9:
            _star(axes, found.best[0])
        axes.set_title(f"turned {math.degrees(found.turn_rad[k]):g}°", fontsize=9)
        axes.tick_params(labelsize=7)
    _titles(figure, f"{found.scenario}: where the {found.piece} floor may be laid (its origin, mm)", found.says)
    _legend(figure, grid.flat[0], found, contours=False, best=found.best is not None)
    return figure


def _takes(found: HeatMap) -> Figure:
    levels = [level for level in found.tower.levels if level.columns]
    wide = min(2, max(1, len(levels)))
    high = max(1, -(-len(levels) // wide))
    figure, grid = _figure(max(4.6 * wide + 0.4, 6.4), 4.5 * high + 1.6, high, wide)
    panels = list(grid.flat) if high * wide > 1 else [grid]
    for axes, level in zip(panels, levels, strict=False):
        _take_panel(axes, found, level)
    for axes in panels[len(levels) :]:
        axes.axis("off")
    _titles(figure, f"{found.scenario}: which column may be taken", found.says)
    _legend(figure, panels[0], found, contours=False, best=False)
    index = {name: k for k, name in enumerate(found.columns)}
    for axes, level in zip(panels, levels, strict=False):
        lines = [_take_lines(found, index[column.name]) for column in level.columns]
        write_beside(
            axes,
            [Words("\n".join(text), _outline_mm(c), 6, INK) for text, c in zip(lines, level.columns, strict=True)],
        )
    return figure


def _take_panel(axes: Any, found: HeatMap, level: Level) -> None:
    index = {name: k for k, name in enumerate(found.columns)}
    outline = 1000 * (np.asarray(found.tower.base.outline.points) if level.floor is None else level.floor.corners_m())
    axes.fill(outline[:, 0], outline[:, 1], facecolor="#faf6ee", edgecolor=EDGE, lw=1.0)
    shapes = [_outline_mm(column) for column in level.columns]
    for column, shape in zip(level.columns, shapes, strict=True):
        k = index[column.name]
        face: Any = COLOURS[int(found.outcome[k])]
        if found.p_topple is not None and not np.isnan(found.p_topple[k]):
            import matplotlib as mpl

            face = mpl.colormaps[ODDS_MAP](float(found.p_topple[k]))
        axes.fill(shape[:, 0], shape[:, 1], facecolor=face, edgecolor=INK, lw=0.8)
    axes.set_title(f"on {level.name}", fontsize=10)
    axes.set_aspect("equal")
    axes.tick_params(labelsize=7)
    axes.set_xlabel("mm", fontsize=8)
    axes.margins(0.1)
    _bare(axes)


def _take_lines(found: HeatMap, k: int) -> list[str]:
    """What stands beside a column: its name, what it carries, and the margin left without it."""
    lines = [found.columns[k]]
    least, greatest = found.load_range_n[k]
    if greatest > 0:
        lines.append(newtons(least, greatest))
    if not np.isnan(found.margin_deg[k]) and found.outcome[k] > 0:
        lines.append(f"{found.margin_deg[k]:.1f}°")
    return lines


def _figure(wide: float, high: float, rows: int = 1, columns: int = 1) -> tuple[Figure, Any]:
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    figure = Figure(figsize=(wide, high), dpi=120, layout=ConstrainedLayoutEngine(h_pad=0.08))
    return figure, figure.subplots(rows, columns)


def _cells(axes: Any, found: HeatMap, outcome: Any, odds: Any) -> None:
    """The cells as squares: by outcome, or by the share of samples that topple."""
    import matplotlib as mpl
    from matplotlib.colors import to_rgb

    colours = np.array([to_rgb(COLOURS[code]) for code in (-1, 0, 1, 2, 3)])[outcome.astype(int) + 1]
    if odds is not None:
        known = ~np.isnan(odds)
        colours[known] = mpl.colormaps[ODDS_MAP](odds[known])[:, :3]
    axes.set_facecolor(COLOURS[-1])
    half = 500 * found.step_m
    x, y = 1000 * found.x_m, 1000 * found.y_m
    extent = (x[0] - half, x[-1] + half, y[0] - half, y[-1] + half)
    axes.imshow(colours, origin="lower", extent=extent, interpolation="nearest", aspect="equal", zorder=0)


def _hatched(axes: Any, found: HeatMap, simulated: Any) -> None:
    """Light strokes over the cells that a simulation decided; none where it decided all."""
    import matplotlib as mpl
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Rectangle

    if not simulated.any() or found.mode == "simulate":
        return
    side = 1000 * found.step_m
    squares = [
        Rectangle((1000 * found.x_m[column] - side / 2, 1000 * found.y_m[row] - side / 2), side, side)
        for row, column in np.argwhere(simulated)
    ]
    with mpl.rc_context({"hatch.linewidth": 0.45, "hatch.color": _strokes(found)}):
        axes.add_collection(
            PatchCollection(squares, facecolor="none", edgecolor=_strokes(found), linewidth=0, hatch="//////", zorder=1)
        )


def _strokes(found: HeatMap) -> str:
    """The colour of strokes over simulated cells; white cannot be seen on the light end of the odds."""
    return "#ffffff" if found.p_topple is None else PALE


def _under_strokes(found: HeatMap) -> Any:
    """The colour that most simulated cells have."""
    if found.p_topple is None:
        codes, counts = np.unique(found.outcome[found.simulated], return_counts=True)
        return COLOURS[int(codes[np.argmax(counts)])]
    import matplotlib as mpl

    return mpl.colormaps[ODDS_MAP](float(np.nanmedian(found.p_topple[found.simulated])))


def _tower(axes: Any, found: HeatMap, *, names: bool) -> None:
    """The floor, the columns on it, and faintly those below that carry it."""
    tower = found.tower
    ground = np.asarray(tower.base.site.points) * 1000 if tower.top.floor is None else _outline_mm(tower.top.floor)
    axes.plot(*np.vstack([ground, ground[:1]]).T, color=EDGE, lw=1.6, zorder=3)
    for column in _carriers(tower):
        shape = _outline_mm(column)
        axes.fill(shape[:, 0], shape[:, 1], facecolor="none", edgecolor=INK, lw=0.8, ls=":", zorder=2)
    # where columns may stand upon columns, what is safe there must be seen
    face = "none" if found.kind == "put" and stands_upon_others(tower) else "#c9b79a"
    for column in tower.top.columns:
        shape = _outline_mm(column)
        axes.fill(shape[:, 0], shape[:, 1], facecolor=face, edgecolor=INK, lw=0.9, zorder=3)
        if names:
            x, y = shape.mean(axis=0)
            axes.text(x, y, column.name, fontsize=6.5, ha="center", va="center", zorder=4)
    _bare(axes)


def _carriers(tower: Tower) -> list[Placed]:
    """The columns of the level below that carry the top floor."""
    if len(tower.levels) < 2:
        return []
    rest = come_to_rest(tower)
    loads = rest.loads_n if rest.balanced else {}
    return [column for column in tower.levels[-2].columns if loads.get(column.name, 0.0) > 0]


def _contours(axes: Any, found: HeatMap) -> bool:
    """Lines of equal tilt margin; False where there are none."""
    margin = found.everywhere_deg
    if margin is None or min(margin.shape) < 2 or np.isnan(margin).all():
        return False
    low, high = float(np.nanmin(margin)), float(np.nanmax(margin))
    if high - low < LEAST_RISE:
        return False
    levels = [level for level in LEVELS if low < level < high] or [(low + high) / 2]
    lines = axes.contour(
        1000 * found.x_m,
        1000 * found.y_m,
        np.ma.masked_invalid(margin),
        levels=levels,
        colors=INK,
        linewidths=0.9,
        zorder=2,
    )
    axes.clabel(lines, fmt=lambda value: f"{value:g}°", fontsize=8)
    return True


def _star(axes: Any, place: tuple[float, float, float]) -> None:
    axes.plot(
        [1000 * place[0]], [1000 * place[1]], marker="*", ms=15, color="#ffffff", mec=INK, mew=1.0, zorder=5, ls="none"
    )


def _legend(figure: Figure, axes: Any, found: HeatMap, *, contours: bool, best: bool) -> None:
    """What the colours and signs mean, under the picture."""
    import matplotlib as mpl
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    shown = [code for code in (2, 1, 0, 3, -1) if (found.outcome == code).any()]
    if found.p_topple is not None:
        shown = [-1]
        bar = figure.colorbar(
            ScalarMappable(Normalize(0, 1), mpl.colormaps[ODDS_MAP]),
            ax=figure.axes,
            shrink=0.7,
            label=f"share of {found.samples} samples that topple",
        )
        bar.outline.set_visible(False)
    entries: list[Any] = [Patch(facecolor=COLOURS[code], edgecolor="#bbbbbb", label=WORDS[code]) for code in shown]
    if found.kind != "take" and found.simulated.any() and found.mode != "simulate":
        with mpl.rc_context({"hatch.linewidth": 0.6}):
            face, strokes = _under_strokes(found), _strokes(found)
            entries.append(Patch(facecolor=face, edgecolor=strokes, lw=0, hatch="//////", label="simulated"))
    if contours:
        entries.append(Line2D([], [], color=INK, lw=0.9, label="how far the table may tilt"))
    if best and found.best is not None:
        margin = found.best[1]
        label = "best place" if margin is None else f"best place ({margin:.1f}°)"
        entries.append(Line2D([], [], marker="*", ms=12, color="#ffffff", mec=INK, ls="none", label=label))
    if found.kind != "take" and _carriers(found.tower):
        entries.append(Line2D([], [], color=INK, lw=0.8, ls=":", label="carries the floor, below"))
    figure.legend(
        handles=entries,
        loc="outside lower center",
        ncols=min(len(entries), 4),
        fontsize=8.5,
        frameon=False,
        title="N: newtons it carries;  °: how far the table may tilt without it" if found.kind == "take" else None,
        title_fontsize=8.5,
    )
    axes.set_aspect("equal")


def _titles(figure: Figure, title: str, below: str) -> None:
    """Above the picture, in lines no longer than it is wide."""
    letters = int(figure.get_figwidth() * 72 / (LETTER * TITLE_PT))
    lines = [line for text in (title, below) for line in textwrap.wrap(text, letters, break_on_hyphens=False)]
    figure.suptitle("\n".join(lines), fontsize=TITLE_PT)


def _bare(axes: Any) -> None:
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _outline_mm(piece: Placed) -> Any:
    return 1000 * piece.corners_m()
