"""Forces between pieces at rest, averaged over a short time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from paletti_sim.physics.world import World
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.tower import GRAVITY_M_S2

SAMPLES = 16  # steps over which forces are averaged
NOTHING = 0.01  # of the lighter piece's weight: less force than this is jitter

Pair = tuple[str, str]  # lower piece, upper piece


@dataclass(frozen=True)
class Forces:
    """Newtons between pairs of pieces (lower, upper): `normal_n` pressing, `friction_n` across, on the upper one."""

    normal_n: Mapping[Pair, float]
    friction_n: Mapping[Pair, npt.NDArray[np.float64]]

    @staticmethod
    def read(world: World) -> Forces:
        """Runs a world at rest a little further and reads its contacts."""
        order = {name: k for k, name in enumerate(["base", *world.names])}
        normal: dict[Pair, float] = defaultdict(float)
        across: dict[Pair, npt.NDArray[np.float64]] = defaultdict(lambda: np.zeros(3))
        for _ in range(SAMPLES):
            world.step()
            for contact in world.contacts():
                rises = order[contact.one] < order[contact.other]
                pair = (contact.one, contact.other) if rises else (contact.other, contact.one)
                normal[pair] += contact.normal_n / SAMPLES
                across[pair] += contact.friction_n / SAMPLES * (1 if rises else -1)
        return Forces(dict(normal), dict(across))

    def loads_n(self, world: World) -> dict[str, float]:
        """Newtons that press on each column's top; zero for those that stand free."""
        loads = {piece.name: 0.0 for piece in world.pieces if isinstance(piece.piece, Column)}
        weights = {piece.name: piece.piece.mass_kg * GRAVITY_M_S2 for piece in world.pieces}
        for (below, above), force in self.normal_n.items():
            if below in loads and force > NOTHING * min(weights[below], weights[above]):
                loads[below] += force
        return loads
