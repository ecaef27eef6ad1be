"""The limits of closed-form mechanics: a little inside the tower stands, a little outside it falls.

That brackets the limit that a bisection would find; `python -m tests.benchmarks limits` bisects and prints it.
"""

from __future__ import annotations

import pytest

from paletti_sim.physics.motion import MOVED_SHARE, shift_m
from paletti_sim.physics.preset import PRESETS
from paletti_sim.physics.stage import run_stage
from tests.physics.truths import TRUTHS, Truth

UNSAFE = 1.015  # never stands from here on


def stands(truth: Truth, factor: float, preset: str) -> bool:
    """Comes to rest; where the question is whether it slides, at rest where it was put."""
    tower = truth.tower(factor)
    result = run_stage(tower, PRESETS[preset])
    if result.ending != "rest" or not truth.slides:
        return result.ending == "rest"
    moved = max(shift_m(pose, result.poses[piece.name]) for piece, pose in tower.resting())
    return moved < MOVED_SHARE * tower.mean_column_height_m


@pytest.mark.parametrize("truth", TRUTHS, ids=lambda truth: truth.name)
@pytest.mark.parametrize(("preset", "error", "storeys_error"), [("accurate", 0.04, 0.06), ("reference", 0.025, 0.04)])
def test_limit(truth: Truth, preset: str, error: float, storeys_error: float) -> None:
    within = storeys_error if truth.storeys > 1 else error
    assert stands(truth, 1 - within, preset), f"falls at {1 - within:.3f} of its limit"
    assert not stands(truth, UNSAFE, preset), f"stands at {UNSAFE} of its limit"
