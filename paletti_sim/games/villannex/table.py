"""Villannex for two to four: the normal game, booster draft, two rounds, showing one at a time.

All act at the same time; here they decide in the order of their seats, and what one has decided shows to nobody until
the last one has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from paletti_sim.games.core.protocol import Outcome, draw
from paletti_sim.games.core.streams import Streams
from paletti_sim.games.villannex.actions import AnyAction, Build, Keep, NameNext, Produce, Select, Show
from paletti_sim.games.villannex.common import (
    OPEN,
    Village,
    buildings,
    frames,
    is_open,
    refuse,
    score_round,
    selections,
    with_frame,
)
from paletti_sim.games.villannex.views import TableView

if TYPE_CHECKING:
    import numpy as np

    from paletti_sim.games.villannex.setup import VillannexSetup

DRAFT = "draft"
SELECT = "select"
FLASH = "flash"  # show=one: which of the four is shown
REVEAL = "reveal"  # reveal=one-at-a-time: somebody shows a card
NEXT = "next"  # reveal=one-at-a-time: who shows next
BUILD = "build"
OVER = "over"
TOGETHER = frozenset({DRAFT, SELECT, FLASH, BUILD})
"""The steps in which all choose in secret before anything is shown."""

Cards = tuple[str, ...]

_RULES = {
    DRAFT: ("X-27", "keep one card of your pack"),
    SELECT: ("X-11", "choose 4 of your 6 cards"),
    FLASH: ("X-G1", "show one of your 4 cards"),
    REVEAL: ("X-31", "show a card of your hand that you have not shown"),
    NEXT: ("X-31", "name a player who has shown fewer cards than you"),
    OVER: ("X-14", "the game is over"),
}


@dataclass(frozen=True)
class Table:
    """A position. `commits` are choices of this step that the others do not know yet, empty for who has not chosen.

    `known` are cards of a hand that all saw in the first round of two. `rounds` are the villages of the rounds played
    and `totals` their points; the cards of all but the last one of a game that is over form the common area.
    """

    setup: VillannexSetup = field(compare=False, repr=False)
    streams: Streams
    phase: str
    turn: int
    deck: Cards
    packs: tuple[Cards, ...]
    hands: tuple[Cards, ...]
    aside: tuple[Cards, ...]
    shown: tuple[Cards, ...]
    known: tuple[Cards, ...]
    commits: tuple[tuple[Any, ...], ...]
    rounds: tuple[tuple[Village, ...], ...] = ()
    totals: tuple[tuple[int, ...], ...] = ()

    @property
    def actor(self) -> int | None:
        """Who decides now; None when the game is over."""
        return None if self.phase == OVER else self.turn

    @property
    def is_over(self) -> bool:
        """Whether the last round has been scored."""
        return self.phase == OVER

    @cached_property
    def outcome(self) -> Outcome | None:
        """Who has most points over all rounds; equal ones share the victory (X-14, X-30, X-G4, X-G21)."""
        if self.phase != OVER:
            return None
        sums = tuple(sum(column) for column in zip(*self.totals, strict=True))
        most = max(sums)
        winners = frozenset(player for player, points in enumerate(sums) if points == most)
        return Outcome("most points" if len(winners) == 1 else "tie", winners, sums)

    @cached_property
    def _legal(self) -> tuple[AnyAction, ...]:
        phase, player = self.phase, self.turn
        if phase == BUILD:
            village = self.commits[player]
            return frames(village, self.setup.cards) if village else buildings(self.hands[player])
        if phase == SELECT:
            return selections(self.hands[player])
        if phase == DRAFT:
            return tuple(Keep(card) for card in self.packs[player])
        if phase in (REVEAL, FLASH):
            return tuple(Show(card) for card in self.hands[player] if card not in self.shown[player])
        return tuple(NameNext(other) for other in self._fewer) if phase == NEXT else ()

    @property
    def _fewer(self) -> list[int]:
        mine = len(self.shown[self.turn])
        return [player for player, shown in enumerate(self.shown) if len(shown) < mine]

    def legal_actions(self) -> Sequence[AnyAction]:
        """Return what the actor may do."""
        return self._legal

    def apply(self, action: AnyAction) -> Self:
        """Return the state after an action of the actor.

        Raises:
            IllegalActionError: a rule forbids it.
        """
        if action not in self._legal:
            if self.phase == BUILD:
                opened = self.commits[self.turn]
                raise refuse(action, "X-13", "choose one frame of the card" if opened else "build with 2 of your cards")
            raise refuse(action, *_RULES[self.phase])
        if isinstance(action, Show) and self.phase == REVEAL:
            return self._show(action.card)
        if isinstance(action, NameNext):
            return replace(self, phase=REVEAL, turn=action.player)
        commit = self._commit(action)
        commits = (*self.commits[: self.turn], commit, *self.commits[self.turn + 1 :])
        if self.phase == BUILD and is_open(commit):
            return replace(self, commits=commits)
        if self.turn + 1 < len(commits):
            return replace(self, commits=commits, turn=self.turn + 1)
        return self._resolve(commits)

    def _commit(self, action: AnyAction) -> tuple[Any, ...]:
        if isinstance(action, Build):
            return tuple([(card, OPEN) for card in action.cards])
        if isinstance(action, Produce):
            return with_frame(self.commits[self.turn], action)
        if isinstance(action, Select):
            return action.cards
        assert isinstance(action, Keep | Show)
        return (action.card,)

    def _resolve(self, commits: tuple[tuple[Any, ...], ...]) -> Self:
        """All have chosen: what they chose becomes known."""
        none: tuple[tuple[Any, ...], ...] = ((),) * len(commits)
        if self.phase == DRAFT:
            return self._pass_on(commits)
        if self.phase == SELECT:
            aside = tuple(_less(hand, chosen) for hand, chosen in zip(self.hands, commits, strict=True))
            if self.setup.shows_one:
                return replace(self, hands=commits, aside=aside, commits=none, phase=FLASH, turn=0)
            return replace(self, hands=commits, aside=aside, shown=commits, commits=none, phase=BUILD, turn=0)
        if self.phase == FLASH:
            return replace(self, shown=commits, commits=none, phase=BUILD, turn=0)
        rounds = (*self.rounds, commits)
        totals = (*self.totals, score_round(self.setup.cards, rounds, len(self.rounds)).totals)
        hands = tuple(
            tuple([card for card in hand if card not in (village[0][0], village[1][0])])
            for hand, village in zip(self.hands, commits, strict=True)
        )
        done = replace(self, hands=hands, commits=none, rounds=rounds, totals=totals, phase=OVER)
        return done if len(rounds) == self.setup.rounds else done._second_round()

    def _pass_on(self, commits: tuple[tuple[Any, ...], ...]) -> Self:
        """All keep a card and pass the others to the left, the next seat; the last one is simply kept (X-27, X-G8)."""
        players = len(commits)
        hands = [tuple(sorted((*hand, *kept))) for hand, kept in zip(self.hands, commits, strict=True)]
        rest = [_less(pack, kept) for pack, kept in zip(self.packs, commits, strict=True)]
        packs = [rest[(seat - 1) % players] for seat in range(players)]
        none: tuple[Any, ...] = ((),) * players
        if len(packs[0]) > 1:
            return replace(self, hands=tuple(hands), packs=tuple(packs), commits=none, turn=0)
        hands = [tuple(sorted((*hand, *pack))) for hand, pack in zip(hands, packs, strict=True)]
        return replace(self, hands=tuple(hands), packs=none, commits=none)._begin()

    def _begin(self) -> Self:
        """The first step of a round once the hands are complete."""
        if self.setup.skips_showing:
            return replace(self, phase=BUILD, turn=0)
        if not self.setup.one_at_a_time:
            return replace(self, phase=SELECT, turn=0)
        rng, streams = self.streams.next("start")
        return replace(self, streams=streams, phase=REVEAL, turn=int(rng.integers(len(self.hands))))

    def _show(self, card: str) -> Self:
        """One card is shown; whose turn it is then depends on who has shown fewer (X-31)."""
        shown = tuple((*cards, card) if player == self.turn else cards for player, cards in enumerate(self.shown))
        after = replace(self, shown=shown)
        fewer = after._fewer
        if len(fewer) == 1:
            return replace(after, turn=fewer[0])
        if fewer:
            return replace(after, phase=NEXT)
        if len(shown[0]) < 4:
            return after
        hands = tuple(tuple(sorted(cards)) for cards in shown)
        aside = tuple(_less(hand, cards) for hand, cards in zip(self.hands, shown, strict=True))
        return replace(after, hands=hands, aside=aside, shown=hands, phase=BUILD, turn=0)

    def _second_round(self) -> Self:
        """Take back the four unused cards and get two new ones (X-29); what all have seen of them stays known."""
        hands, known, deck = [], [], self.deck
        for hand, aside, shown in zip(self.hands, self.aside, self.shown, strict=True):
            unused = (*hand, *aside)
            known.append(tuple(card for card in shown if card in unused))
            hands.append(tuple(sorted((*unused, *deck[:2]))))
            deck = deck[2:]
        none: tuple[Any, ...] = ((),) * len(hands)
        return replace(self, deck=deck, hands=tuple(hands), known=tuple(known), aside=none, shown=none)._begin()

    def view(self, player: int | None) -> TableView:
        """Return what a player may see: the own cards and choices, and all that has been shown."""
        secret = player is None
        own = -1 if player is None else player
        return TableView(
            player=player,
            actor=self.actor,
            phase=self.phase,
            hand=() if secret else self.hands[own],
            pack=() if secret else self.packs[own],
            aside=() if secret else self.aside[own],
            commit=() if secret else self.commits[own],
            shown=self.shown,
            known=self.known,
            hand_sizes=tuple([len(hand) for hand in self.hands]),
            pack_sizes=tuple([len(pack) for pack in self.packs]),
            aside_sizes=tuple([len(cards) for cards in self.aside]),
            deck_size=len(self.deck),
            rounds=self.rounds,
            totals=self.totals,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the whole state."""
        return {
            "kind": "table",
            "streams": self.streams.to_json(),
            "phase": self.phase,
            "turn": self.turn,
            "deck": list(self.deck),
            **{name: [list(cards) for cards in getattr(self, name)] for name in _PER_PLAYER},
            "commits": [[list(c) if isinstance(c, tuple) else c for c in commit] for commit in self.commits],
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
            doc["turn"],
            tuple(doc["deck"]),
            commits=tuple(tuple(tuple(c) if isinstance(c, list) else c for c in commit) for commit in doc["commits"]),
            rounds=tuple(
                tuple(tuple((card, frame) for card, frame in village) for village in villages)
                for villages in doc["rounds"]
            ),
            totals=tuple(tuple(row) for row in doc["totals"]),
            **{name: tuple(tuple(cards) for cards in doc[name]) for name in _PER_PLAYER},
        )

    @classmethod
    def new(cls, setup: VillannexSetup, seed: int) -> Self:
        """Return the first state: six cards each (X-9), or six to draft from (X-27)."""
        rng, streams = Streams(seed).next("deal")
        ids = setup.cards.ids
        deck = tuple([ids[place] for place in rng.permutation(len(ids)).tolist()])
        players = setup.players
        dealt = tuple(tuple(sorted(deck[6 * seat : 6 * seat + 6])) for seat in range(players))
        none: tuple[Any, ...] = ((),) * players
        rest = deck[6 * players :]
        if setup.drafts:
            return cls(setup, streams, DRAFT, 0, rest, dealt, none, none, none, none, none)
        return cls(setup, streams, SELECT, 0, rest, none, dealt, none, none, none, none)._begin()


def with_choices(state: Table, turn: int, choices: Sequence[tuple[Any, ...]]) -> Table:
    """Return a state in which `turn` decides and the hidden choices of this step are the given ones."""
    return replace(state, turn=turn, commits=tuple(choices))


def random_choice(state: Table, player: int, rng: np.random.Generator) -> tuple[Any, ...]:
    """Return what a player may have chosen in this step, at random."""
    trial = replace(state, turn=player, commits=((),) * len(state.commits))
    while True:
        action = draw(trial.legal_actions(), rng)
        commit = trial._commit(action)
        if trial.phase != BUILD or not is_open(commit):
            return commit
        commits = (*trial.commits[:player], commit, *trial.commits[player + 1 :])
        trial = replace(trial, commits=commits)


_PER_PLAYER = ("packs", "hands", "aside", "shown", "known")


def _less(cards: Cards, without: Sequence[str]) -> Cards:
    return tuple([card for card in cards if card not in without])
