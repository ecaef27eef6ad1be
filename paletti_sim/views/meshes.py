"""Pieces as triangles to look at: prisms with flat faces and smooth rims, for glTF, the replay page and the browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from paletti_sim.tower.outline import Outline

EDGE_COS = 0.8  # corners that bend by less than 37 degrees are shaded round
ROUND_STEP = 4  # of the points of a circle every fourth is enough for the eye

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Mesh:
    """A closed surface about the centre of mass: vertices (n, 3) in metres, normals (n, 3), faces (m, 3) of vertices,
    counter-clockwise seen from outside."""

    vertices: Floats
    normals: Floats
    faces: npt.NDArray[np.uint32]


@lru_cache(maxsize=256)
def prism_mesh(outline: Outline, height_m: float) -> Mesh:
    """The prism over `outline`: lower and upper face in convex parts, and two triangles for each side.

    >>> mesh = prism_mesh(Outline.box(0.02, 0.03), 0.09)
    >>> mesh.vertices.shape, mesh.faces.shape
    ((24, 3), (12, 3))
    """
    middle = np.asarray(outline.centroid_m)
    rim = np.asarray(outline.points)[:: ROUND_STEP if outline.kind == "circle" else 1] - middle
    parts = [rim] if len(outline.convex_parts) == 1 else [np.asarray(part) - middle for part in outline.convex_parts]
    pieces = [_sides(rim, height_m)]
    for part in parts:
        fan = np.array([(0, k, k + 1) for k in range(1, len(part) - 1)])
        pieces.append(_face(part, -height_m / 2, -1.0, fan[:, ::-1]))
        pieces.append(_face(part, height_m / 2, 1.0, fan))
    return _joined(pieces)


Part = tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.int64]]


def _face(part: npt.NDArray[np.float64], z: float, up: float, triangles: npt.NDArray[np.int64]) -> Part:
    n = len(part)
    return np.column_stack([part, np.full(n, z)]), np.tile([0.0, 0.0, up], (n, 1)), triangles


def _sides(rim: npt.NDArray[np.float64], height_m: float) -> Part:
    """Four vertices an edge: start and end, low and high; round corners share their mean normal."""
    after = np.roll(rim, -1, axis=0)
    along = after - rim
    outward = np.column_stack([along[:, 1], -along[:, 0]])
    outward /= np.linalg.norm(outward, axis=1)[:, None]
    before = np.roll(outward, 1, axis=0)
    smooth = ((outward * before).sum(axis=1) > EDGE_COS)[:, None]
    mean = outward + before
    # where an outline turns back on itself the mean is nothing, and not used
    mean /= np.maximum(np.linalg.norm(mean, axis=1)[:, None], 1e-12)
    at_start = np.where(smooth, mean, outward)
    at_end = np.roll(np.where(smooth, mean, before), -1, axis=0)
    n, half = len(rim), height_m / 2
    corners = ((rim, -half), (after, -half), (after, half), (rim, half))
    vertices = np.stack([np.column_stack([xy, np.full(n, z)]) for xy, z in corners], axis=1)
    flat = np.zeros((n, 1))
    normals = np.stack([np.hstack([xy, flat]) for xy in (at_start, at_end, at_end, at_start)], axis=1)
    first = 4 * np.arange(n)[:, None]
    faces = np.concatenate([first + np.array(corner) for corner in ((0, 1, 2), (0, 2, 3))])
    return vertices.reshape(-1, 3), normals.reshape(-1, 3), faces


def _joined(parts: Sequence[Part]) -> Mesh:
    firsts = np.cumsum([0, *(len(vertices) for vertices, _, _ in parts)])
    return Mesh(
        np.concatenate([vertices for vertices, _, _ in parts]).astype(np.float32),
        np.concatenate([normals for _, normals, _ in parts]).astype(np.float32),
        np.concatenate([faces + first for (_, _, faces), first in zip(parts, firsts, strict=False)]).astype(np.uint32),
    )
