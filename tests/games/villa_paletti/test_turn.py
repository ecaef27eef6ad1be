"""A turn: P-9 to P-16, P-G5, P-G6, P-G12, P-G14, P-G17."""

from __future__ import annotations

import pytest

from paletti_sim.games.core.protocol import JUDGE
from paletti_sim.games.villa_paletti import board as at
from paletti_sim.games.villa_paletti.actions import AGREE, CAUTION_MM, PASS, PROPOSE, STOP, Put, Ruling, Take
from paletti_sim.games.villa_paletti.judge import Referee, ScriptedJudge, Told
from paletti_sim.games.villa_paletti.poses import numbers_of
from paletti_sim.tower.lying import covers
from paletti_sim.tower.tower import Pose
from tests.games.villa_paletti.helpers import (
    STAND,
    STOPS,
    collapse,
    lay,
    move,
    names,
    play,
    raised,
    refused,
    spot,
    start,
    take,
    takes,
    with_board,
    words,
)

OWN_RED = {"red-hex", "red-thick", "red-thin-1", "red-thin-2", "red-thin-3"}


@pytest.mark.rule("P-9")
def test_turns_go_clockwise_and_are_one_own_column_or_a_proposal():
    state = start(turn=0)
    assert takes(state) == OWN_RED
    assert words(state) == {"propose"}
    refused(state, Take("blue-hex"), "P-9")
    refused(state, Take("pink-hex"), "P-9")
    refused(state, PASS, "P-G11")
    for player, column in enumerate(("red-hex", "blue-hex", "yellow-hex", "green-hex")):
        assert state.actor == player
        state = move(state, column)
    assert state.actor == 0
    # after one column the turn is over: nothing else may be taken in it
    held = take(state, "red-thin-1")
    refused(held, Take("red-thin-2"), "P-11")
    refused(held, PROPOSE, "P-11")


@pytest.mark.rule("P-10")
@pytest.mark.rule("P-12")
def test_columns_come_from_any_level_except_the_top_one():
    state = raised(start(turn=0), blue=["red-hex", "blue-hex", "green-hex"], green=["red-thick"])
    assert takes(state) == OWN_RED - {"red-thick"}
    assert "top level" in refused(state, Take("red-thick"), "P-10")
    assert names(take(state, "red-hex").board.tower, 1) == {"blue-hex", "green-hex"}
    refused(
        with_board(state, out=("red-thin-1",), tower=state.board.tower.without("red-thin-1")),
        Take("red-thin-1"),
        "P-10",
    )


@pytest.mark.rule("P-12")
def test_the_next_floor_frees_the_level_below_covered_or_not():
    state = raised(start(turn=0), blue=["red-hex", "blue-hex", "green-hex", "yellow-hex"])
    assert "red-hex" not in takes(state)
    laid = lay(play(state, PROPOSE, *[AGREE] * 3))
    green = laid.board.tower.floors[1]
    free = [c.name for c in laid.board.tower.levels[1].columns if not covers(green.plan, c)]
    laid = with_board(laid, turn=0, deciding=0)
    assert "red-hex" in takes(laid)
    assert all(name in laid.board.movable((name.split("-")[0],)) for name in free)


@pytest.mark.rule("P-11")
def test_a_column_is_put_wholly_inside_the_top_floor_and_overlaps_no_other():
    state = take(raised(start(turn=0), blue=["blue-hex"]), "red-thin-1")
    board = state.board
    other = board.tower.by_name["blue-hex"].at_m
    near = Put(1000 * other[0] + 10.0, 1000 * other[1])
    assert "overlap" in refused(state, near, "P-11")
    assert "sticks out" in refused(state, Put(-112.0, 0.0), "P-11")
    assert "nothing underneath" in refused(state, Put(60.0, 20.0), "P-11")  # in the hollow of the crescent
    refused(state, Put(float("nan"), 0.0), "P-11")
    refused(state, Put(1e9, 0.0), "P-11")
    place = spot(state)
    up = play(state, place, STAND)
    assert up.board.tower.top.columns[-1].at_m == (place.x_mm / 1000, place.y_mm / 1000)
    assert up.board.tower.top.columns[-1].pose.tilt_rad == 0


