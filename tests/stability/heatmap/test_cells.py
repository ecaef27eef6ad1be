"""Cells of a map: the same places as the rules allow one by one."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

from paletti_sim.stability.heatmap.cells import grid_over, ground_of, legal_floors, legal_puts
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.regulations import forbids_floor, forbids_put, places_upon
from paletti_sim.tower.scenario import read_scenario
from paletti_sim.tower.tower import Placed
from tests.physics.helpers import column, ground, legs, storey, tower

SHAPES = {
    "round": Outline.circle(0.02),
    "hex": Outline.hexagon(0.02),
    "box": Outline.box(0.02, 0.03),
}


def one_by_one(asked, piece: Column, turn: float, grid, ignore_rules: bool) -> np.ndarray:
    def allowed(x: float, y: float) -> bool:
        violation = forbids_put(asked, places_upon(asked, Placed(piece, (x, y), turn)))
        return violation is None or (ignore_rules and not violation.physical)

    return np.array([allowed(float(x), float(y)) for x, y in grid.points_m]).reshape(grid.shape)


@pytest.mark.parametrize("ignore_rules", [False, True])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", ["first-move", "mid-game", "late-villa", "two-thin-columns", "rocks-and-stands"])
def test_legal_places_are_those_of_the_regulations(name: str, shape: str, ignore_rules: bool) -> None:
    asked = read_scenario(name).tower
    piece = column("new", outline=SHAPES[shape])
    grid = grid_over(ground_of(asked), 0.011)
    found = legal_puts(asked, piece, 0.4, grid, ignore_rules)
    assert (found == one_by_one(asked, piece, 0.4, grid, ignore_rules)).all()
    assert found.any()


def test_on_a_bare_base_the_site_is_the_ground() -> None:
    bare = tower(ground(legs([(0.0, 0.0)])))
    piece = column("new")
    grid = grid_over(ground_of(bare), 0.02)
    assert (legal_puts(bare, piece, 0.0, grid) == one_by_one(bare, piece, 0.0, grid, False)).all()


def test_legal_floors_are_those_of_the_regulations() -> None:
    given = read_scenario("mid-game")
    floor = given.floors["orange"]
    grid = grid_over(ground_of(given.tower), 0.03)
    found = legal_floors(given.tower, floor, 1.0, grid)
    for (row, col), legal in np.ndenumerate(found):
        placed = Placed(floor, grid.at_m((row, col)), 1.0)
        assert legal == (forbids_floor(given.tower, placed) is None)


def test_cells_are_multiples_of_the_step_from_the_middle_of_the_table() -> None:
    grid = grid_over(shapely.box(-0.0101, 0.003, 0.0099, 0.012), 0.005)
    assert grid.x_m.tolist() == pytest.approx([-0.01, -0.005, 0.0, 0.005])
    assert grid.y_m.tolist() == pytest.approx([0.005, 0.01])
    assert grid.shape == (2, 4)
    assert grid.at_m((1, 0)) == pytest.approx((-0.01, 0.01))
    assert grid.points_m.tolist()[:2] == [pytest.approx([-0.01, 0.005]), pytest.approx([-0.005, 0.005])]


@pytest.mark.parametrize("step", [0.05, 1.0])
def test_a_step_larger_than_the_floor_leaves_one_cell_on_it(step: float) -> None:
    shape = shapely.box(0.011, 0.011, 0.04, 0.03)
    grid = grid_over(shape, step)
    assert grid.shape == (1, 1)
    assert shape.contains(shapely.Point(grid.at_m((0, 0))))


def test_a_plate_tilted_in_space_and_tall_neighbours_from_below_count() -> None:
    """A tall column beside the plate rises past it: what would run into it is refused."""
    legs_ = legs([(0.05, 0.0), (-0.05, 0.04), (-0.05, -0.04)]) + legs([(0.105, 0.0)], prefix="tall", height=0.2)
    asked = tower(ground(legs_), storey("plate"))
    piece = column("new", outline=Outline.circle(0.02))
    grid = grid_over(ground_of(asked), 0.005)
    found = legal_puts(asked, piece, 0.0, grid)
    assert (found == one_by_one(asked, piece, 0.0, grid, False)).all()
    assert math.isclose(float(grid.x_m[-1]), 0.1)
