"""The limits of closed-form mechanics: a little inside the tower stands, a little outside it falls.

That brackets the limit that a bisection would find; `python -m tests.benchmarks limits` bisects and prints it.
"""

from __future__ import annotations

import pytest

from paletti_sim.physics.preset import PRESETS
from paletti_sim.stability.truths import TRUTHS, Truth
from paletti_sim.stability.validate import stands

UNSAFE = 1.015  # never stands from here on


LONG = {("twenty cubes tip", "reference")}
CASES = [
    pytest.param(
        truth,
        preset,
        *errors,
        id=f"{truth.name}-{preset}",
        marks=pytest.mark.slow if (truth.name, preset) in LONG else (),
    )
    for truth in TRUTHS
    for preset, *errors in (("accurate", 0.04, 0.06), ("reference", 0.025, 0.04))
]


@pytest.mark.parametrize(("truth", "preset", "error", "storeys_error"), CASES)
def test_limit(truth: Truth, preset: str, error: float, storeys_error: float) -> None:
    within = storeys_error if truth.storeys > 1 else error
    assert stands(truth, 1 - within, PRESETS[preset]), f"falls at {1 - within:.3f} of its limit"
    assert not stands(truth, UNSAFE, PRESETS[preset]), f"stands at {UNSAFE} of its limit"
