"""How well the greedy bot plays: the figures in models/villa/README.md.

python -m tests.benchmarks.villa_bots [GAMES] [SEED]
"""

from __future__ import annotations

import sys
from functools import partial

from paletti_sim.games import ready
from paletti_sim.games.core.series import Plan, run

SERIES: list[tuple[tuple[str, ...], dict[str, object]]] = [
    (("greedy", "random"), {}),
    (("greedy", "random"), {"rules": "expert"}),
    (("greedy", "random"), {"rules": "expert", "sides": "two-colours"}),
    (("greedy", "random", "random", "random"), {}),
    (("greedy", "greedy"), {}),
    (("greedy", "greedy", "greedy", "greedy"), {"rules": "expert"}),
]


def main() -> None:
    """Print the results as a table in Markdown."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    print("| bots | options | won by the first | points | actions | games a second |\n|---|---|---|---|---:|---:|")
    for bots, options in SERIES:
        tally = run(Plan(partial(ready, "villa", len(bots), options), bots, games, seed))
        results = tally.to_json()
        first = results["bots"][0]
        share = f"{100 * first['share']:.1f} % ({100 * first['low']:.1f} to {100 * first['high']:.1f})"
        points = " : ".join(f"{bot['mean_score']:.1f}" for bot in results["bots"])
        told = ", ".join(f"{key}={value}" for key, value in options.items()) or "none"
        speed = games / tally.seconds
        print(f"| {', '.join(bots)} | {told} | {share} | {points} | {results['actions']['mean']:.1f} | {speed:.1f} |")


if __name__ == "__main__":
    main()
