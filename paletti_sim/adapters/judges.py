"""The judges of a tower by their names: quick by equilibrium, or by simulation."""

from __future__ import annotations

from typing import Literal

from paletti_sim.errors import PalettiError
from paletti_sim.games.villa_paletti.judge import Referee, TowerJudge
from paletti_sim.physics.preset import PRESETS
from paletti_sim.stability.judge import SimulatingJudge
from paletti_sim.stability.quick_judge import EquilibriumJudge

JudgeName = Literal["equilibrium", "simulation"]


def judge_named(name: str) -> TowerJudge:
    """Return a judge of towers.

    Raises:
        PalettiError: there is none of that name.
    """
    if name == "equilibrium":
        return EquilibriumJudge()
    if name == "simulation":
        return SimulatingJudge(PRESETS["accurate"])
    raise PalettiError(f"judge: wants equilibrium or simulation (got {str(name)[:40]!r})")


def referee_named(name: str) -> Referee:
    """Return a referee of Villa Paletti who asks a judge of that name.

    Raises:
        PalettiError: there is none of that name.
    """
    return Referee(judge_named(name))
