"""The answer to all moves of a scenario as one document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paletti_sim.stability.verdict import Verdict

SEVERAL = "paletti/verdicts@1"


def answer(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """One move's verdict; for several in a row `paletti/verdicts@1` with the outcome of the last one asked."""
    if len(verdicts) == 1:
        return verdicts[0].to_json()
    documents = [verdict.to_json() for verdict in verdicts]
    return {
        "schema": SEVERAL,
        "outcome": documents[-1]["outcome"],
        "scenario": documents[-1]["scenario"],
        "verdicts": documents,
    }
