"""Whether the friction that the fast solver granted comes near to what a cone allows."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from paletti_sim.physics.forces import NOTHING, Forces, Pair
from paletti_sim.physics.world import World
from paletti_sim.tower.tower import GRAVITY_M_S2

NEAR = 0.97  # of mu times the normal force: from here on the exact cones decide


def near_slip(world: World, forces: Forces) -> tuple[str, ...]:
    """Where a world at rest holds by nearly all the friction there is, or by more: names of the pieces that would slip.

    The fast solver bounds friction by a box about the slip's direction; its corners lie 1.4 times as far out as the
    cone. Forces are added up over all that would have to slip together: a floor on its columns, the loaded columns on
    their floor; within such a group the share of each is the solver's choice and says nothing. A column without a load
    slips alone.
    """
    weights = {piece.name: piece.piece.mass_kg * GRAVITY_M_S2 for piece in world.pieces}
    loads = forces.loads_n(world)
    together: dict[tuple[str, ...], list[Pair]] = defaultdict(list)
    for below, above in forces.normal_n:
        if above not in loads:
            together["top", above].append((below, above))
        elif loads[above] > 0 and below not in loads:
            together["feet", below].append((below, above))
        else:
            together["alone", below, above].append((below, above))
    mu = world.tower.setting.friction
    slipping: list[str] = []
    for pairs in together.values():
        normal = sum(forces.normal_n[pair] for pair in pairs)
        across = np.linalg.norm(np.sum([forces.friction_n[pair] for pair in pairs], axis=0))
        # where next to nothing presses, a ratio of two noises says nothing
        if normal > NOTHING * weights[pairs[0][1]] and across > NEAR * mu * normal:
            slipping += [above for _, above in pairs]
    return tuple(dict.fromkeys(slipping))
