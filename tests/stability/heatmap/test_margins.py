"""How far the table may tilt: the best place beside the margins of all cells, and what lies between computed ones."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from paletti_sim.stability.heatmap.asking import Question
from paletti_sim.stability.heatmap.floor import floor_map
from paletti_sim.stability.heatmap.grow import HOLDS
from paletti_sim.stability.heatmap.margins import Margins
from paletti_sim.stability.heatmap.model import HeatMap
from paletti_sim.stability.heatmap.put import put_map
from paletti_sim.stability.heatmap.settings import Settings
from paletti_sim.stability.second_opinion import second_opinion
from paletti_sim.tower.scenario import Scenario, read_scenario

STATIC = Settings(mode="static", margins=False)


def all_margins(given: Scenario, found: HeatMap) -> Margins:
    piece = given.floors[found.piece] if found.kind == "floor" else given.columns[found.piece]
    turns = found.turn_rad.tolist() if found.kind == "floor" else [found.turned_rad]
    margins = Margins(Question(found.tower, {}, piece, "quick"), found.x_m, found.y_m, turns, found.outcome)
    for cell in np.argwhere(found.outcome > 0).tolist():
        margins.ask(tuple(cell))
    return margins


@pytest.mark.parametrize(
    ("name", "step_mm"),
    [
        ("mid-game", 8),
        ("first-move", 24),
        ("green-floor", 22),
        ("past-the-edge", 34),
        ("rocks-and-stands", 23),
        ("two-thin-columns", 20),
        ("columns-on-columns", 11),
        ("late-villa", 9),
        ("tilted-table", 16),
    ],
)
def test_no_place_has_a_greater_margin_than_the_best(name: str, step_mm: float) -> None:
    given = read_scenario(name)
    found = put_map(given, replace(STATIC, step_m=step_mm / 1000))
    margins = all_margins(given, found)
    holding = [margins.ask((int(row), int(column))) for row, column in np.argwhere(found.outcome == HOLDS)]
    assert found.best is not None
    assert found.best[1] is not None
    assert found.best[1] >= 0.99 * np.nanmax(holding)
    if name == "mid-game":
        assert (found.best[0][:2], found.best[1]) == ((-0.08, 0.016), pytest.approx(3.329, abs=1e-3))


def test_the_best_turn_of_a_floor() -> None:
    given = read_scenario("green-floor")
    found = floor_map(given, replace(STATIC, step_m=0.016))
    margins = all_margins(given, found)
    most = max(margins.ask(tuple(cell)) for cell in np.argwhere(found.outcome == HOLDS).tolist())
    assert found.best is not None
    assert found.best[0] == pytest.approx((-0.032, 0.016, math.pi / 2))
    assert found.best[1] == pytest.approx(most)
    assert most == pytest.approx(8.132, abs=1e-3)  # which is what `check` says of it


def test_of_equally_good_places_the_deepest_is_best() -> None:
    """past-the-edge: within 60 mm around its middle the legs' own edges decide, wherever the load is."""
    found = put_map(read_scenario("past-the-edge"), replace(STATIC, step_m=0.02))
    assert found.best is not None
    assert found.best[0] == (0.0, 0.0, 0.0)


def test_the_slope_is_what_a_small_step_makes() -> None:
    given = read_scenario("mid-game")
    name = "red-thick"
    question = Question(given.tower.without(name), {}, given.columns[name], "quick")

    def at(x: float, y: float) -> float:
        opinion = second_opinion(question.tower_with((x, y, 0.0)))
        assert opinion is not None
        assert opinion.tilt_margin_deg is not None
        return opinion.tilt_margin_deg

    here = second_opinion(question.tower_with((-0.06, 0.02, 0.0)), name)
    assert here is not None
    step = 1e-3
    along_x = (at(-0.06 + step, 0.02) - at(-0.06 - step, 0.02)) / (2 * step)
    along_y = (at(-0.06, 0.02 + step) - at(-0.06, 0.02 - step)) / (2 * step)
    assert here.slope_deg_m == pytest.approx((along_x, along_y), rel=1e-3, abs=1e-3)
    assert abs(along_x) > 20


def test_between_the_computed_margins_they_are_estimated_closely_and_as_symmetric_as_the_tower() -> None:
    given = read_scenario("past-the-edge")
    found = put_map(given, replace(STATIC, step_m=0.014, margins=True))
    assert found.everywhere_deg is not None
    cells = np.argwhere(found.outcome > 0)
    assert np.isfinite(found.margin_deg).sum() < len(cells) / 2
    margins = all_margins(given, found)
    off = [found.everywhere_deg[row, column] - margins.ask((int(row), int(column))) for row, column in cells[::11]]
    assert np.quantile(np.abs(off), 0.95) < 0.02
    assert np.abs(off).max() < 0.1  # on a ridge, where another edge of the floor decides
    assert found.everywhere_deg == pytest.approx(found.everywhere_deg[::-1], abs=0.02, nan_ok=True)
    assert np.array_equal(np.isnan(found.margin_deg), np.isnan(found.margin_deg[::-1]))
