"""Whole games of Villa Paletti under the judge who simulates: how long, how high, what topples them, what is left.

Seconds are those of one processor, so that a busy machine changes little.

python -m tests.benchmarks.villa_paletti_games --bots cautious,cautious,cautious,cautious -n 1
"""

from __future__ import annotations

import argparse
import time

from paletti_sim.games.core.match import Seats, steps
from paletti_sim.games.core.protocol import JUDGE
from paletti_sim.games.villa_paletti.actions import Put, Take
from paletti_sim.tables import made_ready, simulating_judge


def game(bots: tuple[str, ...], seed: int) -> dict[str, object]:
    """One game, in figures."""
    setup = made_ready("villa-paletti", len(bots), {})
    seats = Seats(setup, [setup.game.bot(name, setup) for name in bots], seed, simulating_judge())
    begun = time.process_time()
    spent = {"judge": 0.0, "bots": 0.0}
    slowest = 0.0
    asked: dict[str, int] = {}
    state = setup.new(seed)

    def decide(position):
        nonlocal slowest
        start = time.process_time()
        chosen = seats.decide(position)
        seconds = time.process_time() - start
        spent["judge" if position.actor == JUDGE else "bots"] += seconds
        if position.actor != JUDGE:
            slowest = max(slowest, seconds)
        return chosen

    for step in steps(setup, state, decide):
        state = step.after
        if step.actor == JUDGE:
            act = step.before.board.pending
            name = "take" if isinstance(act, Take) else "put" if isinstance(act, Put) else "other"
            asked[f"{name} {step.action.what}"] = asked.get(f"{name} {step.action.what}", 0) + 1
    board = state.board
    return {
        "bots": ",".join(bots),
        "seed": seed,
        "reason": state.outcome.reason,
        "act": board.ending.act or "-",
        "turns": asked.get("put stands", 0),
        "floors": len(board.tower.floors),
        "ground": len(board.tower.levels[0].columns),
        "broken off": asked.get("take stopped", 0) + asked.get("put stopped", 0) + len([*filter(_stop, board.events)]),
        "judge s": round(spent["judge"], 1),
        "bots s": round(spent["bots"], 1),
        "slowest choice s": round(slowest, 2),
        "seconds": round(time.process_time() - begun, 1),
    }


def _stop(event) -> bool:
    return event.kind == "stop"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", default="cautious,cautious,cautious,cautious")
    parser.add_argument("-n", type=int, default=5, help="how many games")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    given = parser.parse_args(arguments)
    found = []
    for number in range(given.n):
        found.append(game(tuple(given.bots.split(",")), given.seed + number))
        print("; ".join(f"{name} {value}" for name, value in found[-1].items()), flush=True)
    for name in ("turns", "floors", "ground", "seconds"):
        values = sorted(float(one[name]) for one in found)
        print(f"{name}: mean {sum(values) / len(values):.1f}, {values[0]:g} to {values[-1]:g}")


if __name__ == "__main__":
    main()
