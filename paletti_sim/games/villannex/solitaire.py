"""Villannex for one: four rounds, each with a random village of two cards and two of the hand (X-32 to X-38)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from paletti_sim.games.core.protocol import Outcome
from paletti_sim.games.core.streams import Streams
from paletti_sim.games.villannex.actions import AnyAction, Build, Produce, TakePair
from paletti_sim.games.villannex.common import (
    OPEN,
    Village,
    buildings,
    frames,
    is_open,
    refuse,
    score_round,
    with_frame,
)
from paletti_sim.games.villannex.views import SolitaireView

if TYPE_CHECKING:
    from paletti_sim.games.villannex.setup import VillannexSetup

PAIR = "pair"
BUILD = "build"
FRAMES = "frames"
OVER = "over"
ROUNDS = 4
GOAL = 20  # times the round
COMPLETE = 100

Cards = tuple[str, ...]

_RULES = {
    PAIR: ("X-34", "keep the first or the second random village"),
    BUILD: ("X-35", "add 2 cards of your hand to the village"),
    FRAMES: ("X-35", "choose one frame of the card"),
    OVER: ("X-36", "the game is over"),
}


def goal(number: int) -> int:
    """Return the points that round `number` (from 1) wants (X-36).

    >>> [goal(number) for number in (1, 2, 3, 4)]
    [20, 40, 60, 80]
    """
    return GOAL * number


@dataclass(frozen=True)
class Solitaire:
    """A position. `village` is the one being built; `pairs` the two random villages until one is kept."""

    setup: VillannexSetup = field(compare=False, repr=False)
    streams: Streams
    phase: str
    deck: Cards
    hand: Cards
    pairs: tuple[Cards, ...]
    village: Village = ()
    out: Cards = ()
    rounds: tuple[tuple[Village, ...], ...] = ()
    totals: tuple[tuple[int, ...], ...] = ()

    @property
    def actor(self) -> int | None:
        """0, or None when the game is over."""
        return None if self.phase == OVER else 0

    @property
    def is_over(self) -> bool:
        """Whether a round was failed or all four were cleared."""
        return self.phase == OVER

    @cached_property
    def outcome(self) -> Outcome | None:
        """Won with the fourth round cleared (X-37). The score is that of the last round: rounds do not add up."""
        if self.phase != OVER:
            return None
        points = [totals[0] for totals in self.totals]
        cleared = [score >= goal(number) for number, score in enumerate(points, 1)]
        won = len(cleared) == ROUNDS and cleared[-1]
        complete = won and points[-1] >= COMPLETE
        facts: list[tuple[str, bool | None]] = [
            (f"round {number + 1} cleared", cleared[number] if number < len(cleared) else None)
            for number in range(ROUNDS)
        ]
        facts.append(("complete victory", complete if won else None))
        reason = "complete victory" if complete else "victory" if won else f"failed in round {len(points)}"
        return Outcome(reason, frozenset({0} if won else ()), (points[-1],), tuple(facts))

    @cached_property
    def _legal(self) -> tuple[AnyAction, ...]:
        if self.phase == PAIR:
            return tuple(TakePair(number) for number in range(1, len(self.pairs) + 1))
        if self.phase == BUILD:
            return buildings(self.hand)
        return frames(self.village, self.setup.cards) if self.phase == FRAMES else ()

    def legal_actions(self) -> Sequence[AnyAction]:
        """Return what the player may do."""
        return self._legal

    def apply(self, action: AnyAction) -> Self:
        """Return the state after an action.

        Raises:
            IllegalActionError: a rule forbids it.
        """
        if action not in self._legal:
            raise refuse(action, *_RULES[self.phase])
        if isinstance(action, TakePair):
            kept, other = self.pairs[action.pair - 1], self.pairs[2 - action.pair]
            village = tuple((card, OPEN) for card in kept)
            return replace(self, pairs=(), village=village, out=(*self.out, *other), phase=BUILD)
        if isinstance(action, Build):
            hand = tuple(card for card in self.hand if card not in action.cards)
            village = (*self.village, *((card, OPEN) for card in action.cards))
            return replace(self, hand=hand, village=village, phase=FRAMES)
        assert isinstance(action, Produce)
        village = with_frame(self.village, action)
        return replace(self, village=village) if is_open(village) else self._score(village)

    def _score(self, village: Village) -> Self:
        rounds = (*self.rounds, (village,))
        points = score_round(self.setup.cards, rounds, len(self.rounds)).totals
        done = replace(self, village=(), rounds=rounds, totals=(*self.totals, points), phase=OVER)
        if points[0] < goal(len(rounds)) or len(rounds) == ROUNDS:
            return done
        return done._next_round()

    def _next_round(self) -> Self:
        """Draw up to six cards, then two random villages of two (X-33, X-34, X-G13)."""
        draw = 6 - len(self.hand)
        hand, deck = tuple(sorted((*self.hand, *self.deck[:draw]))), self.deck[draw:]
        return replace(self, hand=hand, pairs=(deck[:2], deck[2:4]), deck=deck[4:], phase=PAIR)

    def view(self, player: int | None) -> SolitaireView:
        """Return what the player sees: all but the order of the deck. Who watches does not see the hand."""
        return SolitaireView(
            player=player,
            actor=self.actor,
            phase=self.phase,
            hand=() if player is None else self.hand,
            pairs=self.pairs,
            village=self.village,
            hand_size=len(self.hand),
            deck_size=len(self.deck),
            out=self.out,
            rounds=self.rounds,
            totals=self.totals,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the whole state."""
        return {
            "kind": "solitaire",
            "streams": self.streams.to_json(),
            "phase": self.phase,
            "deck": list(self.deck),
            "hand": list(self.hand),
            "pairs": [list(pair) for pair in self.pairs],
            "village": [list(place) for place in self.village],
            "out": list(self.out),
            "rounds": [[[list(place) for place in village] for village in villages] for villages in self.rounds],
            "totals": [list(row) for row in self.totals],
        }

    @classmethod
    def from_json(cls, setup: VillannexSetup, doc: dict[str, Any]) -> Self:
        """Read what `to_json` wrote."""
        return cls(
            setup,
            Streams.from_json(doc["streams"]),
            doc["phase"],
            tuple(doc["deck"]),
            tuple(doc["hand"]),
            tuple(tuple(pair) for pair in doc["pairs"]),
            _village(doc["village"]),
            tuple(doc["out"]),
            tuple(tuple(_village(village) for village in villages) for villages in doc["rounds"]),
            tuple(tuple(row) for row in doc["totals"]),
        )

    @classmethod
    def new(cls, setup: VillannexSetup, seed: int) -> Self:
        """Return the first state: a shuffled deck, a hand of six, two random villages (X-32, X-34, X-G11)."""
        rng, streams = Streams(seed).next("deal")
        ids = setup.cards.ids
        deck = tuple([ids[place] for place in rng.permutation(len(ids)).tolist()])
        return cls(setup, streams, PAIR, deck, (), ())._next_round()


def _village(doc: list[list[Any]]) -> Village:
    return tuple((card, frame) for card, frame in doc)
