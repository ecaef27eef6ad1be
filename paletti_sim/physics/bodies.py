"""Rigid bodies for pieces: collision shapes in the piece's principal axes about its centre of mass."""

from __future__ import annotations

import atexit
import hashlib
import math
import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from paletti_sim.errors import NoAnswerError
from paletti_sim.physics.engine import client, pybullet
from paletti_sim.silence import silenced
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.pieces import Prism
from paletti_sim.tower.tower import Pose, Quaternion

HULL_MARGIN = 0.001  # engine units; the engine lays this much around every hull, so hulls are built smaller by it


@dataclass(frozen=True)
class Principal:
    """Principal axes of a prism: turned by `turn_rad` about its own axis, with the moments about them (kg m2)."""

    turn_rad: float
    moments_kg_m2: tuple[float, float, float]

    @staticmethod
    def of(piece: Prism) -> Principal:
        """The principal axes of `piece`."""
        tensor = piece.inertia_kg_m2
        turn = 0.5 * math.atan2(2 * tensor[0, 1], tensor[0, 0] - tensor[1, 1]) if abs(tensor[0, 1]) > 0 else 0.0
        c, s = math.cos(turn), math.sin(turn)
        axes = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
        across = axes.T @ tensor @ axes
        return Principal(turn, (float(across[0, 0]), float(across[1, 1]), float(across[2, 2])))


def create_shape(outline: Outline, height_m: float, length_m: float, turn_rad: float = 0.0) -> int:
    """A collision shape of a prism, about its centroid, its own axes turned by `-turn_rad`, in units of `length_m`.

    Round prisms are cylinders and unturned boxes are boxes; everything else is one hull or, when concave, a compound
    of hulls that covers the outline exactly.

    Raises:
        NoAnswerError: the engine did not take the shape.
    """
    p = pybullet()
    if outline.kind == "circle":
        return int(
            p.createCollisionShape(
                p.GEOM_CYLINDER,
                radius=outline.size[0] / 2 / length_m,
                height=height_m / length_m,
                physicsClientId=client(),
            )
        )
    if outline.kind == "box" and turn_rad == 0.0:
        half = [outline.size[0] / 2 / length_m, outline.size[1] / 2 / length_m, height_m / 2 / length_m]
        return int(p.createCollisionShape(p.GEOM_BOX, halfExtents=half, physicsClientId=client()))
    c, s = math.cos(-turn_rad), math.sin(-turn_rad)
    parts = [
        (np.asarray(part) - np.asarray(outline.centroid_m)) @ np.array([[c, s], [-s, c]])
        for part in outline.convex_parts
    ]
    tall = height_m / length_m - 2 * HULL_MARGIN
    # by file for single hulls too: what is given as a list of vertices, the engine never frees
    path = prism_mesh(parts)
    with silenced():
        shape = int(
            p.createCollisionShape(
                p.GEOM_MESH, fileName=path, meshScale=[1 / length_m, 1 / length_m, tall], physicsClientId=client()
            )
        )
    if shape < 0:
        raise NoAnswerError("the engine did not take a piece's shape; try again, or report this with the scenario")
    return shape


@cache
def _mesh_folder() -> Path:
    folder = tempfile.mkdtemp(prefix="paletti-")
    owner = os.getpid()
    # a forked child knows the folder's name too but must not remove it
    atexit.register(lambda: shutil.rmtree(folder, ignore_errors=True) if os.getpid() == owner else None)
    return Path(folder)


def prism_mesh(parts: Sequence[npt.NDArray[np.float64]]) -> str:
    """The file of an OBJ mesh: the prism of height 1 over convex polygons (n, 2), one `o` group for each.

    The engine loads it as a compound of hulls.
    """
    lines: list[str] = []
    first = 1
    for k, plane in enumerate(parts):
        n = len(plane)
        lines.append(f"o part{k}")
        lines += [f"v {x:.12g} {y:.12g} {z}" for z in (-0.5, 0.5) for x, y in plane]
        lines += [f"f {first + a} {first + (a + 1) % n} {first + n + (a + 1) % n}" for a in range(n)]
        lines += [f"f {first + a} {first + n + (a + 1) % n} {first + n + a}" for a in range(n)]
        lines += [f"f {first} {first + a + 1} {first + a}" for a in range(1, n - 1)]
        lines += [f"f {first + n} {first + n + a} {first + n + a + 1}" for a in range(1, n - 1)]
        first += 2 * n
    return write_mesh("\n".join(lines) + "\n")


def write_mesh(text: str) -> str:
    """A file of this process with an OBJ text, named by its content; the engine reads meshes from files only.

    Written under another name and renamed: the engine says nothing when it reads half a file.

    Raises:
        NoAnswerError: the temporary folder cannot be written to.
    """
    try:
        path = _mesh_folder() / (hashlib.sha256(text.encode()).hexdigest()[:24] + ".obj")
        if not path.exists():
            part = path.with_suffix(f".{os.getpid()}")
            part.write_text(text, encoding="ascii")
            part.replace(path)
    except OSError as error:
        raise NoAnswerError(
            f"cannot write a mesh for the engine in the temporary folder ({error.strerror}); "
            "free some space there or set TMPDIR to another folder"
        ) from error
    return str(path)


def principal_pose(pose: Pose, principal: Principal, length_m: float) -> tuple[list[float], Quaternion]:
    """A piece's pose as the engine keeps it: of the principal axes, in engine units."""
    x, y, z, w = pose.quaternion
    s, c = math.sin(principal.turn_rad / 2), math.cos(principal.turn_rad / 2)
    turned = (x * c + y * s, y * c - x * s, z * c + w * s, w * c - z * s)
    return [value / length_m for value in pose.position_m], turned


def piece_pose(position: Any, quaternion: Any, principal: Principal, length_m: float) -> Pose:
    """The inverse of `principal_pose`."""
    x, y, z, w = (float(value) for value in quaternion)
    s, c = math.sin(-principal.turn_rad / 2), math.cos(-principal.turn_rad / 2)
    px, py, pz = (float(value) * length_m for value in position)
    return Pose((px, py, pz), (x * c + y * s, y * c - x * s, z * c + w * s, w * c - z * s))
