"""Where on the top floor may the column stand?"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from paletti_sim.errors import PalettiError
from paletti_sim.stability.heatmap.asking import Asker, Question
from paletti_sim.stability.heatmap.cells import Grid, grid_over, ground_of, legal_puts
from paletti_sim.stability.heatmap.grow import FORBIDDEN, HOLDS, SHIFTS, TOPPLES, Cell, grown
from paletti_sim.stability.heatmap.margins import PILED, Margins
from paletti_sim.stability.heatmap.model import HeatMap
from paletti_sim.stability.heatmap.piled import piled, placed_upon
from paletti_sim.stability.heatmap.predict import Prediction, Predictor
from paletti_sim.stability.heatmap.settings import MOST_CELLS, Settings
from paletti_sim.stability.heatmap.start import (
    Start,
    at_rest,
    column_in_hand,
    identity,
    less,
    refuse_forbidden_take,
)
from paletti_sim.stability.samples import hand_error, sampled, stream
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.scenario import Scenario

Labels = npt.NDArray[np.int8]
SPOTS = 0xC0FFEE  # the stream that chooses the cells that are checked


def put_map(scenario: Scenario, settings: Settings, take: str | None = None, turn_rad: float | None = None) -> HeatMap:
    """The map of every place of a column on the top floor.

    Args:
        scenario: the tower, and the columns in the box.
        settings: how.
        take: the column; from the tower, or from the box. Else the file's, else a thin red one.
        turn_rad: how it is turned; else as the file's move says.

    Raises:
        PalettiError: there is no such column, it may not be taken, or the grid is too fine.
        NoAnswerError: the simulation failed.
    """
    started = time.perf_counter()
    name = column_in_hand(scenario, take)
    turn = _turn(scenario, name) if turn_rad is None else turn_rad
    first = at_rest(scenario.tower, settings)
    taken = any(column.name == name for column in scenario.tower.columns)
    if taken and first.tower is not None:
        refuse_forbidden_take(first.tower, name, settings)
    start = less(first, name, settings) if taken and first.tower is not None else first
    given = scenario.tower.without(name) if taken else scenario.tower
    ground = start.tower or given
    grid = grid_over(ground_of(given), settings.step_m)  # as it is given, so that all modes ask the same places
    if grid.x_m.size * grid.y_m.size > MOST_CELLS:
        raise PalettiError(f"--step: so fine a grid has more than {MOST_CELLS:,} cells; take a larger step")
    column = scenario.columns[name]
    legal = legal_puts(ground, column, turn, grid, settings.ignore_rules)
    settings.known.begin(identity(scenario, "put", name, settings, turn))
    asker = Asker(settings.known, settings.jobs, settings.told)
    maker = _Maker(grid, legal, column, turn, settings, asker)
    labels, asked, prediction = maker.labels(start, (0,))
    odds = maker.odds(scenario, name, taken) if settings.samples else None
    margin = np.full(grid.shape, np.nan)
    everywhere, best = None, None
    if start.tower is not None:
        question = Question(start.tower, start.before, column, settings.preset)
        contacts = np.zeros(grid.shape, dtype=np.int64)
        contacts.flat[list(placed_upon(start.tower, column, grid.points_m, turn, legal))] = PILED
        margins = Margins(question, grid.x_m, grid.y_m, [turn], labels, contacts)
        found = margins.best(prediction.depth_m.reshape(grid.shape))
        if found is not None:
            best = margins.place(found[0]), found[1]
            coarse = margins.coarse(settings.step_m) if settings.margins else []
            for cell in (found[0], *coarse):
                margin[cell] = margins.ask(cell)
            if coarse:
                # upon others each place is of its own kind, and lines of equal margin mean nothing
                everywhere = np.where(contacts == PILED, np.nan, margins.everywhere_deg())
    return HeatMap(
        scenario=scenario.name,
        kind="put",
        mode=settings.mode,
        piece=name,
        tower=ground,
        outcome=labels,
        margin_deg=margin,
        everywhere_deg=everywhere,
        simulated=asked,
        says=_says(name, labels, legal, start),
        x_m=grid.x_m,
        y_m=grid.y_m,
        p_topple=odds,
        samples=settings.samples,
        step_m=settings.step_m,
        turned_rad=turn,
        best=best,
        simulations=asker.done,
        seconds=time.perf_counter() - started,
    )


class _Maker:
    """Labels the same grid again and again, for the tower as it is and for samples of it."""

    def __init__(
        self, grid: Grid, legal: npt.NDArray[np.bool_], column: Column, turn: float, settings: Settings, asker: Asker
    ) -> None:
        self._grid, self._legal, self._column, self._turn = grid, legal, column, turn
        self._settings, self._asker = settings, asker

    def labels(
        self,
        start: Start,
        prefix: Cell,
        column: Column | None = None,
        missed: tuple[float, float, float] = (0.0, 0.0, 0.0),
    ) -> tuple[Labels, npt.NDArray[np.bool_], Prediction]:
        """Labels (ny, nx), which cells were simulated, and what equilibrium says of each."""
        grid, legal, settings = self._grid, self._legal, self._settings
        points = grid.points_m + np.asarray(missed[:2])
        turn = self._turn + missed[2]
        nothing = np.zeros(grid.shape, dtype=bool)
        if start.tower is None:
            flat = np.full(len(points), -np.inf)
            none = Prediction(np.zeros(len(points), dtype=np.int8), nothing.ravel(), flat)
            return np.where(legal, TOPPLES, FORBIDDEN).astype(np.int8), nothing, none
        piece = column or self._column
        prediction = Predictor(start.tower, piece).at(points, turn)
        labels: Labels = np.where(legal, prediction.labels.reshape(grid.shape), FORBIDDEN).astype(np.int8)
        islands = piled(start.tower, piece, points, turn, labels)
        if settings.mode == "static":
            return np.where(islands.where, islands.labels, labels), nothing, prediction
        question = Question(start.tower, start.before, piece, settings.preset)

        def ask(cells: Sequence[Cell]) -> Mapping[Cell, int]:
            at = [points[row * grid.shape[1] + column] for row, column in cells]
            places = [(float(x), float(y), turn) for x, y in at]
            return self._asker.ask(question.label, cells, places, prefix)

        if settings.mode == "simulate":
            cells = [(int(row), int(column)) for row, column in np.argwhere(legal)]
            found = ask(cells)
            for cell in cells:
                labels[cell] = found[cell]
            return labels, legal.copy(), prediction
        rng = np.random.default_rng(np.random.SeedSequence(settings.seed, spawn_key=(SPOTS, *prefix)))
        grew, asked = grown(
            labels, prediction.sure.reshape(grid.shape), prediction.depth_m.reshape(grid.shape), ask, rng, islands
        )
        return grew, asked, prediction

    def odds(self, scenario: Scenario, name: str, taken: bool) -> npt.NDArray[np.float64]:
        """The share of samples that topple, (ny, nx); NaN where nothing may stand."""
        settings = self._settings
        fell = np.zeros(self._grid.shape)
        for sample in range(settings.samples):
            rng = stream(settings.seed, sample)
            drawn = sampled(scenario, rng)
            missed = hand_error(scenario, rng)
            first = at_rest(drawn.tower, settings)
            start = less(first, name, settings) if taken and first.tower is not None else first
            labels, _, _ = self.labels(start, (sample + 1,), drawn.columns[name], missed)
            fell += labels == TOPPLES
            if settings.told and settings.mode == "static":
                settings.told(sample + 1, settings.samples)
        return np.where(self._legal, fell / settings.samples, np.nan)


def _turn(scenario: Scenario, name: str) -> float:
    return next((move.put.turn_rad for move in scenario.moves if move.take == name and move.put), 0.0)


def _says(name: str, labels: Labels, legal: npt.NDArray[np.bool_], start: Start) -> str:
    cells, safe = int(legal.sum()), int(((labels == HOLDS) | (labels == SHIFTS)).sum())
    if start.why:
        return f"No place is safe: {start.why}."
    if legal.size == 1 and cells:
        ends = f"{name} stands" if safe else f"No place is safe: with {name} the villa topples"
        return f"{ends} at the one place that was looked at; a smaller step looks at more."
    if not cells:
        return f"There is no place on this grid where {name} may stand: it does not fit, or only between the cells."
    if not safe:
        return f"No place is safe: wherever {name} is put, the villa topples."
    if safe == cells:
        return f"{name} may be put anywhere it fits: all {cells} {'cells' if cells > 1 else 'cell'} stand."
    return f"{name} stands in {safe} of {cells} cells, {math.floor(100 * safe / cells)} %."
