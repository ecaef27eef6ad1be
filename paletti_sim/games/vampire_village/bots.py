"""The greedy bot: looks at residents gained, at the weakest sides, and at what its gifts do to whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from paletti_sim.games.core.bots import Decision
from paletti_sim.games.vampire_village.actions import Drive, Give, Lose, Move, Place, Sacrifice, Suffer
from paletti_sim.games.vampire_village.cards import ATTACKERS, kind_of, what_of
from paletti_sim.games.vampire_village.imagine import unseen_monsters
from paletti_sim.games.vampire_village.outlook import (
    WEIGHTS,
    Attackers,
    Weights,
    attackers_of,
    endure,
    fort_of,
    misdeed_cost,
    sample,
)
from paletti_sim.games.vampire_village.phases import CHOOSE, DEALS, DEALT, DEMONS, DRIVE, GIVE, LOSE, MOVE, PICKS, PLACE
from paletti_sim.games.vampire_village.seats import left_of, less, right_of
from paletti_sim.games.vampire_village.views import TableView
from paletti_sim.games.vampire_village.village import (
    Placed,
    Village,
    arriving,
    free_cells,
    is_yellow,
    walked,
    without,
)

if TYPE_CHECKING:
    from paletti_sim.games.vampire_village.setup import VampireSetup

SAMPLES = 6
"""Attacks that are imagined for each choice: the same ones for all choices of a decision."""
BEST_PLACES = 4
"""A card in the hand is tried on so many places, those that bring most residents first."""
WORTH_A_STEP = 0.05
"""A resident walks only where that is better by this much, so nobody walks to and fro."""

Threats = list[tuple[list[str], dict[str, int]]]


class GreedyBot:
    """Takes what leaves it best after the attacks of this round, as far as it can imagine them."""

    name = "greedy"

    def __init__(self, setup: Any) -> None:
        """`setup` is a `VampireSetup`."""
        self._setup: VampireSetup = setup
        self._cards = setup.cards

    def choose(self, decision: Decision) -> Any:
        """Return the action with the best outlook."""
        actions = decision.actions
        if len(actions) == 1:
            return actions[0]
        view: TableView = decision.view
        ways = {
            CHOOSE: self._card,
            PLACE: self._place,
            MOVE: self._walk,
            GIVE: self._gift,
            DEMONS: self._demon,
            LOSE: self._loss,
            DRIVE: self._attacker,
        }
        return ways[view.phase](view, actions, decision.rng)

    # building

    def _card(self, view: TableView, actions: Sequence[Any], rng: np.random.Generator) -> Any:
        """The card whose best place has the best outlook."""
        sieges = self._sieges(view, rng)
        village = view.villages[_me(view)]
        cells = free_cells(village, box=self._setup.box)

        def worth(card: str) -> float:
            ways = [self._with(village, card, *cell) for cell in cells]
            ways.sort(key=lambda way: -way[-1].residents)
            spread = ways if len(ways) <= BEST_PLACES else [ways[0], *_spread(ways[1:], BEST_PLACES - 1)]
            return max(self._stands(view, way, sieges, view.step + 1) for way in spread)

        return max(actions, key=lambda action: worth(action.card))

    def _place(self, view: TableView, actions: Sequence[Place], rng: np.random.Generator) -> Place:
        sieges = self._sieges(view, rng)
        village, card = view.villages[_me(view)], view.chosen[_me(view)]

        def worth(action: Place) -> float:
            return self._stands(view, self._with(village, card, action.row, action.column), sieges, view.step)

        return max(actions, key=worth)

    def _with(self, village: Village, card: str, row: int, column: int) -> Village:
        come = arriving(self._cards.by_id[card], row, column, village, self._cards)
        return (*village, Placed(card, row, column, come))

    def _walk(self, view: TableView, actions: Sequence[Any], rng: np.random.Generator) -> Any:
        sieges = self._sieges(view, rng)
        village = view.villages[_me(view)]
        stay = actions[-1]
        best, most = stay, self._stands(view, village, sieges, view.step) + WORTH_A_STEP
        for action in actions:
            if isinstance(action, Move):
                worth = self._stands(view, walked(village, action.origin, action.target), sieges, view.step)
                if worth > most:
                    best, most = action, worth
        return best

    def _threats(self, view: TableView, number: int, rng: np.random.Generator) -> Threats:
        """Imagine monsters that may still come, from those that nobody has shown."""
        pool = unseen_monsters(self._setup, view)
        return [sample(pool, number, rng) for _ in range(SAMPLES)]

    def _sieges(self, view: TableView, rng: np.random.Generator) -> list[Attackers]:
        """Imagine who may attack the own village at the end of this round, those who are there already among them."""
        here = view.monsters[_me(view)]
        coming = DEALS * DEALT
        return [attackers_of((*here, *faces), witches) for faces, witches in self._threats(view, coming, rng)]

    def _stands(self, view: TableView, village: Village, sieges: Sequence[Attackers], placed: int) -> float:
        """What a village is worth when `placed` of this round's cards lie in it and one of these attacks may come."""
        weights = _weights(view)
        fort = fort_of(village, self._cards, weights)
        kinds = _kinds(view)
        reserve = weights.reserve * (PICKS - placed)
        total = sum([endure(fort, attackers, kinds, weights, reserve) for attackers in sieges])
        return total / len(sieges)

    # monsters

    def _gift(self, view: TableView, actions: Sequence[Give], rng: np.random.Generator) -> Give:
        """The gifts that hurt the others most beside what the monster kept does here."""
        me, players = _me(view), view.players
        coming = DEALT * (DEALS - view.step) - 1
        threats = self._threats(view, coming, rng)
        seats = {me, left_of(me, players), right_of(me, players)}
        change = {(face, seat): self._change(view, seat, face, threats) for face in set(view.dealt) for seat in seats}
        others = 1 / (players - 1)

        def worth(action: Give) -> float:
            kept = less(view.dealt, action.left, action.right)[0]
            given = change[action.left, left_of(me, players)] + change[action.right, right_of(me, players)]
            return change[kept, me] - others * given

        return max(actions, key=worth)

    def _change(self, view: TableView, seat: int, face: str, threats: Threats) -> float:
        """What one more monster does to a village, in points."""
        weights, village = _weights(view), view.villages[seat]
        if kind_of(face) == "demon":
            return -misdeed_cost(face, village, self._cards, weights)
        fort, kinds = fort_of(village, self._cards, weights), _kinds(view)
        total = 0.0
        for faces, witches in threats:
            before = (*view.monsters[seat], *faces)
            total += endure(fort, attackers_of((*before, face), witches), kinds, weights)
            total -= endure(fort, attackers_of(before, witches), kinds, weights)
        return total / len(threats)

    # attacks

    def _demon(self, view: TableView, actions: Sequence[Any], rng: np.random.Generator) -> Any:  # noqa: ARG002
        """What leaves most after the attacks that are known by now."""
        me = _me(view)
        weights = _weights(view)
        village, faces = view.villages[me], view.monsters[me]

        def worth(action: Any) -> float:
            here, there = village, faces
            if isinstance(action, Sacrifice):
                here = without(village, action.hero)
            elif isinstance(action, Suffer) and what_of(action.demon) == "fewest":
                here = without(village, action.target)
            elif isinstance(action, Suffer) and what_of(action.demon) == "yellow":
                here = tuple(
                    Placed(each.card, each.row, each.column, each.residents - 1)
                    if each.residents and is_yellow(each, self._cards)
                    else each
                    for each in village
                )
            elif isinstance(action, Suffer):
                there = (*faces, action.target)
            fort = fort_of(here, self._cards, weights)
            return endure(fort, attackers_of(there, _witches(view, me)), _kinds(view), weights)

        return max(actions, key=worth)

    def _loss(self, view: TableView, actions: Sequence[Lose], rng: np.random.Generator) -> Lose:  # noqa: ARG002
        me, kind = _me(view), _kinds(view)[view.kind]
        village = view.villages[me]
        strengths = self._present(view)

        def worth(action: Lose) -> float:
            hero = self._cards.heroes.get(action.card)
            fought = hero is not None and ATTACKERS[kind] in hero.symbols
            rest = list(strengths[kind])
            rest.pop(-1 if fought else 0)
            return self._goes_on(view, without(village, action.card), strengths, rest)

        return max(actions, key=worth)

    def _attacker(self, view: TableView, actions: Sequence[Drive], rng: np.random.Generator) -> Drive:  # noqa: ARG002
        me, kind = _me(view), _kinds(view)[view.kind]
        strengths = self._present(view)
        worth_of = dict(view.strengths[me])

        def worth(action: Drive) -> float:
            rest = list(less(strengths[kind], worth_of[action.monster]))
            # of equally strong ones those that may grow or count on neighbours go first
            fixed = 0.01 * what_of(action.monster).isdigit()
            return self._goes_on(view, view.villages[me], strengths, rest) - fixed

        return max(actions, key=worth)

    def _present(self, view: TableView) -> Attackers:
        """The fixed strengths of the own attackers."""
        worth = dict(view.strengths[_me(view)])
        found: Attackers = ([], [], [])
        for face in view.monsters[_me(view)]:
            found[ATTACKERS.index(kind_of(face))].append(worth[face])
        for strengths in found:
            strengths.sort()
        return found

    def _goes_on(self, view: TableView, village: Village, strengths: Attackers, rest: list[int]) -> float:
        """What is left when the present attack goes on with `rest`, and the kinds after it attack too."""
        weights, kinds = _weights(view), _kinds(view)
        now = kinds[view.kind]
        attackers = (
            rest if now == 0 else strengths[0],
            rest if now == 1 else strengths[1],
            rest if now == 2 else strengths[2],
        )
        return endure(fort_of(village, self._cards, weights), attackers, kinds[view.kind :], weights)


def _me(view: TableView) -> int:
    assert view.player is not None
    return view.player


def _weights(view: TableView) -> Weights:
    return WEIGHTS[view.round - 1]


def _kinds(view: TableView) -> list[int]:
    """The order of attack, as places in `ATTACKERS`."""
    return [ATTACKERS.index(kind) for kind in view.order]


def _witches(view: TableView, seat: int) -> dict[str, int]:
    """The strengths of witches at a village as things stand."""
    left, right = left_of(seat, view.players), right_of(seat, view.players)
    count = [sum(kind_of(face) == "witch" for face in faces) for faces in view.monsters]
    return {"2": 2, "left": count[left], "right": count[right]}


def _spread(ways: Sequence[Village], number: int) -> list[Village]:
    """Some of many, evenly: they come from top left to bottom right."""
    return [ways[place * len(ways) // number] for place in range(number)]
