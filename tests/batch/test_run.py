"""Batches from end to end: nothing twice, nothing lost, whatever happens to the processes."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import time
from pathlib import Path
from typing import Any

from paletti_sim.batch.executors.limits import Limits
from paletti_sim.batch.executors.local import LocalExecutor
from paletti_sim.batch.outcome.export import document
from paletti_sim.batch.plan import Plan
from paletti_sim.batch.run import run
from paletti_sim.batch.store import Reader, writing
from paletti_sim.batch.work import Result, work
from tests.batch import mishaps
from tests.batch.plans import TOWERS, games, plan, text
from tests.cli.program import PALETTI


def run_here(given: Plan, file: Path, jobs: int = 1, do: Any = work) -> None:
    with writing(file, given) as writer, LocalExecutor(jobs, given.limits) as executor:
        run(given, writer, executor, lambda: 2 * jobs, do=do)


def all_of(file: Path) -> list[str]:
    """Every result, times apart, as lines of JSON."""
    with Reader(file) as reader:
        found = [document(reader, row) for row in reader.rows()]
    return [json.dumps({k: v for k, v in one.items() if not k.endswith("_seconds")}) for one in found]


def test_results_do_not_depend_on_the_number_of_jobs_and_are_those_of_check(tmp_path: Path) -> None:
    import paletti_sim
    from paletti_sim.games import ready
    from paletti_sim.games.core.series import Plan as Series
    from paletti_sim.games.core.series import play_numbers

    given = plan(TOWERS, games(6))
    run_here(given, tmp_path / "one.db", 1)
    run_here(given, tmp_path / "two.db", 2)
    lines = all_of(tmp_path / "one.db")
    assert lines == all_of(tmp_path / "two.db")
    first, *_ = (json.loads(line) for line in lines)
    assert first["settings"] == {"move.put.at.0": -100, "material.friction": 0.3}
    scenario = given.entries[0].task(0)["document"]
    (tmp_path / "same.yaml").write_text(json.dumps(scenario))
    assert first["result"] == paletti_sim.check(tmp_path / "same.yaml", preset="quick").to_json()
    outcomes = [json.loads(line)["result"]["outcome"] for line in lines[:4]]
    assert outcomes == ["holds", "holds", "topples", "topples"]
    game = json.loads(lines[-1])["result"]
    (one,) = play_numbers(Series(lambda: ready("villannex", 2), ("greedy", "random"), 1, 5), [0])
    assert (game["seed"], game["scores"], game["winners"]) == (5, list(one.scores), sorted(one.winners))


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    file = tmp_path / "r.db"
    run_here(plan(games(3)), file)
    before = seconds_of(file)
    run_here(plan(games(5)), file)
    after = seconds_of(file)
    assert len(before) == 3
    assert len(after) == 5
    assert before.items() <= after.items()
    # the plan shrinks and grows again: nothing is forgotten
    run_here(plan(games(2)), file)
    assert len(all_of(file)) == 2
    run_here(plan(games(5)), file)
    assert seconds_of(file) == after


def test_equal_cases_share_one_result(tmp_path: Path) -> None:
    given = plan(games(3), games(4))
    run_here(given, tmp_path / "r.db")
    with Reader(tmp_path / "r.db") as reader:
        rows = list(reader.rows())
        ((count,),) = reader.ask("SELECT count(*) FROM results")
    assert (len(rows), count) == (7, 4)
    assert [row.key for row in rows[:3]] == [row.key for row in rows[3:6]]
    assert all(row.status == "done" for row in rows)


def seconds_of(file: Path) -> dict[str, float]:
    with Reader(file) as reader:
        return {key.hex(): seconds for key, seconds in reader.ask("SELECT key, seconds FROM results")}


def mishap(task: dict[str, Any]) -> Result:
    """Does as the task's seed says: most cases end well."""
    match task["seed"]:
        case 1:
            mishaps.crash()
        case 3:
            mishaps.hang()
        case 4:
            mishaps.grow()
        case 6:
            raise KeyError("lost")
    return work(task)


