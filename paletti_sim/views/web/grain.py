"""Pieces as meshes of the page; the wood of floors and of the base plate has a grain."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from paletti_sim.tower.export import rgba
from paletti_sim.views.meshes import prism_mesh
from paletti_sim.views.motion import Part

PIXELS = 256
PATTERN_M = 0.3  # the picture of the grain repeats after so much


def grained(scene: Any, part: Part, path: str) -> Any:
    """Adds a piece to a scene of viser and returns its handle."""
    mesh = prism_mesh(part.outline, part.height_m)
    if part.kind not in ("floor", "base"):
        colour = tuple(round(255 * value) for value in rgba(part.colour)[:3])
        return scene.add_mesh_simple(path, mesh.vertices, mesh.faces, color=colour)
    import trimesh
    from PIL import Image

    visual: Any = trimesh.visual
    paint = visual.material.PBRMaterial(
        baseColorTexture=Image.fromarray(_picture(part.colour)), metallicFactor=0.0, roughnessFactor=0.75
    )
    look = visual.TextureVisuals(uv=mesh.vertices[:, :2] / PATTERN_M + 0.5, material=paint)
    body = trimesh.Trimesh(mesh.vertices, mesh.faces, vertex_normals=mesh.normals, visual=look, process=False)
    return scene.add_mesh_trimesh(path, body)


@lru_cache(maxsize=32)
def _picture(colour: str) -> npt.NDArray[np.uint8]:
    """A tile of wood (n, n, 3) of a colour; the waves repeat at its edges."""
    along, across = np.meshgrid(np.arange(PIXELS) / PIXELS, np.arange(PIXELS) / PIXELS)
    turn = 2 * np.pi
    bend = 0.5 * np.sin(turn * along) + 0.22 * np.sin(turn * (3 * along + across))
    ring = turn * 14 * across + 1.6 * bend
    dark = 0.13 * np.clip(np.sin(ring), -0.3, 1) + 0.05 * np.sin(3 * ring + turn * 2 * along)
    wood = np.array(rgba(colour)[:3]) * (1 - dark[..., None])
    picture: npt.NDArray[np.uint8] = np.clip(np.rint(255 * wood), 0, 255).astype(np.uint8)
    return picture
