"""A picture of a tower from the engine's software renderer; no display is needed."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from paletti_sim.physics.engine import client, one_at_a_time, pybullet
from paletti_sim.physics.looks import prism_look
from paletti_sim.silence import silenced
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.tower import Pose, Tower

UNIT_M = 0.01  # the renderer's near and far planes are made for centimetres
SMOOTH = 2  # each pixel is the mean of this many squared
FIELD_DEG = 30.0
FILL = 0.94  # of the picture's half height or width
SITE_M = 0.0004  # the building site is drawn as a film on the base plate


def render(
    tower: Tower,
    size: tuple[int, int] = (800, 800),
    yaw_deg: float = 30.0,
    pitch_deg: float = -20.0,
    poses: Mapping[str, Pose] | None = None,
) -> npt.NDArray[np.uint8]:
    """An image (height, width, 3) of `tower`, seen from the front, turned by `yaw_deg` and from above by `-pitch_deg`.

    `poses` overrides where its pieces are, by id.
    """
    with one_at_a_time(), silenced():
        p, c = pybullet(), client()
        p.resetSimulation(physicsClientId=c)
        base = tower.base
        corners = [
            _add(base.outline, base.thickness_m, base.colour, Pose((*base.outline.centroid_m, -base.thickness_m / 2))),
            _add(base.site, SITE_M, base.site_colour, Pose((*base.site.centroid_m, SITE_M / 2))),
        ]
        for piece, pose in tower.resting():
            corners.append(
                _add(piece.piece.outline, piece.piece.height_m, piece.piece.colour, (poses or {}).get(piece.name, pose))
            )
        image = _shoot(np.vstack(corners), size, yaw_deg, pitch_deg)
        p.resetSimulation(physicsClientId=c)
    return image


def _add(outline: Outline, height_m: float, colour: str, pose: Pose) -> npt.NDArray[np.float64]:
    """Puts a prism into the scene; returns its corners (n, 3) in the renderer's units."""
    p, c = pybullet(), client()
    rgba = [*(int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)), 1.0]
    look = p.createVisualShape(
        p.GEOM_MESH,
        fileName=prism_look(outline),
        meshScale=[1 / UNIT_M, 1 / UNIT_M, height_m / UNIT_M],
        rgbaColor=rgba,
        physicsClientId=c,
    )
    at = [value / UNIT_M for value in pose.position_m]
    p.createMultiBody(0, -1, look, at, pose.quaternion, physicsClientId=c)
    rim = np.asarray(outline.points) - np.asarray(outline.centroid_m)
    own = np.vstack([np.column_stack([rim, np.full(len(rim), z)]) for z in (-height_m / 2, height_m / 2)])
    corners: npt.NDArray[np.float64] = (own @ pose.rotation.T + np.asarray(pose.position_m)) / UNIT_M
    return corners


def _shoot(
    corners: npt.NDArray[np.float64], size: tuple[int, int], yaw_deg: float, pitch_deg: float
) -> npt.NDArray[np.uint8]:
    """The image of the scene with all `corners` in view."""
    p, c = pybullet(), client()
    width, height = size
    centre = (corners.min(axis=0) + corners.max(axis=0)) / 2
    yaw, pitch = math.radians(yaw_deg), math.radians(pitch_deg)
    right = np.array([math.cos(yaw), math.sin(yaw), 0.0])
    ahead = np.array([-math.sin(yaw) * math.cos(pitch), math.cos(yaw) * math.cos(pitch), math.sin(pitch)])
    seen = (corners - centre) @ np.column_stack([right, np.cross(right, ahead), ahead])
    tall = math.tan(math.radians(FIELD_DEG / 2)) * FILL
    wide = tall * width / height
    # a point at depth z shows where |x| <= wide * (distance + z)
    distance = float(
        max((np.abs(seen[:, 0]) / wide - seen[:, 2]).max(), (np.abs(seen[:, 1]) / tall - seen[:, 2]).max())
    )
    view = p.computeViewMatrixFromYawPitchRoll(centre.tolist(), distance, yaw_deg, pitch_deg, 0, 2)
    lens = p.computeProjectionMatrixFOV(FIELD_DEG, width / height, distance / 20, distance * 4)
    _, _, pixels, _, _ = p.getCameraImage(
        width * SMOOTH,
        height * SMOOTH,
        view,
        lens,
        lightDirection=(right * -3 - ahead * 5 + np.array([0, 0, 8])).tolist(),
        lightDistance=10,
        lightAmbientCoeff=0.6,
        lightDiffuseCoeff=0.45,
        lightSpecularCoeff=0.02,
        shadow=0,
        renderer=p.ER_TINY_RENDERER,
        physicsClientId=c,
    )
    rgb = np.asarray(pixels, dtype=np.float64).reshape(height, SMOOTH, width, SMOOTH, 4)[..., :3].mean(axis=(1, 3))
    image: npt.NDArray[np.uint8] = np.clip(np.rint(rgb), 0, 255).astype(np.uint8)
    return image
