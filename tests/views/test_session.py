"""What the page of a tower knows and does, without a browser."""

from __future__ import annotations

import threading
from contextlib import contextmanager

import numpy as np
import pytest

from paletti_sim.stability.check import Checker
from paletti_sim.stability.loads import loads
from paletti_sim.tower.lying import carriers
from paletti_sim.tower.move import STAND, LayFloor, Move, Put
from paletti_sim.tower.regulations import forbids_floor
from paletti_sim.tower.scenario import parse_scenario, read_scenario
from paletti_sim.tower.tower import Placed
from paletti_sim.views.web import overlays
from paletti_sim.views.web.box import first_place, in_box
from paletti_sim.views.web.card import card_of
from paletti_sim.views.web.playing import Playing
from paletti_sim.views.web.session import Session, Shown
from paletti_sim.views.web.stage import hand_pose, spot_on

SMALL = """schema: paletti/scenario@1
name: small
tower:
  - floor: base
    columns: {red-thick: [0, 60], blue-thick: [-60, -40], green-thick: [60, -40], yellow-hex: [0, -20]}
  - floor: green
    at: [0, 0]
"""


@contextmanager
def begun(text: str):
    made = Session(parse_scenario(text), samples=0)
    made.start()
    assert made.idle(30)
    yield made
    made.close()


@pytest.fixture
def session():
    with begun(SMALL) as made:
        yield made


def test_take_and_put_say_what_check_says(session):
    seen: list[Shown] = []
    session.watch(seen.append)
    assert session.take("yellow-hex")
    assert session.idle(30)
    assert session.shown.hand.name == "yellow-hex"
    assert session.put((0.0, 0.02))
    assert session.idle(30)
    shown = session.shown
    given = parse_scenario(SMALL)
    checker = Checker(given.tower, given.columns, given.floors, scenario="small")
    checker.ask(Move(take="yellow-hex"))
    expected = checker.ask(Move(take="yellow-hex", put=Put((0.0, 0.02))))
    assert shown.says.splitlines()[0] == f"{expected.verdict.outcome.upper()}  {expected.verdict.explanation}"
    assert shown.tower == expected.tower
    assert shown.hand is None
    # everybody was told of each step, in order, and of nothing while something was being computed twice
    assert [each.busy for each in seen if each.busy] == ["yellow-hex is taken"] * 2 + ["yellow-hex is put down"] * 2


def test_undo_goes_back_step_by_step_to_the_very_same(session):
    first = session.shown.tower
    session.take("yellow-hex")
    session.idle(30)
    second = session.shown.tower
    session.put((0.0, 0.02))
    session.idle(30)
    assert session.undo()
    assert session.shown.tower is second
    assert session.shown.hand.name == "yellow-hex"
    assert session.undo()
    assert session.shown.tower is first
    assert session.shown.hand is None
    assert not session.undo()
    assert not session.shown.can_undo
    # and the same move then has the same answer
    session.take("yellow-hex")
    session.idle(30)
    assert session.shown.tower == second


def test_a_fall_shows_its_film_and_can_only_be_undone(session):
    session.take("red-thick")
    session.idle(30)
    shown = session.shown
    assert shown.fell
    assert shown.says.startswith("TOPPLES  The villa topples when red-thick is taken.")
    assert shown.film.captions[-1].timed
    assert shown.film.length_s > 0.3
    place = [part.name for part in shown.film.parts].index("red-thick")
    assert np.isnan(shown.film.poses[:, place]).all()  # it is in hand, not on the table
    assert not session.take("blue-thick")
    assert session.shown.says == "The villa has fallen: undo takes it back."
    assert session.undo()
    assert not session.shown.fell


def test_what_a_rule_forbids_changes_nothing(session):
    session.take("yellow-hex")
    session.idle(30)
    before = session.shown.tower
    session.put((0.5, 0.5))
    session.idle(30)
    assert session.shown.says.startswith("ILLEGAL  Not allowed (P-11): yellow-hex would have nothing underneath")
    assert session.shown.tower is before
    assert session.shown.hand.name == "yellow-hex"
    session.put((0.0, 0.02))
    session.idle(30)
    assert session.shown.says.startswith("HOLDS")


