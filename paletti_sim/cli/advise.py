"""`paletti advise`: the best moves on a tower, with their odds."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class PlayerColour(StrEnum):
    """Whose columns."""

    red = "red"
    blue = "blue"
    yellow = "yellow"
    green = "green"


def advise(
    scenario: Annotated[str, typer.Argument(help="A tower that ships (see `paletti scenarios`) or a file.")],
    player: Annotated[PlayerColour | None, typer.Option(help="Whose move; without it, columns of all colours.")] = None,
    top: Annotated[int, typer.Option(metavar="N", min=1, max=20, help="How many moves to simulate and show.")] = 3,
    samples: Annotated[
        int, typer.Option(metavar="N", min=0, max=1000, help="How often each of them is varied and simulated again.")
    ] = 4,
    seed: Annotated[int, typer.Option(metavar="N", min=0, max=2**53, help="The same seed gives the same samples.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the advice as JSON.")] = False,
) -> None:
    """The best moves: which column to take and where to put it, by the odds of standing and the points.

    Equilibrium looks at all legal takes and a grid of places; the best few are simulated, also with columns of other
    heights and a hand that is not quite sure.
    """
    from paletti_sim.cli.output import print_json
    from paletti_sim.cli.scenes import print_scene
    from paletti_sim.games.core.scene import Grid, counted
    from paletti_sim.stability.advise import advise as advised_on
    from paletti_sim.stability.advise import document
    from paletti_sim.tower.scenario import read_scenario

    given = read_scenario(scenario)
    colour = None if player is None else player.value
    found = advised_on(given.tower, colour, top, samples=samples, seed=seed)
    if as_json:
        print_json(dict(document(found, given.name, colour)))
        return
    if not found.best:
        print("No column can be taken: by equilibrium the villa falls without any of these. Propose a floor.")
        return
    rows = []
    for advice in found.best:
        x, y = (1000 * v for v in advice.put.at_m)
        margin = "falls" if advice.margin_deg is None else f"{advice.margin_deg:.1f}"
        rows.append((advice.take, f"{x:.1f},{y:.1f}", str(advice.points), f"{100 * advice.odds:.0f} %", margin))
    print_scene([Grid(("take", "put at", "points", "odds", "tilt to spare (degrees)"), tuple(rows), "llrrr")])
    for number, advice in enumerate(found.best, 1):
        print_scene([f"{number}. {advice.why()}."])
    print_scene(
        [
            f"Looked at {counted(found.looked_at, 'move')} of {counted(found.takes, 'column')}, places every "
            f"{found.pitch_mm:g} mm."
        ]
    )
