"""`paletti show`: a picture of a tower."""

from __future__ import annotations

import io
import math
from pathlib import Path
from typing import Annotated

import typer

from paletti_sim.errors import PalettiError

LEAST, MOST = 16, 4096  # pixels


def show(
    scenario: Annotated[str, typer.Argument(help="A tower that ships (see `paletti scenarios`) or a file.")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE.png", help="Where to; SCENARIO.png here unless said.")
    ] = None,
    size: Annotated[str, typer.Option(metavar="WIDTH,HEIGHT", help="Size in pixels.")] = "800,800",
    yaw: Annotated[float, typer.Option(help="Turn of the camera about the tower, degrees.")] = 30.0,
    pitch: Annotated[float, typer.Option(help="How far the camera looks down, degrees.")] = 20.0,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that exists.")] = False,
) -> None:
    """A picture of the tower as the file puts it up."""
    from paletti_sim.files import refuse_unwritable, write_whole
    from paletti_sim.tower.scenario import read_scenario

    wide_high = _size(size)
    if not -89 <= pitch <= 89:
        raise PalettiError(f"--pitch: wants an angle between -89 and 89 degrees (got {pitch:g})")
    if not math.isfinite(yaw):
        raise PalettiError(f"--yaw: wants an angle in degrees (got {yaw:g})")
    given = read_scenario(scenario)
    path = output or Path(f"{given.source.stem if given.source else given.name}.png")
    if path.name.lower() == ".png":
        raise PalettiError(f"--output: {path} is an ending without a name: give one such as tower.png")
    if path.suffix.lower() != ".png":
        raise PalettiError(f"--output: {path} does not end in .png, the one kind of picture there is so far")
    refuse_unwritable(path, force=force)

    from PIL import Image

    from paletti_sim.physics.picture import render

    picture = Image.fromarray(render(given.tower, wide_high, yaw, -pitch))
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    write_whole(path, out.getvalue(), force=force)
    typer.echo(f"wrote {path}", err=True)


def _size(text: str) -> tuple[int, int]:
    parts = text.split(",")
    if len(parts) != 2 or not all(
        part.isascii() and part.strip().isdecimal() and LEAST <= int(part) <= MOST for part in parts
    ):
        raise PalettiError(
            f"--size: wants WIDTH,HEIGHT between {LEAST} and {MOST} pixels, such as 800,800 (got {text[:40]!r})"
        )
    return int(parts[0]), int(parts[1])
