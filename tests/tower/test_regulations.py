"""The building regulations at their exact limits: a millionth of a millimetre decides."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.footprint import Footprint, overlap_m, shares_area, sticks_out_m
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.pieces import Column, Floor
from paletti_sim.tower.regulations import forbids_floor, forbids_put, forbids_take, places_upon
from paletti_sim.tower.tower import Level, Placed, Tower

HAIR = 1e-9  # metres: a millionth of a millimetre
BASE, COLUMNS, FLOORS = game_pieces().base, game_pieces().columns, game_pieces().floors


def column(name, x_mm, y_mm, turn_deg=0.0, upon=()):
    return Placed(COLUMNS[name], (x_mm / 1e3, y_mm / 1e3), math.radians(turn_deg), upon)


def plate(x_mm=200, y_mm=200, name="plate"):
    return Placed(Floor(name, Outline.box(x_mm / 1e3, y_mm / 1e3), 0.006, 0.1, "#888888"), (0.0, 0.0))


def post(name, height_mm=90, at_mm=(0, 0), upon=()):
    piece = Column(name, Outline.box(0.02, 0.02), height_mm / 1e3, 0.02, "#888888", "box")
    return Placed(piece, (at_mm[0] / 1e3, at_mm[1] / 1e3), upon=upon)


GROUND = (column("red-thin-1", 70, 0), column("red-thin-2", -60, 50), column("red-thin-3", -60, -50))


def tower(*levels):
    return Tower(BASE, (Level(None, GROUND), *levels))


ON_PLATE = tower(Level(plate()))


def moved(piece, x_m=0.0, y_m=0.0):
    return replace(piece, at_m=(piece.at_m[0] + x_m, piece.at_m[1] + y_m))


# Taking


@pytest.mark.rule("P-10")
def test_a_column_below_the_top_level_may_be_taken():
    assert forbids_take(ON_PLATE, "red-thin-1") is None


@pytest.mark.rule("P-12")
def test_a_column_of_the_top_level_may_not_be_taken_until_a_floor_lies_above():
    up = (column("blue-thin-1", 0, 0), column("blue-thin-2", 50, 0), column("blue-thin-3", 0, 50))
    two = tower(Level(plate(), up))
    fault = forbids_take(two, "blue-thin-1")
    assert (fault.rule, fault.physical) == ("P-10", False)
    assert fault.why == "blue-thin-1 stands on plate, the top level, whose columns may not be taken."
    assert forbids_take(two.with_floor(plate(name="upper")), "blue-thin-1") is None


@pytest.mark.rule("P-10")
def test_with_nothing_but_the_base_the_ground_level_is_the_top_level():
    fault = forbids_take(tower(), "red-thin-1")
    assert (fault.rule, fault.physical) == ("P-10", False)
    assert "the base" in fault.why


def test_floors_cannot_be_taken_and_a_column_from_the_box_can():
    assert forbids_take(ON_PLATE, "plate").physical
    assert forbids_take(ON_PLATE, "green-thick") is None


# Putting


@pytest.mark.rule("P-11")
@pytest.mark.parametrize(
    ("name", "turn_deg", "limit_mm"),
    [
        ("blue-thick", 0, 85),
        ("blue-thin-1", 0, 92.5),
        ("blue-hex", 0, 90),
        ("blue-hex", 30, 100 - 20 / math.sqrt(3)),
    ],
)
def test_a_column_stands_wholly_inside_the_floor(name, turn_deg, limit_mm):
    at_limit = column(name, limit_mm, 10, turn_deg)
    assert forbids_put(ON_PLATE, moved(at_limit, x_m=-HAIR)) is None
    assert forbids_put(ON_PLATE, at_limit) is None
    fault = forbids_put(ON_PLATE, moved(at_limit, x_m=HAIR))
    assert (fault.rule, fault.physical) == ("P-11", False)


@pytest.mark.rule("P-11")
def test_the_fault_says_by_how_much_a_column_sticks_out():
    fault = forbids_put(ON_PLATE, column("blue-thick", 88.25, 0))
    assert fault.why == "blue-thick sticks out of plate by 3.25 mm."


@pytest.mark.rule("P-11")
def test_a_round_column_on_a_round_floor():
    disc = Placed(Floor("disc", Outline.circle(0.2), 0.006, 0.1, "#888888"), (0.0, 0.0))
    on_disc = tower(Level(disc))
    away = 0.1 - 0.0075
    for turn in (0.001, 1.0, 2.5, 4.0):  # between the corners of any inscribed polygon too
        for change, allowed in ((-HAIR, True), (0.0, True), (HAIR, False)):
            at = ((away + change) * math.cos(turn), (away + change) * math.sin(turn))
            assert (forbids_put(on_disc, replace(column("blue-thin-1", 0, 0), at_m=at)) is None) is allowed


@pytest.mark.rule("P-11")
@pytest.mark.parametrize(
    ("one", "other", "apart_mm"),
    [
        (column("blue-thick", 0, 0), column("blue-thin-1", 0, 0), 22.5),
        (column("blue-hex", 0, 0), column("blue-thick", 0, 0), 25),
        (column("blue-hex", 0, 0), column("green-hex", 0, 0), 20),
        (column("blue-hex", 0, 0, 30), column("green-hex", 0, 0, 30), 40 / math.sqrt(3)),
    ],
)
def test_columns_may_touch_but_not_overlap(one, other, apart_mm):
    standing = tower(Level(plate(), (one,)))
    touching = moved(other, x_m=apart_mm / 1e3)
    assert forbids_put(standing, moved(touching, x_m=HAIR)) is None
    assert forbids_put(standing, touching) is None
    fault = forbids_put(standing, moved(touching, x_m=-HAIR))
    assert (fault.rule, fault.physical) == ("P-11", True)


@pytest.mark.rule("P-11")
def test_the_fault_says_how_deep_columns_overlap():
    standing = tower(Level(plate(), (column("blue-thick", 0, 0),)))
    fault = forbids_put(standing, column("blue-thin-1", 0, 20))
    assert fault.why == "blue-thin-1 would overlap blue-thick by 2.5 mm."


def test_nothing_underneath_is_a_physical_fault_but_overhanging_is_not():
    assert not forbids_put(ON_PLATE, column("blue-thick", 114.9, 0)).physical
    assert not forbids_put(ON_PLATE, moved(column("blue-thick", 115, 0), x_m=-HAIR)).physical
    assert forbids_put(ON_PLATE, column("blue-thick", 115, 0)).physical
    assert forbids_put(ON_PLATE, column("blue-thick", 130, 0)).physical


def test_inside_the_hollow_of_the_crescent_there_is_nothing():
    on_blue = tower(Level(Placed(FLOORS["blue"], (0.0, 0.0))))
    fault = forbids_put(on_blue, column("blue-thin-1", 50, 10))
    assert (fault.rule, fault.physical) == ("P-11", True)
    assert fault.why == "blue-thin-1 would have nothing underneath: the blue floor ends before it."
    assert forbids_put(on_blue, column("blue-thin-1", -80, 0)) is None


@pytest.mark.rule("P-5")
@pytest.mark.rule("P-2")
def test_on_the_base_columns_stand_wholly_on_the_site():
    bare = Tower(BASE, (Level(None),))
    assert forbids_put(bare, moved(column("red-thick", 105, 0), x_m=-HAIR)) is None
    fault = forbids_put(bare, moved(column("red-thick", 105, 0), x_m=HAIR))
    assert (fault.rule, fault.physical) == ("P-5", False)
    assert forbids_put(bare, column("red-thick", 150, 0)).why == "red-thick sticks out of the building site by 45 mm."
    assert forbids_put(bare, column("red-thick", 156, 0)).physical


def test_a_physical_fault_comes_before_a_rule():
    """Both off the site and into another column: whoever waives the rules must still hear of the collision."""
    standing = Tower(BASE, (Level(None, (column("red-thick", 110, 0),)),))
    assert forbids_put(standing, column("blue-thick", 115, 0)).physical


def test_a_tall_column_beside_the_top_floor_is_run_into():
    tall = post("mast", 300, (110, 0))
    beside = Tower(BASE, (Level(None, (*GROUND, tall)), Level(plate())))
    fault = forbids_put(beside, column("blue-thick", 90, 0))
    assert fault.why == "blue-thick would overlap mast by 5 mm."
    short = Tower(BASE, (Level(None, (*GROUND, post("stump", 80, (110, 0)))), Level(plate())))
    assert forbids_put(short, column("blue-thick", 90, 0)).why == "blue-thick sticks out of plate by 5 mm."


def test_a_piece_is_in_the_tower_only_once():
    assert forbids_put(ON_PLATE, column("red-thin-1", 0, 0)).physical
    assert forbids_floor(ON_PLATE, plate()).physical


# Columns upon columns

RED = Placed(FLOORS["red"], (0.0, 0.0))


@pytest.mark.rule("P-15")
def test_on_the_red_floor_a_column_stands_upon_the_highest_that_it_overlaps():
    low, high = post("low", 90, (-10, 0)), post("high", 120, (10, 0))
    top = tower(Level(RED, (low, high)))
    placed = places_upon(top, column("blue-thick", 0, 0))
    assert placed.upon == ("high",)
    assert forbids_put(top, placed) is None
    assert places_upon(top, column("blue-thin-1", 0, 25)).upon == ()


@pytest.mark.rule("P-15")
def test_columns_of_one_height_carry_together():
    top = tower(Level(RED, (post("a", 90, (-10, 0)), post("b", 90.3, (10, 0)))))
    assert places_upon(top, column("blue-thick", 0, 0)).upon == ("a", "b")


@pytest.mark.rule("P-15")
def test_on_a_stack_the_uppermost_carries():
    top = tower(Level(RED, (post("a"), post("b", upon=("a",)))))
    placed = places_upon(top, column("blue-thin-1", 0, 0))
    assert placed.upon == ("b",)
    assert forbids_put(top, placed) is None


@pytest.mark.rule("P-15")
def test_on_other_floors_no_column_stands_upon_another():
    standing = tower(Level(plate(), (post("a"),)))
    assert places_upon(standing, column("blue-thin-1", 0, 0)) == column("blue-thin-1", 0, 0)
    assert forbids_put(standing, column("blue-thin-1", 0, 0)).rule == "P-11"
    fault = forbids_put(standing, column("blue-thin-1", 0, 0, upon=("a",)))
    assert (fault.rule, fault.physical) == ("P-15", False)


def test_upon_a_column_that_is_not_under_it_is_a_physical_fault():
    top = tower(Level(RED, (post("a"),)))
    assert forbids_put(top, column("blue-thin-1", 17.6, 0, upon=("a",))).physical
    assert forbids_put(top, column("blue-thin-1", 17.4, 0, upon=("a",))) is None
    assert forbids_put(top, column("blue-thin-1", 0, 0, upon=("nobody",))).physical


def test_under_a_beam_there_is_room():
    """Overlap means in plan and in height."""
    beam = Placed(Column("beam", Outline.box(0.12, 0.02), 0.02, 0.03, "#888888", "box"), (0.0, 0.0), upon=("a", "b"))
    standing = tower(Level(plate(), (post("a", 90, (-50, 0)), post("b", 90, (50, 0)), beam)))
    assert forbids_put(standing, column("blue-thin-1", 0, 0)) is None
    assert forbids_put(standing, post("taller", 90.001)).why == "taller would overlap beam by 20 mm."


# Floors


def test_a_floor_that_covers_no_column_cannot_be_laid():
    fault = forbids_floor(tower(), replace(plate(20, 20), at_m=(0.0, 0.0)))
    assert (fault.rule, fault.physical) == ("P-21", True)
    assert fault.why == "plate covers no column on the base."


@pytest.mark.rule("P-21")
@pytest.mark.rule("P-G9")
def test_a_floor_covers_three_columns_or_more_wholly_or_in_part():
    """The foremost column, a circle of 7.5 mm about x = 70, begins at 62.5; a right edge at 62.5 only touches it."""
    low = replace(plate(160, 160), at_m=(0.0625 - 0.08, 0.0))
    fault = forbids_floor(tower(), low)
    assert (fault.rule, fault.physical) == ("P-21", False)
    assert fault.why == "plate covers only red-thin-2 and red-thin-3; it needs 3 columns or more under it."
    assert forbids_floor(tower(), moved(low, x_m=1e-6)) is None


@pytest.mark.rule("P-3")
@pytest.mark.rule("P-21")
def test_the_games_floors_come_in_their_order_and_own_floors_at_any_time():
    in_order = forbids_floor(tower(), Placed(FLOORS["blue"], (0.0, 0.0)))
    assert in_order.rule == "P-21"  # its hollow is over red-thin-1
    fault = forbids_floor(tower(), Placed(FLOORS["green"], (0.0, 0.0)))
    assert (fault.rule, fault.physical) == ("P-3", False)
    assert fault.why == "green is out of order: the next floor is blue."
    assert forbids_floor(tower(), plate(160, 160)) is None

    up = tuple(column(f"blue-thin-{k + 1}", 30 * math.cos(2.1 * k) - 0, 30 * math.sin(2.1 * k) + 10) for k in range(3))
    own_between = tower(Level(Placed(FLOORS["green"], (0.0, 0.0))), Level(plate(), up))
    assert forbids_floor(own_between, Placed(FLOORS["yellow"], (0.0, 0.0))) is None
    assert forbids_floor(own_between, Placed(FLOORS["blue"], (0.0, 0.0))).rule == "P-3"
    all_laid = tower(Level(RED, up))
    assert forbids_floor(all_laid, Placed(FLOORS["orange"], (0.0, 0.0))).why.endswith("no floor of the game is left.")


@pytest.mark.rule("P-6")
@pytest.mark.rule("P-21")
@pytest.mark.parametrize("name", ["blue", "plate"])
def test_a_floor_lies_wholly_inside_the_base_plates_outline(name):
    """A plate of 160 x 160 mm reaches the circle of 140 mm when its right corners are at sqrt(140^2 - 80^2)."""
    floor = replace(plate(160, 160), piece=replace(plate(160, 160).piece, name=name))
    wide = Tower(
        BASE, (Level(None, (column("red-hex", 70, 0), column("red-thick", 0, 50), column("blue-hex", 0, -50))),)
    )
    at_limit = replace(floor, at_m=(math.sqrt(0.14**2 - 0.08**2) - 0.08, 0.0))
    assert forbids_floor(wide, moved(at_limit, x_m=-HAIR)) is None
    fault = forbids_floor(wide, moved(at_limit, x_m=2 * HAIR))
    assert (fault.rule, fault.physical) == ("P-6" if name == "blue" else "P-21", False)
    assert forbids_floor(wide, moved(at_limit, x_m=0.001)).why.startswith(f"{name} sticks out of the base plate's")


# Footprints

places = st.floats(-0.13, 0.13)
turns = st.floats(-10, 10)


@given(places, places, turns)
def test_a_circle_sticks_out_of_a_polygon_exactly_when_the_grown_polygon_says_so(x, y, turn):
    """Independent of distances to the boundary: the circle's own points lie in the polygon or they do not."""
    floor = Footprint(FLOORS["yellow"].outline, (0.01, -0.02), turn)
    out = sticks_out_m(Footprint(Outline.circle(0.03), (x, y)), floor)
    shrunk = floor.shape.difference(floor.shape.exterior.buffer(0.015, 256))
    inside = shrunk.covers(Footprint(Outline.box(1e-9, 1e-9), (x, y)).shape)
    if abs(out) > 1e-6:
        assert inside is (out < 0)