def test_what_goes_wrong_is_recorded_and_the_rest_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "r.db"
    given = plan(games(9), more="preset: quick\ntimeout_s: 3\nmemory_mb: 400\n")
    run_here(given, file, 2, do=mishap)
    with Reader(file) as reader:
        rows = list(reader.rows())
        failures = [(row.position, row.status, row.error) for row in reader.unsuccessful(100)]
    statuses = [row.status for row in rows]
    assert statuses == ["done", "crashed", "done", "timeout", "memory", "done", "failed", "done", "done"]
    assert failures == [
        (1, "crashed", "the process was ended by SIGSEGV"),
        (3, "timeout", "took longer than 3 s"),
        (4, "memory", "took more than 400 MB of memory"),
        (6, "failed", "KeyError: 'lost'"),
    ]
    # they are results: not tried again, unless that is asked
    run_here(given, file)
    assert [row.status for row in _rows(file)] == statuses
    with writing(file, given) as writer:
        assert writer.counts() == (9, 9, 4)
        assert writer.forget_unsuccessful() == 4
        assert [case.position for case in writer.pending()] == [1, 3, 4, 6]


def _rows(file: Path) -> list[Any]:
    with Reader(file) as reader:
        return list(reader.rows())


def test_a_case_that_cannot_be_answered_has_failed_in_words() -> None:
    (case,) = plan("\n  - {scenario: past-the-edge, sweep: {table.tilt: [0]}}").entries
    task = case.task(0)
    task["document"]["moves"] = [{"take": "nobody", "put": {"at": [0, 0]}}]
    result = work(task)
    assert (result.status, result.document) == ("failed", None)
    assert result.error is not None
    assert "nobody" in result.error
    strange = work({"kind": "game", "game": "villannex"})
    assert strange.error == "a fault in paletti-sim: KeyError: 'bots'"


# killed and resumed


def in_folder(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    options: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    # it hears of Ctrl-C also where these tests do not, as in the background of a shell
    options |= {"start_new_session": True, "preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    return subprocess.Popen([*PALETTI, *arguments], cwd=folder, **options)


def done_so_far(file: Path) -> dict[bytes, float]:
    """What a running batch has committed."""
    try:
        connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=10)
        found = dict(connection.execute("SELECT key, seconds FROM results").fetchall())
        connection.close()
    except sqlite3.Error:
        return {}
    return found


def test_killed_at_ten_random_moments_and_resumed_it_ends_as_if_undisturbed(tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text(text(games(100), TOWERS))
    file = tmp_path / "some.db"
    rng = random.Random(7)
    seen: dict[bytes, float] = {}
    for kill in range(10):
        process = in_folder(tmp_path, "batch", "plan.yaml", "--jobs", "2")
        end = time.monotonic() + 60
        if kill % 5 == 4:  # at any moment, also before the first result
            time.sleep(rng.uniform(0.1, 1.0))
        else:
            while len(done_so_far(file)) == len(seen) and process.poll() is None:
                assert time.monotonic() < end
                time.sleep(0.01)
            time.sleep(rng.uniform(0, 0.1))
        assert process.poll() is None, "it was done before it could be killed"
        process.send_signal(signal.SIGKILL)
        process.communicate()
        now = done_so_far(file)
        assert seen.items() <= now.items()  # nothing lost, nothing done again
        seen = now
    assert 0 < len(seen) < 104
    process = in_folder(tmp_path, "batch", "plan.yaml", "--jobs", "2")
    _, words = process.communicate(timeout=120)
    assert process.returncode == 0, words
    assert f"{len(seen)} of 104 cases have a result in some.db and are skipped" in words
    assert seen.items() <= done_so_far(file).items()
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
    run_here(plan(games(100), TOWERS), tmp_path / "undisturbed.db", 2)
    assert all_of(file) == all_of(tmp_path / "undisturbed.db")


def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text(text(games(3000)))
    process = in_folder(tmp_path, "batch", "plan.yaml", "-o", "my results.db", "--jobs", "2")
    while not done_so_far(tmp_path / "my results.db"):
        assert process.poll() is None
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    out, words = process.communicate(timeout=20)
    kept = len(done_so_far(tmp_path / "my results.db"))
    assert (process.returncode, out) == (130, "")
    assert words.splitlines() == [
        f"{kept:,} of 3,000 cases are done and kept in my results.db; go on with:"
        " paletti batch plan.yaml -o 'my results.db' --jobs 2",
        "interrupted",
    ]
    assert 0 < kept < 3000


def test_limits_come_from_the_plan() -> None:
    given = plan(games(1), more="timeout_s: 7\nmemory_mb: 512\n")
    assert given.limits == Limits(7, 512)
    assert plan(games(1)).limits == Limits(60, 2048)
