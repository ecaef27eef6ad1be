"""Who says how safe a move looks before it is made: the protocol. A quick look, not a simulation."""

from __future__ import annotations

from typing import Protocol

from paletti_sim.tower.tower import Placed, Tower


class Adviser(Protocol):
    """Says how far a tower would be from falling after an act, in degrees: how far the table could be tilted.

    None: it would not stand.
    """

    def take(self, tower: Tower, column: str) -> float | None:
        """After a column is drawn."""

    def put(self, tower: Tower, column: Placed) -> float | None:
        """After a column is set down on the top floor."""

    def lay(self, tower: Tower, floor: Placed) -> float | None:
        """After a floor is laid."""
