"""A tower as binary glTF 2.0, which Blender and the common viewers open: a node of its own for every piece.

By the specification of the Khronos Group (glTF 2.0): metres, y upwards, colours linear, one buffer after one JSON
chunk. The first node turns z upwards into y upwards, so every piece keeps the pose that it has here.
"""

from __future__ import annotations

import json
import math
import struct
from typing import Any

import numpy as np
import numpy.typing as npt

from paletti_sim.tower.export import rgba
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.tower import Pose, Tower
from paletti_sim.views.meshes import prism_mesh
from paletti_sim.views.motion import Part, fixed_parts, parts_of

FLOAT, UINT32 = 5126, 5125
VERTICES, INDICES = 34962, 34963
Z_TO_Y = (-math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))


def glb(tower: Tower, name: str) -> bytes:
    """The tower as it stands, or as it was put up when it has not come to rest. The same tower gives the same bytes."""
    pieces = zip(parts_of(tower), (pose for _, pose in tower.resting()), strict=True)
    return _Writer(name).document([*fixed_parts(tower), *pieces])


class _Writer:
    def __init__(self, name: str) -> None:
        self._name = name
        self._buffer = bytearray()
        self._views: list[dict[str, Any]] = []
        self._accessors: list[dict[str, Any]] = []
        self._materials: list[dict[str, Any]] = []
        self._colours: dict[str, int] = {}
        self._meshes: list[dict[str, Any]] = []
        self._shapes: dict[tuple[Outline, float, str], int] = {}

    def document(self, pieces: list[tuple[Part, Pose]]) -> bytes:
        nodes: list[dict[str, Any]] = [
            {"name": self._name, "rotation": Z_TO_Y, "children": list(range(1, len(pieces) + 1))}
        ]
        for part, pose in pieces:
            nodes.append(
                {
                    "name": part.name,
                    "mesh": self._mesh(part),
                    "translation": list(pose.position_m),
                    "rotation": _unit(pose.quaternion),
                    "extras": {"kind": part.kind},
                }
            )
        tree = {
            "asset": {"version": "2.0", "generator": "paletti-sim"},
            "scene": 0,
            "scenes": [{"name": self._name, "nodes": [0]}],
            "nodes": nodes,
            "meshes": self._meshes,
            "materials": self._materials,
            "accessors": self._accessors,
            "bufferViews": self._views,
            "buffers": [{"byteLength": len(self._buffer)}],
        }
        text = json.dumps(tree, separators=(",", ":"), ensure_ascii=False).encode()
        chunks = _chunk(b"JSON", text, b" ") + _chunk(b"BIN\0", bytes(self._buffer), b"\0")
        return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks

    def _mesh(self, part: Part) -> int:
        key = (part.outline, part.height_m, part.colour)
        if key not in self._shapes:
            mesh = prism_mesh(part.outline, part.height_m)
            primitive = {
                "attributes": {
                    "POSITION": self._accessor(mesh.vertices, "VEC3", VERTICES, bounds=True),
                    "NORMAL": self._accessor(mesh.normals, "VEC3", VERTICES),
                },
                "indices": self._accessor(mesh.faces.reshape(-1), "SCALAR", INDICES),
                "material": self._material(part.colour),
            }
            self._shapes[key] = len(self._meshes)
            self._meshes.append({"name": part.name, "primitives": [primitive]})
        return self._shapes[key]

    def _material(self, colour: str) -> int:
        if colour not in self._colours:
            self._colours[colour] = len(self._materials)
            look = {
                "baseColorFactor": [*(_linear(value) for value in rgba(colour)[:3]), 1.0],
                "metallicFactor": 0.0,
                "roughnessFactor": 0.7,
            }
            self._materials.append({"name": colour, "pbrMetallicRoughness": look})
        return self._colours[colour]

    def _accessor(self, values: npt.NDArray[Any], kind: str, target: int, *, bounds: bool = False) -> int:
        whole = values.dtype == np.uint32
        data = np.ascontiguousarray(values, dtype="<u4" if whole else "<f4").tobytes()
        self._views.append({"buffer": 0, "byteOffset": len(self._buffer), "byteLength": len(data), "target": target})
        self._buffer += data  # of four bytes each, so all begin at multiples of four
        accessor: dict[str, Any] = {
            "bufferView": len(self._views) - 1,
            "componentType": UINT32 if whole else FLOAT,
            "count": len(values),
            "type": kind,
        }
        if bounds:
            accessor |= {"min": values.min(axis=0).tolist(), "max": values.max(axis=0).tolist()}
        self._accessors.append(accessor)
        return len(self._accessors) - 1


def _chunk(kind: bytes, data: bytes, filler: bytes) -> bytes:
    data += filler * (-len(data) % 4)
    return struct.pack("<I4s", len(data), kind) + data


def _linear(value: float) -> float:
    """A colour of the screen (sRGB, IEC 61966-2-1) as linear light."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _unit(quaternion: tuple[float, float, float, float]) -> list[float]:
    length = math.sqrt(sum(value * value for value in quaternion))
    return [value / length for value in quaternion]
