"""Tables of games as plain text and as pictures, from what everybody may see."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from paletti_sim.errors import PalettiError
from paletti_sim.games.core.game import Setup
from paletti_sim.games.core.protocol import State
from paletti_sim.games.core.scene import Drawing, Grid, Scene

MOST_PIXELS = 4096
LETTER = 14
EDGE = 16
INK, PAPER = "#2b2b2b", "#ffffff"


def text_of(setup: Setup[Any, Any], state: State[Any], names: Sequence[str]) -> str:
    """Return the table in words, as somebody sees it who only watches."""
    view = state.view(None)
    who = "" if state.actor is None else f": {names[state.actor]} decides"
    scene: list[Any] = [f"{setup.game.title}{who}", *setup.words.table(view, names)]
    if state.outcome is not None:
        scene += setup.words.end(view, state.outcome, names)
    return "\n".join(_lines(tuple(scene)))


def check_size(size: tuple[int, int]) -> None:
    """Raise PalettiError unless a picture can have that width and height."""
    if len(size) != 2 or not all(isinstance(n, int) and 0 < n <= MOST_PIXELS for n in size):
        raise PalettiError(f"size: wants width and height between 1 and {MOST_PIXELS} pixels (got {size!r})")


def image_of(setup: Setup[Any, Any], state: Any, names: Sequence[str], size: tuple[int, int]) -> npt.NDArray[np.uint8]:
    """Return a picture (height, width, 3): the villa, the garden, or, as large as it is, the table in words."""
    if setup.game.id == "villa-paletti":
        from paletti_sim.physics.picture import render

        return render(state.board.tower, size)
    if setup.game.id == "villa":
        from PIL import Image

        from paletti_sim.views.garden import draw_garden
        from paletti_sim.views.tables import garden_of

        out = io.BytesIO()
        draw_garden(garden_of(state, names, "Table"), size).savefig(out, format="png")
        return np.asarray(Image.open(out).convert("RGB"))
    return _written(text_of(setup, state, names))


def _written(text: str) -> npt.NDArray[np.uint8]:
    """Text as a picture, in letters of one width."""
    import matplotlib as mpl
    from PIL import Image, ImageDraw, ImageFont

    file = Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSansMono.ttf"
    font = ImageFont.truetype(str(file), LETTER)
    draw = ImageDraw.Draw(Image.new("RGB", (1, 1)))
    _, _, right, low = draw.multiline_textbbox((EDGE, EDGE), text, font=font)
    image = Image.new("RGB", (int(right) + EDGE, int(low) + EDGE), PAPER)
    ImageDraw.Draw(image).multiline_text((EDGE, EDGE), text, fill=INK, font=font)
    return np.asarray(image)


def _lines(scene: Scene) -> Iterator[str]:
    for part in scene:
        if isinstance(part, str):
            yield part
        else:
            if part.title:
                yield part.title
            yield from part.plain if isinstance(part, Drawing) else _grid(part)
            yield ""


def _grid(grid: Grid) -> Iterator[str]:
    rows = [grid.columns, *grid.rows]
    widths = [max(len(row[place]) for row in rows) for place in range(len(grid.columns))]
    sides = {"l": str.ljust, "r": str.rjust, "c": str.center}
    align = grid.align or "l" * len(grid.columns)
    for row in rows:
        yield "  ".join(sides[align[k]](cell, widths[k]) for k, cell in enumerate(row)).rstrip()
