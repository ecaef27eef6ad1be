"""The building phase: choosing in secret, passing on, placing, and the walks of residents around a new hero."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from paletti_sim.games.vampire_village import events
from paletti_sim.games.vampire_village.actions import AnyAction, Choose, Move, Place, Stay
from paletti_sim.games.vampire_village.cards import Hero
from paletti_sim.games.vampire_village.events import NOBODY, Event
from paletti_sim.games.vampire_village.phases import CHOOSE, MONSTERS, MOVE, PICKS, PLACE
from paletti_sim.games.vampire_village.seats import changed, left_of, less, right_of
from paletti_sim.games.vampire_village.village import Placed, arriving, beside, neighbours, walked

if TYPE_CHECKING:
    from paletti_sim.games.vampire_village.table import Cards, Table


def begin(state: Table) -> Table:
    """Deal six cards of the round's deck to each (W-5, W-G24)."""
    deck = state.decks[state.round - 1]
    dealt = PICKS * state.players
    hands = tuple(tuple(sorted(deck[PICKS * seat : PICKS * (seat + 1)])) for seat in range(state.players))
    return replace(
        state,
        phase=CHOOSE,
        step=0,
        turn=0,
        hands=hands,
        decks=changed(state.decks, state.round - 1, deck[dealt:]),
        events=(*state.events, Event(events.ROUND, NOBODY, (), (state.round,))),
    )


def choices(state: Table) -> tuple[AnyAction, ...]:
    """Return the cards to choose from (W-7)."""
    return tuple([Choose(card) for card in state.hands[state.turn]])


def choose(state: Table, action: Choose) -> Table:
    """Keep a choice secret until all have chosen; then pass the rest on and reveal (W-7)."""
    commits = changed(state.commits, state.turn, (action.card,))
    if state.turn + 1 < state.players:
        return replace(state, commits=commits, turn=state.turn + 1)
    rests = [less(hand, *commit) for hand, commit in zip(state.hands, commits, strict=True)]
    giver = right_of if state.round == 1 else left_of  # W-8: to the left in round 1, to the right in round 2
    hands = tuple([rests[giver(seat, state.players)] for seat in range(state.players)])
    return _reveal(replace(state, hands=hands), tuple([commit[0] for commit in commits]))


def _reveal(state: Table, chosen: Cards) -> Table:
    none: tuple[Cards, ...] = ((),) * state.players
    return replace(state, phase=PLACE, turn=0, step=state.step + 1, commits=none, chosen=chosen)


def known(state: Table, player: int) -> tuple[Cards, ...]:
    """Return which hands a player knows: those that passed through the own hands (W-G27).

    A hand goes one seat on with each pick, and all see what is taken out of it; so who once held it knows it from then
    on. What its holder has chosen and not yet revealed counts as still in it.
    """
    onward = 1 if state.round == 1 else -1
    way = [onward * (seat - player) % state.players for seat in range(state.players)]
    return tuple([state.hands[seat] if 0 < way[seat] <= state.step else () for seat in range(state.players)])


def place(state: Table, action: Place) -> Table:
    """Place the chosen card; residents come with a building (W-14), walk around a hero (W-23)."""
    seat, cards = state.turn, state.setup.cards
    card, village = cards.by_id[state.chosen[seat]], state.villages[seat]
    come = arriving(card, action.row, action.column, village, cards)
    placed = Placed(card.id, action.row, action.column, come)
    village = (*village, placed)
    done = Event(events.PLACE, seat, (card.id,), (action.row, action.column, come))
    state = replace(state, villages=changed(state.villages, seat, village), events=(*state.events, done))
    if isinstance(card, Hero) and card.moves:
        # W-24, W-G28: only those who stood beside the hero before may walk, and they stay the ones who may
        walkers = [(near.card, near.residents) for near in neighbours(village, card.id) if near.residents]
        if walkers:
            return replace(state, phase=MOVE, walkers=tuple(walkers), moves=card.moves)
    return _next(state)


def _next(state: Table) -> Table:
    """Let the next one place a card, or go on when all have."""
    state = replace(state, phase=PLACE, walkers=(), moves=0)
    if state.turn + 1 < state.players:
        return replace(state, turn=state.turn + 1)
    left = len(state.hands[0])
    if left > 1:
        return replace(state, phase=CHOOSE, turn=0, chosen=())
    if left == 1:  # W-9: the last card needs no choice, and nothing is passed on
        none: tuple[Cards, ...] = ((),) * state.players
        return _reveal(replace(state, hands=none), tuple([hand[0] for hand in state.hands]))
    return replace(state, phase=MONSTERS, chosen=(), step=0)


def walks(state: Table) -> tuple[AnyAction, ...]:
    """Return the steps of the residents who may walk, and to let them stay (W-23, W-24)."""
    village = state.villages[state.turn]
    can = dict(state.walkers)
    steps: list[AnyAction] = [
        Move(origin.card, target.card)
        for origin in village
        if origin.card in can
        for target in village
        if beside(origin, target)
    ]
    return (*steps, Stay())


def walk(state: Table, action: Move | Stay) -> Table:
    """Let one resident go one card further, or no more of them."""
    if isinstance(action, Stay):
        return _next(state)
    seat = state.turn
    can = dict(state.walkers)
    can[action.origin] -= 1
    can[action.target] = can.get(action.target, 0) + 1
    state = replace(
        state,
        villages=changed(state.villages, seat, walked(state.villages[seat], action.origin, action.target)),
        walkers=tuple(sorted((card, number) for card, number in can.items() if number)),
        moves=state.moves - 1,
        events=(*state.events, Event(events.MOVE, seat, (action.origin, action.target))),
    )
    return state if state.moves else _next(state)
