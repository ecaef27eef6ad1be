"""Small builders for tests of Vampire Village: villages as pictures, attacks from the demons on."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from paletti_sim.games import find_game
from paletti_sim.games.core.protocol import draw
from paletti_sim.games.core.streams import generator
from paletti_sim.games.vampire_village.phases import ATTACKS, MISDEEDS, PLACE
from paletti_sim.games.vampire_village.table import onward
from paletti_sim.games.vampire_village.village import Placed


@cache
def setup(players=2, **options):
    return find_game("vampire-village").setup(players, options)


def village(*rows, **residents):
    """Returns a village of rows of ids ("." is no card), and residents by id (with _ for -)."""
    number = {name.replace("_", "-"): count for name, count in residents.items()}
    return tuple(
        Placed(card, row, column, number.get(card, 0))
        for row, line in enumerate(rows)
        for column, card in enumerate(line.split())
        if card != "."
    )


def state_with(villages, monsters=(), order=("witch", "werewolf", "vampire"), phase=MISDEEDS, **options):
    """Returns a state of round 1 with these villages and monsters at which a phase begins."""
    players = len(villages)
    monsters = tuple(tuple(sorted(faces)) for faces in monsters) or ((),) * players
    none = ((),) * players
    state = setup(players, **options).new(0)
    state = replace(state, villages=tuple(villages), monsters=monsters, order=order, phase=phase)
    return replace(state, hands=none, chosen=(), step=0, events=())


def haunted(villages, monsters, **rest):
    """Returns the state at the first decision from the demons on."""
    return onward(state_with(villages, monsters, **rest))


def attacked(villages, monsters, **rest):
    """Returns the state at the first decision from the attacks on."""
    return onward(state_with(villages, monsters, phase=ATTACKS, **rest))


def placing(here, card, players=2, **options):
    """Returns a state in which seat 0 has to place a card into a village."""
    state = state_with([here, *[village("mill")] * (players - 1)], phase=PLACE, **options)
    return replace(state, chosen=(card, *["byre"] * (players - 1)), turn=0, step=1)


def told(state, what, player=None):
    """Returns the events of a kind."""
    return [event for event in state.events if event.what == what and player in (None, event.player)]


def cards_of(here):
    return [placed.card for placed in here]


def residents_of(here):
    return {placed.card: placed.residents for placed in here if placed.residents}


def play_until(state, until, seed=0):
    """Plays at random until a condition holds."""
    rng = generator(seed, "test")
    while not until(state):
        state = state.apply(draw(state.legal_actions(), rng))
    return state


def random_states(seed, players, **options):
    """Yields the states of a random game with the action taken there (None at the end)."""
    rng = generator(seed, "test")
    state = setup(players, **options).new(seed)
    while not state.is_over:
        action = draw(state.legal_actions(), rng)
        yield state, action
        state = state.apply(action)
    yield state, None
