"""Milliseconds of equilibrium: yes or no for all bodies together, and with it the worst tilt or the tipping edge."""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

from paletti_sim.stability.second_opinion import second_opinion
from paletti_sim.statics.rest import come_to_rest
from paletti_sim.tower.scenario import read_scenario
from paletti_sim.tower.tower import Tower
from tests.physics.helpers import five_storeys, game_tower

YES_OR_NO_MS, WHOLE_MS = 10, 150  # asked of a tower of 25 bodies


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--repeat", type=int, default=40)


def run(given: argparse.Namespace) -> None:
    towers: dict[str, Tower] = {
        name: read_scenario(name).tower for name in ("first-move", "mid-game", "late-villa", "past-the-edge")
    }
    towers["five storeys of plates"] = five_storeys()
    towers["five floors of the game, 20 columns"] = game_tower((4, 4, 4, 4, 4))
    print(
        f"| tower | bodies | balanced | yes or no (ms, least and median; {YES_OR_NO_MS} asked) "
        f"| with worst tilt or edge (ms; {WHOLE_MS} asked) |\n|---|---:|---|---:|---:|"
    )
    for name, tower in towers.items():
        yes_or_no = milliseconds(lambda tower=tower: come_to_rest(tower), given.repeat)  # type: ignore[misc]
        whole = milliseconds(lambda tower=tower: second_opinion(tower), max(given.repeat // 4, 1))  # type: ignore[misc]
        balanced = "yes" if come_to_rest(tower).balanced else "no"
        print(
            f"| {name} | {len(tower.pieces)} | {balanced} | {min(yes_or_no):.1f}, {statistics.median(yes_or_no):.1f} "
            f"| {min(whole):.1f}, {statistics.median(whole):.1f} |"
        )


def milliseconds(call: Callable[[], object], repeat: int) -> list[float]:
    """Of each of `repeat` calls, after one that warms up."""
    call()
    took = []
    for _ in range(repeat):
        started = time.perf_counter()
        call()
        took.append(1000 * (time.perf_counter() - started))
    return took
