"""A real browser without a screen, and how to point at something in its scene."""

from __future__ import annotations

import io
import os
import shutil
import time
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SOFTWARE = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
SHOTS = Path(os.environ.get("PALETTI_SCREENSHOTS", "")) if os.environ.get("PALETTI_SCREENSHOTS") else None
HUES = {"green": (70, 160, 80), "blue": (40, 100, 180), "yellow": (230, 190, 50)}
HARMLESS = ("GPU stall due to ReadPixels",)


@contextmanager
def chromium():
    """A browser; without one the tests skip, but not in CI."""
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("there is no chromium: apt-get install chromium")
        pytest.skip("there is no chromium: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SOFTWARE)
        yield browser
        browser.close()


@contextmanager
def watched(browser, **options):
    """A page on which nothing may fail: no request, no script, no error on its console; and nobody else is asked."""
    context = browser.new_context(viewport={"width": 900, "height": 560}, **options)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    page.on("requestfailed", lambda request: wrong.append(f"request: {request.url[:200]}"))
    page.on("response", lambda answer: wrong.append(f"{answer.status}: {answer.url}") if answer.status >= 400 else None)
    page.on("console", lambda line: wrong.append(f"console: {line.text}") if _is_wrong(line) else None)
    page.on("request", lambda request: wrong.append(f"elsewhere: {request.url[:200]}") if _elsewhere(request) else None)
    page.wrong = wrong
    yield page
    context.close()
    assert wrong == []


def _is_wrong(line) -> bool:
    return line.type == "error" and not any(part in line.text for part in HARMLESS)


def _elsewhere(request) -> bool:
    return not request.url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "file://", "data:", "blob:"))


def until(what: Callable[[], object], seconds: float = 60.0, page=None):
    """What `what` returns as soon as it is true; the page goes on meanwhile."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = what()
        if found:
            return found
        if page is None:
            time.sleep(0.02)
        else:
            page.wait_for_timeout(20)
    raise AssertionError(f"not within {seconds} s")


def spot_of(page, camera, point) -> tuple[float, float]:
    """Where on the page a point of the scene (metres) shows, by the camera that viser tells of: x right, y down."""
    w, x, y, z = camera.wxyz
    turn = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
    across, down, ahead = turn.T @ (np.asarray(point) - camera.position)
    box = page.locator("canvas").first.bounding_box()
    scale = box["height"] / 2 / np.tan(camera.fov / 2)
    return (
        box["x"] + box["width"] / 2 + scale * across / ahead,
        box["y"] + box["height"] / 2 + scale * down / ahead,
    )


def colour_shares(page) -> dict[str, float]:
    """How much of the picture of the scene has each of the colours of the columns."""
    shot = page.screenshot(clip=page.locator("canvas").first.bounding_box())
    pixels = np.asarray(Image.open(io.BytesIO(shot)).convert("RGB"), dtype=float)
    lengths = np.maximum(np.linalg.norm(pixels, axis=2), 1)
    return {
        name: float((pixels @ (np.array(hue) / np.linalg.norm(hue)) / lengths > 0.97).mean())
        for name, hue in HUES.items()
    }


def keep(page, name: str) -> None:
    """A screenshot, kept where the environment says."""
    if SHOTS is not None:
        SHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SHOTS / f"{name}.png")
