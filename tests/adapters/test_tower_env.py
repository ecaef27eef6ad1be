"""One builder as a Gymnasium environment."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import paletti_sim.adapters
from paletti_sim.adapters import builder
from paletti_sim.adapters.tower_actions import COLUMNS, LayNext, Numbered, PutUp, against
from paletti_sim.adapters.tower_env import PIECES, height_m
from paletti_sim.errors import PalettiError
from paletti_sim.games.villa_paletti.pieces import pieces_of
from paletti_sim.statics.rest import come_to_rest


def allowed(env):
    return np.flatnonzero(env.action_masks())


@pytest.mark.parametrize("actions", ["discrete", "continuous"])
@pytest.mark.parametrize("render_mode", ["ansi", "rgb_array"])
def test_gymnasium_finds_no_fault(actions, render_mode):
    assert paletti_sim.adapters.TOWER in gymnasium.registry
    env = gymnasium.make("paletti/Tower-v0", actions=actions, render_mode=render_mode, size=(40, 30))
    check_env(env.unwrapped)
    env.reset(seed=0)
    picture = env.render()
    assert isinstance(picture, str) if render_mode == "ansi" else picture.shape == (30, 40, 3)


def test_the_same_seed_is_the_same_villa_and_another_is_another():
    one, other = builder(), builder()
    (seen, _), (again, _) = one.reset(seed=3), other.reset(seed=3)
    assert all(np.array_equal(seen[key], again[key]) for key in seen)
    different, _ = other.reset(seed=4)
    assert not np.array_equal(seen["pose"], different["pose"])
    for action in allowed(one)[[3, 100]]:
        other.reset(seed=3)
        one.reset(seed=3)
        (a, ra, *_), (b, rb, *_) = one.step(action), other.step(action)
        assert ra == rb
        assert all(np.array_equal(a[key], b[key]) for key in a)


def test_what_is_seen_is_the_tower():
    env = builder(layout="grid")
    seen, info = env.reset(seed=0)
    tower = env.tower
    assert seen["level"][:20].tolist() == [1] * 20
    assert seen["level"][20:].tolist() == [2, 0, 0, 0, 0]
    for piece in tower.pieces:
        row = PIECES.index(piece.name)
        assert seen["pose"][row, :3] == pytest.approx(piece.pose.position_m, abs=1e-7)
        assert seen["size"][row, 2:] == pytest.approx((piece.piece.height_m, piece.piece.mass_kg), rel=1e-6)
    assert not seen["pose"][21:].any()
    blue = tower.by_name["blue"].piece
    assert seen["load"].sum() == pytest.approx(blue.mass_kg * 9.80665, rel=1e-5)
    assert info["height_mm"] == pytest.approx(1000 * height_m(tower))


def test_loads_are_those_of_the_tower_after_each_act():
    env = builder(layout="grid")
    env.reset(seed=0)
    rng = np.random.default_rng(1)
    for _ in range(4):
        seen, _, fell, _, _ = env.step(rng.choice(allowed(env)))
        assert not fell
        loads = come_to_rest(env.tower).loads_n
        found = {name: float(seen["load"][PIECES.index(name)]) for name in loads}
        assert sum(found.values()) == pytest.approx(sum(loads.values()), rel=1e-4)


def test_a_column_put_up_is_worth_its_points_and_the_height():
    env = builder(layout="grid", height=1.0, points=0.5)
    env.reset(seed=0)
    for name in ("red-thick", "red-hex"):
        first = COLUMNS.index(name) * len(env.numbered.grid)
        numbers = [n for n in allowed(env) if first <= n < first + len(env.numbered.grid)]
        before, was = height_m(env.tower), env.tower
        _, reward, fell, _, info = env.step(numbers[len(numbers) // 2])
        assert not fell
        worth = pieces_of(0).columns[name].points
        rise = (info["height_mm"] / 1000 - before) / was.mean_column_height_m
        assert reward == pytest.approx(rise + 0.5 * worth)
        assert (rise > 0.9) == (name == "red-thick")  # the first one on the floor raises the villa, the next does not
        assert env.tower.level_of(name) == 1


def test_a_fall_ends_it_and_costs():
    env = builder(fall=7.5)
    for seed in range(20):
        _, info = env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        done = False
        while not done:
            stood = env.tower
            _, reward, done, cut, info = env.step(rng.choice(allowed(env)))
            assert not cut
        if env.tower is stood:
            break
    assert reward == -7.5
    assert len(info["fallen"]) > 0


@pytest.mark.parametrize("seed", range(3))
def test_the_mask_is_what_the_rules_allow(seed):
    env = builder(pitch=35)
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    floors = 0
    for _ in range(8):
        mask, pieces = env.action_masks(), env._now[0]
        for number in rng.choice(np.flatnonzero(mask), 15):
            assert against(env.tower, pieces, env.act_of(number)) is None
        # places are offered for the circle about a hexagon, so a few that are allowed may be missing
        refused = [n for n in rng.choice(np.flatnonzero(mask == 0), 60) if "hex" not in str(env.act_of(n))]
        wrong = [n for n in refused if against(env.tower, pieces, env.act_of(n)) is None]
        assert wrong == []
        floors += int(mask[env.numbered.floors_from :].sum())
        if env.step(rng.choice(np.flatnonzero(mask)))[2]:
            break
    assert floors > 0 or len(env.tower.top.columns) < 3


def test_a_floor_can_be_laid_and_raises_the_villa():
    env = builder(layout="grid")
    env.reset(seed=0)
    for column, wished in (("red-thick", (-60, -60)), ("blue-thick", (60, -60)), ("green-thick", (0, 80))):
        first = COLUMNS.index(column) * len(env.numbered.grid)
        there = [n for n in allowed(env) if first <= n < first + len(env.numbered.grid)]
        assert not env.step(min(there, key=lambda n: np.hypot(*(env.numbered.grid[n - first] - wished))))[2]
    floors = [n for n in allowed(env) if n >= env.numbered.floors_from]
    assert isinstance(env.act_of(floors[-1]), LayNext)
    _, reward, fell, _, info = env.step(floors[-1])
    assert (fell, info["floors"]) == (False, 2)
    assert reward == pytest.approx(env.tower.floors[1].piece.height_m / env.tower.mean_column_height_m, abs=0.01)


def test_what_is_not_allowed_changes_nothing_and_says_why():
    env = builder(illegal=0.25)
    seen, _ = env.reset(seed=0)
    number = int(np.flatnonzero(env.action_masks() == 0)[0])
    again, reward, done, cut, info = env.step(number)
    assert (reward, done, cut) == (-0.25, False, False)
    assert info["illegal"].startswith("P-")
    assert all(np.array_equal(seen[key], again[key]) for key in seen)


def test_continuous_actions_name_every_piece():
    env = builder(actions="continuous")
    env.reset(seed=0)
    acts = [env.act_of(np.array([value, 0.5, -1, 1], np.float32)) for value in np.linspace(-1, 1, 43)[1::2]]
    assert [act.column for act in acts[:20]] == list(COLUMNS)
    assert acts[20] == LayNext(70.0, -140.0, 180.0)
    assert acts[0] == PutUp("red-thin-1", 70.0, -140.0, 180.0)


def test_a_long_episode_is_cut_off():
    env = builder(most=2)
    env.reset(seed=0)
    number = int(np.flatnonzero(env.action_masks() == 0)[0])
    assert env.step(number)[2:4] == (False, False)
    assert env.step(number)[2:4] == (False, True)


def test_numbers_mean_the_same_everywhere():
    numbered = Numbered(20)
    acts = {numbered.act_of(number, None) for number in range(numbered.floors_from)}
    assert len(acts) == numbered.floors_from == 20 * 15 * 15
    assert len(numbered.grid) == 225


def test_environments_run_side_by_side_in_processes():
    """As the README shows it, with fewer of them."""
    envs = gymnasium.make_vec("paletti/Tower-v0", num_envs=2, vectorization_mode="async")
    try:
        seen, infos = envs.reset(seed=0)
        assert seen["pose"].shape == (2, 25, 7)
        actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
        _, rewards, _, _, _ = envs.step(actions)
        assert rewards.shape == (2,)
    finally:
        envs.close()


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"actions": "all"}, "actions: wants discrete or continuous"),
        ({"layout": "heap"}, "layout: wants scattered or ring or grid"),
        ({"render_mode": "human"}, "render_mode: wants ansi or rgb_array"),
        ({"pitch": 1}, "pitch and most: want 5 to 140 mm"),
        ({"judge": "me"}, "judge: wants equilibrium or simulation"),
    ],
)
def test_what_makes_no_sense_is_said(more, words):
    with pytest.raises(PalettiError, match=words):
        builder(**more)
    with pytest.raises(PalettiError, match="begin with reset"):
        builder().step(0)
