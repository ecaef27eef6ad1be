"""The file of results: whose it is, what it refuses, and that nothing damages it."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paletti_sim.batch.plan import Case, Plan
from paletti_sim.batch.store import Reader, writing
from paletti_sim.batch.store.tables import StoreError
from paletti_sim.batch.work import Figures, Result
from paletti_sim.errors import PalettiError
from tests.batch.plans import TOWERS, games, plan

DONE = Result("done", 0.5, '{"outcome":"holds"}', figures=Figures("holds", margin_deg=1.5, agrees=True))


def test_results_are_kept_and_read_in_the_order_of_the_plan(tmp_path: Path) -> None:
    given = plan(games(3))
    with writing(tmp_path / "r.db", given) as writer:
        keys = [case.key for case in writer.pending()]
        for key in reversed(keys):
            writer.record(key, DONE)
        writer.record(keys[0], Result("failed", 9.0, error="too late"))  # the first result of a case counts
        assert writer.counts() == (3, 3, 0)
        assert list(writer.pending()) == []
    with Reader(tmp_path / "r.db") as reader:
        rows = list(reader.rows())
    assert [row.key for row in rows] == [key.hex() for key in keys]
    assert [row.settings for row in rows] == [{"seed": 0}, {"seed": 1}, {"seed": 2}]
    assert {(row.status, row.seconds) for row in rows} == {("done", 0.5)}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["r.db"]


def test_fresh_forgets_and_another_plan_is_refused(tmp_path: Path) -> None:
    with writing(tmp_path / "r.db", plan(games(2))) as writer:
        for case in list(writer.pending()):
            writer.record(case.key, DONE)
    with (
        pytest.raises(PalettiError, match="holds the results of the plan some, not of other: give another -o"),
        writing(tmp_path / "r.db", plan(games(2), name="other")),
    ):
        pass
    with writing(tmp_path / "r.db", plan(games(2))) as writer:
        assert writer.counts() == (2, 2, 0)
    with writing(tmp_path / "r.db", plan(games(2), name="other"), fresh=True) as writer:
        assert writer.counts() == (2, 0, 0)


def test_the_same_plan_is_not_laid_out_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def laid_out(given: Plan) -> bool:
        asked = False
        cases = Plan.cases

        def noted(plan: Plan) -> Iterator[Case]:
            nonlocal asked
            asked = True
            return cases(plan)

        with monkeypatch.context() as patch:
            patch.setattr(Plan, "cases", noted)
            with writing(tmp_path / "r.db", given) as writer:
                assert [case.key for case in writer.pending()] == [case.key for case in cases(given)]
        return asked

    assert laid_out(plan(games(3), TOWERS))
    assert not laid_out(plan(games(3), TOWERS))
    for other in (
        plan(games(4), TOWERS),
        plan(TOWERS, games(4)),
        plan(TOWERS, games(4), more="preset: accurate\n"),
        plan(TOWERS.replace("0.5", "0.4"), games(4)),
        plan(TOWERS + "    samples: 3\n", games(4)),
    ):
        assert laid_out(other)
        assert not laid_out(other)
    monkeypatch.setattr("paletti_sim.stability.fingerprint.RESULT_VERSION", 99)
    assert laid_out(other)


def test_where_nothing_can_be_written_no_result_is_left_out_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed, whole = tmp_path / "killed.db", tmp_path / "whole.db"
    with writing(whole, plan(games(2))) as writer:
        writer.record(next(writer.pending()).key, DONE)
        for ending in ("", "-wal"):  # as a killed process leaves them
            shutil.copy(f"{whole}{ending}", f"{killed}{ending}")
    connect = sqlite3.connect

    def read_only(name: str, **more: Any) -> sqlite3.Connection:
        if "mode=rw" in name:
            error = sqlite3.OperationalError("unable to open database file")
            error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise error
        return connect(name, **more)

    monkeypatch.setattr(sqlite3, "connect", read_only)
    with Reader(whole) as reader:
        assert [row.status for row in reader.rows()] == ["done", None]
    with pytest.raises(PalettiError, match=r"killed\.db-wal beside it holds more results, .* copy both to another"):
        Reader(killed)


HOLDER = """
import sys, time
from pathlib import Path
from paletti_sim.batch.store import writing
from tests.batch.plans import games, plan
with writing(Path(sys.argv[1]), plan(games(2))):
    print("here", flush=True)
    time.sleep(60)
