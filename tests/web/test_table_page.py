"""A whole game at the page in a real browser: two browsers see it, a person moves with the mouse, a bot answers."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from paletti_sim.games import ready
from paletti_sim.games.core.record import Player
from paletti_sim.games.villa_paletti.actions import Put, Take
from paletti_sim.games.villa_paletti.judge import Referee
from paletti_sim.stability.judge import SimulatingJudge
from paletti_sim.views.web.server import open_server
from paletti_sim.views.web.table import WebTable
from paletti_sim.views.web.table_page import TablePage
from tests.web.browser import chromium, keep, spot_of, until, watched

pytestmark = pytest.mark.flaky(reruns=2)  # a browser that draws by software misses a beat now and then


@pytest.fixture(scope="module")
def browser():
    with chromium() as started:
        yield started


@contextmanager
def serving():
    setup = ready("villa-paletti", 2, {"colours": "red+blue,yellow+green", "youngest": 1})
    players = [Player(name="Ana", by="human"), Player(name="random", by="random")]
    server = open_server()
    table = WebTable(setup, players, 3, Referee(SimulatingJudge()), pace_s=0.0)
    page = TablePage(server, table)
    page.start()
    try:
        yield server, table
    finally:
        page.close()
        server.stop()


def test_a_turn_with_the_mouse_and_the_answer_of_a_bot(browser):
    with serving() as (server, table), watched(browser) as page:
        page.goto(f"http://127.0.0.1:{server.get_port()}")
        until(server.get_clients, page=page)
        until(lambda: table.seen.person, page=page)
        page.get_by_text("Which colour do you move?").wait_for()
        page.get_by_text("The blue floor lies.").wait_for()
        colour = next(action for action in table.seen.actions if "colour" in action.to_json())
        page.get_by_text(table.words.label(table.view, colour, table.names), exact=True).first.click()
        until(lambda: table.seen.board.picked, page=page)
        page.wait_for_timeout(500)

        # one of the columns that may be taken is clicked, from the front: others may stand before it
        poses = {piece.name: pose for piece, pose in table.seen.board.tower.resting()}
        names = [action.column for action in table.seen.actions if isinstance(action, Take)]
        (client,) = server.get_clients().values()
        careful = page.get_by_role("button", name="Take it with care")
        for name in sorted(names, key=lambda each: 0.86 * poses[each].position_m[1] - 0.5 * poses[each].position_m[0]):
            x, y, _ = poses[name].position_m
            page.mouse.click(*spot_of(page, client.camera, (x, y - 0.007, 0.03)))
            page.wait_for_timeout(1500)
            if careful.is_visible():
                break
        careful.wait_for()
        keep(page, "table")
        page.get_by_role("button", name="Take it with care").click()
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
