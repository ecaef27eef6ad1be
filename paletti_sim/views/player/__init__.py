"""A film as one self-contained page: it plays from disk in any browser that knows WebGL, without a network."""

from __future__ import annotations

import base64
import html
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from paletti_sim.errors import PalettiError
from paletti_sim.views.meshes import prism_mesh
from paletti_sim.views.motion import Motion, Part, seven

HERE = Path(__file__).parent
MOST_BYTES = 64 * 1024 * 1024


def page(motion: Motion) -> str:
    """The page. The same film gives the same text.

    Raises:
        PalettiError: the film is too long for one page.
    """
    if motion.poses.nbytes > MOST_BYTES:
        raise PalettiError(f"this is too long for one page: {motion.poses.nbytes >> 20} MiB of poses; show less of it")
    # nothing in a script may look like its end
    data = json.dumps(_document(motion), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    contents = {
        "TITLE": html.escape(motion.title),
        "STYLE": (HERE / "player.css").read_text(encoding="utf-8"),
        "DATA": data,
        "SCRIPT": (HERE / "player.js").read_text(encoding="utf-8"),
    }
    # in one go, so that nothing filled in is filled in again
    return re.sub(r"\[\[([A-Z]+)\]\]", lambda gap: contents[gap[1]], (HERE / "player.html").read_text(encoding="utf-8"))


def _document(motion: Motion) -> dict[str, Any]:
    shapes: dict[tuple[Any, float], int] = {}
    meshes: list[dict[str, str]] = []

    def entry(part: Part) -> dict[str, Any]:
        key = (part.outline, part.height_m)
        if key not in shapes:
            mesh = prism_mesh(*key)
            shapes[key] = len(meshes)
            assert len(mesh.vertices) < 1 << 16
            meshes.append(
                {"v": _packed(mesh.vertices), "n": _packed(mesh.normals), "f": _packed(mesh.faces.astype("<u2"))}
            )
        return {"name": part.name, "kind": part.kind, "colour": part.colour, "mesh": shapes[key]}

    return {
        "title": motion.title,
        "fixed": [entry(part) | {"pose": seven(pose)} for part, pose in motion.fixed],
        "parts": [entry(part) for part in motion.parts],
        "meshes": meshes,
        "seconds": _packed(motion.seconds),
        "poses": _packed(motion.poses),
        "captions": [{"t": each.seconds, "words": each.words, "timed": each.timed} for each in motion.captions],
    }


def _packed(values: npt.NDArray[Any]) -> str:
    little = values.dtype.newbyteorder("<")
    return base64.b64encode(np.ascontiguousarray(values, dtype=little).tobytes()).decode("ascii")
