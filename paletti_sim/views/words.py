"""Words beside shapes in a picture, where they overlap least."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

PAPER = {"boxstyle": "square,pad=0.05", "facecolor": (1, 1, 1, 0.65), "linewidth": 0}  # under words
ROOM = 3  # pixels between a shape and its words
FRAME = 6  # pixels that words may reach beyond the axes
INSIDE = 0.1  # of their size: words over their own shape are as bad as so much of them over another
FAR = 0.06  # of their size, for each step away
AROUND = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))
OUT = (1.0, 1.9, 2.8)  # times half the size of the words, between their middle and the shape
LEAST_SEEN = 0.05  # of its area: less of a shape is not worth a look


@dataclass(frozen=True)
class Words:
    """What is to be written beside `outline` (n, 2), in the units of the axes; later ones lie on earlier ones."""

    text: str
    outline: npt.NDArray[np.float64]
    size: float
    colour: Any


def write_beside(axes: Any, words: Sequence[Words]) -> None:
    """Writes all of them, one after the other, each where it overlaps least with other words and shapes.

    The places of the axes in the figure, and their limits, are kept from then on.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    figure = axes.figure
    if figure.get_layout_engine() is not None:
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
    renderer = FigureCanvasAgg(figure).get_renderer()  # type: ignore[no-untyped-call]
    axes.apply_aspect()
    frame = shapely.box(*axes.get_window_extent(renderer).padded(FRAME).extents)
    shapes = _seen([shapely.Polygon(axes.transData.transform(one.outline)) for one in words])
    taken: list[Any] = []
    for k, one in enumerate(words):
        text = axes.text(
            *one.outline.mean(axis=0), one.text, fontsize=one.size, color=one.colour, ha="center", va="center",
            linespacing=1.05, zorder=5, bbox=PAPER,
        )  # fmt: skip
        extent = text.get_window_extent(renderer)
        places = list(_places(shapes[k].bounds, extent.width, extent.height))
        boxes = shapely.box(*np.array([_box(middle, extent.width, extent.height) for middle, _ in places]).T)
        others = np.array([*taken, *taken, *taken, *shapes[:k], *shapes[k + 1 :]])  # words over words are worse
        cost = 3 * shapely.area(shapely.difference(boxes, frame)) + [far for _, far in places]
        cost = cost + sum((shapely.area(shapely.intersection(boxes, other)) for other in others), np.zeros(len(boxes)))
        best = int(np.argmin(cost))
        text.set_position(axes.transData.inverted().transform(places[best][0]))
        taken.append(boxes[best])


def _places(
    bounds: tuple[float, float, float, float], width: float, height: float
) -> list[tuple[tuple[float, float], float]]:
    """Middles for words of a size about a shape or on it, in pixels, and how much worse than the best each is."""
    left, low, right, high = bounds
    x, y = (left + right) / 2, (low + high) / 2
    found = [((x, y), INSIDE * width * height)]
    for far, out in enumerate(OUT):
        for k, (dx, dy) in enumerate(AROUND):
            at = (
                x + dx * ((right - left) / 2 + out * width / 2 + ROOM),
                y + dy * ((high - low) / 2 + out * height / 2 + ROOM),
            )
            found.append((at, (FAR * far + 1e-2 * k / len(AROUND)) * width * height))
    return found


def _box(middle: tuple[float, float], width: float, height: float) -> tuple[float, float, float, float]:
    x, y = middle
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _seen(shapes: list[Any]) -> list[Any]:
    """What is seen of each shape, as later ones lie on earlier ones; all of it where nearly nothing is."""
    found = []
    for k, shape in enumerate(shapes):
        left = shape.difference(shapely.union_all(shapes[k + 1 :]))
        found.append(left if left.area > LEAST_SEEN * shape.area else shape)
    return found
