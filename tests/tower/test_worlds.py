"""Whole towers for other engines: what is written is what stands here."""

from __future__ import annotations

import math
import re

import mujoco
import numpy as np
import pybullet
import pytest
import trimesh

from paletti_sim.outside.mujoco_engine import settle_in_mujoco
from paletti_sim.stability.check import Checker
from paletti_sim.tower.mjcf import mjcf
from paletti_sim.tower.move import STAND
from paletti_sim.tower.scenario import read_scenario, ready_scenarios
from paletti_sim.tower.tower import Pose
from paletti_sim.tower.worlds import roll_pitch_yaw, world_files

NAMES = list(ready_scenarios())
TILTED = "tilted-table"
LONG = {"late-mistake", "late-villa", "mid-game", "only-corner", "scary-move", TILTED}
"""Towers of so many pieces that MuJoCo takes seconds."""
EACH = [pytest.param(name, marks=[pytest.mark.slow] if name in LONG - {TILTED} else []) for name in NAMES]


def written(tower, ending, folder):
    for name, text in world_files(tower, ending, "tower").items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return folder / f"tower.{ending}"


def holds_pieces(model, data, tower):
    """A MuJoCo model has the pieces of a tower: masses, inertia, places."""
    names = [model.body(k).name for k in range(model.nbody)]
    for piece, pose in tower.resting():
        k = names.index(piece.name)
        assert model.body_mass[k] == pytest.approx(piece.piece.mass_kg, rel=1e-6)
        assert sorted(model.body_inertia[k]) == pytest.approx(
            sorted(np.linalg.eigvalsh(piece.piece.inertia_kg_m2)), rel=1e-5
        )
        assert data.xipos[k] == pytest.approx(pose.position_m, abs=1e-7)
        assert np.allclose(data.xmat[k].reshape(3, 3), pose.rotation, atol=1e-7)
    assert model.nq == 7 * len(tower.pieces)


@pytest.mark.parametrize("name", NAMES)
def test_mjcf_and_urdf_load_in_mujoco_with_every_piece(name, tmp_path):
    tower = read_scenario(name).tower
    for ending in ("xml", "urdf"):
        model = mujoco.MjModel.from_xml_path(str(written(tower, ending, tmp_path)))
        data = mujoco.MjData(model)
        mujoco.mj_forward(model, data)
        holds_pieces(model, data, tower)
        if ending == "xml":
            assert model.opt.gravity == pytest.approx(9.80665 * np.array(tower.setting.down), rel=1e-9)


@pytest.mark.parametrize("name", EACH)
def test_the_mjcf_file_stands_in_mujoco_when_it_stands_here(name):
    scenario = read_scenario(name)
    here = Checker(scenario.tower, scenario.columns, scenario.floors).ask(STAND)
    tower = here.tower or scenario.tower  # as `paletti export` writes it
    assert world_files(tower, "xml", "any") == {"any.xml": mjcf(tower)}
    assert settle_in_mujoco(tower).stands == (here.verdict.outcome != "topples")


@pytest.mark.parametrize("name", ["first-move", "leaning-stack", TILTED])
def test_sdf_loads_in_pybullet_with_every_piece(name, tmp_path):
    tower = read_scenario(name).tower
    path = written(tower, "sdf", tmp_path)
    client = pybullet.connect(pybullet.DIRECT)
    try:
        bodies = pybullet.loadSDF(str(path), physicsClientId=client)
        found = {pybullet.getBodyInfo(body, physicsClientId=client)[1].decode(): body for body in bodies}
        assert len(bodies) == 1 + len(tower.pieces)
        for piece, pose in tower.resting():
            body = found[piece.name]
            at, turned = pybullet.getBasePositionAndOrientation(body, physicsClientId=client)
            assert at == pytest.approx(pose.position_m, abs=1e-6)
            assert np.allclose(Pose(at, turned).rotation, pose.rotation, atol=1e-6)
            mass, *_ = pybullet.getDynamicsInfo(body, -1, physicsClientId=client)
            assert mass == pytest.approx(piece.piece.mass_kg, rel=1e-6)
        # pybullet does not know <static>: who reads the file there holds the base plate fast
        assert path.read_text().count("<static>true</static>") == 1
    finally:
        pybullet.disconnect(client)


@pytest.mark.parametrize("ending", ["urdf", "sdf"])
def test_meshes_are_closed_and_as_heavy_as_the_pieces(ending, tmp_path):
    tower = read_scenario("first-move").tower
    files = world_files(tower, ending, "tower")
    for piece in tower.pieces:
        parts = [name for name in files if re.fullmatch(rf"tower-meshes/{piece.name}-\d+\.obj", name)]
        if piece.piece.outline.kind == "circle":
            assert parts == []
            continue
        volume = 0.0
        for name in parts:
            assert files[f"tower.{ending}"].count(name) == 2  # seen and touched
            path = tmp_path / "part.obj"
            path.write_text(files[name])
            mesh = trimesh.load(path, force="mesh")
            assert mesh.is_watertight
            assert mesh.is_convex
            volume += mesh.volume
        assert volume == pytest.approx(piece.piece.outline.area_m2 * piece.piece.height_m, rel=1e-6)


def test_a_tilted_table_is_a_tilted_gravity_and_friction_is_of_pairs():
    tower = read_scenario(TILTED).tower
    sdf, urdf = (world_files(tower, ending, "t")[f"t.{ending}"] for ending in ("sdf", "urdf"))
    x, y, z = (9.80665 * part for part in tower.setting.down)
    assert y == pytest.approx(9.80665 * math.sin(math.radians(2)))
    assert f"<gravity>{0 if abs(x) < 1e-12 else x:.9g} {y:.9g} {z:.9g}</gravity>" in sdf
    assert f"gravity is {0 if abs(x) < 1e-12 else x:.9g} {y:.9g} {z:.9g} m/s2" in urdf
    assert sdf.count(f"<mu>{tower.setting.friction:g}</mu>") == sdf.count("<collision")
    assert f'<lateral_friction value="{math.sqrt(tower.setting.friction):.9g}"/>' in urdf


@pytest.mark.parametrize("angles", [(0.1, -0.2, 2.5), (3.0, 1.2, -3.0), (0.0, 0.0, 0.7), (-1.5, -1.5, 0.0)])
def test_angles_are_those_of_the_rotation(angles):
    quaternion = pybullet.getQuaternionFromEuler(angles)
    assert roll_pitch_yaw(Pose((0, 0, 0), quaternion)) == pytest.approx(angles, abs=1e-12)


def test_another_ending_is_a_fault_of_the_caller():
    with pytest.raises(KeyError):
        world_files(read_scenario("first-move").tower, "obj", "t")
