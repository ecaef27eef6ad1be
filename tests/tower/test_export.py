"""Exported pieces: closed meshes of the right volume, exact masses and inertia, and files that other tools load."""

import io
import json
import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest
import shapely
import trimesh

from paletti_sim.resources import models_dir
from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.export import exported, obj, rgba, urdf
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.pieces import Floor

PIECES = {**game_pieces().columns, **game_pieces().floors}
FILES = exported(game_pieces())
MESHED = [name for name in PIECES if f"obj/{name}.obj" in FILES]


def groups(text):
    """Each `o` group of an OBJ as a mesh of its own."""
    vertices, faces = [], []
    for line in text.splitlines():
        kind, *rest = line.split()
        if kind == "o":
            faces.append([])
        elif kind == "v":
            vertices.append([float(value) for value in rest])
        elif kind == "f":
            faces[-1].append([int(value) - 1 for value in rest])
    meshes = [trimesh.Trimesh(vertices, part, process=False) for part in faces]
    for mesh in meshes:
        mesh.remove_unreferenced_vertices()
    return meshes


def test_the_files_that_ship_are_what_the_command_writes():
    """When this fails: `paletti pieces --export models/villa_paletti --force`."""
    folder = models_dir() / "villa_paletti"
    shipped = {
        f"{kind}/{file.name}": file.read_bytes() for kind in ("urdf", "obj") for file in (folder / kind).iterdir()
    }
    assert shipped == {name: text.encode() for name, text in FILES.items()}


def test_every_piece_is_exported_and_only_round_ones_have_no_mesh():
    assert {name for name in FILES if name.startswith("urdf/")} == {f"urdf/{name}.urdf" for name in (*PIECES, "base")}
    assert sorted(MESHED) == sorted(
        [f"{colour}-hex" for colour in ("red", "blue", "yellow", "green")] + list(game_pieces().floors)
    )


@pytest.mark.parametrize("name", MESHED)
def test_meshes_are_closed_convex_parts_that_fill_the_piece(name):
    piece = PIECES[name]
    parts = groups(FILES[f"obj/{name}.obj"])
    assert len(parts) == len(piece.outline.convex_parts) <= 16
    for part in parts:
        assert part.is_watertight
        assert part.is_winding_consistent
        assert part.volume > 0
        assert part.convex_hull.volume == pytest.approx(part.volume, rel=1e-6)
    volume = piece.outline.area_m2 * piece.height_m
    assert sum(part.volume for part in parts) == pytest.approx(volume, rel=1e-6)
    # the parts' own mass properties, put together by trimesh, against the closed form that the URDF holds
    middle = sum(part.volume * part.center_mass for part in parts) / volume
    assert middle == pytest.approx([*piece.outline.centroid_m, piece.height_m / 2], abs=1e-8)
    inertia = np.zeros((3, 3))
    for part in parts:
        arm = part.center_mass - middle
        inertia += part.moment_inertia + part.volume * (arm @ arm * np.eye(3) - np.outer(arm, arm))
    tolerance = 1e-6 * inertia.max() * piece.density_kg_m3
    assert inertia * piece.density_kg_m3 == pytest.approx(piece.inertia_kg_m2, abs=tolerance)


@pytest.mark.parametrize("name", MESHED)
def test_trimesh_loads_the_whole_file(name):
    mesh = trimesh.load(io.StringIO(FILES[f"obj/{name}.obj"]), file_type="obj", force="mesh")
    assert mesh.volume == pytest.approx(PIECES[name].outline.area_m2 * PIECES[name].height_m, rel=1e-6)


@pytest.mark.parametrize("name", PIECES)
def test_mass_centre_and_inertia_in_the_urdf_are_the_closed_form(name):
    piece = PIECES[name]
    link = ElementTree.fromstring(FILES[f"urdf/{name}.urdf"]).find("link")
    inertial = link.find("inertial")
    assert float(inertial.find("mass").get("value")) == pytest.approx(piece.mass_kg, rel=1e-8)
    origin = [float(value) for value in inertial.find("origin").get("xyz").split()]
    assert origin == pytest.approx([*piece.outline.centroid_m, piece.height_m / 2], abs=1e-10)
    entries = {key: float(value) for key, value in inertial.find("inertia").items()}
    i = piece.inertia_kg_m2
    assert entries == pytest.approx(
        {"ixx": i[0, 0], "ixy": i[0, 1], "ixz": 0, "iyy": i[1, 1], "iyz": 0, "izz": i[2, 2]}, rel=1e-8, abs=1e-20
    )


