"""The greedy bot: scores its choices against opponents it imagines behind its view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations, product
from typing import TYPE_CHECKING, Any

import numpy as np

from paletti_sim.games.core.bots import Decision
from paletti_sim.games.villannex.actions import Build, Keep, Select, Show
from paletti_sim.games.villannex.cards import Card, Production
from paletti_sim.games.villannex.common import OPEN, Village
from paletti_sim.games.villannex.imagine import imagine_hands
from paletti_sim.games.villannex.scoring import score
from paletti_sim.games.villannex.views import SolitaireView, TableView

if TYPE_CHECKING:
    from paletti_sim.games.villannex.setup import VillannexSetup

SAMPLES = 10
GUESSES = 4
"""An imagined opponent takes the best of so many random villages."""
MARGIN = 0.01
"""How much a point is worth beside a victory."""

Opponents = Sequence[tuple[Production, tuple[str, ...]]]


class GreedyBot:
    """Takes what wins most often, then by most points, against sampled opponents."""

    name = "greedy"

    def __init__(self, setup: Any) -> None:
        """`setup` is a `VillannexSetup`."""
        self._setup: VillannexSetup = setup
        self._by_id: dict[str, Card] = setup.cards.by_id  # an own name: looked up very often

    def choose(self, decision: Decision) -> Any:
        """Return the best action by the samples."""
        view, actions = decision.view, decision.actions
        if len(actions) == 1:
            return actions[0]
        if isinstance(view, SolitaireView):
            return self._alone(view, actions)
        if view.phase == "next":
            return actions[0]
        samples = [self._opponents(view, decision.rng) for _ in range(SAMPLES)]
        common = [self._by_id[card] for card in view.common]
        if view.phase == "build":
            return max(actions, key=lambda action: self._best_of(view, action, samples, common))
        return self._from_pairs(view, actions, samples, common)

    def _best_of(self, view: TableView, action: Any, samples: Sequence[Opponents], common: list[Card]) -> float:
        """How good it is to build these cards, or to let this frame produce: with the best frames still open."""
        if isinstance(action, Build):
            village: Village = tuple((card, OPEN) for card in action.cards)
        else:
            village = tuple((card, action.frame if card == action.card else frame) for card, frame in view.commit)
        return self._worth(village, samples, common)

    def _from_pairs(
        self, view: TableView, actions: Sequence[Any], samples: Sequence[Opponents], common: list[Card]
    ) -> Any:
        """Choose cards to keep, to take into the round or to show, by the pairs that they can still make."""
        own = [*view.hand, *view.pack]
        worth = {
            pair: self._worth(tuple((card, OPEN) for card in pair), samples, common)
            for pair in combinations(sorted(own), 2)
        }

        def promise(cards: Iterable[str]) -> float:
            best = sorted((worth[pair] for pair in combinations(sorted(cards), 2)), reverse=True)
            return best[0] + 0.3 * (best[1] if len(best) > 1 else best[0])

        first = actions[0]
        if isinstance(first, Select):
            return max(actions, key=lambda action: promise(action.cards))
        if isinstance(first, Keep):
            if not view.hand:
                return max(actions, key=lambda action: _mean(worth, action.card))
            return max(actions, key=lambda action: promise((*view.hand, action.card)))
        assert isinstance(first, Show)
        four = max(combinations(sorted(view.hand), 4), key=promise) if len(view.hand) > 4 else view.hand
        pair = max(combinations(sorted(four), 2), key=lambda two: worth[two])
        # the cards that will probably be built are shown last
        return min(actions, key=lambda action: (action.card not in four, action.card in pair))

    def _worth(self, village: Village, samples: Sequence[Opponents], common: list[Card]) -> float:
        """The mean worth of a village over the samples, with the best choice of the frames that are open."""
        by_id = self._by_id
        cards = [by_id[card] for card, _ in village]
        best = -1e9
        for produced in {self._setup.cards.production(closed) for closed in self.closed(village)}:
            total = 0.0
            for opponents in samples:
                table = [*common, *cards, *[by_id[card] for _, pair in opponents for card in pair]]
                points = score([produced, *[production for production, _ in opponents]], table).totals
                margin = points[0] - max(points[1:])
                total += (margin > 0) - (margin < 0) + MARGIN * margin
            best = max(best, total / len(samples))
        return best

    def closed(self, village: Village) -> list[Village]:
        """Return all ways to choose the frames that are open."""
        choices = [
            (range(1, len(self._by_id[card].frames) + 1) or (0,)) if frame == OPEN else (frame,)
            for card, frame in village
        ]
        names = [card for card, _ in village]
        return [tuple(zip(names, frames, strict=True)) for frames in product(*choices)]

    def _opponents(self, view: TableView, rng: np.random.Generator) -> Opponents:
        """Imagine the hands of the others and a good village of each."""
        hands, _, packs, deck = imagine_hands(self._setup, view, rng)
        found = []
        for player in range(view.players):
            if player == view.player:
                continue
            hand = [*hands[player], *packs[player]]
            if view.phase == "draft":
                # what they will keep is not known: any card that is not ours
                hand = [*hand, *deck[:4]]
            found.append(self._guess(hand, rng))
        return found

    def _guess(self, hand: Sequence[str], rng: np.random.Generator) -> tuple[Production, tuple[str, ...]]:
        best: tuple[int, Production, tuple[str, ...]] | None = None
        for _ in range(GUESSES):
            one = int(rng.random() * len(hand))
            two = (one + 1 + int(rng.random() * (len(hand) - 1))) % len(hand)
            pair = (hand[one], hand[two])
            cards = [self._by_id[card] for card in pair]
            places = [(card.id, 1 + int(rng.random() * len(card.frames)) if card.frames else 0) for card in cards]
            produced = self._setup.cards.production(places)
            points = score([produced], cards).totals[0]
            if best is None or points > best[0]:
                best = (points, produced, pair)
        assert best is not None
        return best[1], best[2]

    def _alone(self, view: SolitaireView, actions: Sequence[Any]) -> Any:
        """Solitaire: the choice that leads to most points in this round."""
        common = [self._by_id[card] for card in view.common]
        if view.phase == "pair":
            pairs = dict(zip(actions, view.pairs, strict=True))
            return max(
                actions,
                key=lambda action: max(
                    self._points(tuple((card, OPEN) for card in chain(pairs[action], two)), common)
                    for two in combinations(view.hand, 2)
                ),
            )
        if view.phase == "build":
            added = {action: tuple((card, OPEN) for card in action.cards) for action in actions}
            return max(actions, key=lambda action: self._points((*view.village, *added[action]), common))
        return max(
            actions,
            key=lambda action: self._points(
                tuple((card, action.frame if card == action.card else frame) for card, frame in view.village), common
            ),
        )

    def _points(self, village: Village, common: list[Card]) -> int:
        table = [*common, *[self._by_id[card] for card, _ in village]]
        productions = {self._setup.cards.production(closed) for closed in self.closed(village)}
        return max(score([produced], table).totals[0] for produced in productions)


def _mean(worth: Mapping[tuple[str, str], float], card: str) -> float:
    """The mean worth of the pairs with a card."""
    found = [points for pair, points in worth.items() if card in pair]
    return sum(found) / len(found)
