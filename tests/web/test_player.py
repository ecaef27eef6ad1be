"""The replay page in a real browser: opened from disk, without a network, it plays the record to its end."""

from __future__ import annotations

import math

import numpy as np
import pytest

from paletti_sim.stability.check import Checker
from paletti_sim.stability.record import pack, unpack
from paletti_sim.tower.move import Move
from paletti_sim.tower.scenario import parse_scenario, write_scenario
from paletti_sim.views.motion import of_record
from paletti_sim.views.player import page as player_page
from tests.web.browser import keep, until, watched
from tests.web.test_tower_page import SMALL

pytestmark = pytest.mark.flaky(reruns=2)  # a browser that draws by software misses a beat now and then


@pytest.fixture(scope="module")
def film():
    given = parse_scenario(SMALL)
    checker = Checker(given.tower, given.columns, given.floors, scenario="small", film=True)
    record = pack(write_scenario(given, given.tower), [checker.ask(Move(take="red-thick"))])
    return of_record(unpack(record))


def test_it_plays_from_disk_without_a_network_to_the_end(browser, film, tmp_path):
    file = tmp_path / "fall.html"
    file.write_text(player_page(film), encoding="utf-8")
    with watched(browser, offline=True) as page:
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(file.as_uri())
        until(lambda: page.evaluate("window.paletti && paletti.poses().some(Boolean)"), page=page)
        assert asked == [file.as_uri()]
        assert page.inner_text("#title") == "small"
        assert page.evaluate("paletti.length") == pytest.approx(film.length_s, abs=1e-5)
        first = np.array(page.evaluate("paletti.poses()"), dtype=float).reshape(-1, 7)
        assert first == pytest.approx(film.poses[0], abs=1e-6)

        # the time slider shows what is between two frames
        middle = 0.5 * float(film.seconds[-12] + film.seconds[-11])
        page.evaluate(
            f"(time => {{ const s = document.getElementById('time'); s.value = time; "
            f"s.dispatchEvent(new Event('input')); }})({middle})"
        )
        now = np.array(page.evaluate("paletti.poses()"), dtype=float).reshape(-1, 7)
        expected = film.at(middle)
        there = ~np.isnan(expected[:, 0])
        assert now[there] == pytest.approx(expected[there], abs=1e-4)
        keep(page, "player")

        # step, speed, play
        page.get_by_label("One frame back").click()
        assert page.evaluate("paletti.time") == pytest.approx(float(film.seconds[-12]), abs=1e-5)
        page.get_by_label("One frame on").click()
        assert page.evaluate("paletti.time") == pytest.approx(float(film.seconds[-11]), abs=1e-5)
        page.select_option("#speed", "2")
        page.keyboard.press("Home")
        page.get_by_role("button", name="Play").click()
        assert page.evaluate("paletti.playing")
        until(lambda: page.evaluate("paletti.time === paletti.length && !paletti.playing"), page=page)
        assert page.inner_text("#caption").startswith("TOPPLES: The villa topples when red-thick is taken.")


def test_a_click_names_a_piece_and_a_drag_turns_the_tower(browser, film, tmp_path):
    file = tmp_path / "fall.html"
    file.write_text(player_page(film), encoding="utf-8")
    with watched(browser) as page:
        page.goto(file.as_uri())
        until(lambda: page.evaluate("window.paletti && paletti.poses().some(Boolean)"), page=page)
        box = page.locator("#scene").bounding_box()
        # from the middle outwards, for each look draws the tower once
        grid = sorted(((x, y) for x in range(21) for y in range(20)), key=lambda at: math.dist(at, (10, 10)))
        spots = [(box["x"] + box["width"] * x / 20, box["y"] + box["height"] * y / 20) for x, y in grid]
        found: dict[str, tuple[float, float]] = {}
        for spot in spots:
            found.setdefault(page.evaluate("([x, y]) => paletti.nameAt(x, y)", list(spot)), spot)
            if {"green", "blue-thick"} <= found.keys():
                break
        place = found["green"]
        assert "blue-thick" in found
        page.mouse.click(*place)
        assert page.inner_text("#piece") == "green"
        before = page.screenshot()
        page.mouse.move(*place)
        page.mouse.down()
        page.mouse.move(place[0] + 150, place[1], steps=4)
        page.mouse.up()
        page.wait_for_timeout(300)
        assert page.screenshot() != before
        assert page.inner_text("#piece") == "green"  # to drag is not to click
