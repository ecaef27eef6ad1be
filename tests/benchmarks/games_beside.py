"""Random games a second, beside other games of OpenSpiel and PettingZoo (`pip install open_spiel pygame`).

They are other games, shorter or longer: decisions a second is the fairer number, and the games that OpenSpiel has
in Python are the nearest to ours. Sides take turns, the median of the rounds counts; processor time of one core.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping
from statistics import median

import numpy as np

from paletti_sim.games import find_game
from paletti_sim.games.core.bots import RandomBot
from paletti_sim.games.core.match import play

Side = Callable[[int], int]
"""Plays one random game of a seed and returns the number of decisions in it."""

PLAYERS = {"villannex": (1, 2, 3, 4), "villa": (2, 3, 4), "vampire-village": (2, 3, 4)}
OPEN_SPIEL = ("python_tic_tac_toe", "python_liars_poker", "python_block_dominoes", "hearts", "gin_rummy")
PETTING_ZOO = ("tictactoe_v3", "connect_four_v3")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each side in each round")


def run(given: argparse.Namespace) -> None:
    sides = {**_ours(), **_petting_zoo(), **_open_spiel()}
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name in sides}
    for attempt in range(given.rounds):
        for name, side in sides.items():
            rates[name].append(_rate(side, given.seconds, 1_000_000 * attempt))
    print("| game, one core | games/s | decisions/s |\n|---|---:|---:|")
    for name, found in rates.items():
        games, decisions = (median(each[k] for each in found) for k in range(2))
        print(f"| {name} | {games:,.1f} | {decisions:,.0f} |")


def _rate(side: Side, seconds: float, seed: int) -> tuple[float, float]:
    """Games and decisions a second of processor time."""
    games = decisions = 0
    started = time.process_time()
    while games == 0 or time.process_time() - started < seconds:
        decisions += side(seed + games)
        games += 1
    took = time.process_time() - started
    return games / took, decisions / took


def _ours() -> Mapping[str, Side]:
    sides = {}
    for game, counts in PLAYERS.items():
        for players in counts:
            setup = find_game(game).setup(players)
            bots = [RandomBot() for _ in range(players)]

            def side(seed: int, setup=setup, bots=bots) -> int:
                return len(play(setup, bots, seed).actions)

            sides[f"{game}, {players} player{'s' if players > 1 else ''}"] = side
    return sides


def _open_spiel() -> Mapping[str, Side]:
    try:
        import pyspiel
        from open_spiel.python import games  # noqa: F401 - registers the games in Python
    except ImportError:
        print("OpenSpiel is not installed: pip install open_spiel")
        return {}
    sides = {}
    for name in OPEN_SPIEL:
        game = pyspiel.load_game(name)

        def side(seed: int, game=game) -> int:
            rng = np.random.default_rng(seed)
            state, decisions = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(int(rng.choice(actions, p=np.array(chances) / sum(chances))))
                    continue
                state.apply_action(int(rng.choice(state.legal_actions())))
                decisions += 1
            return decisions

        kind = "in Python" if name.startswith("python") else "in C++"
        sides[f"OpenSpiel {name.removeprefix('python_')} ({kind})"] = side
    return sides


def _petting_zoo() -> Mapping[str, Side]:
    import importlib

    sides = {}
    for name in PETTING_ZOO:
        try:
            env = importlib.import_module(f"pettingzoo.classic.{name}").env()
        except ImportError:
            print("PettingZoo's own games are not installed: pip install pygame")
            return {}

        def side(seed: int, env=env) -> int:
            rng = np.random.default_rng(seed)
            env.reset(seed=seed)
            decisions = 0
            for agent in env.agent_iter():
                observation, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)
                    continue
                env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
                decisions += agent is not None
            return decisions

        sides[f"PettingZoo {name}"] = side
    return sides
