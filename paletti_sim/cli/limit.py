"""`paletti limit`: at which value does the answer flip?"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated

import typer

from paletti_sim.cli.check import PresetChoice
from paletti_sim.errors import PalettiError

if TYPE_CHECKING:
    from paletti_sim.stability.limit import Found, Limit

DOES = {
    "stands": "stands",
    "falls": "falls",
    "impossible": "is not possible",
    "undecided": "does not come to rest in time",
}
NO_FLIP = {"stands": 1, "falls": 1, "impossible": 2, "undecided": 3}


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
    simulation on both sides; the rules of the game are left aside. Hardly more than the two ends and values near a flip
    are tried: where the answer flips several times, some flips may stay unseen. Ends with 1 when the answer is
    the same throughout, with 2 when that is not possible, with 3 when there is none.
    """
    from paletti_sim.cli.output import print_json
    from paletti_sim.physics.preset import PRESETS
    from paletti_sim.stability.limit import find_limit
    from paletti_sim.tower.scenario.read import read_with_content
    from paletti_sim.tower.scenario.vary import UnknownKeyError, Variations

    if not (math.isfinite(start) and math.isfinite(end)) or start == end:
        raise PalettiError(f"--from and --to: want two different numbers (got {start:g} and {end:g})")
    given, content = read_with_content(scenario)
    try:
        variations = Variations(content, over, given.name)
    except UnknownKeyError as error:
        raise PalettiError(f"--over: {error}") from None
    answer = find_limit(variations, start, end, PRESETS[preset.value])
    if as_json:
        print_json(answer.to_json())
    else:
        print(_words(answer))
    if not answer.flips:
        raise typer.Exit(NO_FLIP[answer.start.what])


def _words(answer: Limit) -> str:
    name, key, start, end = answer.scenario, answer.key, answer.start, answer.end
    if not answer.flips:
        tried = f"at {start.shown}, and at {end.shown}"
        return f"{name} {DOES[start.what]} for every {key} tried: {tried}.{_why(start)}"
    said = []
    for k, flip in enumerate(answer.flips):
        one, two = flip.one, flip.two
        where = f" {key} =" if k == 0 else ""
        flips = f"{DOES[one.what]} at{where} {one.shown} and {DOES[two.what]} at {two.shown}"
        said.append(f"{'it' if k else name} {flips}{', with changing answers in between' if flip.mixed else ''}")
    reasons = "".join(map(_why, (answer.flips[0].one, *(flip.two for flip in answer.flips))))
    words = f"By simulation {'; '.join(said)}.{reasons}"
    if answer.flips[-1].two.what != end.what:
        words += f" It changes more often: at {end.shown} it {DOES[end.what]}."
    if answer.static is None:
        return words + " Equilibrium finds no limit there."
    apart = "" if answer.gap is None else f"; the two are {abs(answer.gap):.3g} apart"
    return words + f" By equilibrium the limit is {answer.static:.5g}{apart}."


def _why(found: Found) -> str:
    return f" At {found.shown}: {found.why}" if found.why else ""
