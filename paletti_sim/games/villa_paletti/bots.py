"""Bots: one that does what is safest, one that weighs points against risk. Both ask an adviser, not a simulation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from paletti_sim.games.core.bots import Decision
from paletti_sim.games.core.errors import OptionError
from paletti_sim.games.core.protocol import draw
from paletti_sim.games.villa_paletti import board as at
from paletti_sim.games.villa_paletti.actions import (
    AGREE,
    CAUTION_MM,
    GIVE_UP,
    OBJECT,
    PROPOSE,
    STOP,
    Colour,
    Lay,
    Put,
    Take,
)
from paletti_sim.games.villa_paletti.adviser import Adviser
from paletti_sim.games.villa_paletti.board import NEUTRAL, Board
from paletti_sim.games.villa_paletti.choices import Lays
from paletti_sim.games.villa_paletti.permits import column_put, floor_laid, purpose_now, takeable
from paletti_sim.games.villa_paletti.pieces import colour_of
from paletti_sim.tower.lying import carriers
from paletti_sim.tower.tower import Tower

SAFE_DEG = 0.8
"""The careful bot takes a column when the villa then bears this much tilt; otherwise it proposes a floor."""
LOOKS = 4
"""So many places of a list are looked at: equilibrium takes tens of milliseconds each."""
HALF_DEG = 0.35
"""The tilt to spare at which a move is thought to be as likely to fail as to succeed."""
SPREAD_DEG = 0.15
SEAL = 4.0
"""What taking the Seal is worth beside points."""
FALL = 6.0
"""What toppling the villa costs, in points."""
LOCKED = 0.7
"""What a column locked in vain costs."""
GOOD_ODDS = 0.97
WORTH_A_MOVE = 0.5


def odds_of(margin_deg: float | None) -> float:
    """Return how likely a move succeeds that leaves so much tilt to spare: a rough guess, rising smoothly.

    >>> odds_of(None), round(odds_of(HALF_DEG), 2)
    (0.0, 0.5)
    """
    if margin_deg is None:
        return 0.0
    return 1 / (1 + math.exp(-(margin_deg - HALF_DEG) / SPREAD_DEG))


class _Advised:
    """What both bots share: margins by the adviser, remembered for the tower last looked at."""

    name = ""

    def __init__(self, setup: Any) -> None:
        """`setup` is a `VillaSetup` with an adviser."""
        if setup.adviser is None:
            raise OptionError(f"the bot {self.name} needs an adviser, who says how safe a move looks")
        self._adviser: Adviser = setup.adviser
        self._tower: Tower | None = None
        self._takes: dict[str, float | None] = {}

    def take_margin(self, tower: Tower, column: str) -> float | None:
        """Tilt to spare after a column is drawn."""
        if self._tower is not tower:
            self._tower, self._takes = tower, {}
        if column not in self._takes:
            self._takes[column] = self._adviser.take(tower, column)
        return self._takes[column]

    def best_put(self, board: Board, actions: Sequence[Any], decision: Decision) -> tuple[float | None, Any]:
        """The safest of some places for the column in hand: the best spots, and others drawn from the list."""
        puts = [action for action in actions if isinstance(action, Put)]
        looked = _some(puts, decision)
        rated = [(self._adviser.put(board.tower, column_put(board, put)), put) for put in looked]
        return _best(rated)

    def best_lay(self, board: Board, actions: Sequence[Any], decision: Decision) -> tuple[float | None, Any]:
        """The safest of some places for the floor."""
        lays = _some([action for action in actions if isinstance(action, Lay)], decision)
        return _best([(self._adviser.lay(board.tower, floor_laid(board, lay)), lay) for lay in lays])

    def common(self, board: Board, decision: Decision) -> Any:  # noqa: PLR0911
        """What both decide alike, None for the rest."""
        actions = decision.actions
        if len(actions) == 1:
            return actions[0]
        match board.phase:
            case at.COLOUR:
                return max(actions, key=lambda action: _loose(board, action.colour))
            case at.PLACE:
                return draw(actions, decision.rng)
            case at.BLUE | at.LAY:
                margin, lay = self.best_lay(board, actions, decision)
                return lay if margin is not None or GIVE_UP not in actions else GIVE_UP
            case at.PENALTY:
                rated = [(self.take_margin(board.tower, each.column), each) for each in actions]
                return _best(rated)[1]
            case at.TURN if isinstance(actions, Lays):
                return self.best_lay(board, actions, decision)[1]
        return None

    def columns(self, board: Board, actions: Sequence[Any]) -> tuple[str, ...]:
        """The columns that could be moved now; with two players those of both colours, as long as none is picked."""
        colours = tuple(action.colour for action in actions if isinstance(action, Colour))
        return board.movable(colours) if colours else takeable(board)

    def taking(self, board: Board, actions: Sequence[Any], column: str, caution_mm: float | None) -> Any:
        """The action by which a column is taken: with two players first its colour is picked."""
        if any(isinstance(action, Colour) for action in actions):
            return Colour(colour_of(column))
        if board.rules.primer:
            return next(action for action in actions if isinstance(action, Take) and action.column == column)
        return Take(column, "lift", caution_mm)


class CautiousBot(_Advised):
    """Does what leaves most tilt to spare, always with care, and proposes a floor when no column looks safe."""

    name = "cautious"

    def choose(self, decision: Decision) -> Any:
        """Return the safest action."""
        board, actions = decision.view.board, decision.actions
        found = self.common(board, decision)
        if found is not None:
            return found
        if board.phase == at.ASKED:
            return AGREE
        if board.phase == at.PUT:
            margin, put = self.best_put(board, actions, decision)
            return STOP if margin is None and STOP in actions else put
        rated = [(self.take_margin(board.tower, name), name) for name in self.columns(board, actions)]
        margin, column = _best(rated)
        if (margin is None or margin < SAFE_DEG) and PROPOSE in actions and _can_lay(board):
            return PROPOSE
        return self.taking(board, actions, column, CAUTION_MM)


class GreedyBot(_Advised):
    """Takes what brings most points for the risk; boldly where the Seal is to be won."""

    name = "greedy"

    def choose(self, decision: Decision) -> Any:
        """Return the action that promises most."""
        board, actions = decision.view.board, decision.actions
        found = self.common(board, decision)
        if found is not None:
            return found
        if board.phase == at.ASKED:
            return self._answer(board, actions)
        if board.phase == at.PUT:
            margin, put = self.best_put(board, actions, decision)
            assert board.attempt is not None
            gain = self._gain(board, board.attempt.column)
            stops = STOP in actions and odds_of(margin) * gain < (1 - odds_of(margin)) * FALL
            return STOP if stops else put
        worth, column = max((self._worth(board, name), name) for name in self.columns(board, actions))
        if worth < WORTH_A_MOVE and PROPOSE in actions and _can_lay(board):
            return PROPOSE
        bold = self._takes_seal(board, column) and odds_of(self.take_margin(board.tower, column)) > GOOD_ODDS
        return self.taking(board, actions, column, None if bold else CAUTION_MM)

    def _answer(self, board: Board, actions: Sequence[Any]) -> Any:
        """Object when a new floor would cost us something, and a column can be moved safely."""
        if OBJECT not in actions or not (board.seal.holder == board.deciding or board.points[board.deciding] > 0):
            return AGREE
        own = board.objects_with(board.deciding)
        best = max(odds_of(self.take_margin(board.tower, name)) for name in own)
        return OBJECT if best >= GOOD_ODDS else AGREE

    def _worth(self, board: Board, column: str) -> float:
        odds = odds_of(self.take_margin(board.tower, column))
        return odds * self._gain(board, column) - (1 - odds) * LOCKED

    def _gain(self, board: Board, column: str) -> float:
        """What a column on top would bring; a neutral or an objector's one brings only that it is done with."""
        if (board.attempt.purpose if board.attempt else purpose_now(board)) != at.OWN or board.rules.primer:
            return 1.0
        points = float(board.pieces.columns[column].points)
        return points + (SEAL if self._takes_seal(board, column) else 0.0)

    def _takes_seal(self, board: Board, column: str) -> bool:
        player = board.deciding
        if board.rules.primer or not board.contested or board.seal.holder == player:
            return False
        if (board.attempt.purpose if board.attempt else purpose_now(board)) == NEUTRAL:
            return False
        others = [c for c in board.tower.top.columns if colour_of(c.name) != board.neutral]
        points = board.points[player] + board.pieces.columns[column].points
        holder = board.seal.holder
        return not others or (holder is not None and points > board.points[holder])


def _can_lay(board: Board) -> bool:
    """Whether a place for the next floor is known."""
    return any(isinstance(action, Lay) for action in Lays(board).listed())


def _loose(board: Board, colour: str) -> float:
    """How many of a colour's columns no floor covers; points decide between equals."""
    if not board.tower.floors:
        return 0.0
    covered = {column.name for column in carriers(board.tower.floors[0], board.tower.levels[0])}
    own = [name for name in board.below((colour,)) if name not in covered]
    return len(own) + sum(board.pieces.columns[name].points for name in own) / 100


def _some(actions: Sequence[Any], decision: Decision) -> list[Any]:
    """The first half of what may be looked at, and others drawn from the rest."""
    first, rest = list(actions[: LOOKS // 2]), list(actions[LOOKS // 2 :])
    order = decision.rng.permutation(len(rest))[: LOOKS - len(first)].tolist()
    return first + [rest[place] for place in order]


def _best(rated: Sequence[tuple[float | None, Any]]) -> tuple[float | None, Any]:
    """The one with most tilt to spare; of those that would not stand the first."""
    if not rated:
        return None, None
    return max(rated, key=lambda pair: -1.0 if pair[0] is None else pair[0])
