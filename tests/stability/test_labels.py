"""Labelled data: rows say what the verdict says, and the same case gives the same bytes."""

from __future__ import annotations

import io
import subprocess
import sys
from importlib.metadata import version

import numpy as np
import pyarrow.parquet as pq
import pytest
from PIL import Image
from shapely import Polygon

from paletti_sim.errors import PalettiError
from paletti_sim.physics.preset import PRESETS
from paletti_sim.stability.check import Checker
from paletti_sim.stability.labels import Camera, Pictures, arrow_schema, labelled, parquet, readme, write_data_set
from paletti_sim.stability.labels.columns import COLUMNS
from paletti_sim.tower.scenario import read_scenario

SMALL = Pictures((48, 40))


@pytest.fixture(scope="module")
def first():
    return labelled(read_scenario("first-move"), key="case-1", seed=3, pictures=SMALL, samples=3)


@pytest.fixture(scope="module")
def fallen():
    return labelled(read_scenario("past-the-edge"), pictures=SMALL)


def test_a_row_says_what_the_verdict_says(first):
    scenario = read_scenario("first-move")
    verdict = Checker(scenario.tower, scenario.columns, scenario.floors).ask_all(scenario.moves)[-1].verdict
    row = first.row
    assert row["outcome"] == verdict.outcome == "holds"
    assert row["topples"] is False
    assert row["tilt_margin_deg"] == pytest.approx(verdict.static.tilt_margin_deg)
    assert row["carrying"] == list(verdict.carrying)
    assert row["max_shift_mm"] == verdict.max_shift_mm
    assert (row["take"], row["by"], row["put"]) == ("red-thin-1", "lift", [-60, 20, 0])
    assert (row["samples"], row["p_topples_low"] <= row["p_topples"] <= row["p_topples_high"]) == (3, True)
    assert {column.name for column in COLUMNS} >= set(row)


def test_the_geometry_is_that_of_the_tower(first):
    scenario, row = read_scenario("first-move"), first.row
    assert row["piece"] == [piece.name for piece in scenario.tower.pieces]
    assert row["friction"] == scenario.tower.setting.friction
    for k, piece in enumerate(scenario.tower.pieces):
        assert row["piece_mass_g"][k] == pytest.approx(1000 * piece.piece.mass_kg)
        assert row["piece_height_mm"][k] == pytest.approx(1000 * piece.piece.height_m)
        outline = piece.piece.outline
        corners = np.array(row["piece_outline_mm"][k])
        assert row["piece_size_mm"][k] == [1000 * size for size in outline.size]
        assert (len(corners) == 0) == (outline.kind == "circle")
        if len(corners):
            assert np.hypot(*corners.T).max() == pytest.approx(1000 * outline.reach_m)
            assert Polygon(corners).centroid.coords[0] == pytest.approx((0, 0), abs=1e-9)
        assert len(row["pose_before"][k]) == len(row["pose_after"][k]) == 7
        assert np.linalg.norm(row["pose_after"][k][3:]) == pytest.approx(1)
    taken = row["piece"].index("red-thin-1")
    # it stood on the base, and stands on the blue floor where it was put
    assert row["pose_before"][taken][2] == pytest.approx(45, abs=0.2)
    assert row["pose_after"][taken][:2] == pytest.approx([-60, 20], abs=0.5)
    assert row["pose_after"][taken][2] == pytest.approx(row["pose_before"][-1][2] + 3 + 45, abs=0.5)
    blue = scenario.tower.floors[0].piece
    assert sum(row["load_before_n"]) == pytest.approx(blue.mass_kg * 9.80665, rel=1e-6)


def test_a_fall_shows_where_everything_ended(fallen):
    row = fallen.row
    assert (row["outcome"], row["topples"], row["balanced"]) == ("topples", True, False)
    assert row["shortfall_mm"] > 0
    load = row["piece"].index("load")
    assert (row["piece_level"][load], row["pose_before"][load]) == (-1, [])
    plate = row["piece"].index("plate")
    assert row["pose_before"][plate][2] == pytest.approx(93, abs=0.1)
    assert row["pose_after"][plate][2] < 80
    assert min(pose[2] for pose in row["pose_after"]) >= 0


def test_pictures_differ_and_have_the_size_that_was_asked(first, fallen):
    for case, key in ((first, "case-1"), (fallen, "past-the-edge")):
        names = [f"pictures/{key}-{when}.png" for when in ("before", "after")]
        assert list(case.pictures) == [case.row["picture_before"], case.row["picture_after"]] == names
        before, after = (np.asarray(Image.open(io.BytesIO(data))) for data in case.pictures.values())
        assert before.shape == after.shape == (40, 48, 3)
        assert (before != after).any()


def test_the_same_case_gives_the_same_bytes(first):
    again = labelled(read_scenario("first-move"), key="case-1", seed=3, pictures=SMALL, samples=3)
    assert again == first
    assert parquet([again.row]) == parquet([first.row])


def test_a_camera_is_drawn_from_key_and_seed():
    cameras = [Camera.drawn(f"case-{k}", 0) for k in range(200)]
    assert Camera.drawn("case-0", 0) == cameras[0] != Camera.drawn("case-0", 1)
    yaws, pitches = np.array([(camera.yaw_deg, camera.pitch_deg) for camera in cameras]).T
    assert (np.histogram(yaws, 4, (0, 360))[0] > 30).all()
    assert pitches.min() < 10 < 45 < pitches.max() <= 50
    fixed = Camera(10, 30)
    case = labelled(read_scenario("does-not-stand"), pictures=Pictures((20, 20), fixed))
    assert (case.row["camera_yaw_deg"], case.row["camera_pitch_deg"]) == (10, 30)
    assert (case.row["stage"], case.row["topples"], case.row["take"]) == ("stand", True, None)


