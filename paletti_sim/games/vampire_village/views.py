"""What a player of Vampire Village sees."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from paletti_sim.games.vampire_village.events import Event
from paletti_sim.games.vampire_village.village import Village

Cards = tuple[str, ...]


@dataclass(frozen=True)
class TableView:
    """What one player (None: somebody who watches) sees; names are those of `Table`.

    `hand`, `dealt` and `commit` are the own ones. `known` are the hands of the others that passed through the own,
    empty for those that are not known. Villages, monsters and what was lost lie open. Of all other
    hands only the sizes are there.
    """

    player: int | None
    actor: int | None
    phase: str
    round: int
    step: int
    order: Cards
    kind: int
    hand: Cards
    dealt: Cards
    commit: Cards
    known: tuple[Cards, ...]
    hand_size: int
    dealt_size: int
    chosen: Cards
    villages: tuple[Village, ...]
    monsters: tuple[Cards, ...]
    strengths: tuple[tuple[tuple[str, int], ...], ...]
    walkers: tuple[tuple[str, int], ...]
    moves: int
    wave: tuple[int, ...]
    any_attacker: bool
    lost: Cards
    gone: Cards
    events: tuple[Event, ...]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.villages)

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON."""
        doc = {field.name: getattr(self, field.name) for field in fields(self)}
        doc["villages"] = [[placed.to_json() for placed in village] for village in self.villages]
        doc["events"] = [event.to_json() for event in self.events]
        return doc
