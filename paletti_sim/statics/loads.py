"""What each column carries: where mechanics leaves a range, the least and the greatest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import scipy.sparse

from paletti_sim.statics.linear import Program
from paletti_sim.statics.rest import Rest
from paletti_sim.tower.pieces import Column

NOTHING = 1e-6  # of the whole weight


@dataclass(frozen=True)
class Load:
    """Newtons on a column's top. `least_n` and `greatest_n` differ where equilibrium alone does not say."""

    least_n: float
    greatest_n: float

    @property
    def carries(self) -> bool:
        """Whether the column may carry anything."""
        return self.greatest_n > 0


def column_loads(rest: Rest) -> Mapping[str, Load]:
    """The least and the greatest load of each column over all normal forces that keep `rest`.

    All contacts are horizontal, so on a level table no friction is needed: three equations a body.

    Raises:
        ValueError: there is no equilibrium.
    """
    if rest.tipping is not None:
        raise ValueError("a tower without equilibrium has no loads")
    bodies = rest.bodies
    n = len(bodies.names)
    total = max(float(bodies.weights_n.sum()), 1e-30)
    reach = max((float(np.abs(patch.points_m).max()) for patch in rest.contacts), default=1.0)
    rows, columns, values = [], [], []
    on: dict[str, list[int]] = {p.name: [] for p in bodies.pieces if isinstance(p.piece, Column)}
    count = 0
    for patch in rest.contacts:
        # also where a floor lies aslant: the columns under it lean flush, and then it may press anywhere on their faces
        for x, y in patch.points_m:
            for body, sign in ((patch.upper, 1.0), (patch.lower, -1.0)):
                if body >= 0:
                    rows += [3 * body, 3 * body + 1, 3 * body + 2]
                    columns += [count] * 3
                    arm = (np.array([x, y]) - bodies.centres_m[body, :2]) / reach
                    values += [sign, sign * float(arm[0]), sign * float(arm[1])]
            if bodies.name(patch.lower) in on:
                on[bodies.name(patch.lower)].append(count)
            count += 1
    right = np.zeros(3 * n)
    right[::3] = bodies.weights_n / total
    program = Program(
        scipy.sparse.csc_matrix((values, (rows, columns)), shape=(3 * n, count)),
        right,
        right,
        np.zeros(count),
        np.full(count, np.inf),
    )
    found = {}
    for name, points in on.items():
        ends = []
        for sign in (1.0, -1.0):
            cost = np.zeros(count)
            cost[points] = sign
            value = program.minimise(cost) if points else 0.0
            # the contacts of `rest` carry it to rounding; where that is lost its own forces are the answer
            ends.append(rest.loads_n[name] / total if value is None else sign * value)
        least, greatest = (0.0 if end < NOTHING else end * total for end in ends)
        found[name] = Load(least, greatest)
    return found
