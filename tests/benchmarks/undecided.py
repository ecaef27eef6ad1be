"""How many moves of random play get no answer. Play starts with 20 columns on the site and the blue floor on them."""

from __future__ import annotations

import argparse
import pickle
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from paletti_sim.physics.preset import PRESETS
from paletti_sim.stability.check import Checked, Checker
from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.footprint import Footprint, overlap_m, sticks_out_m
from paletti_sim.tower.move import STAND, LayFloor, Move, Put
from paletti_sim.tower.outline import Outline, Point
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.regulations import forbids_floor, forbids_put, forbids_take
from paletti_sim.tower.tower import Level, Placed, Tower

TRIES = 400  # to find a legal place
ENOUGH = 4  # columns on the top floor, then the next floor is laid
LAST = "yellow"  # the third floor


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-n", type=int, default=200, help="moves")
    parser.add_argument("--preset", choices=list(PRESETS), default="accurate")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pickle", type=Path, help="write the towers and moves without an answer there")


def run(given: argparse.Namespace) -> None:
    counts: Counter[str] = Counter()
    stages: Counter[str] = Counter()
    unanswered: list[tuple[Tower, Move, Checked]] = []
    started = time.perf_counter()
    for asked, move, checked in played(given.seed, given.preset, given.n):
        counts[checked.verdict.outcome] += 1
        stages[f"{checked.verdict.stage} {checked.verdict.outcome}"] += 1
        if checked.verdict.outcome == "undecided":
            unanswered.append((asked, move, checked))
    seconds = (time.perf_counter() - started) / given.n
    print(f"{given.n} moves, preset {given.preset}, seed {given.seed}: {seconds:.2f} s a move")
    for outcome, count in counts.most_common():
        print(f"  {outcome}: {count} ({100 * count / given.n:.1f} %)")
    print("  " + ", ".join(f"{stage}: {count}" for stage, count in sorted(stages.items())))
    if given.pickle:
        given.pickle.write_bytes(pickle.dumps(unanswered))


def played(seed: int, preset: str, count: int) -> Iterator[tuple[Tower, Move, Checked]]:
    """`count` legal moves with their verdicts, game after game. A game ends with a fall or when no move is found."""
    rng = np.random.default_rng(seed)
    pieces = game_pieces()
    done = 0
    while done < count:
        tower = opening(rng)
        columns = {column.name: column.piece for column in tower.columns}
        checker = Checker(tower, columns, pieces.floors, preset=PRESETS[preset])  # type: ignore[arg-type]
        asked = checker.ask(STAND)
        while asked.tower is not None and done < count:
            tower = asked.tower
            move = some_move(tower, rng)
            if move is None:
                break
            asked = checker.ask(move)
            done += 1
            yield tower, move, asked


def opening(rng: np.random.Generator) -> Tower:
    """All 20 columns, of heights within 0.15 mm, scattered on the site, and the blue floor on as many as it can be."""
    pieces = game_pieces()
    standing: list[Placed] = []
    for piece in pieces.columns.values():
        drawn = replace(piece, height_m=piece.height_m + float(rng.uniform(-1.5e-4, 1.5e-4)))
        for _ in range(TRIES):
            placed = Placed(drawn, _within(pieces.base.site, rng), float(rng.uniform(0, 2 * np.pi)))
            foot = Footprint.of(placed)
            inside = sticks_out_m(foot, Footprint(pieces.base.site)) <= 0
            if inside and all(overlap_m(foot, Footprint.of(other)) < -0.002 for other in standing):
                standing.append(placed)
                break
    tower = Tower(pieces.base, (Level(None, tuple(standing)),))
    blue = _floor_move(tower, "blue", rng)
    assert blue is not None
    assert blue.floor is not None
    return tower.with_floor(Placed(pieces.floors["blue"], blue.floor.at_m, blue.floor.turn_rad))


def some_move(tower: Tower, rng: np.random.Generator) -> Move | None:
    """The next floor when enough columns stand on top, else a random column to a random place where rules allow it."""
    if len(tower.top.columns) >= ENOUGH and tower.top.name != LAST:
        order = list(game_pieces().floors)
        move = _floor_move(tower, order[order.index(tower.top.name) + 1], rng)
        if move is not None:
            return move
    free = [column for column in tower.columns if forbids_take(tower, column.name) is None]
    if not free or tower.top.floor is None:
        return None
    column = free[int(rng.integers(len(free)))]
    left = tower.without(column.name)
    assert isinstance(column.piece, Column)
    outline, floor = tower.top.floor.piece.outline, tower.top.floor
    for _ in range(TRIES):
        x, y = _within(outline, rng)
        c, s = np.cos(floor.turn_rad), np.sin(floor.turn_rad)
        at = (float(floor.at_m[0] + c * x - s * y), float(floor.at_m[1] + s * x + c * y))
        turn = float(rng.uniform(0, 2 * np.pi))
        if forbids_put(left, Placed(column.piece, at, turn)) is None:
            return Move(take=column.name, put=Put(at, turn))
    return None


def _floor_move(tower: Tower, name: str, rng: np.random.Generator) -> Move | None:
    """Where the floor covers most columns of the top level, among random places that rules allow."""
    piece = game_pieces().floors[name]
    middle = np.mean([column.at_m for column in tower.top.columns], axis=0)
    best: tuple[int, Move] | None = None
    for _ in range(TRIES // 10):
        turn = float(rng.uniform(0, 2 * np.pi))
        c, s = np.cos(turn), np.sin(turn)
        cx, cy = piece.outline.centroid_m
        x, y = middle + rng.normal(0, 0.01, 2) - [c * cx - s * cy, s * cx + c * cy]
        placed = Placed(piece, (float(x), float(y)), turn)
        if forbids_floor(tower, placed) is None:
            covered = sum(placed.plan.intersects(column.plan) for column in tower.top.columns)
            if best is None or covered > best[0]:
                best = covered, Move(floor=LayFloor(name, placed.at_m, turn))
    return best[1] if best else None


def _within(outline: Outline, rng: np.random.Generator) -> Point:
    low_x, low_y, high_x, high_y = outline.shape.bounds
    return float(rng.uniform(low_x, high_x)), float(rng.uniform(low_y, high_y))
