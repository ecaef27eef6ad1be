"""Labelled cases a minute: random moves of the opening, with pictures of 256 x 256 before and after."""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np

from paletti_sim.games import find_game
from paletti_sim.games.villa_paletti.spots import Ground
from paletti_sim.stability.labels import Labelled, Pictures, labelled, write_data_set
from paletti_sim.tower.move import Move, Put
from paletti_sim.tower.scenario import Scenario
from paletti_sim.workers import in_order

PICTURES = Pictures((256, 256))


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-n", type=int, default=1000, help="cases")
    parser.add_argument("--jobs", type=int, default=2, help="processes")


def run(given: argparse.Namespace) -> None:
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        count = write_data_set(Path(folder) / "set", cases(given.n, given.jobs), title="Openings", command="this")
        seconds = time.perf_counter() - started
        size = sum(path.stat().st_size for path in Path(folder).rglob("*.*"))
    print(f"{count} cases in {seconds:.0f} s on {given.jobs} processes, {size / 1e6:.1f} MB")


def cases(count: int, jobs: int) -> Iterator[Labelled]:
    """Labelled random moves, the same whoever works on them."""
    with closing(in_order(case, range(count), jobs)) as found:
        yield from found


def case(number: int) -> Labelled:
    """A random legal move of a random opening."""
    rng = np.random.default_rng([7, number])
    state = find_game("villa-paletti").setup(2).new(number)
    pieces = state.board.pieces
    tower = state.board.tower.with_floor(pieces.floor("blue", 0.0, 0.0, 0.0))
    taken = tower.columns[int(rng.integers(20))].piece
    spot = Ground(tower, taken).draw(rng)
    assert spot is not None
    move = Move(take=taken.name, put=Put((spot[0] / 1000, spot[1] / 1000)))
    name = f"opening-{number:05}"
    scenario = Scenario(name, tower, columns=pieces.columns, floors=pieces.floors, moves=(move,))
    return labelled(scenario, key=name, seed=7, pictures=PICTURES)
