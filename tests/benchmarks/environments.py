"""Steps of the environments for learning: milliseconds of one core each, and growth of memory over random steps."""

from __future__ import annotations

import argparse
import gc
import time

import numpy as np
import psutil

from paletti_sim.adapters import aec, builder
from paletti_sim.games import game_ids

WARM = 60
MOST_MB = 5.0
MOST_MS = 30.0


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-n", type=int, default=1000, help=f"steps after the first {WARM}")


def run(given: argparse.Namespace) -> None:
    print(f"opening, one builder, equilibrium: {opening_ms(40):.1f} ms a step (at most {MOST_MS:g})")
    for game in game_ids():
        seconds, grown = random_steps(given.n, game)
        print(f"{game}: {1000 * seconds / given.n:.2f} ms a step, memory has grown by {grown:.2f} MB")
    seconds, grown = random_steps(given.n, None)
    print(f"one builder: {1000 * seconds / given.n:.2f} ms a step, memory has grown by {grown:.2f} MB")
    if grown > MOST_MB:
        raise SystemExit(1)


def opening_ms(count: int) -> float:
    """Median milliseconds of processor time of one step of the opening."""
    env, times = builder(), []
    for seed in range(count):
        env.reset(seed=seed)
        action = np.random.default_rng(seed).choice(np.flatnonzero(env.action_masks()))
        started = time.process_time()
        env.step(action)
        times.append(time.process_time() - started)
    return 1000 * float(np.median(times))


def random_steps(count: int, game: str | None) -> tuple[float, float]:
    """Seconds of processor time of so many random steps, new games included, and the MB by which memory grew."""
    play = _builder() if game is None else _table(game)
    process = psutil.Process()
    for _ in range(WARM):
        next(play)
    gc.collect()
    before, started = process.memory_info().rss, time.process_time()
    for _ in range(count):
        next(play)
    seconds = time.process_time() - started
    gc.collect()
    return seconds, (process.memory_info().rss - before) / 1e6


def _table(game: str):
    env, rng = aec(game, seed=0), np.random.default_rng(0)
    while True:
        env.reset()
        while not any(env.terminations.values()):
            seen, *_ = env.last()
            env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            yield


def _builder():
    env, rng = builder(), np.random.default_rng(0)
    seed = 0
    while True:
        env.reset(seed=seed)
        seed, done = seed + 1, False
        while not done:
            _, _, fell, cut, _ = env.step(rng.choice(np.flatnonzero(env.action_masks())))
            done = fell or cut
            yield
