"""`paletti loads` as a program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from tests.cli.program import run


def test_json_is_one_document_and_the_weights_add_up() -> None:
    done = run("loads", "leaning-stack", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    document = json.loads(done.stdout)
    assert document["schema"] == "paletti/loads@1"
    assert document["balanced"] is True
    assert document["weight_n"] == pytest.approx(5 * 0.05 * 9.80665, abs=1e-6)
    assert [row["least_n"] for row in document["columns"]] == pytest.approx(
        [k * 0.05 * 9.80665 for k in (4, 3, 2, 1, 0)], abs=1e-5
    )
    assert [row["carries"] for row in document["columns"]] == [True] * 4 + [False]


def test_table_and_free_columns() -> None:
    done = run("loads", "two-thin-columns")
    assert done.returncode == 0
    assert "red-thin-1" in done.stdout
    assert done.stdout.splitlines()[-1] == "free: green-hex, yellow-thick"


def test_no_equilibrium_ends_with_1_and_says_how_it_tips(tmp_path: Path) -> None:
    done = run("loads", "does-not-stand", "-o", str(tmp_path / "none.png"))
    assert done.returncode == 1
    assert done.stdout.startswith("does-not-stand has no equilibrium, so there are no loads: it tips over blue-thick")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_picture_is_written_once(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"loads.{ending}"
    done = run("loads", "mid-game", "-o", str(path))
    assert done.returncode == 0
    if ending == "png":
        with Image.open(path) as picture:
            # the fullest column's dark violet and the floors' light wood
            colours = {colour for _, colour in picture.convert("RGB").getcolors(1 << 24)}
        assert (243, 234, 217) in colours
    else:
        assert path.read_text().startswith("<?xml")
    before = path.read_bytes()
    again = run("loads", "mid-game", "-o", str(path))
    assert again.returncode == 2
    assert "exists already" in again.stderr
    assert path.read_bytes() == before


def test_other_endings_are_refused(tmp_path: Path) -> None:
    done = run("loads", "mid-game", "-o", str(tmp_path / "loads.jpg"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "neither in .png nor in .svg" in done.stderr
