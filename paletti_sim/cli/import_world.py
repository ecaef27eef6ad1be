"""`paletti import`: a world of another engine as a scenario."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def import_world(
    file: Annotated[Path, typer.Argument(metavar="FILE.xml", help="An MJCF world, as MuJoCo reads it.")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE.yaml", help="Write the scenario there.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that exists.")] = False,
) -> None:
    """Read an MJCF world of free boxes and cylinders that stand upright as a scenario, and print it.

    What cannot be read is named body by body, with the reason. What is not exactly as in the world is said on stderr.
    """
    from paletti_sim.cli.output import refuse_unwritable, say, write_file
    from paletti_sim.tower.mjcf_reading import read_mjcf

    if output is not None:
        refuse_unwritable(output, force=force)
    found = read_mjcf(file)
    for note in found.notes:
        say(f"{file}: {note}")
    if output is None:
        print(found.text, end="")
    else:
        write_file(output, found.text, force=force)
