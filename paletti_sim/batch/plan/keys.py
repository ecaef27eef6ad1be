"""The key of a case: made from all that decides its result, so that equal keys mean equal results."""

from __future__ import annotations

import hashlib
from typing import Any

from paletti_sim.stability.fingerprint import canonical, fingerprint

KEY_BYTES = 16


def key_of(task: dict[str, Any]) -> bytes:
    """The key of a task, as 16 bytes of SHA-256.

    >>> task = {"kind": "game", "game": "villannex", "seed": 1}
    >>> key_of(task) == key_of(dict(task)), key_of(task) == key_of(task | {"seed": 2})
    (True, False)
    """
    return hashlib.sha256(f"{fingerprint(task.get('preset'))}\n{canonical(task)}".encode()).digest()[:KEY_BYTES]
