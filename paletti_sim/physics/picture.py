"""A picture of a tower from the engine's software renderer; no display is needed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from paletti_sim.physics.engine import client, one_at_a_time, pybullet
from paletti_sim.physics.looks import prism_look
from paletti_sim.silence import silenced
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.pieces import Prism
from paletti_sim.tower.tower import Pose, Tower

UNIT_M = 0.01  # the renderer's near and far planes are made for centimetres
SMOOTH = 2  # each pixel is the mean of this many squared
FIELD_DEG = 30.0
FILL = 0.94  # of the picture's half height or width
SITE_M = 0.0004  # the building site is drawn as a film on the base plate
AWAY = Pose((0.0, 0.0, -1000.0))  # where no camera looks


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
        corners = _add_base(tower)
        for piece, pose in tower.resting():
            corners.append(
                _add(piece.piece.outline, piece.piece.height_m, piece.piece.colour, (poses or {}).get(piece.name, pose))
            )
        image = _shoot(Camera.over(np.vstack(corners), size, yaw_deg, pitch_deg))
        p.resetSimulation(physicsClientId=c)
    return image


def render_film(
    tower: Tower,
    pieces: Sequence[Prism],
    frames: Iterable[Sequence[Pose | None]],
    seen: Iterable[tuple[float, float, float]],
    take: Callable[[npt.NDArray[np.uint8]], None],
    size: tuple[int, int] = (480, 480),
    yaw_deg: float = 30.0,
    pitch_deg: float = -20.0,
    smooth: int = SMOOTH,
) -> None:
    """Images (height, width, 3) of `pieces` on the base of `tower`, one for each of `frames`, by a camera that stands.

    Args:
        tower: what the pieces stand on.
        pieces: what moves.
        frames: the pose of each piece, None where it is not on the table.
        seen: points (metres) that have to be in view.
        take: is given each image.
        size: width and height in pixels.
        yaw_deg: turn of the camera about the tower.
        pitch_deg: negative from above.
        smooth: each pixel is the mean of this many squared.
    """
    points = np.asarray(list(seen), dtype=float).reshape(-1, 3) / UNIT_M
    with one_at_a_time(), silenced():
        p, c = pybullet(), client()
        p.resetSimulation(physicsClientId=c)
        corners = _add_base(tower)
        first = p.getNumBodies(physicsClientId=c)
        for piece in pieces:
            _add(piece.outline, piece.height_m, piece.colour, AWAY)
        camera = Camera.over(np.vstack([*corners, points]), size, yaw_deg, pitch_deg)
        for frame in frames:
            for body, pose in enumerate(frame, first):
                at = AWAY if pose is None else pose
                place = [value / UNIT_M for value in at.position_m]
                p.resetBasePositionAndOrientation(body, place, at.quaternion, physicsClientId=c)
            take(_shoot(camera, smooth))
        p.resetSimulation(physicsClientId=c)


@dataclass(frozen=True)
class Camera:
    """Where the camera stands, in the renderer's units: it looks at `centre` from `distance`."""

    centre: tuple[float, float, float]
    distance: float
    size: tuple[int, int]
    yaw_deg: float
    pitch_deg: float

    @staticmethod
    def over(corners: npt.NDArray[np.float64], size: tuple[int, int], yaw_deg: float, pitch_deg: float) -> Camera:
        """The camera that has all `corners` (n, 3) in view."""
        width, height = size
        centre = (corners.min(axis=0) + corners.max(axis=0)) / 2
        right, ahead = _axes(yaw_deg, pitch_deg)
        seen = (corners - centre) @ np.column_stack([right, np.cross(right, ahead), ahead])
        tall = math.tan(math.radians(FIELD_DEG / 2)) * FILL
        wide = tall * width / height
        # a point at depth z shows where |x| <= wide * (distance + z)
        distance = float(
            max((np.abs(seen[:, 0]) / wide - seen[:, 2]).max(), (np.abs(seen[:, 1]) / tall - seen[:, 2]).max())
        )
        x, y, z = (float(value) for value in centre)
        return Camera((x, y, z), distance, size, yaw_deg, pitch_deg)


def _axes(yaw_deg: float, pitch_deg: float) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The directions to the right and ahead of a camera."""
    yaw, pitch = math.radians(yaw_deg), math.radians(pitch_deg)
    right = np.array([math.cos(yaw), math.sin(yaw), 0.0])
    ahead = np.array([-math.sin(yaw) * math.cos(pitch), math.cos(yaw) * math.cos(pitch), math.sin(pitch)])
    return right, ahead


def _add_base(tower: Tower) -> list[npt.NDArray[np.float64]]:
    base = tower.base
    return [
        _add(base.outline, base.thickness_m, base.colour, Pose((*base.outline.centroid_m, -base.thickness_m / 2))),
        _add(base.site, SITE_M, base.site_colour, Pose((*base.site.centroid_m, SITE_M / 2))),
    ]


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


def _shoot(camera: Camera, smooth: int = SMOOTH) -> npt.NDArray[np.uint8]:
    """The image of the scene."""
    p, c = pybullet(), client()
    (width, height), distance = camera.size, camera.distance
    right, ahead = _axes(camera.yaw_deg, camera.pitch_deg)
    view = p.computeViewMatrixFromYawPitchRoll(camera.centre, distance, camera.yaw_deg, camera.pitch_deg, 0, 2)
    lens = p.computeProjectionMatrixFOV(FIELD_DEG, width / height, distance / 20, distance * 4)
    _, _, pixels, _, _ = p.getCameraImage(
        width * smooth,
        height * smooth,
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
    fine = np.asarray(pixels, dtype=np.uint8).reshape(height * smooth, width * smooth, 4)[..., :3]
    total = np.zeros((height, width, 3), dtype=np.uint32)
    for k in range(smooth**2):
        total += fine[k // smooth :: smooth, k % smooth :: smooth]
    image: npt.NDArray[np.uint8] = np.rint(total / smooth**2).astype(np.uint8)
    return image
