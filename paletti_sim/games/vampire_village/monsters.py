"""The monster phase: three monsters each, one to the left, one to the right, one stays; twice (W-26)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from paletti_sim.games.vampire_village import events
from paletti_sim.games.vampire_village.actions import AnyAction, Give
from paletti_sim.games.vampire_village.events import Event
from paletti_sim.games.vampire_village.phases import DEALS, DEALT, GIVE, MISDEEDS, MONSTERS
from paletti_sim.games.vampire_village.seats import changed, left_of, less, right_of

if TYPE_CHECKING:
    from paletti_sim.games.vampire_village.table import Cards, Table


def begin(state: Table) -> Table:
    """Deal three monsters of the round's deck to each; the second time only when all have seen the first (W-30)."""
    deck = state.monster_decks[state.round - 1]
    dealt = tuple(tuple(sorted(deck[DEALT * seat : DEALT * (seat + 1)])) for seat in range(state.players))
    decks = changed(state.monster_decks, state.round - 1, deck[DEALT * state.players :])
    return replace(state, phase=GIVE, turn=0, dealt=dealt, monster_decks=decks)


def gifts(state: Table) -> tuple[AnyAction, ...]:
    """Return the ways to give two monsters away (W-26); to one and the same player their order is nothing (W-27)."""
    ways = (combinations if state.players == 2 else permutations)(state.dealt[state.turn], 2)
    return tuple([Give(*pair) for pair in dict.fromkeys(ways)])


def give(state: Table, action: Give) -> Table:
    """Keep a gift secret until all have given; then reveal all monsters beside the villages (W-28)."""
    commits = changed(state.commits, state.turn, (action.left, action.right))
    players = state.players
    if state.turn + 1 < players:
        return replace(state, commits=commits, turn=state.turn + 1)
    came = []
    for seat in range(players):
        from_right, from_left = commits[right_of(seat, players)][0], commits[left_of(seat, players)][1]
        came.append(tuple(sorted((*less(state.dealt[seat], *commits[seat]), from_right, from_left))))
    none: tuple[Cards, ...] = ((),) * players
    step = state.step + 1
    return replace(
        state,
        phase=MONSTERS if step < DEALS else MISDEEDS,
        dealt=none,
        commits=none,
        step=step,
        monsters=tuple(tuple(sorted(both)) for both in _joined(state.monsters, came)),
        events=(*state.events, *(Event(events.ARRIVE, seat, faces) for seat, faces in enumerate(came))),
    )


def _joined(one: tuple[Cards, ...], two: list[Cards]) -> list[Cards]:
    return [(*before, *new) for before, new in zip(one, two, strict=True)]
