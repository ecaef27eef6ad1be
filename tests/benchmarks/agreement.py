"""How often simulation and equilibrium say the same of random moves, and how near the limit the differences are."""

from __future__ import annotations

import argparse
import json
import pickle
from collections import Counter
from pathlib import Path

from tests.benchmarks.undecided import played

SAY = {True: "agrees", False: "differs", None: "no two"}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-n", type=int, default=500, help="moves")
    parser.add_argument("--preset", choices=("quick", "accurate", "reference"), default="accurate")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pickle", type=Path, help="write the towers and moves that differ there")


def run(given: argparse.Namespace) -> None:
    counts: Counter[str] = Counter()
    differ = []
    for tower, move, checked in played(given.seed, given.preset, given.n):
        verdict = checked.verdict
        counts[f"{verdict.outcome}, {SAY[verdict.agrees]}"] += 1
        if verdict.agrees is False:
            differ.append((tower, move, verdict))
            print(json.dumps([verdict.outcome, verdict.stage, verdict.to_json()["static"]]), flush=True)
    both = sum(count for name, count in counts.items() if "no two" not in name)
    share = 100 * (1 - len(differ) / max(both, 1))
    print(f"{given.n} moves, preset {given.preset}, seed {given.seed}: agree in {share:.1f} % of {both}")
    for name, count in counts.most_common():
        print(f"  {name}: {count}")
    if given.pickle:
        given.pickle.write_bytes(pickle.dumps(differ))
