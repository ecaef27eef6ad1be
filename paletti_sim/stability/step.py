"""One stage of a move as it is simulated, and the films of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from paletti_sim.physics.settle import Frame
from paletti_sim.stability.verdict import StageName
from paletti_sim.tower.tower import Pose, Tower


@dataclass(frozen=True)
class Film:
    """The frames of one stage. `true_masses`: they show the course in time; otherwise how rest was reached."""

    stage: StageName
    names: tuple[str, ...]
    frames: tuple[Frame, ...]
    true_masses: bool


@dataclass(frozen=True)
class Step:
    """One stage to be simulated: the tower as it is let go, and the piece in hand."""

    stage: StageName
    tower: Tower
    handled: str | None

    @property
    def last(self) -> str | None:
        """The piece that is set down in this stage."""
        return self.handled if self.stage in ("put", "floor") else None

    def since(self, before: Mapping[str, Pose]) -> dict[str, Pose]:
        """The poses against which a fall is measured; the piece set down has come to its place by hand."""
        return {name: pose for name, pose in before.items() if name != self.last}
