"""Every game as a PettingZoo environment."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from paletti_sim.adapters import aec
from paletti_sim.adapters.encodings import encoding_of
from paletti_sim.adapters.encodings.parts import Bag, EachSeat, Fields, Looking, Number, OneOf, Rows, Seat
from paletti_sim.adapters.table_env import thinned
from paletti_sim.errors import PalettiError
from paletti_sim.games import find_game, game_ids
from paletti_sim.games.core import contract
from paletti_sim.games.core.errors import OptionError
from paletti_sim.games.core.streams import generator
from tests.games.hidden import SHUFFLES

ALL = [(game, players) for game in game_ids() for players in range(find_game(game).least, find_game(game).most + 1)]
every = pytest.mark.parametrize(("game", "players"), ALL)
OPTIONS = {
    "villa-paletti": [{"primer": True}, {"layout": "by-hand", "pitch": 30}],
    "villannex": [{"draft": "show", "reveal": "in-turn", "rounds": 2}, {"show": "one"}],
    "vampire-village": [{"grid_limit": "box", "demons": "together"}],
    "villa": [{"rules": "expert", "draw": "circle"}, {"rules": "expert", "sides": "two-colours"}],
}
variants = pytest.mark.parametrize(
    ("game", "options"), [(game, options) for game in OPTIONS for options in ({}, *OPTIONS[game])]
)


def play(env, seed, most=10_000):
    """Random play; yields the agent, what it saw and what it did."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    for agent in env.agent_iter(most):
        seen, _, terminated, _, _ = env.last()
        action = None if terminated else int(rng.choice(np.flatnonzero(seen["action_mask"])))
        yield agent, seen, action
        env.step(action)


@every
def test_it_is_an_environment(game, players):
    api_test(aec(game, players=players), num_cycles=150)
    env = aec(game, players=players)
    assert env.possible_agents == [f"player_{seat}" for seat in range(players)]


@every
def test_the_same_seed_is_the_same_game(game, players):
    seed_test(lambda: aec(game, players=players), num_cycles=60)


@variants
def test_what_is_seen_fits_its_space_in_whole_games(game, options):
    env = aec(game, players=2, options=options)
    for agent, seen, action in play(env, 3):
        if action is not None:
            assert env.observation_space(agent).contains(seen)
            assert seen["action_mask"].sum() == len(env.legal) > 0
            assert len(env.legal) == min(len(env.now.legal_actions()), 512 if game == "villa-paletti" else 10_000)
            told = seen["actions"][: len(env.legal)]
            assert len(np.unique(told, axis=0)) == len(env.legal), "two actions look the same"
    assert env.agents == []


@variants
def test_observations_come_from_the_view_alone(game, options):
    """Change all that a player may not see: the observation stays."""
    setup = find_game(game).setup(2, options)
    encoding, rng = encoding_of(setup), generator(0, "views")
    tried = 0
    for state, _ in contract.random_play(setup, 5)[:60]:
        for player in range(2):
            other = SHUFFLES[game](state, player, rng)
            tried += other != state
            assert np.array_equal(encoding.of_view(other.view(player)), encoding.of_view(state.view(player)))
    assert tried > 10


@pytest.mark.parametrize("game", game_ids())
def test_positions_that_look_different_are_told_apart(game):
    setup = find_game(game).setup(2)
    encoding = encoding_of(setup)
    for number, (state, action) in enumerate(contract.random_play(setup, 7)[:80]):
        if action is None or state.actor == -1:
            continue
        seen = encoding.of_view(state.view(state.actor))
        assert np.abs(seen).max() <= 1
        after = state.apply(action)
        assert not np.array_equal(seen, encoding.of_view(after.view(state.actor))), f"nothing changed after {number}"


def test_rewards_are_those_of_the_outcome():
    for seed in range(5):
        env = aec("villannex", players=3)
        paid = dict.fromkeys(env.possible_agents, 0.0)
        env.reset(seed=seed)
        while env.agents:
            _, reward, done, _, info = env.last()
            if done:
                paid[env.agent_selection] += reward
                winners = info["outcome"]["winners"]
            env.step(None if done else 0)
        expected = [0.0] * 3 if len(winners) == 3 else [1.0 if seat in winners else -1.0 for seat in range(3)]
        assert list(paid.values()) == expected


def test_scores_as_rewards():
    env = aec("villannex", players=2, reward="score")
    for _ in play(env, 1):
        pass
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    while not any(env.terminations.values()):
        env.step(int(rng.integers(len(env.legal))))
    assert list(env.rewards.values()) == list(env.now.outcome.scores)


def test_points_for_the_seal_add_up_to_the_points_on_top():
    env = aec("villa-paletti", players=2, seal_points=0.5, options={"layout": "grid"})
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    gained = np.zeros(2)
    most = 0.0
    while not any(env.terminations.values()):
        env.step(int(rng.integers(len(env.legal))))
        gained += list(env.rewards.values())
        points = env.now.board.points
        most = max(most, *points)
        if env.now.outcome is None:
            assert gained == pytest.approx(0.5 * np.array(points))
    assert most > 0


def test_every_seat_sees_itself_first():
    setup = find_game("villannex").setup(3)
    encoding = encoding_of(setup)
    state = setup.new(0)
    part = encoding.view.slices()["actor"]
    seen = [encoding.of_view(state.view(seat))[part].tolist() for seat in range(3)]
    assert seen == [[1, 0, 0], [0, 0, 1], [0, 1, 0]]


