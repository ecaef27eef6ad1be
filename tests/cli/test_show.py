"""`paletti show`: a picture of the right size with the tower in it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from paletti_sim.cli.main import main
from paletti_sim.tower.catalogue import game_pieces

GAME = """schema: paletti/scenario@1
name: small
tower:
  - floor: base
    columns: {red-thin-1: [-100, -20], blue-hex: [-20, 80], green-thick: [-10, -80]}
  - floor: blue
    at: [0, 0]
    columns: {yellow-thin-1: [-80, -10], yellow-thin-2: [-40, 40], yellow-thin-3: [-40, -60]}
  - floor: green
    at: [-50, -20]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "small.yaml").write_text(GAME)
    return tmp_path


def show(folder: Path, *arguments: str, **options) -> subprocess.CompletedProcess[str]:
    code = "from paletti_sim.cli.main import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, "show", *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=folder,
        **options,
    )


def share_like(picture: np.ndarray, colour: str) -> float:
    """The share of a picture whose hue is that of a colour, however it is lit."""
    wanted = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)], dtype=float)
    length = np.linalg.norm(picture, axis=2)
    alike = picture @ (wanted / np.linalg.norm(wanted)) / np.maximum(length, 1)
    return float(((alike > 0.995) & (length > 30)).mean())


def test_a_picture_of_the_size_and_with_the_colours(folder: Path) -> None:
    ended = show(folder, "small.yaml", "-o", "a.png", "--size", "320,240", "--pitch", "35")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "wrote a.png\n")
    with Image.open(folder / "a.png") as image:
        assert (image.size, image.format, image.mode) == ((320, 240), "PNG", "RGB")
        picture = np.asarray(image, dtype=float)
    game = game_pieces()
    for name in ("blue", "green"):
        assert share_like(picture, game.floors[name].colour) > 0.01, name
    for name in ("orange", "red"):
        assert share_like(picture, game.floors[name].colour) < 0.02, name


def test_the_name_is_the_scenarios(folder: Path) -> None:
    assert show(folder, "small.yaml", "--size", "64,64").returncode == 0
    with Image.open(folder / "small.png") as image:
        assert image.size == (64, 64)


def test_a_tower_may_come_through_a_pipe(folder: Path) -> None:
    shown = [
        show(folder, "small.yaml", "-o", "a.svg"),
        show(folder, "/dev/stdin", "-o", "b.svg", input=(folder / "small.yaml").read_text()),
    ]
    assert [ended.returncode for ended in shown] == [0, 0]
    assert (folder / "a.svg").read_bytes() == (folder / "b.svg").read_bytes()


def test_the_same_bytes_twice_and_another_picture_from_elsewhere(folder: Path) -> None:
    for name, yaw in [("a", "30"), ("b", "30"), ("c", "120")]:
        show(folder, "small.yaml", "-o", f"{name}.png", "--size", "100,100", "--yaw", yaw)
    one, two, other = ((folder / f"{name}.png").read_bytes() for name in "abc")
    assert one == two != other


@pytest.mark.parametrize(
    "view", [["--yaw", "0", "--pitch", "89"], ["--pitch", "-30"], ["--yaw", "200", "--pitch", "0"]]
)
@pytest.mark.parametrize("size", ["60,200", "200,60"])
def test_all_of_the_tower_is_in_the_picture(folder: Path, view: list[str], size: str) -> None:
    """The rim of the picture is background all round."""
    show(folder, "small.yaml", "-o", "a.png", "--size", size, *view)
    with Image.open(folder / "a.png") as image:
        picture = np.asarray(image, dtype=int)
    corner = picture[0, 0]
    for edge in (picture[0], picture[-1], picture[:, 0], picture[:, -1]):
        assert (np.abs(edge - corner) < 3).all()
    assert (np.abs(picture - corner).max(axis=2) > 30).mean() > 0.02


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nix"], "no scenario nix"),
        (["small.yaml", "-o", "a.jpg"], ".png"),
        (["small.yaml", "-o", "."], "."),
        (["small.yaml", "-o", "no/such/a.png"], "no/such/a.png"),
        (["small.yaml", "--size", "10"], "--size"),
        (["small.yaml", "--size", "0,10"], "--size"),
        (["small.yaml", "--size", "99999,10"], "--size"),
        (["small.yaml", "--size", "-20,20"], "--size"),
        (["small.yaml", "--pitch", "95"], "--pitch"),
        (["small.yaml", "--yaw", "nan"], "--yaw"),
        (["small.yaml", "--yaw", "inf"], "--yaw"),
        (["small.yaml", "--pitch", "nan"], "--pitch"),
    ],
)
def test_a_bad_call_is_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    monkeypatch.chdir(folder)
    with pytest.raises(SystemExit) as end:
        main(["show", *arguments])
    out, err = capfd.readouterr()
    assert (end.value.code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
    assert list(folder.glob("**/*.png")) == []


def test_nothing_is_overwritten_without_force(folder: Path) -> None:
    (folder / "small.png").write_text("mine")
    ended = show(folder, "small.yaml", "--size", "64,64")
    assert (ended.returncode, ended.stderr) == (2, "small.png exists already: --force overwrites\n")
    assert (folder / "small.png").read_text() == "mine"
    assert show(folder, "small.yaml", "--size", "64,64", "--force").returncode == 0
    assert (folder / "small.png").read_bytes().startswith(b"\x89PNG")


def test_a_full_disk_is_one_line(folder: Path) -> None:
    (folder / "full.png").symlink_to("/dev/full")
    ended = show(folder, "small.yaml", "-o", "full.png", "--size", "64,64", "--force")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "full.png: No space left on device\n"


def test_no_display_is_needed_and_no_temporary_files_stay(folder: Path) -> None:
    temporary = folder / "t"
    temporary.mkdir()
    environment = {key: value for key, value in os.environ.items() if key != "DISPLAY"} | {"TMPDIR": str(temporary)}
    assert show(folder, "small.yaml", "-o", "a.png", "--size", "64,64", env=environment).returncode == 0
    assert list(temporary.iterdir()) == []
