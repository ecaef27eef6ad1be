"""Growth of resident memory over many checks in one process; the engine leaks what is created without a reset."""

from __future__ import annotations

import argparse
import gc
import itertools
import time

import psutil

from paletti_sim.physics.preset import PRESETS
from paletti_sim.physics.world import World
from paletti_sim.stability.check import Checker
from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.move import Move
from paletti_sim.tower.tower import Level, Placed, Tower
from tests.physics.helpers import game_tower

WARM = 20  # checks until caches and pools are filled
MOST_MB = 20.0


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-n", type=int, default=1000, help=f"checks after the first {WARM}")


def run(given: argparse.Namespace) -> None:
    started = time.perf_counter()
    grown = growth_mb(given.n, game_tower())
    seconds = time.perf_counter() - started
    print(f"{given.n} checks in {seconds:.0f} s; memory has grown by {grown:.2f} MB (at most {MOST_MB:g})")
    if grown > MOST_MB:
        raise SystemExit(1)


def small() -> Tower:
    """The blue floor on four columns of the game: with a concave shape that goes to the engine as a file."""
    game = game_pieces()
    names = ("red-thin-1", "blue-hex", "green-thick", "yellow-thin-1")
    places = ((-0.1, -0.02), (-0.02, 0.08), (-0.01, -0.08), (-0.05, 0.0))
    columns = tuple(Placed(game.columns[name], at) for name, at in zip(names, places, strict=True))
    return Tower(game.base, (Level(None, columns), Level(Placed(game.floors["blue"], (0.0, 0.0)))))


def growth_mb(count: int, asked: Tower) -> float:
    """MB by which this process grows in `count` checks, some of which topple."""
    names = itertools.cycle([column.name for column in asked.levels[0].columns])
    process = psutil.Process()
    for _ in range(WARM):
        _check(asked, next(names))
    gc.collect()
    before = process.memory_info().rss
    for _ in range(count):
        _check(asked, next(names))
    gc.collect()
    return (process.memory_info().rss - before) / 1e6


def growth_of_building_kb(count: int) -> float:
    """KB a world by which this process grows when worlds of all kinds of shapes are built one after another."""
    asked, process = game_tower(), psutil.Process()
    sizes = []
    for builds in (count, count):  # caches and pools fill during the first half
        for _ in range(builds):
            World(asked, PRESETS["quick"])
        gc.collect()
        sizes.append(process.memory_info().rss)
    return (sizes[1] - sizes[0]) / count / 1e3


def _check(asked: Tower, name: str) -> None:
    checker = Checker(asked, {}, {}, preset=PRESETS["quick"])
    checker.ask(Move(take=name))
