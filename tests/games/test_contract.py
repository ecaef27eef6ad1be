"""The contract of the protocol, over every game and every number of players."""

from __future__ import annotations

import pytest

from paletti_sim.games import find_game, game_ids
from paletti_sim.games.core import contract
from paletti_sim.games.core.errors import OptionError
from tests.games.core.toy import GAME as PEGS
from tests.games.hidden import SHUFFLES

# options beside the default ones, each tried with every number of players that allows it
VARIANTS = {
    "villa-paletti": [
        {},
        {"primer": True},
        {"rulings": "publisher", "layout": "by-hand", "two-columns": True, "strict-cover": True},
    ],
    "villannex": [
        {},
        {"rounds": 2},
        {"draft": "skip", "rounds": 2},
        {"draft": "show"},
        {"show": "one", "rounds": 2},
        {"reveal": "in-turn", "rounds": 2},
        {"draft": "show", "reveal": "in-turn"},
    ],
    "vampire-village": [{}, {"grid_limit": "box", "demons": "together"}],
    "villa": [
        {},
        {"draw": "circle", "set": "forks", "flip": "no"},
        {"rules": "expert", "first": "drawn"},
        {"rules": "expert", "sides": "teams"},
        {"rules": "expert", "sides": "two-colours", "crossing": "yes", "belongs": "token"},
    ],
}
LONG = {"villa-paletti": 1}
"""Of long games so many seeds are enough here; their own tests play many more."""
GAMES = [find_game(name) for name in game_ids()] + [PEGS]


def setups():
    for game in GAMES:
        for players in range(game.least, game.most + 1):
            for options in VARIANTS.get(game.id, [{}]):
                name = "-".join([game.id, str(players), *(f"{key}={value}" for key, value in options.items())])
                try:
                    yield pytest.param(game.setup(players, options), id=name)
                except OptionError:
                    assert (game.id, players) in NOT_FOR_ALL


NOT_FOR_ALL = {("villannex", 1), ("villa", 2), ("villa", 3), ("villa", 4)}
"""Games and numbers of players that some options are not for."""


def seeds(setup, usual):
    return range(min(usual, LONG.get(setup.game.id, usual)))


every_setup = pytest.mark.parametrize("setup", list(setups()))


def test_every_registered_game_is_here():
    assert set(SHUFFLES) >= set(game_ids())


@every_setup
def test_random_play_ends_and_keeps_all_pieces(setup):
    lengths = [len(contract.random_play(setup, seed)) for seed in seeds(setup, 20)]
    assert min(lengths) > 1


@every_setup
def test_same_seed_same_game(setup):
    for seed in seeds(setup, 3):
        contract.check_same_seed(setup, seed)
    assert contract.random_play(setup, 0) != contract.random_play(setup, 1)


@every_setup
def test_json_round_trip_at_each_step(setup):
    for seed in seeds(setup, 3):
        contract.check_round_trips(setup, seed)


@every_setup
def test_views_leak_nothing(setup):
    tried = sum(contract.check_views(setup, seed, SHUFFLES[setup.game.id]) for seed in seeds(setup, 6))
    assert tried > 20


@every_setup
def test_illegal_actions_are_refused_with_a_rule(setup):
    assert sum(contract.check_refusals(setup, seed) for seed in seeds(setup, 2)) > 10


@every_setup
def test_everything_can_be_told(setup):
    for seed in seeds(setup, 3):
        contract.check_words(setup, seed)


class Leaky:
    """A set-up whose views show the whole state: the check must find it."""

    def __init__(self, setup):
        self._setup = setup

    def __getattr__(self, name):
        return getattr(self._setup, name)

    def new(self, seed):
        return LeakyState(self._setup.new(seed))


class LeakyState:
    def __init__(self, state):
        self._state = state

    def __getattr__(self, name):
        return getattr(self._state, name)

    def __eq__(self, other):
        return self._state == other._state

    __hash__ = None

    def apply(self, action):
        return LeakyState(self._state.apply(action))

    def view(self, player):
        return LeakyView(self._state, self._state.view(player))


class LeakyView:
    def __init__(self, state, view):
        self.state, self.actor, self.to_json = state, view.actor, view.to_json

    def __eq__(self, other):
        return self.state == other.state

    __hash__ = None


def test_a_leak_is_found():
    setup = find_game("villannex").setup(2)
    shuffle = SHUFFLES["villannex"]
    with pytest.raises(contract.BrokenContractError, match="shows what is hidden"):
        contract.check_views(Leaky(setup), 0, lambda state, *rest: LeakyState(shuffle(state._state, *rest)))


def test_a_lost_card_is_found():
    setup = find_game("villannex").setup(2)
    lost = iter([0, 0, 1, 0, 0, 0, 0, 0])
    real = setup.inventory

    class Loses(Leaky):
        def new(self, seed):
            return setup.new(seed)

        def inventory(self, state):
            return (*real(state), next(lost))

    with pytest.raises(contract.BrokenContractError, match="not the same cards"):
        contract.random_play(Loses(setup), 0)
