"""Pictures of maps: nothing is cut off, nothing lies over anything else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from paletti_sim.stability.heatmap.floor import floor_map
from paletti_sim.stability.heatmap.put import put_map
from paletti_sim.stability.heatmap.settings import Settings
from paletti_sim.stability.heatmap.take import take_map
from paletti_sim.tower.scenario import parse_scenario
from paletti_sim.views.heatmap import draw_heatmap

TOWER = """schema: paletti/scenario@1
name: my-tower
tower:
  - floor: base
    columns: {red-thick: [0, 60], blue-thick: [-60, -40], green-thick: [60, -40], yellow-hex: {at: [0, -20], turn: 15}}
  - floor: green
    at: [0, 0]
"""
STATIC = Settings(mode="static", step_m=0.004)


@pytest.mark.parametrize("kind", ["put", "take", "floor"])
def test_titles_axes_and_legend_have_room(kind: str) -> None:
    given = parse_scenario(TOWER, "my-tower.yaml")
    settings = replace(STATIC, step_m=0.06 if kind == "floor" else 0.004)
    found = {"put": put_map, "take": take_map, "floor": floor_map}[kind](given, settings)
    figure = draw_heatmap(found)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    renderer = canvas.get_renderer()
    title = figure._suptitle.get_window_extent(renderer)  # type: ignore[attr-defined]
    legend = figure.legends[0].get_window_extent(renderer)
    axes = [one.get_tightbbox(renderer) for one in figure.axes]
    margin = 0.01 * figure.bbox.width
    for box in (title, legend):
        assert box.x0 > margin
        assert box.x1 < figure.bbox.width - margin
    assert title.y1 <= figure.bbox.height
    assert max(box.y1 for box in axes) < title.y0
    assert min(box.y0 for box in axes) > legend.y1
    assert legend.y0 >= 0


def test_a_swatch_is_hatched_as_the_cells_are() -> None:
    found = put_map(parse_scenario(TOWER, "my-tower.yaml"), replace(STATIC, step_m=0.03))
    odds = np.where(found.outcome >= 0, 0.0, np.nan)
    found = replace(found, mode="hybrid", simulated=found.stands, p_topple=odds, samples=3)
    (swatch,) = [one for one in draw_heatmap(found).legends[0].get_patches() if one.get_hatch()]
    red, green, blue, _ = swatch.get_facecolor()
    assert red > 0.9 > 0.8 < green
    assert blue < 0.4
