"""A position of Villa Paletti: the board, and what is hidden behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from paletti_sim.games.core.protocol import Outcome
from paletti_sim.games.core.streams import Streams
from paletti_sim.games.villa_paletti import turns
from paletti_sim.games.villa_paletti.actions import AnyAction
from paletti_sim.games.villa_paletti.board import Board
from paletti_sim.games.villa_paletti.choices import choices
from paletti_sim.games.villa_paletti.pieces import GREEN
from paletti_sim.games.villa_paletti.refusals import refusal
from paletti_sim.games.villa_paletti.saved import board_from_json, board_to_json
from paletti_sim.games.villa_paletti.views import VillaView
from paletti_sim.tower.regulations import FLOOR_ORDER

if TYPE_CHECKING:
    from paletti_sim.games.villa_paletti.setup import VillaSetup

ACTS = {"take": "taking", "put": "putting", "lay": "laying a floor", "remove": "a penalty"}


@dataclass(frozen=True)
class Villa:
    """A position. `kinds` are the secret kinds of the primer, one a player; empty in the game itself."""

    setup: VillaSetup = field(compare=False, repr=False)
    streams: Streams
    kinds: tuple[str, ...]
    board: Board

    @property
    def actor(self) -> int | None:
        """Who decides now; `JUDGE` while an act waits for its ruling; None when the game is over."""
        return self.board.actor

    @property
    def is_over(self) -> bool:
        """Whether the villa has collapsed or nobody can build (P-31)."""
        return self.board.actor is None

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended: reason, winners, points, who toppled what."""
        board, ending = self.board, self.board.ending
        if ending is None:
            return None
        collapsed = ending.toppler is not None
        facts: list[tuple[str, bool | None]] = [("the villa collapsed", collapsed)]
        facts += [(f"toppled by {said}", ending.act == act if collapsed else None) for act, said in ACTS.items()]
        facts.append(("somebody held the Seal", board.seal.holder is not None))
        laid = len(board.tower.floors)
        facts += [(f"the {floor} floor was laid", n < laid) for n, floor in enumerate(FLOOR_ORDER) if n >= GREEN]
        details: tuple[tuple[str, Any], ...] = ()
        if collapsed:
            details = (
                ("toppled_by", ending.toppler),
                ("act", ending.act),
                ("piece", ending.piece),
                ("fallen", ending.fallen),
            )
        scores = tuple(float(points) for points in board.points)
        return Outcome(ending.reason, frozenset(ending.winners), scores, tuple(facts), details)

    @cached_property
    def _legal(self) -> Sequence[AnyAction]:
        return choices(self.board)

    def legal_actions(self) -> Sequence[AnyAction]:
        """Return what the actor may do."""
        return self._legal

    def apply(self, action: AnyAction) -> Self:
        """Return the state after an action of the actor.

        Raises:
            IllegalActionError: a rule forbids it.
        """
        if action not in self._legal:
            raise refusal(self.board, action)
        return replace(self, board=turns.after(self.board, action, self.kinds))

    def view(self, player: int | None) -> VillaView:
        """Return what a player may see: all but chance and the secret kinds of the others."""
        own = self.kinds[player] if player is not None and self.kinds else ""
        return VillaView(player, own, self.board)

    def to_json(self) -> dict[str, Any]:
        """Return the whole state."""
        return {"streams": self.streams.to_json(), "kinds": list(self.kinds), **board_to_json(self.board)}

    @classmethod
    def from_json(cls, setup: VillaSetup, doc: dict[str, Any]) -> Self:
        """Read what `to_json` wrote."""
        board = board_from_json(doc, setup.rules)
        return cls(setup, Streams.from_json(doc["streams"]), tuple(doc["kinds"]), board)
