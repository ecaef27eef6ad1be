"""How well the greedy bot plays, and how fast games run: the figures in models/vampire_village/README.md.

python -m tests.benchmarks.vampire_village_bots [GAMES] [SEED]
"""

from __future__ import annotations

import sys
from functools import partial

from paletti_sim.games import ready
from paletti_sim.games.core.series import Plan, run

LINEUPS = (
    ("greedy", "random"),
    ("greedy", "random", "random"),
    ("greedy", "random", "random", "random"),
    ("greedy", "random", "random", "random", "random"),
    ("greedy", "greedy"),
    ("random", "random", "random", "random"),
)


def main() -> None:
    """Print shares of victories with their 95 % intervals (Wilson), mean scores, and the speed."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for bots in LINEUPS:
        tally = run(Plan(partial(ready, "vampire-village", len(bots), {}), bots, games, seed))
        results = tally.to_json()
        print(f"{' against '.join(bots)}: {games / tally.seconds:,.0f} games a second")
        for bot in results["bots"]:
            share = f"{100 * bot['share']:.1f} % ({100 * bot['low']:.1f} to {100 * bot['high']:.1f})"
            print(f"  {bot['bot']}: {share}, mean score {bot['mean_score']:.1f} (sd {bot['score_sd']:.1f})")
        for name, row in (*results["ends"].items(), *results["facts"].items()):
            print(f"  {name}: {100 * row['share']:.1f} %")


if __name__ == "__main__":
    main()
