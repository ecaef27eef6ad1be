"""The key of a case: made from all that decides its result, so that equal keys mean equal results."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from functools import cache
from typing import Any

RESULT_VERSION = 1
"""Raised whenever the software may answer otherwise than before; then old results are not taken for new ones."""

KEY_BYTES = 16


@cache
def fingerprint(preset: str) -> str:
    """Everything beside the case itself that decides verdicts: software, engine and its settings, data of the game."""
    from paletti_sim.physics.engine import version
    from paletti_sim.physics.preset import PRESETS, PULL, TRUE_COURSE
    from paletti_sim.resources import models_dir

    data = hashlib.sha256((models_dir() / "villa_paletti" / "pieces.yaml").read_bytes()).hexdigest()
    settings = [asdict(setting) for setting in (PRESETS[preset], TRUE_COURSE, PULL)]
    return canonical({"version": RESULT_VERSION, "engine": f"pybullet {version()}", "settings": settings, "data": data})


def key_of(task: dict[str, Any]) -> bytes:
    """The key of a task, as 16 bytes of SHA-256.

    >>> task = {"kind": "game", "game": "villannex", "seed": 1}
    >>> key_of(task) == key_of(dict(task)), key_of(task) == key_of(task | {"seed": 2})
    (True, False)
    """
    around = fingerprint(task["preset"]) if "preset" in task else str(RESULT_VERSION)
    return hashlib.sha256(f"{around}\n{canonical(task)}".encode()).digest()[:KEY_BYTES]


def canonical(document: Any) -> str:
    """JSON as one line; keys keep their order."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