@pytest.mark.rule("P-11")
def test_every_listed_and_every_drawn_place_is_legal():
    import numpy as np

    rng = np.random.default_rng(5)
    for floors in ({"blue": ["blue-hex", "red-thick"]}, {"red": ["blue-hex", "yellow-thick"]}):
        for column in ("red-thin-1", "red-hex"):
            state = take(raised(start(turn=0), **floors), column)
            actions = state.legal_actions()
            assert len(actions) >= 3
            assert all(action in actions for action in actions)
            assert all(actions.sample(rng) in actions for _ in range(60))


@pytest.mark.rule("P-13")
def test_what_stands_above_comes_back_to_its_place_when_a_column_is_drawn():
    before = raised(start(turn=0), blue=["blue-hex", "green-hex", "yellow-hex"], green=["red-hex"])
    after = take(before, "red-thin-1", by="hook")
    rest = [piece for piece in before.board.tower.pieces if piece.name != "red-thin-1"]
    assert tuple(rest) == after.board.tower.pieces
    refused(before, Take("red-thin-1", "teeth"), "P-13")


@pytest.mark.rule("P-14")
def test_no_floor_is_held_while_a_column_is_put_down():
    state = take(start(turn=0), "red-hex")
    judge = ScriptedJudge(["collapses"])
    put = state.apply(spot(state))
    assert put.actor == JUDGE
    # what the weight does to the tower is the judge's to say, and nothing softens it
    fallen = put.apply(Referee(judge).rule(put))
    assert judge.acts == [("put", "red-hex")]
    assert fallen.is_over
    assert fallen.board.ending.act == "put"


@pytest.mark.rule("P-15")
@pytest.mark.rule("P-G14")
def test_columns_stand_on_columns_on_the_red_floor_only_and_count():
    state = raised(start(turn=0), red=["blue-thick", "yellow-hex"])
    held = take(state, "red-hex")
    x, y = (1000 * v for v in held.board.tower.by_name["blue-thick"].at_m)
    stacked = play(held, Put(x, y), STAND)
    assert stacked.board.tower.by_name["red-hex"].upon == ("blue-thick",)
    assert stacked.board.points == (2, 3, 2, 0)
    assert Put(round(x, 1), round(y, 1)) in list(held.legal_actions())
    orange = take(raised(start(turn=0), orange=["blue-thick", "yellow-hex"]), "red-hex")
    x, y = (1000 * v for v in orange.board.tower.by_name["blue-thick"].at_m)
    refused(orange, Put(x, y), "P-11")


@pytest.mark.rule("P-16")
@pytest.mark.rule("P-G6")
def test_a_stopped_column_goes_back_exactly_and_is_locked_for_good():
    before = raised(start(turn=0), blue=["blue-hex", "green-hex", "yellow-hex", "red-hex"])
    after = play(take(before, "red-thin-1"), STOP)
    assert after.board.tower == before.board.tower
    assert after.actor == 1
    for viewer in (0, 1, 2, 3, None):
        assert after.view(viewer).board.locked == ("red-thin-1",)  # public
    later = with_board(after, turn=0, deciding=0)
    assert "locked" in refused(later, Take("red-thin-1"), "P-16")
    # a locked column still counts where it stands, and stays locked on every level
    locked = with_board(before, locked=("red-hex",))
    assert locked.board.points == before.board.points == (2, 2, 2, 2)
    under = lay(play(with_board(locked, turn=0, deciding=0), PROPOSE, *[AGREE] * 3))
    refused(with_board(under, turn=0, deciding=0), Take("red-hex"), "P-16")


@pytest.mark.rule("P-G5")
def test_a_careful_take_is_broken_off_when_a_floor_sinks():
    before = start(turn=0)
    waiting = before.apply(Take("red-thin-1"))
    assert waiting.board.attempt.caution_mm == CAUTION_MM == 2.0
    assert {ruling.what for ruling in waiting.legal_actions()} == {"stands", "stopped", "collapses"}
    after = waiting.apply(STOPS)
    assert after.board.tower == before.board.tower
    assert after.board.locked == ("red-thin-1",)
    assert after.actor == 1
    bold = before.apply(Take("red-thin-1", caution_mm=None))
    refused(bold, STOPS, "P-G4")
    for caution in (-0.1, 90.1, float("nan")):
        refused(before, Take("red-thin-1", caution_mm=caution), "P-G5")
    assert before.apply(Take("red-thin-1", caution_mm=0.5)).board.attempt.caution_mm == 0.5


