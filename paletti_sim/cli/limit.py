"""`paletti limit`: at which value does the answer flip?"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated

import typer

from paletti_sim.cli.check import PresetChoice
from paletti_sim.errors import PalettiError

if TYPE_CHECKING:
    from paletti_sim.stability.limit import Limit


def limit(
    scenario: Annotated[str, typer.Argument(help="A tower that ships (see `paletti scenarios`) or a file.")],
    over: Annotated[str, typer.Option(metavar="KEY", help="What to vary: a path into the file, such as table.tilt.")],
    start: Annotated[float, typer.Option("--from", metavar="A", help="One end of the range, in the file's unit.")],
    end: Annotated[float, typer.Option("--to", metavar="B", help="The other end.")],
    preset: Annotated[PresetChoice, typer.Option(help="How finely to simulate.")] = PresetChoice.accurate,
    as_json: Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")] = False,
) -> None:
    """At which value of a key does the answer flip?

    The key is a path into the file, with numbers counted from 0 in lists: material.friction, table.tilt, move.put.at.0,
    pieces.columns.load.mass, tower.0.columns.red-hex.at.1. The limit is looked for by equilibrium and confirmed by
    simulation on both sides; the rules of the game are left aside. Ends with 1 when the answer is the same throughout.
    """
    from paletti_sim.cli.output import print_json
    from paletti_sim.physics.preset import PRESETS
    from paletti_sim.stability.limit import find_limit
    from paletti_sim.tower.scenario import find_scenario, read_scenario
    from paletti_sim.tower.scenario.vary import Variations

    if not (math.isfinite(start) and math.isfinite(end)) or start == end:
        raise PalettiError(f"--from and --to: want two different numbers (got {start:g} and {end:g})")
    given = read_scenario(scenario)
    path = given.source or find_scenario(scenario)
    variations = Variations(path.read_text(encoding="utf-8-sig"), over, given.name)
    answer = find_limit(variations, over, start, end, PRESETS[preset.value])
    if as_json:
        print_json(answer.to_json())
    else:
        print(_words(answer, start, end))
    if answer.simulated is None:
        raise typer.Exit(1)


def _words(answer: Limit, start: float, end: float) -> str:
    stands, falls = ("stands", "falls") if answer.low else ("falls", "stands")
    if answer.simulated is None:
        return f"{answer.scenario} {stands} for every {answer.key} tried: at {start:g}, and at {end:g}."
    one, two = answer.simulated
    words = f"{answer.scenario} {stands} up to {answer.key} = {one:.5g} and {falls} from {two:.5g} on, by simulation."
    if answer.static is None or answer.gap is None:
        return words + " Equilibrium finds no limit there."
    return words + f" By equilibrium the limit is {answer.static:.5g}; the two are {abs(answer.gap):.3g} apart."
