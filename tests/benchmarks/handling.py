"""Every column of randomly played towers, taken carefully and with the hook, beside what lifting it does."""

from __future__ import annotations

import argparse
from collections import Counter
from statistics import mean

import numpy as np
import shapely

from paletti_sim.physics.preset import PRESETS
from paletti_sim.physics.pull import pull_out
from paletti_sim.physics.stage import run_stage
from paletti_sim.physics.unload import unload
from paletti_sim.tower.corridor import shortest_way_out
from paletti_sim.tower.tower import Placed, Pose, Tower
from tests.benchmarks.undecided import played

CAUTION_M = 0.002
FREE_M = 1e-4  # from this gap on a column counts as free
STRIDE = 6  # moves of play between two towers that are looked at


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-n", type=int, default=60, help="moves of random play")
    parser.add_argument("--preset", choices=list(PRESETS), default="accurate")
    parser.add_argument("--seed", type=int, default=0)


def run(given: argparse.Namespace) -> None:
    preset = PRESETS[given.preset]
    careful: Counter[str] = Counter()
    drawn: Counter[str] = Counter()
    moved: list[float] = []
    ratios: dict[str, list[float]] = {"thin": [], "hex": [], "thick": []}
    for k, (tower, _, _) in enumerate(played(given.seed, given.preset, given.n)):
        if k % STRIDE:
            continue
        standing = run_stage(tower, preset)
        if standing.tower is None:
            continue
        friction = tower.setting.friction
        for column in [column for level in standing.tower.levels[:-1] for column in level.columns]:
            name, load = column.name, standing.loads_n[column.name]
            way = shortest_way_out(standing.tower, name)
            if way.length_m == 0:
                continue
            pulled = pull_out(standing.tower, name, way, standing.poses)
            free = gap_m(standing.tower, name) >= FREE_M
            kind = "loaded" if load > 0 else "free" if free else "touching"
            drawn[f"{kind}: {'no way' if way.blocked_by else pulled.ending}"] += 1
            if load > 0:
                freed = unload(standing.tower, name, load, preset, CAUTION_M)
                lifted = run_stage(standing.tower.without(name), preset, standing.poses)
                careful[f"lifted it {lifted.ending}: careful {freed.ending}"] += 1
                if pulled.pressed_n > 0:
                    size = next(size for size in ratios if size in name)
                    ratios[size].append(pulled.force_n / (friction * pulled.pressed_n))
            elif free and not way.blocked_by:
                moved.append(1000 * pulled.floors_moved_m)
    print(f"preset {given.preset}, seed {given.seed}, caution {1000 * CAUTION_M:.0f} mm")
    for title, counts in (("careful attempts", careful), ("with the hook", drawn)):
        print(title)
        for name, count in sorted(counts.items()):
            print(f"  {name}: {count}")
    print(f"free columns: floors moved by at most {max(moved, default=0.0):.3f} mm ({len(moved)} pulls)")
    for size, each in ratios.items():
        if each:
            spread = f"{min(each):.2f} to {max(each):.2f}"
            print(
                f"loaded {size}: force over mu times both normal forces {mean(each):.2f} ({spread}, {len(each)} pulls)"
            )


def gap_m(tower: Tower, name: str) -> float:
    """Least height of the floor over a column above its upper face where it covers it, in metres."""
    poses = {piece.name: (piece, pose) for piece, pose in tower.resting()}
    (column, below), (roof, above) = poses[name], poses[tower.levels[tower.level_of(name) + 1].name]
    common = shapely.get_coordinates(roof.plan.intersection(column.plan))
    return float(np.min(_face(roof, above, -1, common) - _face(column, below, 1, common), initial=np.inf))


def _face(piece: Placed, pose: Pose, side: int, at_m: np.ndarray) -> np.ndarray:
    """Heights (n,) of the upper or lower face of a piece over places (n, 2) in plan."""
    normal = pose.rotation[:, 2]
    middle = np.asarray(pose.position_m) + side * piece.piece.height_m / 2 * normal
    return middle[2] - (at_m - middle[:2]) @ normal[:2] / normal[2]
