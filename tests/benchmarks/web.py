"""How soon the page answers in a headless Chromium, and how large the replays of a long fall are, beside what is asked.

Without a graphics card the browser draws by processor, and that is most of the time; so beside the seconds of the clock
stand those of the processor, of paletti and of the browser.
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import psutil

from paletti_sim.stability.check import Checker
from paletti_sim.tower.move import STAND, Move
from paletti_sim.tower.scenario import read_scenario
from paletti_sim.views.animation import gif
from paletti_sim.views.motion import Motion
from paletti_sim.views.player import page as player_page
from paletti_sim.views.web.server import open_server
from paletti_sim.views.web.session import Session, film_of
from paletti_sim.views.web.tower_page import TowerPage
from tests.web.browser import chromium, colour_shares, spot_of, until, watched

# the command as a user starts it, less its imports
COMMAND = """
import sys
import viser, trimesh
import paletti_sim.physics.engine, paletti_sim.views.web.session, paletti_sim.views.web.tower_page
import paletti_sim.views.web.server, paletti_sim.statics.rest, paletti_sim.cli.view
from paletti_sim.cli.main import main
print("imported", flush=True)
sys.argv[1:] = ["view", "first-move", "--no-browser"]
main()
"""
FALL_S, PIECES = 10.0, 25

# seconds from the next press of the mouse to the picture that shows the words
STOPWATCH = """
words => { window.answered = new Promise(done => {
    let begun = null;
    addEventListener("pointerdown", () => { begun = performance.now(); }, {capture: true, once: true});
    const look = () => {
        if (begun !== null && new RegExp(words).test(document.body.textContent)) {
            watch.disconnect();
            requestAnimationFrame(() => done((performance.now() - begun) / 1000));
        }
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, {subtree: true, childList: true, characterData: true});
}); }
"""


@dataclass(frozen=True)
class Figure:
    """Something measured, the most that is asked, both in `unit`."""

    what: str
    measured: float
    asked: float
    unit: str
    spent: Spent | None = None

    def row(self) -> str:
        missed = " (missed)" if self.measured > self.asked else ""
        spent = "| | |" if self.spent is None else f"| {self.spent.paletti_s:.2f} | {self.spent.browser_s:.2f} |"
        return f"| {self.what} | {self.measured:.2f} {self.unit}{missed} | {self.asked:g} {self.unit} {spent}"


@dataclass(frozen=True)
class Spent:
    """Seconds: of the clock, and of the processor by paletti and by the browser."""

    clock_s: float
    paletti_s: float
    browser_s: float

    @classmethod
    def now(cls) -> Spent:
        """From any beginning; differences count. What runs Python is paletti, other children are the browser."""
        paletti, browser = 0.0, 0.0
        for process in (psutil.Process(), *psutil.Process().children(recursive=True)):
            with suppress(psutil.Error):  # it has ended just now
                times = process.cpu_times()
                if "python" in process.name():
                    paletti += times.user + times.system
                else:
                    browser += times.user + times.system
        return cls(time.perf_counter(), paletti, browser)

    def since(self, begun: Spent) -> Spent:
        return Spent(self.clock_s - begun.clock_s, self.paletti_s - begun.paletti_s, self.browser_s - begun.browser_s)


def median(found: list[Spent]) -> Spent:
    """Of each of the three."""
    clock, paletti, browser = (
        statistics.median(times)
        for times in zip(*((each.clock_s, each.paletti_s, each.browser_s) for each in found), strict=True)
    )
    return Spent(clock, paletti, browser)


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--repeat", type=int, default=5, help="how often to open, click and put down")


def run(given: argparse.Namespace) -> None:
    with chromium() as browser:
        timed = (
            ("the opening tower is seen, after imports", opening(browser, given.repeat), 3),
            ("a click on a column shows its card", clicks(browser, 3 * given.repeat), 0.3),
            ("a column put down on three floors has its verdict", verdicts(browser, given.repeat), 3),
        )
    figures = [Figure(what, spent.clock_s, asked, "s", spent) for what, spent, asked in timed]
    figures += replays()
    print("| | measured | asked at most | processor, paletti (s) | processor, browser (s) |\n|---|---:|---:|---:|---:|")
    for figure in figures:
        print(figure.row())


def opening(browser: Any, repeat: int) -> Spent:
    """The median from the end of the imports of `paletti view first-move` to a picture of the tower."""
    took = []
    for _ in range(repeat):
        with (
            subprocess.Popen([sys.executable, "-c", COMMAND], stdout=subprocess.PIPE, text=True) as command,
            watched(browser) as page,
        ):
            assert command.stdout is not None
            try:
                assert command.stdout.readline() == "imported\n"
                begun = Spent.now()
                page.goto(command.stdout.readline().strip())
                until(lambda page=page: is_seen(page), page=page)
                took.append(Spent.now().since(begun))
            finally:
                command.terminate()
    return median(took)


def is_seen(page: Any) -> bool:
    """Whether columns of all four colours are on the picture."""
    if page.locator("canvas").count() == 0:
        return False
    return min(colour_shares(page).values()) > 0.0015


@contextmanager
def opened(browser: Any, scenario: str) -> Iterator[tuple[Any, Session, Any]]:
    """The page of a tower, its session, and the camera that looks at it."""
    server = open_server()
    session = Session(read_scenario(scenario), samples=0)
    tower_page = TowerPage(server, session)
    tower_page.start()
    try:
        with watched(browser) as page:
            page.goto(f"http://127.0.0.1:{server.get_port()}")
            until(server.get_clients, page=page)
            until(lambda: session.shown.stands and not session.shown.busy, page=page)
            until(lambda: is_seen(page), page=page)
            until(lambda: not tower_page.film.playing.plays, page=page)
            (client,) = server.get_clients().values()
            yield page, session, client.camera
    finally:
        tower_page.close()
        server.stop()


def clicks(browser: Any, repeat: int) -> Spent:
    """The median from a press of the mouse on a column of `first-move` to its card."""
    took = []
    with opened(browser, "first-move") as (page, session, camera):
        poses = {piece.name: pose for piece, pose in session.shown.tower.resting()}
        spots = {
            column.name: spot_of(page, camera, np.array(poses[column.name].position_m) - (0, 0.007, 0))
            for column in session.shown.tower.columns
        }
        # those that nothing hides: a click chooses them
        for name, spot in spots.items():
            session.choose("")
            page.mouse.click(*spot)
            until(lambda: session.shown.chosen, page=page)
            if session.shown.chosen != name:
                continue
            for _ in range(repeat):
                session.choose("")
                page.get_by_text("Click a column.").wait_for()
                page.evaluate(STOPWATCH, rf"{name}\s*level")
                took.append(answered(page, spot))
            if len(took) >= 3 * repeat:
                break
    return median(took)


def verdicts(browser: Any, repeat: int) -> Spent:
    """The median from the click that puts a free column on the top floor of `mid-game` to the verdict."""
    took = []
    with opened(browser, "mid-game") as (page, session, camera):
        (move,) = read_scenario("mid-game").moves
        assert move.take is not None
        assert move.put is not None
        assert session.take(move.take)
        until(lambda: session.shown.hand and not session.shown.busy, page=page)
        poses = {piece.name: (piece.piece, pose) for piece, pose in session.shown.tower.resting()}
        floor, pose = poses[session.shown.tower.top.name]
        spot = (*move.put.at_m, pose.position_m[2] + floor.height_m / 2)
        for _ in range(repeat):
            page.get_by_role("button", name=f"Put {move.take} down").wait_for()
            page.evaluate(STOPWATCH, rf"{re.escape(move.take)} is put on the top floor")
            took.append(answered(page, spot_of(page, camera, spot)))
            until(lambda: not session.shown.busy, page=page)
            assert session.undo()
    return median(took)


def answered(page: Any, spot: tuple[float, float]) -> Spent:
    """A click, and how long it took until the words that the stopwatch waits for were there."""
    begun = Spent.now()
    page.mouse.click(*spot)
    clock_s = page.evaluate("answered")
    return replace(Spent.now().since(begun), clock_s=clock_s)


def replays() -> list[Figure]:
    """Size of the page, and size and time of the animation, of a fall of 25 pieces that lasts 10 s."""
    film = long_fall()
    begun = time.perf_counter()
    animation, _ = gif(film)
    took = time.perf_counter() - begun
    return [
        Figure("replay page of a 10 s fall of 25 pieces", len(player_page(film).encode()) / 1e6, 3, "MB"),
        Figure("animation of it", len(animation) / 1e6, 4, "MB"),
        Figure("to make the animation", took, 20, "s"),
    ]


def long_fall() -> Motion:
    """The fall of `late-villa` over and over until 10 s are full, two of its columns twice: no real fall has so much to
    tell for so long."""
    given = read_scenario("late-villa")
    checker = Checker(given.tower, given.columns, given.floors, scenario=given.name, film=True)
    standing = checker.ask(STAND).tower
    assert standing is not None
    film = film_of(checker.ask(Move(take="red-thin-2")), standing)
    assert film is not None
    step_s = np.diff(film.seconds[:-1]).mean()  # the last frame only waits
    count = int(FALL_S / step_s)
    frames = np.resize(np.arange(len(film.seconds) - 1), count)
    more = [k for k, part in enumerate(film.parts) if part.kind == "column" and part.name != "red-thin-2"]
    twice = more[: PIECES - len(film.parts)]
    return replace(
        film,
        parts=(*film.parts, *(replace(film.parts[k], name=f"{film.parts[k].name}-again") for k in twice)),
        seconds=(step_s * np.arange(count)).astype(np.float32),
        poses=np.concatenate([film.poses[frames], film.poses[frames][:, twice] + np.float32(0.01)], axis=1),
    )
