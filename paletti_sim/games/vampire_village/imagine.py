"""A whole state that could be behind a view: hidden cards dealt at random among the places where they may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from paletti_sim.games.core.protocol import draw
from paletti_sim.games.core.streams import Streams
from paletti_sim.games.vampire_village import demons, table
from paletti_sim.games.vampire_village.actions import Choose, Give
from paletti_sim.games.vampire_village.events import ARRIVE, PLACE, ROUND
from paletti_sim.games.vampire_village.phases import CHOOSE, DEMONS, GIVE

if TYPE_CHECKING:
    from paletti_sim.games.vampire_village.setup import VampireSetup
    from paletti_sim.games.vampire_village.views import TableView

Cards = tuple[str, ...]


def unseen_cards(setup: VampireSetup, view: TableView) -> tuple[list[str], list[str]]:
    """Return the starting cards and the village cards of this round that the one who looks has not seen."""
    seen = {*view.hand, *view.lost, *view.chosen, *(placed.card for village in view.villages for placed in village)}
    for hand in view.known:
        seen.update(hand)
    starting = [card.id for card in setup.cards.starting if card.id not in seen]
    return starting, [card.id for card in setup.cards.village[view.round - 1] if card.id not in seen]


def unseen_monsters(setup: VampireSetup, view: TableView) -> list[str]:
    """Return the monsters of this round's deck that neither all nor the one who looks have seen."""
    rest = _not_come(setup, view)[view.round - 1]
    rest.subtract(view.dealt)
    return sorted(rest.elements())


def _not_come(setup: VampireSetup, view: TableView) -> tuple[Counter[str], Counter[str]]:
    """Return the monsters of each round's deck that have not come to a village."""
    rests = Counter(setup.cards.monsters[0]), Counter(setup.cards.monsters[1])
    number = 0
    for event in view.events:
        if event.what == ROUND:
            number = event.numbers[0]
        elif event.what == ARRIVE:
            rests[number - 1].subtract(event.cards)
    return rests


def imagine(setup: VampireSetup, view: TableView, rng: np.random.Generator) -> table.Table:
    """Return a state that has this view; those who have decided before the actor are given random choices."""
    starting, cards = unseen_cards(setup, view)
    pool = _shuffled(cards, rng)
    hands: list[Cards] = []
    for seat in range(view.players):
        if seat == view.player:
            hands.append(view.hand)
        elif view.known[seat]:
            hands.append(view.known[seat])
        else:
            hands.append(tuple(sorted(pool[: view.hand_size])))
            pool = pool[view.hand_size :]
    monsters = _shuffled(unseen_monsters(setup, view), rng)
    dealt: list[Cards] = []
    for seat in range(view.players):
        if seat == view.player:
            dealt.append(view.dealt)
        else:
            dealt.append(tuple(sorted(monsters[: view.dealt_size])))
            monsters = monsters[view.dealt_size :]
    decks, monster_decks = _other_decks(setup, view, rng)
    decks[view.round - 1] = tuple(pool)
    monster_decks[view.round - 1] = tuple(monsters)
    state = table.Table(
        setup=setup,
        streams=Streams(int(rng.integers(2**53)), (("deal", 1),)),
        phase=view.phase,
        round=view.round,
        step=view.step,
        turn=0,
        order=view.order,
        kind=view.kind,
        starting=tuple(_shuffled(starting, rng)),
        decks=tuple(decks),
        monster_decks=tuple(monster_decks),
        hands=tuple(hands),
        dealt=tuple(dealt),
        commits=((),) * view.players,
        chosen=view.chosen,
        villages=view.villages,
        monsters=view.monsters,
        strengths=view.strengths,
        walkers=view.walkers,
        moves=view.moves,
        wave=view.wave,
        any_attacker=view.any_attacker,
        lost=view.lost,
        gone=view.gone,
        events=view.events,
    )
    return _with_choices(state, view, rng)


def _other_decks(setup: VampireSetup, view: TableView, rng: np.random.Generator) -> tuple[list[Cards], list[Cards]]:
    """Return the decks of village cards and of monsters, right for the round that is not being played.

    Nothing of round 2 has been dealt in round 1; in round 2 all that was dealt in round 1 has been seen.
    """
    placed = {event.cards[0] for event in view.events if event.what == PLACE}
    cards = [[card.id for card in round_ if card.id not in placed] for round_ in setup.cards.village]
    monsters = [sorted(rest.elements()) for rest in _not_come(setup, view)]
    return [tuple(_shuffled(ids, rng)) for ids in cards], [tuple(_shuffled(faces, rng)) for faces in monsters]


def _with_choices(state: table.Table, view: TableView, rng: np.random.Generator) -> table.Table:
    """Give those who have decided in secret a random choice, and the one who looks the own one."""
    turn = 0 if view.actor is None else view.actor
    commits: list[Cards] = []
    for seat in range(view.players):
        if seat == view.player:
            commits.append(view.commit)
        elif _has_decided(view, seat, turn):
            commits.append(_random_choice(replace(state, turn=seat), rng))
        else:
            commits.append(())
    return replace(state, turn=turn, commits=tuple(commits))


def _has_decided(view: TableView, seat: int, turn: int) -> bool:
    if view.phase == DEMONS:
        return seat in view.wave and seat < turn
    return view.phase in (CHOOSE, GIVE) and seat < turn


def _random_choice(state: table.Table, rng: np.random.Generator) -> Cards:
    action = draw(state.legal_actions(), rng)
    if isinstance(action, Choose):
        return (action.card,)
    if isinstance(action, Give):
        return (action.left, action.right)
    return demons.commit_of(action)  # type: ignore[arg-type]


def _shuffled(cards: Sequence[str], rng: np.random.Generator) -> list[str]:
    return [cards[place] for place in rng.permutation(len(cards)).tolist()]
