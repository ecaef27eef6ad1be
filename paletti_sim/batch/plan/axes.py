"""What is varied in a case of a plan: axes whose every combination is one case."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Axis:
    """One thing that is varied: `names` are the keys that it sets, together.

    `values` has one value each step, or with several names a row of values. A `range` stays one: a plan may have a
    million seeds.
    """

    names: tuple[str, ...]
    values: Sequence[Any]

    def __len__(self) -> int:
        return len(self.values)

    def at(self, step: int) -> dict[str, Any]:
        """The keys with their values at a step."""
        value = self.values[step]
        return {self.names[0]: value} if len(self.names) == 1 else dict(zip(self.names, value, strict=True))

    def to_json(self) -> dict[str, Any]:
        """The axis as JSON."""
        values: Any = list(self.values)
        if isinstance(self.values, range):
            values = {"range": [self.values.start, self.values.stop, self.values.step]}
        return {"names": list(self.names), "values": values}

    @classmethod
    def from_json(cls, doc: Mapping[str, Any]) -> Axis:
        """Read what `to_json` wrote."""
        values = doc["values"]
        return cls(tuple(doc["names"]), range(*values["range"]) if isinstance(values, dict) else tuple(values))


def count(axes: Sequence[Axis]) -> int:
    """How many combinations there are."""
    return math.prod(len(axis) for axis in axes)


def steps(axes: Sequence[Axis], number: int) -> tuple[int, ...]:
    """The step on each axis in combination `number`; the last axis turns fastest.

    >>> steps([Axis(("a",), (1, 2)), Axis(("b",), range(3))], 4)
    (1, 1)
    """
    found = []
    for axis in reversed(axes):
        number, step = divmod(number, len(axis))
        found.append(step)
    return tuple(reversed(found))


def settings(axes: Sequence[Axis], number: int) -> dict[str, Any]:
    """All keys with their values in combination `number`.

    >>> settings([Axis(("a",), (1, 2)), Axis(("b", "c"), ((5, 6), (7, 8)))], 1)
    {'a': 1, 'b': 7, 'c': 8}
    """
    found: dict[str, Any] = {}
    for axis, step in zip(axes, steps(axes, number), strict=True):
        found |= axis.at(step)
    return found


DIGITS = 12
"""Significant digits of sampled values: what is written down is what was used."""


def sampled(method: str, n: int, over: Mapping[str, tuple[float, float]], seed: int) -> Axis:
    """`n` points of a scrambled Sobol sequence or a Latin hypercube between two values of each key.

    >>> len(sampled("sobol", 8, {"material.friction": (0.2, 0.5)}, seed=0))
    8
    """
    import numpy as np
    from scipy.stats import qmc

    kind = {"sobol": qmc.Sobol, "latin-hypercube": qmc.LatinHypercube}[method]
    with warnings.catch_warnings():
        # of numbers of points that are no power of two: they are as asked
        warnings.simplefilter("ignore", UserWarning)
        points = kind(len(over), seed=np.random.default_rng(seed)).random(n)
    low, high = np.array(list(over.values()), dtype=float).T
    rows = [[float(f"{value:.{DIGITS}g}") for value in row] for row in low + points * (high - low)]
    names = tuple(over)
    return Axis(names, tuple(row[0] for row in rows) if len(names) == 1 else tuple(map(tuple, rows)))
