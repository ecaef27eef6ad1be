"""Asks a move of many towers drawn within the tolerances."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial

from paletti_sim.physics.preset import PRESETS
from paletti_sim.stability.check import Checker
from paletti_sim.stability.odds import Odds
from paletti_sim.stability.samples import sampled, stream
from paletti_sim.statistics import wilson
from paletti_sim.tower.move import STAND, Move
from paletti_sim.tower.scenario import Scenario
from paletti_sim.workers import in_order

NARROW = 0.1  # a 95 % interval so wide is narrow enough
LOOK = 8  # samples between two looks at it


def find_odds(
    scenario: Scenario,
    moves: tuple[Move, ...],
    samples: int,
    *,
    seed: int = 0,
    preset: str = "accurate",
    jobs: int = 1,
    stop_early: bool = True,
    told: Callable[[int], None] | None = None,
) -> Odds:
    """Asks `moves` of up to `samples` towers drawn within the tolerances of `scenario`.

    What is physically impossible where a hand missed, such as a column beside the floor, counts as toppling; the rules
    of the game do not count. The answer depends on neither `jobs` nor their order.

    Args:
        stop_early: take no more samples than needed for an interval `NARROW`.
        told: hears how many samples are done.

    Raises:
        PalettiError: a move makes no sense.
        NoAnswerError: the simulation failed.
    """
    asked = replace(scenario, moves=moves or (STAND,))
    fell = decided = undecided = 0
    task = partial(outcome_of, asked, seed, preset)
    with closing(in_order(task, range(samples), jobs)) as outcomes:
        for k, outcome in enumerate(outcomes, start=1):
            undecided += outcome == "undecided"
            decided += outcome != "undecided"
            fell += outcome in ("topples", "illegal")
            if told:
                told(k)
            low, high = wilson(fell, decided)
            if stop_early and k % LOOK == 0 and high - low <= NARROW:
                break
    return Odds.of(fell, decided, samples, undecided)


def outcome_of(scenario: Scenario, seed: int, preset: str, sample: int) -> str:
    """What becomes of the moves of `scenario` in one sample of it, by its number."""
    drawn = sampled(scenario, stream(seed, sample))
    checker = Checker(drawn.tower, drawn.columns, drawn.floors, preset=PRESETS[preset], ignore_rules=True)
    return checker.ask_all(drawn.moves)[-1].verdict.outcome
