"""What a player of Villa Paletti sees: everything on the table; in the primer only the own kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from paletti_sim.games.villa_paletti.board import Board
from paletti_sim.games.villa_paletti.saved import board_to_json


@dataclass(frozen=True)
class VillaView:
    """What one player (None: somebody who watches) sees. `own_kind`: the kind of column that wins the primer."""

    player: int | None
    own_kind: str
    board: Board

    @property
    def actor(self) -> int | None:
        """Who decides now."""
        return self.board.actor

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON."""
        return {"player": self.player, "actor": self.actor, "kind": self.own_kind, **board_to_json(self.board)}
