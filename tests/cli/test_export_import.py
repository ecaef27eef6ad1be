"""`paletti export` and `paletti import` as programs."""

from __future__ import annotations

import mujoco

from tests.cli.program import run


def test_a_tower_goes_out_and_comes_back(tmp_path):
    out, back = tmp_path / "out" / "stack.xml", tmp_path / "back.yaml"
    done = run("export", "leaning-stack", "-o", str(out))
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.splitlines() == [f"wrote {out}"]
    assert mujoco.MjModel.from_xml_path(str(out)).nbody == 6
    done = run("import", str(out), "-o", str(back))
    assert (done.returncode, done.stdout) == (0, "")
    assert run("check", str(back), "--stand").returncode == 0
    assert run("import", str(out)).stdout == back.read_text()
    again = run("import", str(out), "-o", str(back))
    assert again.returncode == 2
    assert "exists already: --force overwrites" in again.stderr


def test_meshes_lie_beside_and_are_shared_by_two_formats(tmp_path):
    first = tmp_path / "tower.sdf"
    assert run("export", "first-move", "-o", str(first)).returncode == 0
    out = tmp_path / "tower.urdf"
    done = run("export", "first-move", "-o", str(out))
    meshes = sorted((tmp_path / "tower-meshes").iterdir())
    assert done.stderr.splitlines() == [f"wrote {out} and {len(meshes)} meshes beside it"]
    assert all(f"tower-meshes/{mesh.name}" in file.read_text() for mesh in meshes for file in (first, out))
    before = {file: file.read_bytes() for file in (out, *meshes)}
    assert run("export", "first-move", "-o", str(out)).returncode == 2
    assert run("export", "first-move", "-o", str(out), "--force").returncode == 0
    assert before == {file: file.read_bytes() for file in (out, *meshes)}, "not the same bytes again"
    meshes[0].write_text("mine")
    out.unlink()
    refused = run("export", "first-move", "-o", str(out))
    assert (refused.returncode, refused.stderr) == (2, f"{meshes[0]} exists already: --force overwrites\n")
    assert meshes[0].read_text() == "mine"
    assert not out.exists()


def test_what_does_not_stand_is_written_as_it_is_put_up(tmp_path):
    done = run("export", "does-not-stand", "-o", str(tmp_path / "a.xml"))
    assert done.returncode == 0
    assert done.stderr.startswith("does-not-stand does not stand (topples): it is written as the file puts it up")


def test_bad_usage(tmp_path):
    done = run("export", "first-move", "-o", str(tmp_path / "a.obj"))
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr == f"--output: {tmp_path / 'a.obj'} ends in none of .urdf, .xml, .sdf, the files of other engines\n"
    )
    bad = tmp_path / "bad.xml"
    bad.write_text(
        "<mujoco><worldbody><geom type='plane'/><body name='ball'><freejoint/><geom size='1'/></body>"
        "</worldbody></mujoco>"
    )
    done = run("import", str(bad))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{bad}:1:40: body ball: its geom is a sphere: only boxes and cylinders are read\n"
