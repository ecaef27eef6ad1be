"""The page of a tower in a real browser: it loads, a click shows a card, a move is taken, put, answered and undone."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager, suppress

import psutil
import pytest

from paletti_sim.tower.scenario import parse_scenario
from paletti_sim.views.web.server import open_server
from paletti_sim.views.web.session import Session
from paletti_sim.views.web.tower_page import TowerPage
from tests.web.browser import colour_shares, keep, spot_of, until, watched

pytestmark = pytest.mark.flaky(reruns=2)  # a browser that draws by software misses a beat now and then

SMALL = """schema: paletti/scenario@1
name: small
about: Four columns and a floor.
tower:
  - floor: base
    columns: {red-thick: [0, 60], blue-thick: [-60, -40], green-thick: [60, -40], yellow-hex: [0, -20]}
  - floor: green
    at: [0, 0]
"""


class Table:
    """A page that is served, and all about it."""

    def __init__(self, samples: int) -> None:
        self.server = open_server()
        self.session = Session(parse_scenario(SMALL), samples=samples)
        self.page = TowerPage(self.server, self.session)
        self.page.start()
        self.url = f"http://127.0.0.1:{self.server.get_port()}"

    @property
    def camera(self):
        return list(self.server.get_clients().values())[-1].camera

    def opened(self, page, clients=1):
        page.goto(self.url)
        until(lambda: len(self.server.get_clients()) == clients, page=page)
        until(lambda: self.session.shown.stands, page=page)
        page.get_by_text("HOLDS").first.wait_for()
        page.wait_for_timeout(300)  # until the meshes are drawn

    def click(self, page, point):
        page.mouse.click(*spot_of(page, self.camera, point))

    def pose(self, name):
        return next(pose for piece, pose in self.session.shown.tower.resting() if piece.name == name)


@contextmanager
def serving(samples=0):
    table = Table(samples)
    try:
        yield table
    finally:
        table.page.close()
        table.server.stop()


@pytest.fixture(scope="module")
def opened(browser):
    """One page for many tests: a browser without a graphics card takes long to open one."""
    with serving() as table, watched(browser) as page:
        table.opened(page)
        yield table, page


@pytest.fixture
def shared(opened):
    """The page as it was when it was opened; at the end of each test nothing may have gone wrong on it."""
    table, page = opened
    yield table, page
    until(lambda: not table.session.shown.busy, page=page)
    while table.session.undo():
        pass
    table.session.choose("")
    assert page.wrong == []


def front_of(table, name):
    """A point of a column that is seen from the front, in the middle of its height."""
    x, y, z = table.pose(name).position_m
    return x, y - 0.008, z


def test_the_page_shows_the_tower_in_its_colours_and_nothing_fails(shared):
    _, page = shared
    page.get_by_text("Four columns and a floor.").wait_for()
    # a first picture may be drawn before the scene has come
    until(lambda: min(colour_shares(page).values()) > 0.0015, page=page)
    keep(page, "opening")


def test_a_click_on_a_column_shows_its_card(shared):
    table, page = shared
    table.click(page, front_of(table, "blue-thick"))
    page.get_by_text("level 0: on the base plate").wait_for(timeout=3000)
    assert table.session.shown.chosen == "blue-thick"
    for words in ("carries ", "may be taken"):
        assert page.get_by_text(words).count() == 1
    assert page.get_by_role("button", name="Take blue-thick").is_enabled()
    keep(page, "card")


def test_take_put_and_undo_with_the_mouse_alone(shared):
    table, page = shared
    table.click(page, front_of(table, "yellow-hex"))
    page.get_by_role("button", name="Take yellow-hex").click()
    until(lambda: table.session.shown.hand is not None and not table.session.shown.busy, page=page)
    page.get_by_role("button", name="Put yellow-hex down").wait_for()
    _, _, z = table.pose("green").position_m
    table.click(page, (0.0, 0.01, z + 0.003))
    until(lambda: "yellow-hex is put on the top floor" in table.session.shown.says, page=page)
    page.get_by_text("yellow-hex is put on the top floor").wait_for()
    (column,) = table.session.shown.tower.top.columns
    assert column.name == "yellow-hex"
    assert column.at_m == pytest.approx((0.0, 0.01), abs=0.002)
    keep(page, "put")
    page.get_by_role("button", name="Undo").click()
    until(lambda: table.session.shown.hand is not None, page=page)
    page.get_by_role("button", name="Undo").click()
    until(lambda: not table.session.shown.can_undo, page=page)
    assert {column.name for column in table.session.shown.tower.levels[0].columns} == {
        "red-thick",
        "blue-thick",
        "green-thick",
        "yellow-hex",
    }


def test_a_floor_comes_from_the_box_is_shown_over_its_place_and_asked(shared):
    table, page = shared
    take = page.get_by_role("button", name="Take it from the box")
    folder = page.get_by_text("From the box", exact=True)

    def opened() -> bool:
        if not take.is_visible():
            folder.click()
            page.wait_for_timeout(400)
        return take.is_visible()

    until(opened, page=page)
    take.click()
    lay = page.get_by_role("button", name="Lay the yellow floor")
    lay.wait_for()
    ghost = until(lambda: table.server.scene.get_handle_by_name("/hand"), page=page)
    before = tuple(ghost.position)
    # a click moves it there, and does not lay it
    _, _, z = table.pose("green").position_m
    table.click(page, (0.03, -0.01, z + 0.003))
    until(lambda: tuple(table.server.scene.get_handle_by_name("/hand").position) != before, page=page)
    now = table.server.scene.get_handle_by_name("/hand").position
    assert tuple(now[:2]) == pytest.approx((0.03, -0.01), abs=0.002)
    assert table.session.shown.hand.name == "yellow"
    keep(page, "floor")
    lay.click()
    page.get_by_text("yellow covers no column on").wait_for()
    page.get_by_role("button", name="Undo").click()
    until(lambda: table.session.shown.hand is None, page=page)
    folder.click()


def test_a_fall_is_played_and_can_be_stepped_through(shared):
    table, page = shared
    table.session.choose("red-thick")
    page.get_by_role("button", name="Take red-thick").click()
    until(lambda: table.session.shown.fell, page=page)
    page.get_by_text("TOPPLES").wait_for()
    playing = table.page.film.playing
    until(lambda: playing.film and not playing.plays and playing.seconds == playing.film.length_s, page=page)
    keep(page, "fallen")
    end = playing.seconds
    page.get_by_text("◀ back").click()
    until(lambda: playing.seconds < end, page=page)
    assert playing.seconds in playing.film.seconds
    page.get_by_role("button", name="Play").click()
    until(lambda: playing.seconds == end and not playing.plays, page=page)
    page.get_by_role("button", name="Undo").click()
    until(lambda: not table.session.shown.fell, page=page)


def test_overlays_come_and_go(shared):
    table, page = shared
    nodes = {"Loads": "/loads/red-thick", "Contact points": "/contacts", "Centres of mass": "/balance/green/centre"}
    for label, node in nodes.items():
        page.get_by_role("checkbox", name=label).check()
        until(lambda node=node: table.server.scene.get_handle_by_name(node), page=page)
    page.get_by_role("checkbox", name="Map of the top").check()
    until(lambda: table.server.scene.get_handle_by_name("/map"), page=page)
    page.get_by_text("By equilibrium: green holds").wait_for()
    page.wait_for_timeout(500)
    keep(page, "overlays")
    for label in (*nodes, "Map of the top"):
        page.get_by_role("checkbox", name=label).uncheck()
    for node in (*nodes.values(), "/map"):
        until(lambda node=node: not table.server.scene.get_handle_by_name(node), page=page)


@pytest.mark.slow
def test_twenty_reloads_leave_nothing_behind(browser):
    with serving() as table, watched(browser) as page:
        table.opened(page)
        table.session.choose("blue-thick")
        before = [thread.name for thread in threading.enumerate()]
        for _ in range(20):
            page.reload(wait_until="load")
        page.wrong.clear()  # what a page that was left had asked for comes to nothing
        until(lambda: len(table.server.get_clients()) == 1, page=page)
        page.get_by_text("level 0: on the base plate").wait_for()
        # viser answers with a pool of threads that is at most 32
        names = [thread.name for thread in threading.enumerate()]
        assert names.count("film") == before.count("film")
        assert sum(name.startswith("tower") for name in names) == sum(name.startswith("tower") for name in before)
        assert len(names) - len(before) < 32


def test_a_browser_that_goes_away_in_the_middle_loses_nothing(browser):
    with serving() as table:
        with watched(browser) as page:
            table.opened(page)
            assert table.session.take("yellow-hex")
            page.wait_for_timeout(50)
        until(lambda: not table.session.shown.busy)
        assert table.session.shown.hand.name == "yellow-hex"
        until(lambda: not table.server.get_clients())
        with watched(browser) as page:
            page.goto(table.url)
            page.get_by_role("button", name="Put yellow-hex down").wait_for()


@pytest.mark.slow
def test_two_browsers_see_the_same_and_a_second_click_is_not_a_second_move(browser):
    with serving() as table, watched(browser) as one, watched(browser) as two:
        table.opened(one)
        table.opened(two, clients=2)
        table.session.choose("yellow-hex")
        first, second = (page.get_by_role("button", name="Take yellow-hex") for page in (one, two))
        first.wait_for()
        second.wait_for()
        first.click()
        second.click(force=True, timeout=2000, no_wait_after=True)
        until(lambda: table.session.shown.hand is not None and not table.session.shown.busy, page=one)
        two.get_by_role("button", name="Put yellow-hex down").wait_for()
        assert table.session.undo()
        assert not table.session.undo()


def workers():
    """Processes that compute: of this one's children those that run Python, less the keeper of its semaphores."""
    found = set()
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):  # one of the browser's that ends just now
            line = " ".join(child.cmdline())
            if "multiprocessing" in line and "resource_tracker" not in line:
                found.add(child.pid)
    return found


def test_closing_ends_every_thread_and_process(browser):
    threads = set(threading.enumerate())
    children = workers()
    with serving(samples=4) as table, watched(browser) as page:
        table.opened(page)
        table.session.take("yellow-hex")
        until(lambda: "so far" in table.session.shown.odds or table.session.shown.odds, 60, page=page)
        page.get_by_text("samples within the tolerances").wait_for()
    until(lambda: workers() <= children, 20)
    end = time.monotonic() + 10
    while time.monotonic() < end and set(threading.enumerate()) - threads:
        time.sleep(0.1)
    assert [thread.name for thread in set(threading.enumerate()) - threads] == []
