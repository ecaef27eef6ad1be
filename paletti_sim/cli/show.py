"""`paletti show`: a picture of a tower, or of the table of a game."""

from __future__ import annotations

import io
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paletti_sim.errors import PalettiError

if TYPE_CHECKING:
    from paletti_sim.tower.scenario import Scenario

LEAST, MOST = 16, 4096  # pixels
LEAST_TABLE = 200
ENDINGS = (".png", ".svg", ".glb", ".html")


def show(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO|RECORD",
            help="A tower that ships (see `paletti scenarios`) or a file: of a tower, a record of a game of villa, "
            "or a garden of villa written down as for `paletti score`.",
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE.png|svg|glb|html",
            help="Where to; SCENARIO.png here unless said. SVG of a tower: a plan of each level with names; GLB: glTF "
            "for Blender and other viewers; HTML: a page to turn it in.",
        ),
    ] = None,
    size: Annotated[str, typer.Option(metavar="WIDTH,HEIGHT", help="Size in pixels.")] = "800,800",
    yaw: Annotated[float, typer.Option(help="Turn of the camera about the tower, degrees.")] = 30.0,
    pitch: Annotated[float, typer.Option(help="How far the camera looks down, degrees.")] = 20.0,
    game: Annotated[
        int | None, typer.Option("--game", metavar="N", min=1, help="Of a file with many records: the N-th game.")
    ] = None,
    step: Annotated[
        int | None, typer.Option("--step", metavar="N", min=0, help="Of a record: the table after N actions.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that exists.")] = False,
) -> None:
    """A picture of the tower as the file puts it up, or of the table of a game."""
    from paletti_sim.cli.films import content_of
    from paletti_sim.files import refuse_unwritable, write_whole
    from paletti_sim.tower.scenario import read_scenario
    from paletti_sim.views.tables import is_table

    wide_high = _size(size)
    data = content_of(scenario)
    if data is not None and is_table(data):
        _show_table(Path(scenario), data, output, wide_high, game, step, force=force)
        return
    if game is not None or step is not None:
        raise PalettiError("--game and --step are for records of games")
    if not -89 <= pitch <= 89:
        raise PalettiError(f"--pitch: wants an angle between -89 and 89 degrees (got {pitch:g})")
    if not math.isfinite(yaw):
        raise PalettiError(f"--yaw: wants an angle in degrees (got {yaw:g})")
    given = read_scenario(scenario, data)
    path = output or Path(f"{given.source.stem if given.source else given.name}.png")
    if path.name.lower() == ".png":
        raise PalettiError(f"--output: {path} is an ending without a name: give one such as tower.png")
    if path.suffix.lower() not in ENDINGS:
        raise PalettiError(f"--output: {path} ends in none of {', '.join(ENDINGS)}, the kinds of picture there are")
    refuse_unwritable(path, force=force)
    write_whole(path, _picture(given, path.suffix.lower(), wide_high, yaw, pitch), force=force)
    typer.echo(f"wrote {path}", err=True)


def _picture(given: Scenario, ending: str, size: tuple[int, int], yaw: float, pitch: float) -> bytes | str:
    """A tower in one of the kinds of `ENDINGS`."""
    out = io.BytesIO()
    if ending == ".glb":
        from paletti_sim.views.gltf import glb

        return glb(given.tower, given.name)
    if ending == ".html":
        from paletti_sim.views.motion import still
        from paletti_sim.views.player import page

        return page(still(given.tower, given.name))
    if ending == ".svg":
        from matplotlib import rc_context

        from paletti_sim.views.plan import draw_plan

        # names stay text, and the same tower gives the same file
        with rc_context({"svg.fonttype": "none", "svg.hashsalt": "plan"}):
            draw_plan(given.tower, given.name).savefig(out, format="svg", metadata={"Date": None})
        return out.getvalue()
    from PIL import Image

    from paletti_sim.physics.picture import render

    picture = Image.fromarray(render(given.tower, size, yaw, -pitch))
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()


def _show_table(
    file: Path,
    data: bytes,
    output: Path | None,
    size: tuple[int, int],
    game: int | None,
    step: int | None,
    *,
    force: bool,
) -> None:
    """The table of a game, as PNG or SVG."""
    from paletti_sim.cli.output import refuse_unwritable, write_file
    from paletti_sim.views.tables import drawing_of

    path = output or Path(f"{file.stem}.png")
    ending = path.suffix.lower()
    if ending not in (".png", ".svg"):
        raise PalettiError(f"--output: {path} ends neither in .png nor in .svg, the two kinds of picture there are")
    if min(size) < LEAST_TABLE:
        raise PalettiError(f"--size: a table needs {LEAST_TABLE} pixels and more (got {size[0]},{size[1]})")
    draw = drawing_of(file, data, game, step)
    refuse_unwritable(path, force=force)
    out = io.BytesIO()
    draw(size).savefig(out, format=ending[1:], metadata={"Date": None} if ending == ".svg" else {})
    write_file(path, out.getvalue(), force=force)


def _size(text: str) -> tuple[int, int]:
    parts = text.split(",")
    if len(parts) != 2 or not all(
        part.isascii() and part.strip().isdecimal() and LEAST <= int(part) <= MOST for part in parts
    ):
        raise PalettiError(
            f"--size: wants WIDTH,HEIGHT between {LEAST} and {MOST} pixels, such as 800,800 (got {text[:40]!r})"
        )
    return int(parts[0]), int(parts[1])