@pytest.mark.rule("P-G17")
def test_the_same_caution_stops_while_putting():
    before = start(turn=0)
    held = take(before, "red-thin-1", caution_mm=1.5)
    asked = []

    class Judge(ScriptedJudge):
        def put(self, tower, column, caution_m):
            asked.append(caution_m)
            return super().put(tower, column, caution_m)

    put = held.apply(spot(held))
    after = put.apply(Referee(Judge(["stopped"])).rule(put))
    assert asked == [0.0015]
    assert after.board.tower == before.board.tower
    assert after.board.locked == ("red-thin-1",)
    bold = take(before, "red-thin-1", caution_mm=None)
    refused(bold.apply(spot(bold)), STOPS, "P-G4")


@pytest.mark.rule("P-G12")
def test_free_columns_beside_a_floor_may_be_taken():
    board = start(turn=0).board
    blue = board.tower.floors[0].plan
    free = [c.name for c in board.tower.levels[0].columns if not covers(blue, c)]
    assert free
    for column in free:
        owner = ("red", "blue", "yellow", "green").index(column.split("-")[0])
        assert column in takes(start(turn=owner))


def test_the_tower_after_a_move_is_the_settled_one_with_its_shifts():
    waiting = start(turn=0).apply(Take("red-hex"))
    left = waiting.board.tower.without("red-hex")
    x, y, z, *turn = numbers_of(left.by_name["blue"].pose)
    shifted = Pose((x + 0.0004, y, z - 0.0002), tuple(turn))
    poses = tuple((p.name, numbers_of(shifted if p.name == "blue" else p.pose)) for p in left.pieces)
    after = waiting.apply(Ruling("stands", poses=poses))
    assert after.board.tower.by_name["blue"].pose == shifted
    assert after.board.tower.by_name["blue"].at_m[0] == pytest.approx(0.0004, abs=1e-12)
    # and what comes next is asked of this tower
    put = after.apply(spot(after))
    seen = []

    class Judge(ScriptedJudge):
        def put(self, tower, column, caution_m):
            seen.append(tower)
            return super().put(tower, column, caution_m)

    Referee(Judge()).rule(put)
    assert seen == [after.board.tower]


def test_rulings_that_make_no_sense_are_refused():
    waiting = start(turn=0).apply(Take("red-hex"))
    some = (("blue", (0.0,) * 7),)
    for ruling in (
        Ruling("flies"),
        Ruling("falls-over", ("red-hex",)),
        Ruling("collapses"),
        Ruling("stands", ("blue",)),
        Ruling("collapses", ("nobody",)),
        Ruling("stands", poses=some),
        Ruling("stopped", poses=some),
        Take("red-hex"),
        STOP,
    ):
        refused(waiting, ruling, "P-G4")
    standing = waiting.apply(Ruling("stands")).board.tower
    poses = {piece.name: numbers_of(piece.pose) for piece in standing.pieces}
    assert waiting.apply(Ruling("stands", poses=tuple(poses.items()))).board.phase == at.PUT
    for quaternion in ((0.0,) * 4, (0.0, 0.0, 0.0, 2.0), (0.0, 0.0, 0.0, 0.999), (1.0, 0.0, 0.0, 1e-2)):
        bad = {**poses, "blue": (*poses["blue"][:3], *quaternion)}
        refused(waiting, Ruling("stands", poses=tuple(bad.items())), "P-G4")
    fallen = waiting.apply(collapse("blue"))
    assert fallen.is_over
    told = Referee(ScriptedJudge([Told("stands", note="creeping")])).rule(waiting)
    assert told == Ruling("stands", note="creeping")
    assert waiting.apply(told).board.phase == at.PUT
