"""`paletti export`: a tower for other engines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paletti_sim.errors import PalettiError

ENDINGS = {".urdf": "URDF", ".xml": "MJCF", ".sdf": "SDF"}


def export(
    scenario: Annotated[str, typer.Argument(help="A tower that ships (see `paletti scenarios`) or a file.")],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE.urdf|xml|sdf", help="Write it there.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")] = False,
) -> None:
    """Write the whole tower for another engine: URDF, MJCF for MuJoCo (.xml), or SDF for Gazebo.

    The tower as it stands once it has come to rest (as the file puts it up when it falls), each piece with its exact
    mass and inertia, the base plate fixed. Metres and kilograms. URDF and SDF keep shapes other than boxes and
    cylinders as meshes in a folder beside them.
    """
    from paletti_sim.cli.output import refuse_unwritable, say, write_all
    from paletti_sim.stability.check import Checker
    from paletti_sim.tower.move import STAND
    from paletti_sim.tower.scenario import read_scenario
    from paletti_sim.tower.worlds import world_files

    ending = output.suffix.lower()
    if ending not in ENDINGS:
        raise PalettiError(f"--output: {output} ends in none of {', '.join(ENDINGS)}, the files of other engines")
    given = read_scenario(scenario)
    refuse_unwritable(output, force=force, make_folders=True)
    checked = Checker(given.tower, given.columns, given.floors, scenario=given.name).ask(STAND)
    tower = checked.tower
    if tower is None:
        say(f"{given.name} does not stand ({checked.verdict.outcome}): it is written as the file puts it up")
        tower = given.tower
    files = world_files(tower, ending[1:], output.stem)
    # the first is the file that was asked for, the others are meshes with names of their own
    (_, text), *meshes = files.items()
    beside = {output.parent / name: mesh for name, mesh in meshes}
    # another format of the same tower has the same meshes
    new = {path: mesh for path, mesh in beside.items() if not _holds(path, mesh)}
    write_all({output: text, **new}, force=force)
    more = f" and {len(meshes)} meshes beside it" if meshes else ""
    say(f"wrote {output}{more}")


def _holds(path: Path, text: str) -> bool:
    return path.is_file() and path.read_bytes() == text.encode()