@pytest.mark.parametrize("game", game_ids())
def test_it_is_drawn_as_text_and_as_a_picture(game):
    text = aec(game, render_mode="ansi")
    text.reset(seed=0)
    assert isinstance(text.render(), str)
    assert text.render().strip()
    picture = aec(game, render_mode="rgb_array", size=(200, 240))
    picture.reset(seed=0)
    image = picture.render()
    assert image.dtype == np.uint8
    assert image.shape[2] == 3
    assert image.shape[:2] == (240, 200) or game in ("villannex", "vampire-village")  # where words are drawn
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 10
    assert np.array_equal(image, picture.render())


def test_text_shows_no_hands():
    env = aec("villannex", players=2, render_mode="ansi")
    env.reset(seed=2)
    hidden = {env.setup.cards.by_id[card].name for hand in env.now.hands for card in hand}
    assert not [name for name in hidden if name in env.render()]


def test_the_judge_may_simulate():
    quick, true = (aec("villa-paletti", players=2, judge=judge) for judge in ("equilibrium", "simulation"))
    for env in (quick, true):
        env.reset(seed=0)
        env.step(0)
    one, other = (env.now.board.tower.floors[0].pose for env in (quick, true))
    assert one != other
    assert np.allclose(one.position_m, other.position_m, atol=1e-4)


def test_a_copy_goes_its_own_way():
    env = aec("villannex", players=2)
    env.reset(seed=0)
    other = env.copy()
    other.step(3)
    assert env.agent_selection == "player_0"
    assert other.agent_selection == "player_1"
    assert env.now != other.now


def test_games_follow_each_other_and_the_seed_repeats_them():
    env, again = aec("villannex", seed=5), aec("villannex", seed=5)
    states = []
    for _ in range(3):
        env.reset()
        again.reset()
        assert env.now == again.now
        states.append(env.now)
    assert states[0] != states[1] != states[2]
    assert states[0] != states[2]
    other = aec("villannex", seed=99)
    other.reset(seed=5)
    assert other.now == find_game("villannex").setup(2).new(5)
    other.reset()
    assert other.now == states[0]


def test_long_lists_are_thinned_out_evenly():
    assert thinned(range(10), 10) == tuple(range(10))
    assert thinned(range(10), 4) == (0, 2, 5, 7)
    env = aec("villa", slots=20)
    env.reset(seed=0)
    assert len(env.legal) == 20 < len(env.now.legal_actions())
    assert set(env.legal) < set(env.now.legal_actions())


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"reward": "much"}, "reward: wants win or score"),
        ({"seal_points": 1.0}, "villannex has no Seal"),
        ({"slots": 0}, "slots: wants 1 or more"),
        ({"render_mode": "human"}, "render_mode: wants ansi or rgb_array"),
        ({"size": (0, 9)}, "size: wants width and height"),
        ({"players": 9}, "is for 1 to 4 players"),
        ({"options": {"round": 2}}, "did you mean rounds"),
    ],
)
def test_what_makes_no_sense_is_said(more, words):
    with pytest.raises(PalettiError, match=words):
        aec("villannex", **more)
    with pytest.raises(PalettiError, match="judge: wants equilibrium or simulation"):
        aec("villa-paletti", judge="nobody")
    with pytest.raises(OptionError, match="did you mean villannex"):
        aec("vilannex")


def test_an_action_that_is_none_is_said():
    env = aec("villannex")
    with pytest.raises(PalettiError, match="begin with reset"):
        env.step(0) if env.agents else env.now
    env.reset(seed=0)
    with pytest.raises(PalettiError, match=r"player_0 has 15 actions, from 0 on \(got 15\)"):
        env.step(15)


def test_without_the_extra_one_line_says_what_to_install():
    code = (
        "import sys; sys.modules['pettingzoo'] = sys.modules['gymnasium'] = None\n"
        "import importlib.util as u; find = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name in ('pettingzoo', 'gymnasium') else find(name, *a)\n"
        "from paletti_sim.adapters import aec, builder\n"
        "from paletti_sim.errors import MissingExtraError\n"
        "for make in (lambda: aec('villannex'), builder):\n"
        "    try: make()\n"
        "    except MissingExtraError as error: print(error, error.exit_code)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        f"{name} is not installed: pip install 'paletti-sim[rl]' 4" for name in ("PettingZoo", "Gymnasium")
    ]


def test_parts_write_what_they_say():
    looking = Looking(1, 3)
    part = Fields(n=Number(4), one=OneOf("abc"), bag=Bag("ab", 2), seat=Seat(3), each=EachSeat(Number(1), 3))
    part = Fields(**part.parts, rows=Rows(Number(2), 2))
    doc = {"n": -2, "one": "b", "bag": "aab", "seat": 0, "each": [1, None, -1], "rows": [9, 1, 2]}
    seen = part.encode(doc, looking).tolist()
    assert seen == [-0.5, 0, 1, 0, 1, 0.5, 0, 0, 1, 0, -1, 1, 1, 0.5, 1, 1]
    assert part.encode({}, looking).tolist() == [0] * part.size
    with pytest.raises(KeyError):
        part.encode({"one": "d"}, looking)
