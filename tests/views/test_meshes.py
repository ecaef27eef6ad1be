"""Triangles of pieces: closed, facing outwards, of the right volume; and glTF that another reader understands."""

import io
import json
import math
import struct

import numpy as np
import pytest
import trimesh
from hypothesis import given, settings
from hypothesis import strategies as st

from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.scenario import read_scenario, ready_scenarios
from paletti_sim.views.gltf import glb
from paletti_sim.views.meshes import prism_mesh

PIECES = game_pieces()
OUTLINES = {
    "box": Outline.box(0.02, 0.03),
    "hexagon": Outline.hexagon(0.02),
    "concave": Outline.polygon([[0, 0], [60, 0], [60, 10], [10, 10], [10, 50], [0, 50]]),
    **{name: floor.outline for name, floor in PIECES.floors.items()},
}


def volume(vertices, faces):
    """Of a closed surface, by the divergence theorem; positive when the faces face outwards."""
    a, b, c = (vertices[faces[:, k]].astype(float) for k in range(3))
    return float((np.cross(a, b) * c).sum() / 6)


@pytest.mark.parametrize("name", OUTLINES)
def test_a_prism_encloses_its_area_times_its_height(name):
    outline = OUTLINES[name]
    mesh = prism_mesh(outline, 0.09)
    assert volume(mesh.vertices, mesh.faces) == pytest.approx(outline.area_m2 * 0.09, rel=1e-5)


def test_a_cylinder_misses_the_circle_by_a_polygon_of_64_corners():
    mesh = prism_mesh(Outline.circle(0.02), 0.09)
    polygon = 64 / 2 * math.sin(2 * math.pi / 64) * 0.01**2
    assert volume(mesh.vertices, mesh.faces) == pytest.approx(polygon * 0.09, rel=1e-5)


@pytest.mark.parametrize("name", OUTLINES)
def test_normals_are_unit_vectors_on_the_outer_side_of_their_faces(name):
    mesh = prism_mesh(OUTLINES[name], 0.006)
    assert np.linalg.norm(mesh.normals, axis=1) == pytest.approx(1, abs=1e-5)
    a, b, c = (mesh.vertices[mesh.faces[:, k]].astype(float) for k in range(3))
    out = np.cross(b - a, c - a)
    out /= np.linalg.norm(out, axis=1)[:, None]
    for k in range(3):  # shaded round at most by the angle up to which corners count as round
        assert ((mesh.normals[mesh.faces[:, k]] * out).sum(axis=1) > 0.75).all()


@given(st.floats(0.001, 1), st.floats(0.001, 1), st.floats(0.001, 1))
@settings(deadline=None, max_examples=25)
def test_any_box(x, y, z):
    mesh = prism_mesh(Outline.box(x, y), z)
    assert np.ptp(mesh.vertices, axis=0) == pytest.approx([x, y, z], rel=1e-6)
    assert volume(mesh.vertices, mesh.faces) == pytest.approx(x * y * z, rel=1e-5)


@pytest.mark.parametrize("name", ["first-move", "late-villa", "leaning-stack"])
def test_another_reader_finds_every_piece_where_it_stands(name):
    tower = read_scenario(name).tower
    scene = trimesh.load(io.BytesIO(glb(tower, name)), file_type="glb")
    assert set(scene.graph.nodes_geometry) == {"base", "site", *(piece.name for piece in tower.pieces)}
    for piece, pose in tower.resting():
        turn, geometry = scene.graph[piece.name]
        mesh = scene.geometry[geometry].copy().apply_transform(turn)
        x, y, z = pose.position_m
        assert mesh.bounds.mean(axis=0)[1] == pytest.approx(z, abs=1e-6)  # up is y there
        corners = np.asarray(piece.piece.outline.points)[:: 4 if piece.piece.outline.kind == "circle" else 1]
        own = np.column_stack(
            [corners - piece.piece.outline.centroid_m, np.full(len(corners), piece.piece.height_m / 2)]
        )
        here = own @ pose.rotation.T + [x, y, z]
        there = here[:, [0, 2, 1]] * [1, 1, -1]
        assert mesh.bounds[0][[0, 2]] == pytest.approx(there.min(axis=0)[[0, 2]], abs=1e-6)
        assert mesh.bounds[1][[0, 2]] == pytest.approx(there.max(axis=0)[[0, 2]], abs=1e-6)
        assert abs(mesh.volume) == pytest.approx(piece.piece.outline.area_m2 * piece.piece.height_m, rel=2e-3)


def parts(data):
    magic, version, length = struct.unpack_from("<4sII", data)
    assert (magic, version, length) == (b"glTF", 2, len(data))
    size, kind = struct.unpack_from("<I4s", data, 12)
    assert kind == b"JSON"
    rest, kind = struct.unpack_from("<I4s", data, 20 + size)
    assert kind == b"BIN\0"
    assert 28 + size + rest == len(data)
    return json.loads(data[20 : 20 + size]), data[28 + size :]


@pytest.mark.parametrize("name", sorted(ready_scenarios()))
def test_the_file_keeps_the_specification(name):
    tree, data = parts(glb(read_scenario(name).tower, name))
    assert tree["buffers"] == [{"byteLength": len(data)}]
    for view in tree["bufferViews"]:
        assert view["byteOffset"] % 4 == 0
        assert view["byteOffset"] + view["byteLength"] <= len(data)
    for mesh in tree["meshes"]:
        (primitive,) = mesh["primitives"]
        place = tree["accessors"][primitive["attributes"]["POSITION"]]
        index = tree["accessors"][primitive["indices"]]
        view = tree["bufferViews"][index["bufferView"]]
        indices = np.frombuffer(data, "<u4", index["count"], view["byteOffset"])
        assert indices.max() == place["count"] - 1
        view = tree["bufferViews"][place["bufferView"]]
        points = np.frombuffer(data, "<f4", 3 * place["count"], view["byteOffset"]).reshape(-1, 3)
        assert points.min(axis=0).tolist() == place["min"]
        assert points.max(axis=0).tolist() == place["max"]
    for node in tree["nodes"]:
        assert sum(value**2 for value in node["rotation"]) == pytest.approx(1, abs=1e-12)


def test_colours_are_linear_and_the_same_tower_gives_the_same_bytes():
    tower = read_scenario("first-move").tower
    tree, _ = parts(glb(tower, "one"))
    looks = {look["name"]: look["pbrMetallicRoughness"]["baseColorFactor"] for look in tree["materials"]}
    colour = PIECES.floors["blue"].colour
    for part, value in zip(looks[colour], (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)), strict=False):
        assert part == pytest.approx(((value + 0.055) / 1.055) ** 2.4 if value > 0.04045 else value / 12.92)
    assert glb(tower, "one") == glb(read_scenario("first-move").tower, "one")
