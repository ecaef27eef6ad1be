"""`paletti batch` and `paletti results` as programs."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from paletti_sim.batch import estimate as estimating
from paletti_sim.batch.executors.local import LocalExecutor
from paletti_sim.batch.run import Course
from paletti_sim.cli import batch_progress as progress
from paletti_sim.cli.main import main
from tests.batch.plans import games, plan, text
from tests.cli.program import PALETTI

SAMPLED = """
  - scenario: past-the-edge
    samples: 2
    sample: {method: latin-hypercube, n: 13, over: {move.put.at.0: [-125, -110], tolerance.friction: [0.0, 0.1]}}
"""
SWEPT = """
  - scenario: past-the-edge
    sweep: {move.put.at.0: [-110, -125], move.by: [lift]}
"""


def call(folder: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PALETTI, *map(str, arguments)], capture_output=True, text=True, check=False, cwd=folder, timeout=120
    )


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("batch")
    (folder / "plan.yaml").write_text(text(SWEPT, SAMPLED, games(5)))
    done = call(folder, "batch", "plan.yaml", "--jobs", "2")
    assert (done.returncode, done.stdout) == (0, "")
    *_, course, end = done.stderr.splitlines()
    assert re.fullmatch(r"20 of 20 done, .* a second, 0 s left, 0 failed, in .*", course)
    assert end == "all 20 cases have a result: see paletti results some.db"
    assert sorted(path.name for path in folder.iterdir()) == ["plan.yaml", "some.db"]
    return folder


def test_the_same_command_skips_what_is_done(filled: Path) -> None:
    done = call(filled, "batch", "plan.yaml", "--jobs", "2")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.splitlines() == [
        "20 of 20 cases have a result in some.db and are skipped",
        "all 20 cases have a result: see paletti results some.db",
    ]


def test_fresh_wants_force_or_a_new_file(filled: Path, tmp_path: Path) -> None:
    shutil.copy(filled / "some.db", tmp_path)
    (tmp_path / "plan.yaml").write_text(text(games(2)))
    refused = call(tmp_path, "batch", "plan.yaml", "--fresh")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "some.db exists already: --force forgets the results in it, or give another -o\n"
    assert call(tmp_path, "batch", "plan.yaml", "--fresh", "--force", "--jobs", "1").returncode == 0
    told = json.loads(call(tmp_path, "results", "some.db", "--json").stdout)
    assert told["statuses"] == {"done": 2}
    assert call(tmp_path, "batch", "plan.yaml", "--fresh", "-o", "new.db", "--jobs", "1").returncode == 0


def test_a_dry_run_counts_times_and_writes_nothing(filled: Path, tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text(text(SWEPT, games(9)))
    done = call(tmp_path, "batch", "plan.yaml", "--dry-run", "--jobs", "2")
    assert (done.returncode, done.stderr) == (0, "timing 5 cases at most\n")
    lines = done.stdout.splitlines()
    assert lines[:2] == ["some: 11 cases in 2 entries", "0 have a result and would be skipped, 11 would run"]
    assert re.fullmatch(r"about \d+ s, 2 at a time \(from 5 timed cases\)", lines[2])
    assert lines[3] == "results would go to some.db (a new file)"
    assert [path.name for path in tmp_path.iterdir()] == ["plan.yaml"]
    more = call(tmp_path, "batch", "plan.yaml", "--dry-run", "-o", filled / "some.db")
    assert "7 have a result and would be skipped, 4 would run" in more.stdout


def test_cases_that_fail_end_it_with_1_and_are_told(tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text(text(SWEPT, more="preset: quick\ntimeout_s: 0.1\n"))
    done = call(tmp_path, "batch", "plan.yaml", "--jobs", "1")
    assert done.returncode == 1
    assert "; 2 failed, and --retry runs them again" in done.stderr
    out = call(tmp_path, "results", "some.db").stdout
    assert "some: 2 cases: 2 timeout" in out
    assert "case 0 (move.put.at.0 -110, move.by lift) timeout: took longer than 0.1 s" in out
    (tmp_path / "plan.yaml").write_text(text(SWEPT))
    again = call(tmp_path, "batch", "plan.yaml", "--retry", "--jobs", "1")
    assert again.returncode == 0
    assert again.stderr.startswith("2 cases run again\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("batch", "nowhere"), "no plan nowhere: neither a file nor one that ships"),
        (("batch", "plan.yaml", "--jobs", "0"), "paletti batch: "),
        (("batch", "plan.yaml", "--jobs", "2", "--cluster", "tcp://x:1"), "leave one out"),
        (("batch", "plan.yaml", "-o", "plan.yaml"), "plan.yaml: this is no file of results, or it is damaged"),
        (("batch", "plan.yaml", "-o", "no/such/r.db"), "no/such/r.db: cannot be written: No such file or directory"),
        (("results", "none.db"), "none.db: there is no such file; `paletti batch` makes one"),
        (("results", "plan.yaml"), "plan.yaml: this is no file of results, or it is damaged"),
        (("results", "some.db", "--export", "x.xls"), "--export: wants a file that ends in .parquet, .csv or .jsonl"),
        (("results", "some.db", "--report", "plan.yaml"), "plan.yaml exists already: --force overwrites"),
        (("results", "some.db", "--report", "./some.db", "--force"), "some.db is the file of results itself"),
        (("results", "some.db", "--report", "a.csv", "--export", "./a.csv"), "want two files, and both are a.csv"),
    ],
)
def test_what_cannot_be_is_one_line_and_2(
    filled: Path,
    arguments: tuple[str, ...],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    names = ("plan.yaml", "some.db")
    before = [(filled / name).read_bytes() for name in names]
    monkeypatch.chdir(filled)
    with pytest.raises(SystemExit) as end:
        main(list(arguments))
    out, err = capsys.readouterr()
    assert (end.value.code, out) == (2, "")
    (line,) = err.splitlines()
    assert words in line
    assert [(filled / name).read_bytes() for name in names] == before
    assert sorted(path.name for path in filled.iterdir()) == list(names)


def test_faults_of_a_plan_are_all_told(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(text("\n  - {scenario: first-moe}", "\n  - {game: vila, bots: [a], seeds: [1]}"))
    done = call(tmp_path, "batch", "bad.yaml")
    assert (done.returncode, done.stdout) == (2, "")
    assert [line.split(": ")[0] for line in done.stderr.splitlines()] == ["bad.yaml:5:16", "bad.yaml:6:12"]


FEW = "import resource as r, sys; r.setrlimit(r.RLIMIT_NOFILE, (30, 30)); sys.argv[:1] = ['paletti']"


def test_where_no_more_processes_can_be_started_no_case_has_failed(tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text(text(games(60)))
    code = f"{FEW}; from paletti_sim.cli.main import main; main()"
    arguments = ["batch", "plan.yaml", "-o", "-r.db", "--jobs"]
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments, "40"], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 3
    kept, why = done.stderr.splitlines()
    found = re.fullmatch(r"(\d+) of 60 cases are done and kept in -r.db; go on with: paletti batch .* --jobs 40", kept)
    assert found
    assert why == "no more processes can be started to work (Too many open files): ask for fewer"
    again = call(tmp_path, *arguments, "2")
    assert again.returncode == 0
    assert "0 failed" in again.stderr
    assert again.stderr.endswith("all 60 cases have a result: see paletti results ./-r.db\n")


def test_an_estimate_stops_timing_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimating, "ENOUGH_S", 0.0)
    given = plan(games(9), SWEPT, games(30).replace("random", "greedy"))
    with LocalExecutor(1) as executor:
        found = estimating.estimate(given, tmp_path / "none.db", executor)
    assert (found.cases, found.done, found.timed) == (41, 0, 1)
    assert found.seconds is not None
    assert found.seconds > 0


def test_what_is_no_answer_has_its_own_column(tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text(text("\n  - {scenario: top-level}\n  - {scenario: leaning-stack}"))
    assert call(tmp_path, "batch", "plan.yaml", "--jobs", "1", "-o", "r.db").returncode == 0
    out = call(tmp_path, "results", "r.db").stdout
    assert re.search(r"top-level\nvalue +cases +illegal\nall +1 +1\n", out), out
    assert re.search(r"leaning-stack\nvalue +cases +holds +topple rate", out), out


# results


def test_the_summary_counts_by_everything_that_was_varied(filled: Path) -> None:
    told = json.loads(call(filled, "results", "some.db", "--json").stdout)
    assert (told["schema"], told["plan"], told["cases"]) == ("paletti/results@1", "some", 20)
    assert told["statuses"] == {"done": 20}
    tables: dict[Any, Any] = {(table["entry"], table["parameter"]): table["groups"] for table in told["parameters"]}
    assert set(tables) == {
        (0, ""),
        (0, "move.put.at.0"),
        (1, ""),
        (1, "move.put.at.0"),
        (1, "tolerance.friction"),
    }
    here, there = tables[0, "move.put.at.0"]
    assert (here["value"], here["outcomes"], here["topples"]["share"]) == ("-110", {"holds": 1}, 0)
    assert (there["value"], there["outcomes"], there["topples"]["share"]) == ("-125", {"topples": 1}, 1)
    # Wilson's interval of one out of one
    assert there["topples"]["low"] == pytest.approx(1 / (1 + 1.959963984540054**2), abs=1e-6)
    ranges = tables[1, "move.put.at.0"]
    # at round numbers, not at those that chance has drawn
    assert [group["from"] for group in ranges] == [-126, -124, -122, -120, -118, -116, -114, -112]
    assert sum(group["cases"] for group in ranges) == 13
    known = [group for group in ranges if group["cases"]]
    assert known[0]["topples"]["share"] == known[0]["odds"]["share"] == 1
    assert known[-1]["topples"]["share"] == known[-1]["odds"]["share"] == 0
    (table,) = told["games"]
    assert table["games"] == sum(bot["won"] for bot in table["bots"]) + max(bot["shared"] for bot in table["bots"])
    words = call(filled, "results", "some.db").stdout
    assert "past-the-edge by move.put.at.0" in words
    assert "villannex, 5 games" in words


def test_exports_hold_every_case_in_the_order_of_the_plan(filled: Path, tmp_path: Path) -> None:
    import pyarrow.parquet

    for ending in ("csv", "parquet", "jsonl"):
        done = call(filled, "results", "some.db", "--export", tmp_path / f"r.{ending}")
        assert done.returncode == 0
        assert done.stderr == f"wrote {tmp_path / f'r.{ending}'}\n"
    lines = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    rows = list(csv.DictReader(io.StringIO((tmp_path / "r.csv").read_text())))
    table = pyarrow.parquet.read_table(tmp_path / "r.parquet")
    assert [line["position"] for line in lines] == list(range(20))
    assert [int(row["position"]) for row in rows] == table["position"].to_pylist() == list(range(20))
    assert list(rows[0]) == table.column_names
    assert [name for name in rows[0] if "second" in name] == ["run_seconds"]
    assert table["outcome"].to_pylist() == [row["outcome"] for row in rows]
    results = [line["result"] for line in lines]
    assert [row["outcome"] for row in rows] == [result.get("outcome") or result["reason"] for result in results]
    margins = [result["static"]["tilt_margin_deg"] for result in results[:15]]
    assert table["tilt_margin_deg"].to_pylist()[:15] == margins
    assert table["p_topples"].to_pylist()[2:15] == [result["odds"]["topples"] for result in results[2:15]]
    assert table["move.put.at.0"].to_pylist()[:2] == [-110, -125]
    assert table["seed"].to_pylist()[-5:] == list(range(5))


def test_the_report_is_one_page_that_needs_no_network(filled: Path, tmp_path: Path) -> None:
    page = tmp_path / "r.html"
    assert call(filled, "results", "some.db", "--report", page).returncode == 0
    html = page.read_text()
    # but for names of XML vocabularies there is no address in it
    assert set(re.findall(r"https?://[^\"' >)]+", html)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
        "http://purl.org/dc/elements/1.1/",
        "http://creativecommons.org/ns#",
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
        "http://purl.org/dc/dcmitype/StillImage",
    }
    assert not re.search(r"<(script|link|img|iframe)\b", html)
    assert html.count("<svg") == html.count("</svg>") == 5  # three parameters, margins, times
    assert "None." in html[html.index("Failures") :]
    again = tmp_path / "again.html"
    assert call(filled, "results", "some.db", "--report", again).returncode == 0
    assert again.read_text() == html


def test_parquet_without_pyarrow_says_how_to_install_it(filled: Path, tmp_path: Path) -> None:
    code = "import sys; sys.modules['pyarrow'] = None; from paletti_sim.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "results", "some.db", "--export", str(tmp_path / "r.parquet")],
        capture_output=True,
        text=True,
        check=False,
        cwd=filled,
    )
    assert done.returncode == 4
    assert done.stderr.endswith("pip install 'paletti-sim[data]'\n")
    assert list(tmp_path.iterdir()) == []


# progress


def test_progress_in_a_log_is_one_line_every_ten_seconds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    course = Course(100, 20, 1, started=0.0)
    course.idle = True
    assert progress.line(course) == "20 of 100 done, no worker is there and one is waited for, 1 failed"
    course.idle = False
    with progress.shown("some") as told:
        for second in range(60):
            clock[0] = float(second)
            course.done = second
            told(course)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "30 of 100 done, 1 a second, 1 min 10 s left, 1 failed"
    assert lines[-1] == "70 of 100 done, 1 a second, 30 s left, 1 failed"
    assert len(lines) == 5
