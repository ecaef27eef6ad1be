"""What a player of Villa sees: all but the order of the hedges in the bag."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paletti_sim.games.villa.garden import Area
from paletti_sim.games.villa.layout import Layout
from paletti_sim.games.villa.supply import Supply


@dataclass(frozen=True)
class TableView:
    """What one player (None: somebody who watches) sees.

    `left` are the hedges still to come, in the order of their names; `circle` is their real order where all lie open
    around the table (V-18), else empty. The rest is as in `Table`.
    """

    player: int | None
    actor: int | None
    phase: str
    active: int
    hedge: str
    circle: tuple[str, ...]
    left: tuple[str, ...]
    features: tuple[str, ...]
    layout: Layout
    areas: tuple[Area, ...]
    supplies: tuple[Supply, ...]
    turns: tuple[int, ...]
    waiting: tuple[int, ...]
    resolving: int
    groups: tuple[tuple[int, ...], ...]
    wells: tuple[int, ...]
    shown: bool
    again: bool
    reason: str

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON."""
        return {
            "player": self.player,
            "actor": self.actor,
            "phase": self.phase,
            "active": self.active,
            "hedge": self.hedge,
            "circle": list(self.circle),
            "left": list(self.left),
            "features": list(self.features),
            "laid": [[each.hedge, each.turn, each.x, each.y] for each in self.layout.laid],
            "areas": [area.to_json() for area in self.areas],
            "supplies": [supply.to_json() for supply in self.supplies],
            "turns": list(self.turns),
            "waiting": list(self.waiting),
            "resolving": self.resolving,
            "groups": [list(group) for group in self.groups],
            "wells": list(self.wells),
            "shown": self.shown,
            "again": self.again,
            "reason": self.reason,
        }
