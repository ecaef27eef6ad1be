"""What decides answers beside the question itself, so that answers kept of another software are not taken for new."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from functools import cache
from typing import Any

RESULT_VERSION = 2
"""Raised whenever the software may answer otherwise than before; then old results are not taken for new ones."""


def fingerprint(preset: str | None) -> str:
    """Everything beside the case itself that decides verdicts: software, engine and its settings, data of the game.

    None where no engine is asked.
    """
    if preset is None:
        return str(RESULT_VERSION)
    from paletti_sim.physics.engine import version

    return _of_verdicts(preset, RESULT_VERSION, version())


@cache
def _of_verdicts(preset: str, software: int, engine: str) -> str:
    from paletti_sim.physics.preset import PRESETS, PULL, TRUE_COURSE
    from paletti_sim.resources import models_dir

    data = hashlib.sha256((models_dir() / "villa_paletti" / "pieces.yaml").read_bytes()).hexdigest()
    settings = [asdict(setting) for setting in (PRESETS[preset], TRUE_COURSE, PULL)]
    return canonical({"version": software, "engine": f"pybullet {engine}", "settings": settings, "data": data})


def canonical(document: Any) -> str:
    """JSON as one line; keys keep their order."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
