"""Meshes to look at: outlines as prisms with smooth rims and flat faces."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from paletti_sim.physics.bodies import write_mesh
from paletti_sim.tower.outline import Outline

EDGE_COS = 0.8  # corners that bend by less than 37 degrees are shaded round


def prism_look(outline: Outline) -> str:
    """The file of an OBJ mesh with normals: the prism over `outline` about its centroid, in metres, of height 1."""
    return write_mesh(_text(outline))


@lru_cache(maxsize=256)
def _text(outline: Outline) -> str:
    middle = np.asarray(outline.centroid_m)
    # every fourth point of a circle: the renderer's time goes into triangles
    rim = np.asarray(outline.points)[:: 4 if outline.kind == "circle" else 1] - middle
    parts = [rim] if len(outline.convex_parts) == 1 else [np.asarray(part) - middle for part in outline.convex_parts]
    lines = ["vn 0 0 -1", "vn 0 0 1"]
    lines += _sides(rim)
    first = 2 * len(rim) + 1
    for part in parts:
        n = len(part)
        lines += [f"v {x:.9g} {y:.9g} {z}" for z in (-0.5, 0.5) for x, y in part]
        lines += [f"f {first}//1 {first + a + 1}//1 {first + a}//1" for a in range(1, n - 1)]
        lines += [f"f {first + n}//2 {first + n + a}//2 {first + n + a + 1}//2" for a in range(1, n - 1)]
        first += 2 * n
    return "\n".join(["o prism", *lines]) + "\n"


def _sides(rim: npt.NDArray[np.float64]) -> list[str]:
    """Vertices 1 to 2n, normals from 3 on (two for each edge: at its start and at its end), and the side faces."""
    n = len(rim)
    along = np.roll(rim, -1, axis=0) - rim
    outward = np.column_stack([along[:, 1], -along[:, 0]])
    outward /= np.linalg.norm(outward, axis=1)[:, None]
    before = np.roll(outward, 1, axis=0)
    smooth = (outward * before).sum(axis=1) > EDGE_COS
    mean = outward + before
    mean /= np.linalg.norm(mean, axis=1)[:, None]
    at_start = np.where(smooth[:, None], mean, outward)
    at_end = np.roll(np.where(smooth[:, None], mean, before), -1, axis=0)
    lines = [f"v {x:.9g} {y:.9g} {z}" for z in (-0.5, 0.5) for x, y in rim]
    for a in range(n):
        lines += [f"vn {x:.6g} {y:.6g} 0" for x, y in (at_start[a], at_end[a])]
        low, low2, high, high2 = a + 1, (a + 1) % n + 1, a + 1 + n, (a + 1) % n + 1 + n
        s, e = 3 + 2 * a, 4 + 2 * a
        lines.append(f"f {low}//{s} {low2}//{e} {high2}//{e}")
        lines.append(f"f {low}//{s} {high2}//{e} {high}//{s}")
    return lines
