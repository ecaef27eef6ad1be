"""The README is true: every command and every line of Python in it runs, and what stands beside it comes out."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from ruamel.yaml import YAML

import paletti_sim

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
INSTALL = "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/paletti check first-move"
TEST = "python3 -m venv .venv && .venv/bin/pip install -q -e '.[test]' && .venv/bin/pytest"
CI = "bash .ci/run"
GIT = shutil.which("git")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


COMMANDS = [line for block in blocks("sh") for line in block.splitlines() if line]
QUICK = [command for command in COMMANDS if command not in (INSTALL, TEST, CI)]


@pytest.fixture(scope="module")
def workshop(tmp_path_factory):
    """A repository, where there is git, with the README's files, and this environment as `.venv`."""
    folder = tmp_path_factory.mktemp("readme")
    if GIT:
        subprocess.run([GIT, "init", "-q", folder], check=True)
    shutil.copy(ROOT / ".pre-commit-config.yaml", folder)
    (folder / ".venv").symlink_to(sys.prefix)
    (tower,) = blocks("yaml")
    (folder / "my-tower.yaml").write_text(tower, encoding="utf-8")
    return folder


def run(command, folder, **more):
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "GIT_"))}
    streams = {"stdin": subprocess.DEVNULL, "capture_output": True, "text": True}
    return subprocess.run(["bash", "-c", command], check=False, cwd=folder, env=env | more, **streams)


def test_the_two_commands_are_one_line_each_and_do_their_own_set_up():
    assert COMMANDS[:2] == [INSTALL, TEST]
    assert blocks("sh")[:2] == [f"{INSTALL}\n", f"{TEST}\n"]


def test_no_block_of_another_kind_goes_unchecked():
    assert README.count("```") == 2 * sum(len(blocks(kind)) for kind in ("sh", "yaml", "python"))


@pytest.mark.parametrize("command", [INSTALL.rpartition(" && ")[2], *QUICK])
def test_each_command_runs_and_ends_as_it_says(workshop, command):
    if "pre-commit" in command and not GIT:
        pytest.skip("it is a hook of git, which is not here")
    done = run(command, workshop)
    says = re.search(r"# ends with (\d)", command)
    assert done.returncode == (int(says[1]) if says else 0), done.stderr
    assert "Traceback" not in done.stderr
    words = re.search(r": it (\w+)$", command)
    if words:
        assert done.stdout.startswith(words[1].upper())
    output = re.search(r" -o (\S+)", command)
    if output:
        assert (workshop / output[1]).stat().st_size > 0


def test_commands_in_the_text_exist(workshop):
    text = re.sub(r"^```.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL)
    named = re.findall(r"`(\.venv/bin/[^`]+)`", text)
    assert named
    for command in named:
        if command.endswith("pytest -m slow"):  # only collected: a test does not run all tests
            quick = f"{command} --collect-only -n 0 {Path(__file__).name}"
            done = run(quick.replace(".venv/bin", f"{sys.prefix}/bin"), Path(__file__).parent)
        else:
            done = run(command, workshop)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_python_runs_and_prints_what_stands_beside_it(workshop):
    for code in blocks("python"):
        done = subprocess.run([sys.executable, "-c", code], cwd=workshop, capture_output=True, text=True, check=True)
        assert done.stdout.splitlines() == re.findall(r"^print\(.*\)  # (.*)$", code, re.MULTILINE)
    assert (workshop / "from-python.png").exists()


def test_links_and_pictures_lead_somewhere():
    targets = re.findall(r"\]\(([^)]+)\)", README)
    assert len(targets) >= 3
    assert [target for target in targets if not (ROOT / target.partition("#")[0]).exists()] == []


def test_the_picture_is_of_the_tower_that_ships():
    with Image.open(ROOT / "scenarios/first-move.png") as picture:
        kept = np.asarray(picture.convert("RGB"), dtype=float)
    # made with: paletti show first-move -o scenarios/first-move.png --size 800,640 --yaw 20
    drawn = np.asarray(paletti_sim.show("first-move", (800, 640), yaw=20), dtype=float)
    assert kept.shape == drawn.shape
    assert np.abs(kept - drawn).mean() < 1


def test_ci_calls_the_readmes_command_and_commits_the_same_quick_checks():
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert os.access(ROOT / ".ci/run", os.X_OK)
    pattern = re.search(r"grep -E '(.*)' README\.md", script)
    assert [line for line in README.splitlines() if re.search(pattern[1], line)] == [TEST]
    steps = re.findall(r"^step (\.venv/bin/.*)$", script, re.MULTILINE)
    hooks = YAML(typ="safe").load(ROOT / ".pre-commit-config.yaml")["repos"][0]["hooks"]
    assert [hook["entry"] for hook in hooks] == steps
    jobs = YAML(typ="safe").load(ROOT / ".github/workflows/ci.yml")["jobs"]
    assert jobs["checks"]["steps"][-1] == {"run": CI}


@pytest.mark.slow
@pytest.mark.parametrize("command", [INSTALL, CI])  # CI calls TEST
def test_set_up_from_nothing(tmp_path, command):
    folder = tmp_path / "fresh"
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache"))
    done = run(command, folder, CI="true")
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    assert (folder / ".venv/bin/paletti").exists()
    if command == INSTALL:
        assert done.stdout.split()[0] in ("HOLDS", "SHIFTS")
