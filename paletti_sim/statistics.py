"""Shares with their uncertainty."""

from __future__ import annotations

import math

Z95 = 1.959963984540054
"""The 97.5 % quantile of the normal distribution."""


def wilson(successes: float, trials: int, z: float = Z95) -> tuple[float, float]:
    """Return Wilson's score interval of a share (1927), by default for 95 %.

    A shared victory counts as a part of a success, so `successes` need not be whole.

    >>> low, high = wilson(10, 20)
    >>> round(low, 4), round(high, 4)
    (0.2993, 0.7007)
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if trials == 0:
        return (0.0, 1.0)
    share = successes / trials
    spread = z * z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(max(share * (1 - share), 0.0) / trials + spread / (4 * trials)) / (1 + spread)
    # the ends of all or nothing are exact, and rounding is not
    return (0.0 if successes <= 0 else max(0.0, middle - half), 1.0 if share >= 1 else min(1.0, middle + half))
