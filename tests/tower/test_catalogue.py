"""The game's pieces: what the rules say of them, and the sizes that the rulings assume."""

import math

import pytest
import shapely

from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.outline import Outline


@pytest.mark.rule("P-1")
def test_each_colour_has_three_thin_a_hexagonal_and_a_thick_column_worth_eight():
    columns = game_pieces().columns
    assert list(columns) == [
        f"{colour}-{kind}"
        for colour in ("red", "blue", "yellow", "green")
        for kind in ("thin-1", "thin-2", "thin-3", "hex", "thick")
    ]
    for colour in ("red", "blue", "yellow", "green"):
        own = [column for name, column in columns.items() if name.startswith(colour)]
        assert [column.points for column in own] == [1, 1, 1, 2, 3]
        assert len({column.colour for column in own}) == 1


@pytest.mark.rule("P-3")
def test_five_floors_from_biggest_to_smallest():
    floors = list(game_pieces().floors.values())
    assert [(floor.name, floor.order) for floor in floors] == [
        ("blue", 0),
        ("green", 1),
        ("yellow", 2),
        ("orange", 3),
        ("red", 4),
    ]
    areas = [floor.outline.area_m2 for floor in floors]
    assert areas == sorted(areas, reverse=True)


def test_columns_weigh_their_density_times_their_volume():
    columns = game_pieces().columns
    assert columns["red-thin-1"].mass_kg == pytest.approx(700 * math.pi * 0.0075**2 * 0.09, rel=1e-12)
    assert columns["blue-hex"].mass_kg == pytest.approx(700 * math.sqrt(3) / 2 * 0.02**2 * 0.09, rel=1e-12)
    assert columns["green-thick"].mass_kg == pytest.approx(700 * math.pi * 0.015**2 * 0.09, rel=1e-12)
    assert {column.height_m for column in columns.values()} == {0.09}


@pytest.mark.parametrize(
    ("name", "circle_mm"), [("blue", 240), ("green", 205), ("yellow", 170), ("orange", 135), ("red", 100)]
)
def test_floors_fill_about_sixty_percent_of_their_circle_about_their_origin(name, circle_mm):
    outline = game_pieces().floors[name].outline
    radius = circle_mm / 2000
    assert shapely.minimum_bounding_radius(outline.shape) == pytest.approx(radius, abs=1e-4)
    assert max(math.hypot(x, y) for x, y in outline.points) == pytest.approx(radius, abs=1e-4)
    assert outline.area_m2 / (math.pi * radius**2) == pytest.approx(0.6, abs=0.005)


@pytest.mark.parametrize("name", ["blue", "green", "yellow", "orange", "red"])
def test_floors_are_irregular_and_split_into_few_convex_parts_that_cover_them(name):
    outline = game_pieces().floors[name].outline
    parts = outline.convex_parts
    assert 2 <= len(parts) <= 16
    assert sum(Outline.polygon(part).area_m2 for part in parts) == pytest.approx(outline.area_m2, rel=1e-9)
    mirrored = shapely.affinity.scale(outline.shape, xfact=-1, origin=(0, 0))
    assert mirrored.symmetric_difference(outline.shape).area > 0.05 * outline.area_m2


@pytest.mark.rule("P-3")
def test_blue_is_a_crescent():
    outline = game_pieces().floors["blue"].outline
    # a ball of 100 mm fits into the hollow, wholly beside the floor and inside its bounding circle
    assert any(
        outline.shape.disjoint(shapely.Point(x / 1000, y / 1000).buffer(0.05))
        for x in range(0, 71)
        for y in range(-40, 41)
    )
    assert outline.area_m2 < 0.8 * outline.shape.convex_hull.area


def test_every_floor_fits_within_the_base_and_the_base_into_the_box():
    base = game_pieces().base
    assert base.outline.size == (0.28,)
    assert base.site.size == (0.24,)
    for floor in game_pieces().floors.values():
        assert base.outline.shape.contains(floor.outline.shape)


@pytest.mark.rule("P-5")
def test_twenty_columns_fit_on_the_site_with_room_between_them():
    """A square grid of 45 mm has 21 places at most 104 mm from the middle: enough for thick columns of 15 mm radius."""
    places = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if math.hypot(x, y) * 45 <= 120 - 15 + 1e-9]
    assert len(places) >= 20
