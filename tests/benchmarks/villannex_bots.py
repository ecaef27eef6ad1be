"""How well the greedy bot plays, and how fast games run: the figures in models/villannex/README.md.

python -m tests.benchmarks.villannex_bots [GAMES] [SEED]
"""

from __future__ import annotations

import sys
from functools import partial

from paletti_sim.games import ready
from paletti_sim.games.core.series import Plan, run


def main() -> None:
    """Print the results of greedy against random, of the solitaire game, and the speed of random games."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for bots in (("greedy", "random"), ("greedy",), ("random",), ("random", "random")):
        tally = run(Plan(partial(ready, "villannex", len(bots), {}), bots, games, seed))
        results = tally.to_json()
        print(f"{' against '.join(bots)}: {games / tally.seconds:,.0f} games a second")
        for bot in results["bots"]:
            print(f"  {bot['bot']}: {100 * bot['share']:.1f} % ({100 * bot['low']:.1f} to {100 * bot['high']:.1f})")
        for name, fact in results["facts"].items():
            if fact["share"] is not None:
                interval = f"{100 * fact['low']:.1f} to {100 * fact['high']:.1f}"
                print(f"  {name}: {fact['yes']} of {fact['of']}, {100 * fact['share']:.1f} % ({interval})")


if __name__ == "__main__":
    main()