def test_a_second_command_while_one_runs_is_refused(session, monkeypatch):
    go, entered = threading.Event(), threading.Event()
    ask = Checker.ask

    def slow(self, move):
        entered.set()
        assert go.wait(30)
        return ask(self, move)

    monkeypatch.setattr(Checker, "ask", slow)
    assert session.take("yellow-hex")
    assert entered.wait(30)
    assert session.shown.busy == "yellow-hex is taken"
    assert not session.take("blue-thick")
    assert not session.put((0.0, 0.0))
    assert not session.undo()
    session.choose("blue-thick")  # looking is always possible
    assert session.shown.card.startswith("**blue-thick**")
    go.set()
    assert session.idle(30)
    assert session.shown.hand.name == "yellow-hex"


@pytest.mark.parametrize(
    ("command", "says"), [("put", "Take a column first, or a floor from the box."), ("take", "Click a column first.")]
)
def test_commands_out_of_order_are_answered_in_words(session, command, says):
    assert not (session.put((0.0, 0.0)) if command == "put" else session.take("green"))
    assert session.shown.says == says


def test_an_error_inside_is_said_and_the_session_goes_on(session, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(Checker, "ask", lambda *_: 1 / 0)
        session.take("yellow-hex")
        session.idle(30)
    assert session.shown.says == "This went wrong inside: ZeroDivisionError: division by zero"
    assert session.shown.busy == ""
    assert session.take("yellow-hex")
    session.idle(30)
    assert session.shown.hand.name == "yellow-hex"


def test_a_tower_that_does_not_stand_is_shown_falling():
    made = Session(read_scenario("does-not-stand"), samples=0)
    try:
        made.start()
        made.idle(30)
        assert made.shown.fell
        assert not made.shown.stands
        assert made.shown.film is not None
        assert not made.take(made.shown.tower.columns[0].name)
    finally:
        made.close()


def test_odds_come_one_after_another_and_end():
    heard, done = [], threading.Event()
    made = Session(parse_scenario(SMALL), samples=3)
    try:
        made.start()
        made.idle(30)

        def hear(shown):
            if shown.odds and shown.odds not in heard:
                heard.append(shown.odds)
                if "so far" not in shown.odds:
                    done.set()

        made.watch(hear)
        made.take("red-thick")
        assert done.wait(60)
    finally:
        made.close()
    assert [words.split(" within")[0] for words in heard] == ["Of 1 samples", "Of 2 samples", "Of 3 samples"]
    assert heard[0].endswith("(1 of 3 so far)")
    assert "100 % topple" in heard[-1]


def test_the_card_has_name_level_load_and_rule(session):
    tower = session.shown.tower
    found = loads(tower)
    load = next(each for each in found.columns if each.carries)
    free = next(each for each in found.columns if not each.carries)
    card, may = card_of(tower, load.column, found)
    assert may
    assert card.splitlines() == [
        f"**{load.column}**  ",
        "level 0: on the base plate  ",
        f"carries {load.least_n:.2f} to {load.greatest_n:.2f} N  ",
        "may be taken",
    ]
    assert "**free**: it carries nothing" in card_of(tower, free.column, found)[0]
    top = read_scenario("mid-game").tower
    name = top.top.columns[0].name
    card, may = card_of(top, name, None)
    assert not may
    assert f"may not be taken (P-10): {name} stands on the yellow floor" in card
    assert card_of(tower, "green", found) == ("**green**, a floor of 81 g, with 0 columns on it.", False)
    assert card_of(tower, "nobody", found) == ("", False)


def test_contact_points_carry_the_weight_of_each_floor(session):
    tower = session.shown.tower
    found = loads(tower)
    points, newtons = overlays.contact_points(found)
    at_top = points[:, 2] > 0.08
    green = tower.by_name["green"].piece.mass_kg * 9.80665
    assert newtons[at_top].sum() == pytest.approx(green, rel=1e-6)
    assert newtons[~at_top].sum() == pytest.approx(found.weight_n, rel=1e-6)


def test_the_centre_of_mass_hangs_over_the_support_that_carries_it(session):
    import shapely

    tower = session.shown.tower
    (balance,) = overlays.balances(tower, loads(tower))
    assert balance.floor == "green"
    assert shapely.Polygon(balance.support_m[:, :2]).contains(shapely.Point(balance.centre_m[:2]))
    assert balance.foot_m[2] == pytest.approx(0.09, abs=3e-4)
    pose = {piece.name: pose for piece, pose in tower.resting()}["green"]
    assert balance.centre_m == pytest.approx(pose.position_m)


def test_only_what_carries_is_tagged_and_no_two_of_a_level_at_one_height():
    tower = read_scenario("mid-game").tower
    found = loads(tower)
    tags = {tag.column: tag for tag in overlays.load_tags(tower, found)}
    assert set(tags) == {load.column for load in found.columns if load.carries}
    for level in (0, 1, 2):
        heights = sorted(tags[load.column].at_m[2] for load in found.columns if load.level == level and load.carries)
        assert len(heights) > 1
        assert np.diff(heights).min() > 0.01  # letters are that high
    one = next(load for load in found.columns if load.carries)
    assert tags[one.column].words == f"{one.least_n:.2f}–{one.greatest_n:.2f} N"


def test_the_map_lies_on_the_top_floor_inside_its_outline(session):
    import shapely

    tower = session.shown.tower
    found = overlays.put_cells(session.scenario, tower, "red-thin-1")
    floor = tower.top.floor.plan
    assert len(found.cells_m) > 100
    assert all(floor.contains(shapely.Point(cell[:2])) for cell in found.cells_m)
    assert found.cells_m[:, 2] == pytest.approx(0.097, abs=1e-3)


def test_a_ray_meets_the_top_floor_where_it_points(session):
    tower = session.shown.tower
    pose = {piece.name: pose for piece, pose in tower.resting()}["green"]
    top = pose.position_m[2] + tower.by_name["green"].piece.height_m / 2
    x, y = spot_on(tower, tower.top.name, ((0.2, -0.5, top + 0.3), (-0.2, 0.5, -0.3)))
    assert (x, y) == pytest.approx((0, 0), abs=2e-3)
    assert spot_on(tower, tower.top.name, ((0, 0, 1), (0, 0, 1))) is None
    assert spot_on(tower, tower.top.name, ((0, 0, 1), (1, 0, 0))) is None or abs(pose.rotation[2, 0]) > 0
    part = session.scenario.columns["red-hex"]
    shown = hand_pose(tower, part, (0.01, 0.02), 0.5)
    assert shown.position_m[:2] == pytest.approx((0.01, 0.02))
    assert shown.position_m[2] > top + part.height_m / 2
    assert shown.turn_rad == pytest.approx(0.5)


def test_on_the_red_floor_a_ray_meets_the_column_and_the_hand_is_over_it():
    scenario = read_scenario("columns-on-columns")
    tower = scenario.tower
    poses = {piece.name: pose for piece, pose in tower.resting()}
    lower = tower.by_name["blue-thin-1"]
    top = poses[lower.name].position_m[2] + lower.piece.height_m / 2
    x, y, _ = poses[lower.name].position_m
    assert spot_on(tower, lower.name, ((x + 0.3, y, top + 0.3), (-0.3, 0, -0.3))) == pytest.approx((x, y), abs=1e-9)
    hand = scenario.columns["yellow-thin-1"]
    shown = hand_pose(tower, hand, (x, y), 0.0)
    assert shown.position_m[2] == pytest.approx(top + hand.height_m / 2 + 0.004, abs=1e-9)


def test_a_film_plays_by_the_clock_and_steps_frame_by_frame(session):
    session.take("red-thick")
    session.idle(30)
    film = session.shown.film
    times, ended = [], threading.Event()

    def show(shown, seconds, plays):
        assert shown is film
        times.append(seconds)
        if not plays and seconds == film.length_s:
            ended.set()

    playing = Playing(show)
    try:
        playing.load(film, play=False)
        assert times == [0.0]
        playing.step(1)
        assert times[-1] == film.seconds[1]
        playing.step(-1)
        playing.step(-1)
        assert times[-1] == 0.0
        playing.go(1e9)
        assert times[-1] == film.length_s
        playing.step(1)
        assert times[-1] == film.length_s
        ended.clear()
        playing.at_speed(10)
        playing.play(True)
        assert ended.wait(30)
        assert not playing.plays
        assert times[-1] == film.length_s
    finally:
        playing.close()


BOXED = """schema: paletti/scenario@1
name: boxed
pieces:
  columns:
    load: {shape: round, diameter: 30, height: 60, mass: 300}
  floors:
    plate: {outline: {circle: 200}, thickness: 6, mass: 50}
    second: {outline: {circle: 120}, thickness: 6, mass: 50}
    tongue:
      outline: [[-60, -110], [60, -110], [60, -20], [6, -20], [6, 55], [-6, 55], [-6, -20], [-60, -20]]
      thickness: 6
      mass: 50
tower:
  - floor: base
    columns: {red-thick: [0, 60], blue-thick: [-60, -40], green-thick: [60, -40]}
  - floor: plate
    at: [0, 0]
    columns: {red-hex: [0, 50], blue-hex: [-40, -30], green-hex: [40, -30]}
"""


@pytest.fixture
def boxed():
    with begun(BOXED) as made:
        yield made


def test_a_floor_from_the_box_is_laid_as_check_lays_it(boxed):
    assert boxed.shown.box[:4] == ("second", "tongue", "blue", "load")
    before = boxed.shown.tower
    assert boxed.pick("second")
    assert boxed.shown.hand.name == "second"
    assert boxed.put((0.005, 0.0), 0.5)
    assert boxed.idle(30)
    given = parse_scenario(BOXED)
    checker = Checker(given.tower, given.columns, given.floors, scenario="boxed")
    checker.ask(STAND)
    expected = checker.ask(Move(floor=LayFloor("second", (0.005, 0.0), 0.5)))
    shown = boxed.shown
    assert shown.tower == expected.tower
    assert shown.says.splitlines()[0] == f"{expected.verdict.outcome.upper()}  {expected.verdict.explanation}"
    assert shown.hand is None
    assert "second" not in shown.box
    # what was laid is taken up again, and then put back into the box
    assert boxed.undo()
    assert (boxed.shown.tower, boxed.shown.hand.name) == (before, "second")
    assert boxed.undo()
    assert (boxed.shown.hand, boxed.shown.can_undo) == (None, False)
    assert boxed.take("red-thick")


def test_a_floor_that_a_rule_forbids_stays_in_hand(boxed):
    boxed.pick("second")
    boxed.put((0.5, 0.0))
    assert boxed.idle(30)
    assert boxed.shown.says.startswith("ILLEGAL  Not allowed (P-21): second covers no column on plate.")
    assert boxed.shown.hand.name == "second"
    assert not boxed.take("red-thick")
    assert boxed.shown.says == "second is in hand: put it down, or undo."


@pytest.mark.parametrize(("piece", "at_m"), [("load", (-0.072, 0.043)), ("tongue", (0.0, 0.0))])
def test_what_topples_the_villa_when_it_is_put_falls_with_it(boxed, piece, at_m):
    boxed.pick(piece)
    boxed.put(at_m)
    assert boxed.idle(30)
    shown = boxed.shown
    assert shown.fell, shown.says
    assert shown.says.startswith("TOPPLES  ")
    place = [part.name for part in shown.film.parts].index(piece)
    assert not np.isnan(shown.film.poses[-1, place]).any()


def test_only_what_is_in_the_box_comes_from_it(boxed):
    assert not boxed.pick("red-thick")
    assert boxed.shown.says == "There is no red-thick in the box."
    assert boxed.shown.hand is None


def test_the_next_floor_of_the_game_begins_where_the_rules_allow_it():
    given = read_scenario("green-floor")
    assert in_box(given, given.tower)[0] == "green"
    at, turn = first_place(given.tower, given.floors["green"])
    placed = Placed(given.floors["green"], at, turn)
    assert forbids_floor(given.tower, placed) is None
    assert len(carriers(placed, given.tower.top)) == 3
    # its middle is at the middle of the columns that are to carry it
    assert placed.plan.centroid.coords[0] == pytest.approx((-0.0307, 0.0051), abs=1e-4)
