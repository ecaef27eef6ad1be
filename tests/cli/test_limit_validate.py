"""`paletti limit` and `paletti validate` as programs."""

from __future__ import annotations

import json
import subprocess

import pytest

from paletti_sim.tower.scenario import find_scenario
from tests.cli.program import PALETTI, run


def test_limit_in_words_and_as_json() -> None:
    asked = ("limit", "past-the-edge", "--over", "move.put.at.0", "--from", "-110", "--to", "-130", "--preset", "quick")
    words = run(*asked)
    assert (words.returncode, words.stderr) == (0, "")
    assert words.stdout.startswith("By simulation past-the-edge stands at move.put.at.0 = -1")
    assert " and falls at -1" in words.stdout
    assert "By equilibrium the limit is -120" in words.stdout
    document = json.loads(run(*asked, "--json").stdout)
    assert document["schema"] == "paletti/limit@1"
    assert document["static"] == pytest.approx(-120, abs=0.2)
    assert document["stands_at_from"] is True
    assert document["stands_at_to"] is False


def test_limit_reads_its_file_once() -> None:
    asked = ("--over", "table.tilt", "--from", "0", "--to", "30", "--preset", "quick")
    file = find_scenario("past-the-edge")
    piped = subprocess.run(
        [*PALETTI, "limit", "/dev/stdin", *asked], input=file.read_bytes(), capture_output=True, check=False
    )
    assert piped.stdout.decode() == run("limit", "past-the-edge", *asked).stdout != ""


def test_limit_without_a_flip_ends_with_1() -> None:
    done = run("limit", "leaning-stack", "--over", "material.friction", "--from", "0.3", "--to", "0.5")
    assert done.returncode == 1
    assert "stands for every material.friction tried" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--over", "no.such", "--from", "0", "--to", "1"), "first-move with no.such at 0: no: unknown key"),
        (("--over", "table.tilt", "--from", "1", "--to", "1"), "two different numbers"),
        (("--over", "table.tilt", "--from", "nan", "--to", "1"), "two different numbers"),
        (("--over", "table.tilt", "--from", "0", "--to", "95"), "table.tilt"),
        (("--over", "", "--from", "0", "--to", "1"), "--over: there is no empty key"),
        (("--over", "tolerance.seed", "--from", "1", "--to", "5"), "seeds have no order"),
        (("--over", "name", "--from", "0", "--to", "1"), "name"),
    ],
)
def test_limit_tells_what_is_wrong_in_one_line(arguments: tuple[str, ...], words: str) -> None:
    done = run("limit", "first-move", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_validate_prints_a_row_a_truth() -> None:
    done = run("validate", "--only", "tips", "--preset", "quick", "--json")
    assert done.returncode == 0
    document = json.loads(done.stdout)
    assert document["schema"] == "paletti/validate@1"
    assert document["passed"] is True
    assert [row["truth"] for row in document["truths"]] == [
        "box tips",
        "hexagon tips over a side",
        "hexagon tips over a corner",
        "thick round tips",
        "thin round tips",
        "a push at the top tips",
    ]
    for row in document["truths"]:
        assert abs(row["static_error_percent"]) <= 0.2
        assert abs(row["cones_error_percent"]) <= 0.01
        assert -4 <= row["simulated_error_percent"] <= 1.5


def test_validate_beside_mujoco() -> None:
    done = run("validate", "--only", "box tips", "--preset", "quick", "--engine", "mujoco")
    assert done.returncode == 0
    assert "MuJoCo" in done.stdout.splitlines()[0]
    document = json.loads(
        run("validate", "--only", "unequal", "--preset", "accurate", "--engine", "mujoco", "--json").stdout
    )
    assert document["engine"] == "mujoco"
    assert all(row["passed"] and "mujoco" in row for row in document["truths"])
    assert sum(row["exact"] for row in document["truths"]) == pytest.approx(0.3 * 9.80665, abs=1e-5)


def test_validate_knows_no_such_truth() -> None:
    done = run("validate", "--only", "nonsense")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no truth's name holds 'nonsense'" in done.stderr
