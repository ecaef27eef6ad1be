"""A whole game at the page in a real browser: people move with the mouse, bots answer, floors are laid, and it ends."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager

import numpy as np
import pytest

from paletti_sim.games import ready
from paletti_sim.games.core.record import Player
from paletti_sim.games.villa_paletti.actions import Lay, Put, Take
from paletti_sim.games.villa_paletti.judge import Referee
from paletti_sim.stability.judge import SimulatingJudge
from paletti_sim.stability.quick_judge import EquilibriumJudge
from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.tower import Placed
from paletti_sim.views.web.server import open_server
from paletti_sim.views.web.table import WebTable
from paletti_sim.views.web.table_page import TablePage
from tests.web.browser import keep, spot_of, until, watched

pytestmark = pytest.mark.flaky(reruns=2)  # a browser that draws by software misses a beat now and then


@contextmanager
def serving(*names, judge, seed=3, youngest=1, pace_s=0.0):
    """A table at which those with a capital letter are people."""
    setup = ready("villa-paletti", len(names), {"colours": "red+blue,yellow+green", "youngest": youngest})
    players = [Player(name=name, by="human" if name[0].isupper() else "random") for name in names]
    server = open_server()
    table = WebTable(setup, players, seed, Referee(judge), pace_s=pace_s)
    page = TablePage(server, table)
    try:
        yield server, table, page
    finally:
        page.close()
        server.stop()


def opened(page, server):
    page.goto(f"http://127.0.0.1:{server.get_port()}")
    until(server.get_clients, page=page)
    return next(iter(server.get_clients().values())).camera


def test_a_turn_with_the_mouse_and_the_answer_of_a_bot(browser):
    with serving("Ana", "random", judge=SimulatingJudge()) as (server, table, at_page), watched(browser) as page:
        at_page.start()
        camera = opened(page, server)
        until(lambda: table.seen.person, page=page)
        page.get_by_text("Which colour do you move?").wait_for()
        page.get_by_text("The blue floor lies.").wait_for()
        page.get_by_text("There is no undo").wait_for()
        colour = next(action for action in table.seen.actions if "colour" in action.to_json())
        page.get_by_text(table.words.label(table.view, colour, table.names), exact=True).first.click()
        until(lambda: table.seen.board.picked, page=page)
        until(lambda: any(isinstance(action, Take) for action in table.seen.actions), page=page)

        # one of the columns that may be taken is clicked, from the front: others may stand before it
        poses = {piece.name: pose for piece, pose in table.seen.board.tower.resting()}
        names = [action.column for action in table.seen.actions if isinstance(action, Take)]
        for name in sorted(names, key=lambda each: 0.86 * poses[each].position_m[1] - 0.5 * poses[each].position_m[0]):
            x, y, _ = poses[name].position_m
            page.mouse.click(*spot_of(page, camera, (x, y - 0.007, 0.03)))
            until(lambda: at_page.chosen, page=page)
            if at_page.chosen in names:
                break
        careful = page.get_by_role("button", name="Take it with care")
        careful.wait_for()
        keep(page, "table")
        careful.click()
        until(lambda: table.seen.board.phase != "move", page=page)
        assert table.idle(60)
        assert table.seen.board.phase == "put"
        until(lambda: server.scene.get_handle_by_name("/hand"), page=page)

        # the sliders stand at a good place
        assert any(isinstance(action, Put) for action in table.seen.actions)
        page.get_by_role("button", name="Put it there").click()
        until(lambda: any(line.startswith("Ana puts ") for line in table.seen.log), page=page)
        assert table.idle(60)
        assert any(line.startswith("Ana puts ") for line in table.seen.log)
        assert any(line.startswith("random ") for line in table.seen.log)
        page.get_by_text("Ana puts ").first.wait_for()
        keep(page, "table-later")


def stands(tower, lay):
    """Whether a floor laid so stands."""
    at_m = (lay.x_mm / 1000, lay.y_mm / 1000)
    placed = Placed(game_pieces().floors[lay.floor], at_m, np.radians(lay.turn_deg))
    return EquilibriumJudge().lay(tower, placed).what == "stands"


def test_a_floor_is_proposed_agreed_to_and_laid(browser):
    with (
        serving("Ana", "Ben", judge=EquilibriumJudge(), youngest=0) as (server, table, at_page),
        watched(browser) as page,
    ):
        at_page.start()
        assert table.idle(30)
        while len(table.seen.board.tower.top.columns) < 4:
            choices = list(table.seen.actions)
            table.do(next((each for each in choices if isinstance(each, Take | Put)), choices[0]))
            assert table.idle(30)
        before = table.seen.board.tower
        camera = opened(page, server)
        page.get_by_text("propose the green floor", exact=True).first.click()
        page.get_by_text("Do you object to the green floor?").wait_for()
        page.get_by_text("agree: no objection", exact=True).first.click()
        lay = page.get_by_role("button", name="Lay the green floor there")
        lay.wait_for()
        until(lambda: server.scene.get_handle_by_name("/hand"), page=page)
        # a click moves the floor over the tower and does not lay it
        top = max(column.pose.position_m for column in before.top.columns if column.pose is not None)
        page.mouse.click(*spot_of(page, camera, (top[0], top[1] - 0.004, top[2])))
        until(lambda: at_page.place[0] != (0.0, 0.0), page=page)
        assert table.seen.board.tower is before
        keep(page, "table-floor")
        place = next(each for each in table.seen.actions if isinstance(each, Lay) and stands(before, each))
        at_page.set_place((place.x_mm / 1000, place.y_mm / 1000), place.turn_deg)
        lay.click()
        until(lambda: table.seen.board.tower is not before, page=page)
        assert table.idle(30)
        assert [floor.name for floor in table.seen.board.tower.floors] == ["blue", "green"]
        page.get_by_text(table.seen.log[-1]).first.wait_for()


def test_bots_play_to_the_end_while_the_page_is_loaded_again(browser):
    threads = set(threading.enumerate())
    with (
        serving("ana", "ben", judge=EquilibriumJudge(), seed=1, youngest=0, pace_s=0.1) as (server, table, at_page),
        watched(browser) as page,
    ):
        opened(page, server)
        at_page.start()
        until(lambda: len(table.seen.log) > 4, page=page)
        assert not table.seen.end
        page.reload(wait_until="load")
        page.wrong.clear()  # what a page that was left had asked for comes to nothing
        until(lambda: table.seen.end, page=page)
        page.get_by_text("The game is over").wait_for()
        page.get_by_text(table.seen.end[0]).wait_for()
        page.get_by_text(table.seen.log[-1]).first.wait_for()
        assert table.seen.film is not None
        playing = at_page.film.playing
        until(lambda: playing.film and playing.seconds == playing.film.length_s and not playing.plays, page=page)
        keep(page, "table-end")
        assert table.record().outcome is not None
    end = time.monotonic() + 10
    while time.monotonic() < end and set(threading.enumerate()) - threads:
        time.sleep(0.1)
    assert [thread.name for thread in set(threading.enumerate()) - threads] == []
