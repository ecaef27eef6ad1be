"""Games made ready with all they ask for: an adviser, and a judge who simulates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from paletti_sim.games.core.game import Setup
    from paletti_sim.games.core.protocol import Judge


def made_ready(game: str, players: int, options: Mapping[str, object]) -> Setup[Any, Any]:
    """Return a game made ready; can be sent to another process as `functools.partial(made_ready, ...)`.

    Raises:
        OptionError: an unknown game, a wrong number of players, or wrong options.
        FileFaultsError: the game's data are faulty.
    """
    from paletti_sim.games import find_game

    return advised(find_game(game).setup(players, options))


def advised(setup: Setup[Any, Any]) -> Setup[Any, Any]:
    """Return a set-up with somebody who advises, if the game asks for one."""
    from paletti_sim.games.villa_paletti.setup import VillaSetup

    if not isinstance(setup, VillaSetup):
        return setup
    from paletti_sim.stability.adviser import EquilibriumAdviser

    return setup.advised_by(EquilibriumAdviser())


def simulating_judge() -> Judge:
    """Return who says by simulation what happens to a tower; made once in every process."""
    from paletti_sim.games.villa_paletti.judge import Referee
    from paletti_sim.stability.judge import SimulatingJudge

    return Referee(SimulatingJudge())


def judge_of(setup: Setup[Any, Any]) -> Judge | None:
    """Return the judge of a game, None where it needs none."""
    return simulating_judge() if setup.needs_judge else None
