"""Small builders for tests of Villannex."""

from __future__ import annotations

from functools import cache

from paletti_sim.games import find_game
from paletti_sim.games.villannex.cards import (
    RESOURCES,
    BonusEffect,
    Card,
    Condition,
    Count,
    CountEffect,
    ValueEffect,
)
from paletti_sim.games.villannex.scoring import score

WOOD, STONE, LIVESTOCK, GRAIN = range(4)


@cache
def setup(players=2, **options):
    return find_game("villannex").setup(players, options)


def cards(*ids):
    by_id = setup().cards.by_id
    return [by_id[card] for card in ids]


def building(*effects, name="Test hall", frames=((1, 0, 0, 0),)):
    return Card(name.lower(), name, "building", effects, frames)


def occupation(*effects, name="Tester", frames=((1, 0, 0, 0),)):
    return Card(name.lower(), name, "occupation", effects, frames)


def value(resource, add, per=None, when=None):
    return ValueEffect(RESOURCES.index(resource), add, per, when)


def count(resource, add, per=None):
    return CountEffect(RESOURCES.index(resource), add, per)


def bonus(add, **rest):
    return BonusEffect(add, **rest)


def produced(resource):
    return Count("produced", resource)


def at_least(counted, number):
    return Condition(counted, at_least=number)


def at_most(counted, number):
    return Condition(counted, at_most=number)


def totals(productions, in_play):
    return score(productions, in_play).totals


def advance(state, choose=lambda state: state.legal_actions()[0], until=lambda state: state.is_over):
    """Plays on with `choose` until a condition holds."""
    for _ in range(1000):
        if until(state):
            return state
        state = state.apply(choose(state))
    raise AssertionError("it never came to that")


def in_phase(name):
    return lambda state: state.phase == name


def played(seed=0, players=2, **options):
    return advance(setup(players, **options).new(seed))
