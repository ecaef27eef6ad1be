"""Pictures of a case before and after, from a camera that is chosen or drawn."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from paletti_sim.errors import PalettiError
from paletti_sim.physics.picture import render
from paletti_sim.tower.tower import Pose, Tower

PITCHES_DEG = (5.0, 50.0)
MOST_PIXELS = 4096


@dataclass(frozen=True)
class Camera:
    """From where a tower is seen: turned by `yaw_deg` about it, looking down by `pitch_deg`."""

    yaw_deg: float = 30.0
    pitch_deg: float = 20.0

    @classmethod
    def drawn(cls, key: str, seed: int) -> Camera:
        """The camera of a case: all around evenly, from nearly level to steep; the same for the same key and seed."""
        words = np.frombuffer(hashlib.sha256(key.encode()).digest(), dtype="<u4")
        rng = np.random.default_rng(np.random.SeedSequence([seed, *(int(word) for word in words)]))
        return cls(round(float(rng.uniform(0, 360)), 3), round(float(rng.uniform(*PITCHES_DEG)), 3))


@dataclass(frozen=True)
class Pictures:
    """How pictures are made: width and height in pixels, and the camera; None: drawn for each case.

    Raises:
        PalettiError: there are no such pictures.
    """

    size: tuple[int, int] = (256, 256)
    camera: Camera | None = None

    def __post_init__(self) -> None:
        if len(self.size) != 2 or not all(isinstance(n, int) and 0 < n <= MOST_PIXELS for n in self.size):
            raise PalettiError(f"pictures: size wants width and height between 1 and {MOST_PIXELS} (got {self.size!r})")
        if self.camera is not None and not (abs(self.camera.pitch_deg) <= 89 and np.isfinite(self.camera.yaw_deg)):
            raise PalettiError(f"pictures: pitch wants an angle between -89 and 89 (got {self.camera.pitch_deg!r})")

    def seen_by(self, key: str, seed: int) -> Camera:
        """The camera of a case."""
        return self.camera or Camera.drawn(key, seed)

    def taken(self, tower: Tower, camera: Camera, poses: Mapping[str, Pose] | None = None) -> bytes:
        """A picture as PNG."""
        from PIL import Image

        out = io.BytesIO()
        image = Image.fromarray(render(tower, self.size, camera.yaw_deg, -camera.pitch_deg, poses))
        image.save(out, "png")
        return out.getvalue()