def test_what_the_rules_forbid_and_a_floor():
    case = labelled(read_scenario("top-level"))
    assert (case.row["outcome"], case.row["topples"], case.row["rule"]) == ("illegal", None, "P-10")
    assert case.row["pose_before"] == case.row["pose_after"]
    laid = labelled(read_scenario("green-floor")).row
    assert (laid["floor"], laid["piece"][-1], laid["piece_level"][-1]) == ("green", "green", -1)
    assert len(laid["pose_after"][-1]) == 7


def test_several_moves_are_asked_one_after_the_other():
    scenario = read_scenario("in-a-row")
    row = labelled(scenario, preset="quick").row
    assert row["take"] == scenario.moves[-1].take
    checker = Checker(scenario.tower, scenario.columns, scenario.floors, preset=PRESETS["quick"])
    results = checker.ask_all(scenario.moves)
    assert row["outcome"] == results[-1].verdict.outcome


def test_parquet_holds_what_the_rows_say(first, fallen):
    table = pq.read_table(io.BytesIO(parquet([first.row, fallen.row])))
    assert table.schema.names == [column.name for column in COLUMNS] == arrow_schema().names
    for found, case in zip(table.to_pylist(), (first, fallen), strict=True):
        for column in COLUMNS:
            assert found[column.name] == case.row.get(column.name), column.name
    assert table.schema.field("friction").metadata == {b"about": b"of a pair of pieces"}


def test_the_readme_says_every_column_the_licence_and_the_command():
    text = readme("My towers", 7, "paletti batch plan.yaml -o towers", pictures=True, licence="CC0")
    assert all(f"| `{column.name}` |" in text for column in COLUMNS)
    assert "\n## Licence\n\nCC0\n" in text
    assert "```sh\npaletti batch plan.yaml -o towers\n```" in text
    assert f"Made with paletti-sim {version('paletti-sim')} and pybullet {version('pybullet')}." in text
    assert text.endswith("towers\n```\n")
    assert "names a licence here" in readme("a", 1, "b", pictures=False)
    shown = readme("a", 1, "b", pictures=False, plan="about: with ```` in it\n")
    assert shown.endswith("\n`````yaml\nabout: with ```` in it\n`````\n")
    assert readme("a", 1, "b", pictures=False, plan="x" * 20_001) == readme("a", 1, "b", pictures=False)


@pytest.mark.parametrize("make", [lambda: Pictures((0, 4)), lambda: Pictures((9, 9), Camera(0, 90))])
def test_no_such_pictures(make):
    with pytest.raises(PalettiError, match="pictures: "):
        make()


def test_without_pyarrow_one_line_says_what_to_install():
    code = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "from paletti_sim.stability.labels import parquet\n"
        "from paletti_sim.errors import MissingExtraError\n"
        "try: parquet([])\n"
        "except MissingExtraError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "Parquet needs pyarrow, which is not installed: pip install 'paletti-sim[data]'\n"


def test_a_folder_holds_rows_pictures_and_a_readme(tmp_path, first, fallen):
    said = {"title": "Two towers", "command": "paletti batch two.yaml -o two"}
    assert write_data_set(tmp_path / "two", iter([first, fallen]), **said) == 2
    files = sorted(path.relative_to(tmp_path / "two").as_posix() for path in (tmp_path / "two").rglob("*.*"))
    pictures = sorted([*first.pictures, *fallen.pictures])
    assert files == sorted(["README.md", "rows.parquet", *pictures])
    rows = pq.read_table(tmp_path / "two" / "rows.parquet").to_pylist()
    assert [row["key"] for row in rows] == ["case-1", "past-the-edge"]
    for row in rows:
        assert (tmp_path / "two" / row["picture_after"]).read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "two" / "README.md").read_text().startswith("# Two towers\n\n2 towers with explicit geometry")
    write_data_set(tmp_path / "again", [first, fallen], **said)
    for name in files:
        assert (tmp_path / "two" / name).read_bytes() == (tmp_path / "again" / name).read_bytes()
    with pytest.raises(PalettiError, match="exist already: --force overwrites"):
        write_data_set(tmp_path / "two", [first], **said)
    assert write_data_set(tmp_path / "two", [first], force=True, **said) == 1
    with pytest.raises(PalettiError, match="two cases are called case-1"):
        write_data_set(tmp_path / "three", [first, first], **said)


@pytest.mark.parametrize("name", ["late-mistake", "past-the-edge"])
def test_a_fall_that_is_shown_is_the_one_that_was_judged(name):
    scenario = read_scenario(name)
    row = labelled(scenario).row
    film = Checker(scenario.tower, scenario.columns, scenario.floors, film=True).ask_all(scenario.moves)[-1].films[-1]
    last = {}
    for frame in film.frames:
        last |= {n: p for n, p in zip(film.names, frame.poses, strict=True) if p.position_m[2] >= 0}
    after = dict(zip(row["piece"], row["pose_after"], strict=True))
    for piece, pose in last.items():
        assert after[piece][:3] == pytest.approx([1000 * value for value in pose.position_m], abs=1e-6), piece