"""


def test_a_second_process_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    file = tmp_path / "r.db"
    first = subprocess.Popen([sys.executable, "-c", HOLDER, file], stdout=subprocess.PIPE, text=True)
    assert first.stdout is not None
    assert first.stdout.readline() == "here\n"
    with pytest.raises(PalettiError, match="another batch is writing this file"), writing(file, plan(games(2))):
        pass
    with Reader(file) as reader:  # but it can be read
        assert len(list(reader.rows())) == 2
    first.kill()
    first.wait()
    first.stdout.close()
    with writing(file, plan(games(2))) as writer:
        assert writer.counts() == (2, 0, 0)


def test_what_is_no_file_of_results_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    text = tmp_path / "words.db"
    text.write_bytes(b"These are words and no database, and they are to stay. " * 50)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE mine (x)")
    connection.close()
    newer = tmp_path / "newer.db"
    with writing(newer, plan(games(1))):
        pass
    with sqlite3.connect(newer) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    for file, words in (
        (text, "this is no file of results, or it is damaged"),
        (other, "this is a database, but no file of results"),
        (newer, "is of version 99, and this software writes 1"),
    ):
        before = file.read_bytes()
        for fresh in (False, True):
            with pytest.raises(PalettiError, match=words), writing(file, plan(games(1)), fresh=fresh):
                pass
        with pytest.raises(PalettiError, match=words):
            Reader(file)
        assert file.read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 3


def test_places_where_nothing_can_be_written(tmp_path: Path) -> None:
    for place, words in (
        (tmp_path, "is a folder"),
        (Path("/dev/null"), "/dev/null is a device or a pipe: give the name of a file"),
        (tmp_path / "none" / "r.db", "cannot be written: No such file or directory"),
        (Path("/proc/r.db"), "cannot be written: "),
    ):
        with pytest.raises(PalettiError, match=words), writing(place, plan(games(1))):
            pass
    with pytest.raises(PalettiError, match="there is no such file; `paletti batch` makes one"):
        Reader(tmp_path / "none.db")
    with pytest.raises(PalettiError, match="is a folder"):
        Reader(tmp_path)
    (tmp_path / "empty.db").touch()
    with pytest.raises(PalettiError, match=r"empty\.db: this file is empty: no batch has written into it"):
        Reader(tmp_path / "empty.db")


def test_a_full_disk_is_told_and_what_was_there_stays(tmp_path: Path) -> None:
    file = tmp_path / "r.db"
    long = Result("done", 0.5, '"' + "x" * 20_000 + '"', figures=Figures("holds"))
    given = plan(games(50))
    recorded = 0
    with writing(file, given) as writer:
        ((pages,),) = writer._connection.execute("PRAGMA page_count")
        writer._connection.execute(f"PRAGMA max_page_count = {pages + 30}")  # sqlite's own way to be full

        def fill() -> None:
            nonlocal recorded
            for case in writer.pending():
                writer.record(case.key, long)
                recorded += 1

        with pytest.raises(StoreError, match=r"r\.db: the disk is full: make room \(what is finished is kept") as error:
            fill()
    assert error.value.exit_code == 3
    assert 0 < recorded < 50
    with writing(file, given) as writer:
        assert writer.counts() == (50, recorded, 0)
        assert len(list(writer.pending())) == 50 - recorded


LIMITED = """
import resource, signal, sys
from pathlib import Path
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (130_000, 130_000))
sys.argv = ["paletti", *sys.argv[1:]]
from paletti_sim.cli.main import main
main()
"""


def test_a_disk_that_gives_errors_ends_the_command_in_one_line(tmp_path: Path) -> None:
    from tests.batch.plans import text

    (tmp_path / "plan.yaml").write_text(text(games(100)))
    call = [sys.executable, "-c", LIMITED, "batch", "plan.yaml", "--jobs", "2"]
    done = subprocess.run(call, capture_output=True, text=True, check=False, cwd=tmp_path, timeout=120)
    assert (done.returncode, done.stdout) == (3, ""), done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("some.db: the disk ")
    assert line.endswith("what is finished is kept; the same command goes on from there")
    with sqlite3.connect(tmp_path / "some.db") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        ((kept,),) = connection.execute("SELECT count(*) FROM results")
    connection.close()
    assert 0 < kept < 100