def test_a_box_and_a_cylinder_are_named_as_such():
    box = ElementTree.fromstring(urdf(Floor("plate", Outline.box(0.2, 0.1), 0.008, 0.1, "#ff0000")))
    assert box.find("link/collision/geometry/box").get("size") == "0.2 0.1 0.008"
    assert box.find("link/collision/origin").get("xyz") == "0 0 0.004"
    # m (b^2 + h^2) / 12 of a box
    assert float(box.find("link/inertial/inertia").get("ixx")) == pytest.approx(
        0.1 * (0.1**2 + 0.008**2) / 12, rel=1e-8
    )
    thin = ElementTree.fromstring(FILES["urdf/red-thin-1.urdf"]).find("link/collision/geometry/cylinder")
    assert thin.attrib == {"radius": "0.0075", "length": "0.09"}


def test_a_convex_outline_is_one_group():
    text = obj("three", Outline.polygon([(0, 0), (1, 0), (0, 1)]), 0.0, 0.5)
    (mesh,) = groups(text)
    assert mesh.is_watertight
    assert mesh.volume == pytest.approx(0.25, rel=1e-12)


def test_colours_become_shares_of_one():
    assert rgba("#ff0033") == (1.0, 0.0, 0.2, 1.0)


IN_PYBULLET = """
import sys, json, pathlib, pybullet as p
client = p.connect(p.DIRECT)
# a small ball: rays miss whole parts of compounds of hulls
probe = p.createMultiBody(0, p.createCollisionShape(p.GEOM_SPHERE, radius=0.0005, physicsClientId=client))
found = {}
for file in sorted(pathlib.Path(sys.argv[1]).glob("*.urdf")):
    flags = p.URDF_USE_INERTIA_FROM_FILE | p.URDF_USE_IMPLICIT_CYLINDER
    body = p.loadURDF(str(file), flags=flags, physicsClientId=client)
    mass, _, inertia, centre, *_ = p.getDynamicsInfo(body, -1, physicsClientId=client)
    near = []
    for x, y, z in json.loads(sys.argv[2]) if file.stem in sys.argv[3:] else []:
        p.resetBasePositionAndOrientation(probe, (x, y, z), (0, 0, 0, 1), physicsClientId=client)
        near.append(bool(p.getClosestPoints(body, probe, 0.0012, physicsClientId=client)))
    found[file.stem] = [mass, inertia, centre, near]
    p.removeBody(body, physicsClientId=client)
print("FOUND" + json.dumps(found))
"""


def test_pybullet_loads_every_urdf_with_exact_principal_moments_and_hollows(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    at = [(x / 1000, y / 1000, 0.0075) for x in range(-115, 120, 10) for y in range(-115, 120, 10)]
    run = subprocess.run(
        [sys.executable, "-c", IN_PYBULLET, str(tmp_path / "urdf"), json.dumps(at), *game_pieces().floors],
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(run.stdout.split("FOUND")[1].splitlines()[0])
    assert set(found) == {*PIECES, "base"}
    assert found["base"][0] == 0
    for name, piece in PIECES.items():
        mass, inertia, centre, near = found[name]
        assert mass == pytest.approx(piece.mass_kg, rel=1e-6)
        assert sorted(inertia) == pytest.approx(sorted(np.linalg.eigvalsh(piece.inertia_kg_m2)), rel=1e-6)
        assert centre == pytest.approx([*piece.outline.centroid_m, piece.height_m / 2], abs=1e-7)
        if name not in game_pieces().floors:
            continue
        for (x, y, _), is_near in zip(at, near, strict=True):  # hollow sides are hollow in the engine
            point = shapely.Point(x, y)
            if piece.outline.shape.exterior.distance(point) > 0.0025:  # the engine's margin about a hull
                assert is_near is piece.outline.shape.covers(point)
