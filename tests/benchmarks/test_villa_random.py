"""Villa: seconds of legal places and of random games, and many random games without a broken invariant.

Run with `-m slow -n 0 -s`.
"""

from __future__ import annotations

import time
from collections import Counter
from itertools import pairwise

import pytest

from paletti_sim.games import find_game
from paletti_sim.games.core.bots import RandomBot
from paletti_sim.games.core.contract import random_play
from paletti_sim.games.core.match import play
from paletti_sim.games.villa.areas import euler, flood
from paletti_sim.games.villa.lattice import WIDTH

pytestmark = pytest.mark.slow

GAMES = 500
LARGEST_MS_OF_PLACES = 5.0
LARGEST_MS_OF_A_GAME = 150.0
VARIANTS = [
    (players, {**rules, **draw})
    for players in (2, 3, 4)
    for rules in ({}, {"rules": "expert"})
    for draw in ({}, {"draw": "circle"})
] + [
    (4, {"sides": "teams"}),
    (4, {"rules": "expert", "sides": "teams"}),
    (2, {"rules": "expert", "sides": "two-colours"}),
    (4, {"rules": "expert", "set": "straight"}),
    (4, {"rules": "expert", "set": "forks", "crossing": True, "flip": False, "belongs": "token"}),
]


def test_legal_places_in_the_middle_of_a_game_are_fast():
    setup = find_game("villa").setup(4)
    found = []
    for seed in range(100):
        state = setup.new(seed)
        for step, _ in random_play(setup, seed):
            if step.phase == "place" and len(step.layout.laid) == 17:
                state = setup.state_from_json(step.to_json())  # nothing is remembered
                break
        started = time.process_time()
        count = len(state.legal_actions())
        found.append((1000 * (time.process_time() - started), count))
    mean = sum(ms for ms, _ in found) / len(found)
    print(f"\n16 hedges down: {sum(n for _, n in found) / len(found):.0f} legal places in {mean:.2f} ms, ", end="")
    print(f"worst {max(found)[0]:.2f} ms")
    assert mean < LARGEST_MS_OF_PLACES


def test_random_four_player_games_are_fast():
    setup = find_game("villa").setup(4)
    bots = [RandomBot()] * 4
    best = 1e9
    for attempt in range(5):
        started = time.process_time()
        for seed in range(20):
            play(setup, bots, 100 * attempt + seed)
        best = min(best, 1000 * (time.process_time() - started) / 20)
    print(f"\n{best:.0f} ms of processor time for a random four-player game")
    assert best < LARGEST_MS_OF_A_GAME


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_500_random_games_without_a_broken_invariant(players, options):
    setup = find_game("villa").setup(players, options)
    ends: Counter[str] = Counter()
    for seed in range(GAMES):
        states = random_play(setup, seed)  # 33 hedges, and 10 tokens a colour somewhere, after every action
        for (before, action), (after, _) in pairwise(states):
            check_step(setup, before, action, after)
        end = states[-1][0]
        assert {(area.cells, area.segments) for area in end.areas} == {
            (area.cells, area.segments) for area in flood(end.layout.colours)
        }
        ends[end.outcome.reason] += 1
    print(f"\n{players} {options}: {dict(ends)}")
    assert sum(ends.values()) == GAMES


def check_step(setup, before, action, after):
    """What a step may not change, and the theorems T1 to T4 of the rules for each hedge laid."""
    for old, new in zip(before.areas, after.areas, strict=False):
        same = (old.cells, old.segments, old.counts, old.bonus, old.owners, old.turn)
        assert same == (new.cells, new.segments, new.counts, new.bonus, new.owners, new.turn)
    if before.phase != "place":
        assert after.layout.colours == before.layout.colours
        return
    # T1: the highest and rightmost joint always takes the lowest and leftmost point of the hedge
    top = before.layout.points.bit_length() - 1
    poses = {pose.turn: pose for pose in setup.poses(before.hedge)}
    taken = {(each.turn, each.x, each.y) for each in before.legal_actions()}
    for pose in poses.values():
        y, x = divmod(top - pose.points[0], WIDTH)
        assert (pose.turn, x - WIDTH // 2, y - WIDTH // 2) in taken
    # T2 and T3: all hangs together, so Euler's count is the number of areas; each shared joint but one closes one
    pose = poses[action.turn]
    new = len(after.areas) - len(before.areas)
    cycles = len(pose.edges) - len(pose.points) + 1
    assert new == before.layout.shared(pose, action.x, action.y) - 1 + cycles
    assert euler(after.layout.colours) == len(after.areas)
    # T4: the perimeter is even
    for area in after.areas[len(before.areas) :]:
        cells = set(area.cells)
        outer = [n for n in area.segments if len(cells & {n >> 1, (n >> 1) - (1 if n & 1 else WIDTH)}) == 1]
        assert len(outer) % 2 == 0
