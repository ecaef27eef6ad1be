"""paletti-sim: does this move topple the tower?

>>> import paletti_sim as ps
>>> tower = ps.load("first-move")
>>> ps.check(tower, take="red-thin-1", put=(-60, 20)).outcome
'holds'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from paletti_sim.api import PalettiError, Scenario, Verdict, check, heatmap, load, loads, read_scenario, show

__all__ = ["PalettiError", "Scenario", "Verdict", "check", "heatmap", "load", "loads", "read_scenario", "show"]


def __getattr__(name: str) -> Any:
    # on first use, so that the import alone stays light: the command line shows its help without the engine
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from paletti_sim import api

    value = globals()[name] = getattr(api, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
