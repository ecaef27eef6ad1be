"""`paletti heatmap` as a program."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import time
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from paletti_sim.cli.check import PresetChoice
from paletti_sim.cli.heatmap import ModeChoice, heatmap
from paletti_sim.errors import PalettiError
from paletti_sim.tower.scenario import find_scenario, read_scenario
from tests.cli.program import PALETTI, run

COARSE = ("--step", "25", "--preset", "quick")


def test_a_map_in_words_and_as_json() -> None:
    words = run("heatmap", "past-the-edge", *COARSE, "--mode", "static")
    assert words.returncode == 0
    assert words.stdout.startswith("load stands in ")
    assert "The best place is 0,0, where the table could tilt by 12.5 degrees." in words.stdout
    document = json.loads(run("heatmap", "past-the-edge", *COARSE, "--mode", "static", "--json").stdout)
    assert document["schema"] == "paletti/heatmap@1"
    assert document.keys() >= {
        "scenario", "kind", "mode", "grid", "counts", "best", "stable_area_mm2", "simulations", "seconds",
    }  # fmt: skip
    assert document["best"]["at"] == [0.0, 0.0]
    counts = document["counts"]
    # of cells at the rim a corner lies beyond the plate
    assert 0.98 < document["stable_area_mm2"] / (25**2 * (counts["holds"] + counts["shifts"])) < 1
    assert sum(counts.values()) == document["grid"]["cells"][0] * document["grid"]["cells"][1]


@pytest.mark.parametrize(
    ("kind", "picture", "data"), [("put", "png", "npz"), ("take", "svg", "csv"), ("floor", "png", "json")]
)
def test_pictures_and_data_of_each_kind(kind: str, picture: str, data: str, tmp_path: Path) -> None:
    drawn, written = tmp_path / f"map.{picture}", tmp_path / f"map.{data}"
    step = "60" if kind == "floor" else "25"
    where = ("--step", step, "--mode", "static", "-o", str(drawn), "--data", str(written))
    done = run("heatmap", "mid-game", "--kind", kind, *where)
    assert done.returncode == 0, done.stderr
    if picture == "svg":
        assert drawn.read_text().lstrip().startswith("<?xml")
    else:
        with Image.open(drawn) as image:
            assert min(image.size) > 400
            assert len(np.unique(np.asarray(image.convert("RGB")).reshape(-1, 3), axis=0)) > 20
    columns = len(read_scenario("mid-game").tower.columns)
    if data == "npz":
        with np.load(io.BytesIO(written.read_bytes())) as arrays:
            assert set(np.unique(arrays["outcome"])) <= {-1, 0, 1, 2, 3}
    elif data == "csv":
        assert len(written.read_text().splitlines()) == 1 + columns
    else:
        outcome = np.asarray(json.loads(written.read_text())["cells"]["outcome"])
        assert outcome.ndim == 3
        assert set(np.unique(outcome)) <= {-1, 0, 1, 2, 3}


def test_cells_and_runs_are_told_apart() -> None:
    call = ("heatmap", "past-the-edge", "--step", "60", "--preset", "quick", "--samples", "2", "--mode", "simulate")
    said = re.search(r"(\d+) cells were simulated; with 2 samples there were (\d+) simulations, in ", run(*call).stdout)
    assert said
    assert int(said[2]) == 3 * int(said[1]) == 3 * 13


def test_no_safe_place_ends_with_1() -> None:
    done = run("heatmap", "mid-game", "--take", "green-thin-2", *COARSE, "--mode", "static")
    assert done.returncode == 1
    assert done.stdout == "No place is safe: taking green-thin-2 already topples the villa.\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nix"], "no scenario nix"),
        (["mid-game", "--step", "0"], "--step"),
        (["mid-game", "--step", "nan"], "--step"),
        (["mid-game", "--kind", "take", "--take", "red-hex"], "--take"),
        (["mid-game", "--floor", "orange"], "--kind floor"),
        (["mid-game", "--kind", "floor", "--floor", "oranje"], "did you mean orange"),
        (["mid-game", "--take", "green-hx"], "did you mean green-hex"),
        (["mid-game", "--take", ""], "no column ''"),
        (["mid-game", "--kind", "floor", "--floor", ""], "no floor ''"),
        (["mid-game", "-o", "map.gif"], "map.gif"),
        (["mid-game", "--data", "map.xlsx"], "map.xlsx"),
        (["mid-game", "--data", "no/such/map.npz"], "no/such/map.npz"),
        (["mid-game", "--turn", "inf"], "--turn"),
        (["mid-game", "--samples", "-1"], "--samples"),
        (["mid-game", "--take", "blue-thick"], "P-10"),
    ],
)
def test_a_bad_call_is_one_line(arguments: list[str], says: str) -> None:
    done = run("heatmap", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_data_are_the_same_with_a_picture_and_without(tmp_path: Path) -> None:
    call = ("heatmap", "mid-game", "--step", "16", "--mode", "static")
    with_one, without = tmp_path / "with.csv", tmp_path / "without.csv"
    assert run(*call, "--data", str(with_one), "-o", str(tmp_path / "map.svg")).returncode == 0
    assert run(*call, "--data", str(without)).returncode == 0
    assert with_one.read_text() == without.read_text()
    stand = [line.split(",") for line in without.read_text().splitlines() if ",holds," in line]
    assert len(stand) == 12
    assert all(margin for _, _, _, margin, *_ in stand)  # so few that each has one


def test_nothing_is_overwritten_without_force(tmp_path: Path) -> None:
    there = tmp_path / "map.csv"
    there.write_text("mine")
    done = run("heatmap", "mid-game", *COARSE, "--mode", "static", "--data", str(there))
    assert (done.returncode, there.read_text()) == (2, "mine")
    assert "--force" in done.stderr


def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(tmp_path: Path) -> None:
    data = tmp_path / "map.csv"
    part = tmp_path / "map.csv.part"
    command = [*PALETTI, "heatmap", "past-the-edge", "--step", "25", "--preset", "quick", "--mode", "simulate"]
    command += ["--data", str(data)]
    first = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for _ in range(3000):
        if part.exists() and len(part.read_text().splitlines()) > 2:
            break
        time.sleep(0.01)
    first.send_signal(signal.SIGINT)
    out, err = first.communicate(timeout=60)
    assert (first.returncode, out) == (130, "")
    assert f"what is done is kept in {part}" in err
    assert not data.exists()
    kept = len(part.read_text().splitlines()) - 1
    assert kept > 1
    second = subprocess.run(command, check=False, capture_output=True, text=True)
    assert second.returncode == 0
    assert not part.exists()
    fresh = subprocess.run([*command[:-1], str(tmp_path / "other.csv")], check=False, capture_output=True, text=True)
    assert fresh.returncode == 0
    assert data.read_text() == (tmp_path / "other.csv").read_text()


def test_what_is_done_is_kept_until_the_data_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data, part = tmp_path / "map.csv", tmp_path / "map.csv.part"

    def another_writes_it(*_: object) -> list[tuple[Path, str]]:
        data.write_text("mine")
        return [(data, "ours")]

    monkeypatch.setattr("paletti_sim.cli.heatmap._files", another_writes_it)
    call = partial(heatmap, "past-the-edge", step=60, preset=PresetChoice.quick, mode=ModeChoice.simulate, data=data)
    with pytest.raises(PalettiError, match="exists already"):
        call()
    assert data.read_text() == "mine"
    assert f"is kept in {part}: the same command with --force goes on" in capsys.readouterr().err
    assert len(part.read_text().splitlines()) > 2
    call(force=True)
    assert data.read_text() == "ours"
    assert not part.exists()


@pytest.mark.parametrize("flag", ["--data", "-o"])
def test_the_scenario_is_never_replaced_by_a_map(flag: str, tmp_path: Path) -> None:
    name = tmp_path / ("tower.json" if flag == "--data" else "tower.png")
    name.write_bytes(find_scenario("past-the-edge").read_bytes())
    before = name.read_bytes()
    done = run("heatmap", str(name), *COARSE, "--mode", "static", flag, str(name), "--force")
    assert (done.returncode, done.stdout, name.read_bytes()) == (2, "", before)
    assert f"{name} is the scenario itself" in done.stderr
