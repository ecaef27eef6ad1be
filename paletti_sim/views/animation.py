"""A film as an animated GIF, drawn by the engine's software renderer; no display is needed."""

from __future__ import annotations

import io
import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from paletti_sim.physics.picture import render_film
from paletti_sim.tower.pieces import Base, Prism
from paletti_sim.tower.tower import Level, Pose, Tower
from paletti_sim.views.motion import Motion, Part, Poses

MOST_FRAMES = 150  # more would be neither small nor quick
LEAST_DELAY_MS = 60  # viewers slow down what is faster than about fifteen pictures a second
END_MS = 1500  # the last picture stays before it begins again
BELOW_M = 0.05  # what has fallen further below the base plate is out of the picture
COLOURS = 128


def gif(
    motion: Motion, size: tuple[int, int] = (480, 480), told: Callable[[int, int], None] | None = None
) -> tuple[bytes, int]:
    """The film as a GIF that plays in true time and repeats, and how many pictures it has.

    A long film has fewer pictures a second. `told` hears how many of how many pictures are done.
    """
    from PIL import Image

    delay_ms = max(LEAST_DELAY_MS, 10 * math.ceil(motion.length_s * 100 / MOST_FRAMES))
    times = np.arange(0.0, motion.length_s, delay_ms / 1000)
    times = np.append(times, motion.length_s)
    pictures: list[Image.Image] = []

    def take(pixels: npt.NDArray[np.uint8]) -> None:
        picture = Image.fromarray(pixels)
        # one palette for all, or colours would flicker
        palette = pictures[0] if pictures else picture.quantize(COLOURS, dither=Image.Dither.NONE)
        pictures.append(picture.quantize(palette=palette, dither=Image.Dither.NONE))
        if told:
            told(len(pictures), len(times))

    render_film(
        _base_alone(motion),
        [_prism(part) for part in motion.parts],
        (_frame(motion.at(float(time))) for time in times),
        _in_view(motion),
        take,
        size,
        smooth=1,
    )
    durations = [delay_ms] * (len(pictures) - 1) + [END_MS]
    out = io.BytesIO()
    pictures[0].save(
        out, "GIF", save_all=True, append_images=pictures[1:], duration=durations, loop=0, optimize=False, disposal=1
    )
    return out.getvalue(), len(pictures)


def _frame(poses: Poses) -> list[Pose | None]:
    frame: list[Pose | None] = []
    for row in poses:
        gone = bool(np.isnan(row[0])) or row[2] < -BELOW_M
        x, y, z, a, b, c, w = (float(value) for value in row)
        frame.append(None if gone else Pose((x, y, z), (a, b, c, w)))
    return frame


def _in_view(motion: Motion) -> list[tuple[float, float, float]]:
    """Corners of boxes about the ways of all pieces, as far as they go near the base plate."""
    points = []
    base = motion.fixed[0][0].outline
    span = 1.25 * base.span_m
    for number, part in enumerate(motion.parts):
        reach = max(part.outline.reach_m, part.height_m / 2)
        way = motion.poses[:, number, :3]
        way = way[~np.isnan(way[:, 0])]
        way = way[way[:, 2] > -BELOW_M]
        if not len(way):
            continue
        low, high = way.min(axis=0), way.max(axis=0)
        # what flies far out may leave the picture, or the rest would be too small to see
        x0, x1 = max(-span, low[0] - reach), min(span, high[0] + reach)
        y0, y1 = max(-span, low[1] - reach), min(span, high[1] + reach)
        top = float(high[2] + part.height_m / 2)
        points += [(float(x), float(y), top) for x in (x0, x1) for y in (y0, y1)]
    return points


def _prism(part: Part) -> Prism:
    return Prism(part.name, part.outline, part.height_m, 1.0, part.colour)


def _base_alone(motion: Motion) -> Tower:
    (base, _), (site, _) = motion.fixed
    return Tower(Base(base.outline, site.outline, base.height_m, base.colour, site.colour), (Level(None),))
