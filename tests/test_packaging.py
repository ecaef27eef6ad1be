"""The data that ship are found by what is installed: from a wheel, and from the checkout."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOWERS = sorted(path.stem for path in (ROOT / "scenarios/towers").glob("*.yaml"))
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--no-input"]
LOOK = """
import json
import paletti_sim
from paletti_sim.resources import models_dir, scenarios_dir
from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.scenario import ready_scenarios
print(json.dumps({
    "package": paletti_sim.__file__,
    "folders": [str(models_dir()), str(scenarios_dir())],
    "columns": len(game_pieces().columns),
    "scenarios": {name: len(paletti_sim.read_scenario(name).tower.columns) for name in ready_scenarios()},
}))
"""


def call(*command, folder, **env):
    inherited = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(command, check=False, cwd=folder, env=inherited | env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def towers(output):
    return [entry["name"] for entry in json.loads(output)["scenarios"]]


def test_a_wheel_brings_the_data_and_finds_them_from_anywhere(tmp_path):
    site, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    elsewhere.mkdir()
    options = ["--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path]
    call(*PIP, "wheel", ROOT, *options, folder=elsewhere)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    for folder in ("models", "scenarios"):
        kept = [path for path in (ROOT / folder).rglob("*") if path.is_file()]
        assert {f"paletti_sim/data/{path.relative_to(ROOT).as_posix()}" for path in kept} <= set(names)
    assert [name for name in names if name.startswith("tests/") or name.endswith(".pyc")] == []
    assert "paletti_sim/py.typed" in names

    call(*PIP, "install", "--no-deps", "--no-index", "--target", site, wheel, folder=elsewhere)
    found = json.loads(call(sys.executable, "-c", LOOK, folder=elsewhere, PYTHONPATH=str(site)))
    assert Path(found["package"]).is_relative_to(site)
    assert all(Path(folder).is_relative_to(site) for folder in found["folders"])
    assert found["columns"] == 20
    assert "first-move" in TOWERS
    assert sorted(found["scenarios"]) == TOWERS
    assert all(found["scenarios"].values())
    paletti = site / "bin/paletti"
    assert towers(call(paletti, "scenarios", "--json", folder=elsewhere, PYTHONPATH=str(site))) == TOWERS
    asked = json.loads(call(paletti, "check", "first-move", "--json", folder=elsewhere, PYTHONPATH=str(site)))
    assert asked["scenario"] == "first-move"


def test_the_installation_that_is_tested_finds_them_too(tmp_path):
    found = json.loads(call(sys.executable, "-c", LOOK, folder=tmp_path))
    assert sorted(found["scenarios"]) == TOWERS
    assert towers(call(Path(sys.prefix) / "bin/paletti", "scenarios", "--json", folder=tmp_path)) == TOWERS


def test_an_editable_installation_reads_the_files_of_the_checkout(tmp_path):
    found = json.loads(call(sys.executable, "-c", LOOK, folder=tmp_path))
    if Path(found["package"]).parent.parent != ROOT:
        pytest.skip("what is installed here is not editable")
    assert found["folders"] == [str(ROOT / "models"), str(ROOT / "scenarios")]
