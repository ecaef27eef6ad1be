"""What a player of Villannex sees, and what may lie behind it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from paletti_sim.games.villannex.common import Village


@dataclass(frozen=True)
class TableView:
    """What one player (None: somebody who watches) sees of a game for several.

    `hand`, `pack`, `aside` and `commit` are the own ones. `shown` and `known` are cards that all have seen in the hands
    of each player, this round and in the round before. Of other hands only the sizes are there.
    """

    player: int | None
    actor: int | None
    phase: str
    hand: tuple[str, ...]
    pack: tuple[str, ...]
    aside: tuple[str, ...]
    commit: tuple[Any, ...]
    shown: tuple[tuple[str, ...], ...]
    known: tuple[tuple[str, ...], ...]
    hand_sizes: tuple[int, ...]
    pack_sizes: tuple[int, ...]
    aside_sizes: tuple[int, ...]
    deck_size: int
    rounds: tuple[tuple[Village, ...], ...]
    totals: tuple[tuple[int, ...], ...]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hand_sizes)

    @property
    def common(self) -> tuple[str, ...]:
        """The cards of the common area: those of the rounds before the one that is played."""
        return common_area(self.rounds, over=self.actor is None)

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON."""
        return asdict(self)


@dataclass(frozen=True)
class SolitaireView:
    """What the player of a solitaire game sees: all but the deck. Somebody who watches does not see the hand."""

    player: int | None
    actor: int | None
    phase: str
    hand: tuple[str, ...]
    pairs: tuple[tuple[str, ...], ...]
    village: Village
    hand_size: int
    deck_size: int
    out: tuple[str, ...]
    rounds: tuple[tuple[Village, ...], ...]
    totals: tuple[tuple[int, ...], ...]

    @property
    def players(self) -> int:
        """One."""
        return 1

    @property
    def common(self) -> tuple[str, ...]:
        """The cards of the common area: those of the rounds before the one that is played."""
        return common_area(self.rounds, over=self.actor is None)

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON."""
        return asdict(self)


def common_area(rounds: tuple[tuple[Village, ...], ...], *, over: bool) -> tuple[str, ...]:
    """Return the cards of all rounds before the present one; of a game that is over, the last round is the present."""
    before = rounds[:-1] if over else rounds
    return tuple(card for villages in before for village in villages for card, _ in village)
