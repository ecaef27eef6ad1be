"""Plans of loads: all that carries is there, supports are where floors are pressed upon, and words do not meet."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from paletti_sim.stability.loads import loads
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.scenario import read_scenario, ready_scenarios
from paletti_sim.tower.tower import Level, Placed
from paletti_sim.views.loads import draw_loads
from tests.physics.helpers import column, ground, legs, storey, tower


def drawn(given, name=""):
    return draw_loads(given, loads(given, name))


def words(figure) -> list[str]:
    return [text.get_text() for axes in figure.axes for text in axes.texts]


def dashed(axes):
    (line,) = (line for line in axes.lines if line.get_linestyle() == "--")
    return np.column_stack(line.get_data())


def cross(axes):
    (line,) = (line for line in axes.lines if line.get_marker() == "x")
    return [float(value[0]) for value in line.get_data()]


def test_columns_that_carry_only_columns_are_there() -> None:
    assert {text.split("\n")[0] for text in words(drawn(read_scenario("leaning-stack").tower))} == {
        f"block-{k}" for k in range(1, 6)
    }
    texts = words(drawn(read_scenario("columns-on-columns").tower))
    assert "yellow-hex\n0.21 N" in texts


def test_the_support_is_where_the_floor_is_pressed_upon() -> None:
    """A plate on two small columns that stand on one wide post: they support it, not the post."""
    small, wide = Outline.box(0.01, 0.01), Outline.box(0.04, 0.04)
    given = tower(
        ground(
            (
                Placed(column("post", outline=wide), (0, 0)),
                Placed(column("l", outline=small), (-0.012, 0), 0.0, ("post",)),
                Placed(column("r", outline=small), (0.008, 0), 0.0, ("post",)),
            )
        ),
        storey("plate", at=(0.005, 0)),
    )
    panel = drawn(given).axes[0]
    assert np.ptp(dashed(panel), axis=0) == pytest.approx([30, 10])
    assert dashed(panel)[:, 0].max() == pytest.approx(13)
    assert cross(panel) == pytest.approx([5, 0])


def test_on_a_tilted_table_the_cross_goes_down_along_gravity() -> None:
    """The middle of a plate of 6 mm is 3 mm above its lower face."""
    given = tower(ground(legs([(0.07, 0), (-0.04, 0.06), (-0.04, -0.06)])), storey("p"), tilt_deg=8, towards_deg=90)
    assert cross(drawn(given).axes[0]) == pytest.approx([0, 3 * math.tan(math.radians(8))], abs=1e-6)


@pytest.mark.parametrize("name", [name for name in ready_scenarios() if name != "does-not-stand"])
def test_words_do_not_meet(name: str) -> None:
    figure = drawn(read_scenario(name).tower, name)
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw(renderer)
    for axes in figure.axes:
        boxes = [text.get_window_extent(renderer).padded(-1) for text in (*axes.texts, axes.title)]
        assert not any(one.overlaps(two) for one, two in itertools.combinations(boxes, 2))
        inside = figure.bbox
        assert all(box.x0 >= inside.x0 and box.x1 <= inside.x1 for box in boxes)


def test_a_tower_without_loads_has_a_picture() -> None:
    assert words(drawn(tower(ground(legs([(0, 0)]))))) == ["c0"]
    assert words(drawn(tower(Level(None)))) == []
