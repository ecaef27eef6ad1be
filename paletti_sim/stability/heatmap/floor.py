"""Where may the next floor be laid?"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import shapely

from paletti_sim.errors import PalettiError
from paletti_sim.stability.heatmap.asking import Asker, Question
from paletti_sim.stability.heatmap.cells import Grid, grid_over, legal_floors
from paletti_sim.stability.heatmap.grow import FORBIDDEN, TOPPLES, Cell, grown
from paletti_sim.stability.heatmap.margins import ALONE, Margins
from paletti_sim.stability.heatmap.model import HeatMap
from paletti_sim.stability.heatmap.predict import Predictor
from paletti_sim.stability.heatmap.settings import MOST_CELLS, Settings
from paletti_sim.stability.heatmap.start import at_rest, identity
from paletti_sim.stability.samples import hand_error, sampled, stream
from paletti_sim.statics.patches import REACH
from paletti_sim.tower.pieces import Floor
from paletti_sim.tower.regulations import FLOOR_ORDER, floor_due
from paletti_sim.tower.scenario import Scenario
from paletti_sim.tower.tower import Placed, Tower

Labels = npt.NDArray[np.int8]

TURNS = 8
SPOTS = 0xF1002  # the stream that chooses the cells that are checked


def floor_map(scenario: Scenario, settings: Settings, name: str | None = None) -> HeatMap:
    """The map of every place, and of eight turns, of the next floor.

    Raises:
        PalettiError: there is no such floor, it lies already, or the grid is too fine.
        NoAnswerError: the simulation failed.
    """
    started = time.perf_counter()
    floor = _next(scenario, name)
    start = at_rest(scenario.tower, settings)
    tower = start.tower or scenario.tower
    grid = _grid(scenario.tower, floor, settings.step_m)  # as it is given, so that all modes ask the same places
    turns = 2 * math.pi * np.arange(TURNS) / TURNS
    if grid.x_m.size * grid.y_m.size * TURNS > MOST_CELLS:
        raise PalettiError(f"--step: so fine a grid has more than {MOST_CELLS:,} cells; take a larger step")
    legal = np.array([legal_floors(tower, floor, float(turn), grid) for turn in turns])
    depth, contacts = np.full(legal.shape, -np.inf), np.full(legal.shape, ALONE)
    labels = np.where(legal, TOPPLES, FORBIDDEN).astype(np.int8)
    asked = np.zeros(legal.shape, dtype=bool)
    odds = None
    settings.known.begin(identity(scenario, "floor", floor.name, settings))
    asker = Asker(settings.known, settings.jobs, settings.told)
    if start.tower is not None:
        question = Question(start.tower, start.before, floor, settings.preset)
        labels, asked, depth, contacts = _labels(question, grid, turns, legal, settings, asker, (0,))
    if settings.samples:
        fell = np.zeros(legal.shape)
        for sample in range(settings.samples):
            rng = stream(settings.seed, sample)
            drawn = sampled(scenario, rng)
            x, y, turn = hand_error(scenario, rng)
            first = at_rest(drawn.tower, settings)
            if first.tower is None:
                fell += legal
                continue
            question = Question(first.tower, first.before, floor, settings.preset)
            moved = Grid(grid.x_m + x, grid.y_m + y)
            found, *_ = _labels(question, moved, turns + turn, legal, settings, asker, (sample + 1,))
            fell += found == TOPPLES
        odds = np.where(legal, fell / settings.samples, np.nan)
    best = None
    margin = np.full(legal.shape, np.nan)
    if start.tower is not None:
        question = Question(start.tower, start.before, floor, settings.preset)
        margins = Margins(question, grid.x_m, grid.y_m, list(turns), labels, contacts)
        chosen = margins.best(depth)
        if chosen is not None:
            best = margins.place(chosen[0]), chosen[1]
            margin[chosen[0]] = margins.ask(chosen[0])
    cells, safe = int(legal.sum()), int((labels > TOPPLES).sum())
    says = f"{floor.name} may lie in {safe} of {cells} cells that the rules allow."
    if start.why:
        says = f"No place is safe: {start.why}."
    elif not cells:
        says = f"There is no place where the rules allow {floor.name} on this grid."
    return HeatMap(
        scenario=scenario.name,
        kind="floor",
        mode=settings.mode,
        piece=floor.name,
        tower=tower,
        outcome=labels,
        margin_deg=margin,
        simulated=asked,
        says=says,
        x_m=grid.x_m,
        y_m=grid.y_m,
        turn_rad=turns,
        p_topple=odds,
        samples=settings.samples,
        step_m=settings.step_m,
        best=best,
        simulations=asker.done,
        seconds=time.perf_counter() - started,
    )


def _next(scenario: Scenario, name: str | None) -> Floor:
    from paletti_sim.located_yaml.document import did_you_mean

    asked = name
    if asked is None:
        asked = next((move.floor.name for move in scenario.moves if move.floor), None) or floor_due(scenario.tower)
    if asked is None:
        raise PalettiError(f"{FLOOR_ORDER[-1]}, the last floor of the game, lies already: there is none left to lay")
    if asked not in scenario.floors:
        raise PalettiError(f"there is no floor {asked!r}{did_you_mean(asked, scenario.floors)}")
    if any(asked == floor.name for floor in scenario.tower.floors):
        raise PalettiError(f"the floor {asked} lies in the tower already")
    return scenario.floors[asked]


def _grid(tower: Tower, floor: Floor, step_m: float) -> Grid:
    """Places of the floor's origin for which it is within the base plate's outline at some turn and over a column, or
    all of the base plate where there are none."""
    reach = max(math.hypot(x, y) for x, y in floor.outline.points)
    columns = shapely.union_all([column.plan for column in tower.top.columns]) if tower.top.columns else None
    base = shapely.Polygon(tower.base.outline.points)
    within = shapely.Polygon() if columns is None else columns.buffer(reach).intersection(base)
    return grid_over(base if within.is_empty else within, step_m)


def _labels(
    question: Question,
    grid: Grid,
    turns: npt.NDArray[np.float64],
    legal: npt.NDArray[np.bool_],
    settings: Settings,
    asker: Asker,
    prefix: Cell,
) -> tuple[Labels, npt.NDArray[np.bool_], npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """Labels (nt, ny, nx), which cells were simulated, how deep each lies in what is safe, and on which columns the
    floor could come to lie there, as numbers."""
    floor = question.piece
    assert isinstance(floor, Floor)
    labels = np.where(legal, TOPPLES, FORBIDDEN).astype(np.int8)
    sure, contacts = np.zeros(legal.shape, dtype=bool), np.full(legal.shape, ALONE)
    depth = np.full(legal.shape, -np.inf)
    predictor = Predictor(question.tower, floor)
    for k, turn in enumerate(turns):
        if not legal[k].any():
            continue
        below = predictor.at(grid.points_m, float(turn))
        own, contacts[k] = _on_columns(question.tower, floor, grid, float(turn))
        stands = (below.labels.reshape(grid.shape) != TOPPLES) & (own > 0)
        labels[k] = np.where(legal[k] & stands, below.labels.reshape(grid.shape), labels[k])
        sure[k] = below.sure.reshape(grid.shape) | (own <= 0)
        depth[k] = np.minimum(below.depth_m.reshape(grid.shape), own)
    if settings.mode == "static":
        return labels, np.zeros(legal.shape, dtype=bool), depth, contacts

    def ask(cells: Sequence[Cell]) -> Mapping[Cell, int]:
        places = [(*grid.at_m((cell[1], cell[2])), float(turns[cell[0]])) for cell in cells]
        return asker.ask(question.label, cells, places, prefix)

    if settings.mode == "simulate":
        cells = [tuple(int(v) for v in cell) for cell in np.argwhere(legal)]
        found = ask(cells)
        for cell in cells:
            labels[cell] = found[cell]
        return labels, legal.copy(), depth, contacts
    rng = np.random.default_rng(np.random.SeedSequence(settings.seed, spawn_key=(SPOTS, *prefix)))
    grew, asked = grown(labels, sure, depth, ask, rng)
    return grew, asked, depth, contacts


def _on_columns(
    tower: Tower, floor: Floor, grid: Grid, turn_rad: float
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """How deep the floor's centre of mass lies inside the hull of all tops that it could come to lie on, (ny, nx), and
    a number for each set of these.

    Depths are negative outside: there it falls for certain, whatever it rocks onto. The number is `ALONE` where the
    floor ends on one of the tops: there each place has contacts of its own.
    """
    heights = {column.name: column.piece.height_m for column in tower.top.columns}
    plans = {column.name: column.plan for column in tower.top.columns if not column.upon}
    depth, contacts = np.full(grid.shape, -np.inf), np.full(grid.shape, ALONE)
    numbers: dict[tuple[str, ...], int] = {}
    reach = REACH * tower.mean_column_height_m
    c, s = math.cos(turn_rad), math.sin(turn_rad)
    cx, cy = floor.outline.centroid_m
    outline = shapely.Polygon(Placed(floor, (0.0, 0.0), turn_rad).plan)
    for row, y in enumerate(grid.y_m):
        for column, x in enumerate(grid.x_m):
            plan = shapely.affinity.translate(outline, float(x), float(y))
            under = [name for name, face in plans.items() if face.intersects(plan)]
            if not under:
                continue
            top = max(heights[name] for name in under)
            on = [name for name in under if heights[name] > top - reach]
            hull = shapely.union_all([plans[name].intersection(plan) for name in on]).convex_hull
            if all(plan.covers(plans[name]) for name in on):
                contacts[row, column] = numbers.setdefault(tuple(on), len(numbers))
            at = shapely.Point(x + c * cx - s * cy, y + s * cx + c * cy)
            inside = hull.covers(at)
            depth[row, column] = (1.0 if inside else -1.0) * float(hull.boundary.distance(at))
    return depth, contacts
