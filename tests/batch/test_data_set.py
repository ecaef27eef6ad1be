"""Data sets of batches: the same bytes however they came about, and nothing of anybody else's is touched."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from PIL import Image

from paletti_sim.batch import data_set
from paletti_sim.batch.data_set import refuse_foreign, write
from paletti_sim.batch.plan import parse_plan
from paletti_sim.batch.store import Reader, writing
from paletti_sim.batch.work import Figures, Label, Result, work
from paletti_sim.errors import FileFaultsError
from paletti_sim.files import write_whole
from paletti_sim.stability.labels.columns import COLUMNS
from tests.batch.folders import PICTURES, THREE, call, files
from tests.batch.plans import games, plan, text
from tests.batch.test_run import done_so_far, in_folder

GEOMETRY = "preset: quick\ngeometry: true\n"


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "copy"))


def rows_of(folder: Path) -> list[dict[str, Any]]:
    table = pq.read_table(folder / "rows.parquet")
    assert table.column_names == [column.name for column in COLUMNS]
    return list(table.to_pylist())


def test_a_row_is_a_tower_with_its_verdict_and_its_pictures(made: Path) -> None:
    with Reader(made / "some.db") as reader:
        results = [row for row in reader.rows() if row.document and "outcome" in row.document]
    rows = rows_of(made / "some-data")
    assert [row["key"] for row in rows] == [result.key for result in results]
    assert [row["put"][0] for row in rows] == [-100, -123, -125]
    assert [row["topples"] for row in rows] == [False, True, True]
    for row, result in zip(rows, results, strict=True):
        assert result.document is not None
        assert (row["outcome"], row["fallen"]) == (result.document["outcome"], result.document["fallen"])
        # the verdict says it with two digits
        assert row["tilt_margin_deg"] == pytest.approx(result.document["static"]["tilt_margin_deg"], abs=0.005)
    names = [row[column] for row in rows for column in ("picture_before", "picture_after")]
    assert sorted(files(made / "some-data")) == sorted([*names, "README.md", "rows.parquet"])
    assert {Image.open(made / "some-data" / name).size for name in names} == {(48, 40)}
    assert len({(row["camera_yaw_deg"], row["camera_pitch_deg"]) for row in rows}) == 3
    words = (made / "some-data" / "README.md").read_text()
    assert words.startswith("# some\n\n3 towers with explicit geometry")
    assert "```sh\npaletti batch plan.yaml\n```\n" in words
    assert words.endswith(f"```yaml\n{(made / 'plan.yaml').read_text().strip()}\n```\n")


def test_the_number_of_jobs_and_the_name_of_the_file_do_not_matter(made: Path, tmp_path: Path) -> None:
    shutil.copy(made / "plan.yaml", tmp_path)
    assert call(tmp_path, "batch", "plan.yaml", "--jobs", "2", "-o", "other.results").returncode == 0
    assert files(tmp_path / "other.results-data") == files(made / "some-data")


def test_killed_and_resumed_it_ends_as_if_undisturbed(made: Path, tmp_path: Path) -> None:
    shutil.copy(made / "plan.yaml", tmp_path)
    process = in_folder(tmp_path, "batch", "plan.yaml", "--jobs", "1")
    end = time.monotonic() + 60
    while not done_so_far(tmp_path / "some.db"):
        assert time.monotonic() < end
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    before = done_so_far(tmp_path / "some.db")
    assert 0 < len(before) < 4
    assert not (tmp_path / "some-data").exists()
    # and killed again while the folder is written
    (tmp_path / "some-data" / "pictures").mkdir(parents=True)
    half = next(name for name in files(made / "some-data") if name.endswith("-after.png"))
    (tmp_path / "some-data" / half).write_bytes((made / "some-data" / half).read_bytes())
    done = call(tmp_path, "batch", "plan.yaml", "--jobs", "1")
    assert done.returncode == 0
    assert f"{len(before)} of 4 cases have a result in some.db and are skipped" in done.stderr
    assert before.items() <= done_so_far(tmp_path / "some.db").items()
    assert files(tmp_path / "some-data") == files(made / "some-data")


def test_what_is_lost_is_made_again_and_what_is_there_stays(copy: Path, made: Path) -> None:
    folder = copy / "some-data"
    lost = next(folder.glob("pictures/*-before.png"))
    kept = next(folder.glob("pictures/*-after.png"))
    part = folder / "pictures" / f".{kept.name}.0123456789ab.part"
    lost.unlink()
    (folder / "rows.parquet").unlink()
    part.write_bytes(b"half a pict")
    before = kept.stat().st_mtime_ns
    done = call(copy, "batch", "plan.yaml")
    assert (done.returncode, done.stderr.splitlines()[0]) == (
        0,
        "4 of 4 cases have a result in some.db and are skipped",
    )
    assert files(folder) == files(made / "some-data")
    assert kept.stat().st_mtime_ns == before


def test_another_plan_replaces_what_this_batch_made_and_nothing_else(copy: Path, made: Path) -> None:
    folder = copy / "some-data"
    (folder / "notes.txt").write_text("mine")
    shorter = THREE.replace("-123, ", "")
    (copy / "plan.yaml").write_text(text(shorter, more=PICTURES))
    assert call(copy, "batch", "plan.yaml").returncode == 0
    rows = rows_of(folder)
    assert [row["put"][0] for row in rows] == [-100, -125]
    assert len(list(folder.glob("pictures/*"))) == 4
    assert (folder / "notes.txt").read_text() == "mine"
    # and back again, without any work
    shutil.copy(made / "plan.yaml", copy)
    done = call(copy, "batch", "plan.yaml")
    assert "4 of 4 cases have a result in some.db and are skipped" in done.stderr
    assert files(folder) == files(made / "some-data") | {"notes.txt": b"mine"}


@pytest.mark.parametrize("name", ["rows.parquet", "README.md"])
def test_what_somebody_else_wrote_is_refused_before_anything_runs(tmp_path: Path, name: str) -> None:
    (tmp_path / "plan.yaml").write_text(text(THREE, more=GEOMETRY))
    (tmp_path / "some-data").mkdir()
    (tmp_path / "some-data" / name).write_text("mine")
    done = call(tmp_path, "batch", "plan.yaml")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"some-data/{name} exists already, and is not what this batch has written: --force overwrites\n"
    )
    assert files(tmp_path).keys() == {"plan.yaml", f"some-data/{name}"}
    assert (tmp_path / "some-data" / name).read_text() == "mine"


def test_a_changed_file_needs_force(copy: Path, made: Path) -> None:
    changed = next((copy / "some-data").glob("pictures/*-before.png"))
    changed.write_bytes(b"mine")
    done = call(copy, "batch", "plan.yaml")
    name = changed.relative_to(copy)
    words = f"{name} exists already, and is not what this batch has written: --force overwrites"
    assert (done.returncode, done.stderr.splitlines()[-1]) == (2, words)
    assert changed.read_bytes() == b"mine"
    assert call(copy, "batch", "plan.yaml", "--force").returncode == 0
    assert files(copy / "some-data") == files(made / "some-data")


def test_geometry_without_pictures(tmp_path: Path, made: Path) -> None:
    (tmp_path / "plan.yaml").write_text(text(THREE, more=GEOMETRY))
    dry = call(tmp_path, "batch", "plan.yaml", "--dry-run", "--jobs", "1")
    assert dry.stdout.splitlines()[-2:] == [
        "results would go to some.db (a new file)",
        "the data set would go to some-data (a new folder)",
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["plan.yaml"]
    assert call(tmp_path, "batch", "plan.yaml", "--jobs", "1").returncode == 0
    assert sorted(files(tmp_path / "some-data")) == ["README.md", "rows.parquet"]
    assert "picture before and after" not in (tmp_path / "some-data" / "README.md").read_text()
    only = {"key", "picture_before", "picture_after", "camera_yaw_deg", "camera_pitch_deg"}
    rows, pictured = rows_of(tmp_path / "some-data"), rows_of(made / "some-data")
    assert [{k: v for k, v in row.items() if k not in only} for row in rows] == [
        {k: v for k, v in row.items() if k not in only} for row in pictured
    ]
    assert {row[name] for row in rows for name in only - {"key"}} == {None}


@pytest.mark.parametrize(
    ("scenario", "samples"),
    [
        ("past-the-edge", 2),
        ("does-not-stand", 0),
        ("in-a-row", 0),
        ("top-level", 0),
        ("only-corner, sweep: {move.by: [hook]}", 0),
    ],
)
def test_a_label_does_not_change_the_answer(scenario: str, samples: int) -> None:
    entry = f"\n  - {{scenario: {scenario}, samples: {samples}, seed: 3}}"
    plain = work(plan(entry).entries[0].task(0))
    labelled = work(plan(entry, more=GEOMETRY).entries[0].task(0))
    assert (labelled.status, labelled.document, labelled.figures) == ("done", plain.document, plain.figures)
    assert (plain.label, labelled.label is None) == (None, False)
    assert labelled.label is not None
    row, document = json.loads(labelled.label.row), json.loads(plain.document or "")
    odds = document.get("odds") or {}
    assert (row["samples"], row.get("p_topples")) == (samples, odds.get("topples"))
    assert row["outcome"] == document["outcome"]


def test_keys_say_what_is_seen() -> None:
    def keys(more: str) -> list[bytes]:
        return [case.key for case in plan(THREE, games(2), more=f"preset: quick\n{more}").cases()]

    plain, geometry, random = keys(""), keys("geometry: true\n"), keys("pictures: {}\n")
    assert plain == keys("geometry: false\n")
    assert random == keys("pictures: {size: [256, 256], camera: random}\ngeometry: true\n")
    chosen = keys("pictures: {camera: {yaw: 10}}\n")
    assert chosen == keys("pictures: {camera: {yaw: 10.0, pitch: 20}}\n")
    small = keys("pictures: {size: [255, 256]}\n")
    assert len({keys[0] for keys in (plain, geometry, random, chosen, small)}) == 5
    assert {tuple(keys[3:]) for keys in (plain, geometry, random, chosen, small)} == {tuple(plain[3:])}


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("geometry: 1\n", "3:11: geometry: must be true or false (got 1)"),
        ("pictures: yes\n", "3:11: pictures: must be a mapping"),
        ("pictures: {size: [0, 5]}\n", "3:19: pictures.size.0: must be at least 1 (got 0)"),
        ("pictures: {size: [9, 5000]}\n", "3:22: pictures.size.1: must be at most 4096 (got 5000)"),
        ("pictures: {camera: behind}\n", "3:20: pictures.camera: must be random, or {yaw: …, pitch: …} in degrees"),
        ("pictures: {camera: {pitch: 90}}\n", "3:28: pictures.camera.pitch: must be at most 89 (got 90)"),
        ("geometry: true\nlicence: ' '\n", "4:10: licence: must say something, such as CC-BY-4.0 (got '')"),
        ("geometry: true\nlicence: 4\n", "4:10: licence: must be text (got 4)"),
        ("licence: CC0-1.0\n", "3:1: licence: is of a data set, and this plan makes none: add `pictures` or `geometry"),
        ("license: CC0-1.0\n", "3:1: license: unknown key; did you mean licence?"),
        ("pictures: {siz: [9, 9]}\n", "3:12: pictures.siz: unknown key; did you mean size? (known: size, camera)"),
    ],
)
def test_faults_of_what_is_asked_are_told(more: str, words: str) -> None:
    with pytest.raises(FileFaultsError) as error:
        parse_plan(text(THREE, more=more), Path.cwd(), "plan.yaml")
    assert str(error.value).startswith(f"plan.yaml:{words}")


def test_the_licence_of_the_plan_is_in_the_readme_and_changes_no_case(copy: Path) -> None:
    readme = copy / "some-data" / "README.md"
    nobody = readme.read_text()
    assert "\n## Licence\n\nNot chosen yet: " in nobody
    more = PICTURES + "licence: |\n  CC-BY-4.0\n\n  © 2026 Somebody\n"
    (copy / "plan.yaml").write_text(text(THREE, games(1), more=more))
    done = call(copy, "batch", "plan.yaml")
    assert (done.returncode, done.stderr.splitlines()[0]) == (
        0,
        "4 of 4 cases have a result in some.db and are skipped",
    )
    assert "\n## Licence\n\nCC-BY-4.0\n\n© 2026 Somebody\n\n## To make" in readme.read_text()


def test_a_plan_of_games_only_makes_no_data_set() -> None:
    with pytest.raises(FileFaultsError, match="3:1: geometry: a data set is of towers, and this plan has games only"):
        parse_plan(text(games(2), more="geometry: true\n"), Path.cwd(), "plan.yaml")


def test_without_pyarrow_one_line_and_4_before_anything_runs(tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text(text(THREE, more=GEOMETRY))
    code = "import sys; sys.modules['pyarrow'] = None\nfrom paletti_sim.cli.main import main; main()"
    for more in ([], ["--dry-run"]):
        done = subprocess.run(
            [sys.executable, "-c", code, "batch", "plan.yaml", *more],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
        )
        assert (done.returncode, done.stdout) == (4, "")
        assert done.stderr == "Parquet needs pyarrow, which is not installed: pip install 'paletti-sim[data]'\n"
        assert os.listdir(tmp_path) == ["plan.yaml"]


def test_cases_without_an_answer_have_no_row(tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text(text(THREE, more=GEOMETRY + "timeout_s: 0.1\n"))
    done = call(tmp_path, "batch", "plan.yaml", "--jobs", "1")
    assert done.returncode == 1
    assert "the data set in some-data has 0 towers\n" in done.stderr
    assert rows_of(tmp_path / "some-data") == []


def test_interrupted_at_any_file_the_folder_is_finished_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = plan(THREE, more=PICTURES)
    with writing(tmp_path / "some.db", given) as writer:
        for k, case in enumerate(given.cases()):
            pictures = {f"pictures/{k}-{when}.png": f"{k} {when}".encode() for when in ("before", "after")}
            label = Label(json.dumps({"key": str(k), "seed": k}), pictures)
            writer.record(case.key, Result("done", 0.1, "{}", figures=Figures("holds"), label=label))
        assert write(writer.labels, tmp_path / "whole", given, "command") == 3
        whole = files(tmp_path / "whole")
        assert len(whole) == 8
        for interrupted in range(8):
            left = interrupted

            def write_some(path: Path, data: bytes, *, force: bool) -> None:
                nonlocal left
                left -= 1
                if left < 0:
                    raise KeyboardInterrupt
                write_whole(path, data, force=force)

            monkeypatch.setattr(data_set, "write_whole", write_some)
            folder = tmp_path / str(interrupted)
            with pytest.raises(KeyboardInterrupt):
                write(writer.labels, folder, given, "command")
            assert (len(files(folder)) if interrupted else 0) == interrupted
            monkeypatch.undo()
            refuse_foreign(folder, writer.labels, force=False)
            assert write(writer.labels, folder, given, "command") == 3
            assert files(folder) == whole


def test_a_file_in_the_place_of_the_folder_is_told_and_stays(tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text(text(THREE, more=GEOMETRY))
    (tmp_path / "some-data").write_text("mine")
    done = call(tmp_path, "batch", "plan.yaml", "--force")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == ("some-data is a file, and the data set is to be a folder: move it, or give another -o\n")
    assert files(tmp_path).keys() == {"plan.yaml", "some-data"}


def test_a_file_of_results_from_before_data_sets_goes_on(tmp_path: Path) -> None:
    file, given = tmp_path / "some.db", plan(games(1))
    with writing(file, given) as writer:
        (case,) = given.cases()
        writer.record(case.key, Result("done", 0.1, "{}", figures=Figures("ended")))
    with closing(sqlite3.connect(file)) as connection:
        for table in ("labels", "pictures", "made"):
            connection.execute(f"DROP TABLE {table}")
    with writing(file, given) as writer:
        assert writer.counts() == (1, 1, 0)
        assert list(writer.labels.rows()) == []
