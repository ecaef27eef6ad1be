"""The page of a record in a real browser: it plays, stands still, goes by steps, at a speed, and to any time."""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np
import pytest

from paletti_sim.views.web.film_page import FilmPage
from paletti_sim.views.web.server import open_server
from tests.web.browser import keep, spot_of, until, watched
from tests.web.test_player import film  # noqa: F401

pytestmark = pytest.mark.flaky(reruns=2)  # a browser that draws by software misses a beat now and then


@contextmanager
def serving(motion):
    server = open_server()
    made = FilmPage(server, motion)
    made.start()
    try:
        yield server, made.film.playing
    finally:
        made.close()
        server.stop()


def test_a_record_plays_and_obeys(browser, film):  # noqa: F811
    with serving(film) as (server, playing), watched(browser) as page:
        page.goto(f"http://127.0.0.1:{server.get_port()}")
        until(server.get_clients, page=page)
        (client,) = server.get_clients().values()
        page.get_by_role("button", name="Play").wait_for()
        assert (playing.seconds, playing.plays) == (0.0, False)

        # slowly, and stopped on the way
        page.get_by_label("Speed").click()
        page.get_by_role("option", name="0.1", exact=True).click()
        page.get_by_role("button", name="Play").click()
        until(lambda: 0 < playing.seconds < film.length_s, page=page)
        page.get_by_role("button", name="Pause").click()
        until(lambda: not playing.plays, page=page)
        paused = playing.seconds
        assert 0 < paused < film.length_s
        page.wait_for_timeout(200)
        assert playing.seconds == paused

        # a step back and one on are the frames about it
        page.get_by_text("on ▶").click()
        until(lambda: playing.seconds > paused, page=page)
        frames = film.seconds.astype(float)
        after = int(np.searchsorted(frames, paused, side="right"))
        assert playing.seconds == pytest.approx(frames[after], abs=1e-6)
        page.get_by_text("◀ back").click()
        until(lambda: playing.seconds < frames[after] - 1e-6, page=page)
        assert playing.seconds == pytest.approx(frames[after - 1], abs=1e-6)

        # the slider goes to any time: to the end, and what lies there is where the record says
        page.get_by_role("slider").last.focus()
        page.keyboard.press("End")
        until(lambda: playing.seconds == film.length_s, page=page)
        place = [part.name for part in film.parts].index("green")
        handle = server.scene.get_handle_by_name("/tower/green")
        until(lambda: np.allclose(handle.position, film.at(playing.seconds)[place, :3], atol=1e-5), page=page)
        assert film.poses[0][place][2] - handle.position[2] > 0.05  # it has fallen
        page.get_by_text("the tower is let go").wait_for(state="hidden")
        keep(page, "record")

        # at the end play begins again, and a click names a piece
        page.get_by_label("Speed").click()
        page.get_by_role("option", name="2", exact=True).click()
        page.get_by_role("button", name="Play").click()
        until(lambda: playing.seconds < film.length_s / 2, page=page)
        until(lambda: playing.seconds == film.length_s and not playing.plays, page=page)
        page.mouse.click(*spot_of(page, client.camera, (0.0, -0.13, 0.0)))
        page.locator("strong").get_by_text("base").wait_for()
