"""An entry of a plan that is of games."""

from __future__ import annotations

from typing import Any

from paletti_sim.batch.plan.axes import Axis
from paletti_sim.batch.plan.model import SEED, GameEntry
from paletti_sim.batch.plan.schema import MOST_SEEDS, GamePart
from paletti_sim.batch.plan.values import read_values
from paletti_sim.errors import PalettiError
from paletti_sim.games.core.game import Setup
from paletti_sim.located_yaml.document import Spot
from paletti_sim.located_yaml.parts import read_part


def read_game(spot: Spot) -> GameEntry | None:
    """Games among bots; None when there are faults, which the document then knows."""
    part = read_part(GamePart, spot)
    place = spot.get("seeds")
    if place is None:
        spot.missing("seeds")
        return None
    seeds = read_values(place)
    if seeds is None or part is None:
        return None
    ends = (seeds[0], seeds[-1]) if isinstance(seeds, range) else seeds
    if not all(type(seed) is int and 0 <= seed <= MOST_SEEDS for seed in ends):
        place.fault("seeds are whole numbers from 0 on")
        return None
    setup = _setup(part, spot)
    if setup is None:
        return None
    preset = "accurate" if setup.needs_judge else None  # that of `simulating_judge`
    axes = (Axis((SEED,), seeds),)
    return GameEntry(setup.game.id, tuple(part.bots), dict(setup.options), setup.data_hash, axes, preset)


def _setup(part: GamePart, spot: Spot) -> Setup[Any, Any] | None:
    """The game made ready, and all its bots found."""
    from paletti_sim.games import find_game
    from paletti_sim.tables import advised

    name, bots = spot.get("game") or spot, spot.get("bots") or spot
    try:
        game = find_game(part.game)
    except PalettiError as error:
        name.fault(str(error), got=False)
        return None
    try:
        setup = advised(game.setup(len(part.bots), part.options))
    except PalettiError as error:
        for line in str(error).splitlines():
            spot.fault(line, got=False)
        return None
    fine = True
    for k, bot in enumerate(part.bots):
        try:
            game.bot(bot, setup)
        except PalettiError as error:
            (bots.get(k) or bots).fault(str(error), got=False)
            fine = False
    return setup if fine else None