@given(places, places, turns, turns)
def test_how_deep_hexagons_overlap_does_not_depend_on_which_is_named_first_nor_on_the_frame(x, y, turn, other_turn):
    one, other = (
        Footprint(Outline.hexagon(0.02), (0.0, 0.0), turn),
        Footprint(Outline.box(0.03, 0.02), (x, y), other_turn),
    )
    depth = overlap_m(one, other)
    assert overlap_m(other, one) == pytest.approx(depth, abs=1e-12)
    assert (one.shape.intersection(other.shape).area > 1e-12) == (depth > 1e-9) or abs(depth) < 1e-5
    c, s = math.cos(1.0), math.sin(1.0)
    turned = (
        Footprint(one.outline, (0.0, 0.0), turn + 1),
        Footprint(other.outline, (c * x - s * y, s * x + c * y), other_turn + 1),
    )
    assert overlap_m(*turned) == pytest.approx(depth, abs=1e-12)


def test_a_column_over_a_notch_sticks_out_although_all_its_corners_are_on_the_floor():
    """A slit of 2 x 50 mm under a box of 20 x 20 mm: the widest circle uncovered has a radius of 1 mm."""
    slit = Outline.polygon(
        [(-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (0.001, 0.1), (0.001, 0.05), (-0.001, 0.05), (-0.001, 0.1), (-0.1, 0.1)]
    )
    assert sticks_out_m(Footprint(Outline.box(0.02, 0.02), (0.0, 0.075)), Footprint(slit)) == pytest.approx(
        0.001, abs=1e-5
    )
    assert sticks_out_m(Footprint(Outline.box(0.02, 0.02), (0.0, 0.04)), Footprint(slit)) == 0.0


def test_touching_along_a_line_is_nothing_in_common():
    one, beside = Footprint(Outline.box(0.02, 0.02)), Footprint(Outline.box(0.02, 0.02), (0.02, 0.0))
    assert not shares_area(one, beside)
    assert shares_area(one, Footprint(Outline.box(0.02, 0.02), (0.02 - 2 * HAIR, 0.0)))
