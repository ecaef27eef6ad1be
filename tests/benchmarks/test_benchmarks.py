"""Each benchmark in short, so that it runs when somebody needs it, and so that memory is watched in every run."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path

import pytest

from paletti_sim.stability.truths import TRUTHS
from paletti_sim.stability.validate import HIGH, LOW
from paletti_sim.statics.rest import come_to_rest
from paletti_sim.tower.tower import Placed
from tests.benchmarks import limits
from tests.benchmarks.maps_beside import exponent
from tests.benchmarks.regular import COLUMN_KG, FLOOR_KG, HAND, HAND_KG, RING_M, ROUND, regular_tower
from tests.benchmarks.undecided import opening, played

ROOT = Path(__file__).parents[2]


def benchmark(*arguments: str) -> str:
    run = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks", *arguments], check=True, capture_output=True, text=True, cwd=ROOT
    )
    return run.stdout


def test_they_are_listed() -> None:
    text = benchmark("--help")
    assert all(name in text for name in ("limits", "memory", "speed", "undecided", "web"))


def test_memory_stays() -> None:
    """In a process of its own: what other tests have left behind does not count."""
    code = "from tests.benchmarks.memory import growth_mb, small; print(growth_mb(60, small()))"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT)
    assert float(run.stdout) < 2


def test_building_worlds_leaks_nothing() -> None:
    """Hulls that the engine is given as vertices were never freed: 2.5 KB each, 10 KB a world of the game."""
    code = "from tests.benchmarks.memory import growth_of_building_kb; print(growth_of_building_kb(150))"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT)
    assert float(run.stdout) < 1.5


def test_limits_are_bisected_and_tabled(tmp_path: Path) -> None:
    text = benchmark(
        "limits", "--presets", "quick", "--only", "box tips", "--within", "0.05", "--json", str(tmp_path / "l.json")
    )
    assert text.splitlines()[0] == "| truth | quick % | quick s |"
    assert text.splitlines()[2].startswith("| box tips | ")
    (row,) = json.loads((tmp_path / "l.json").read_text())["limits"]
    assert row["found"] == pytest.approx(1, abs=0.06)


def test_a_family_without_a_limit_is_told_as_its_border(monkeypatch: pytest.MonkeyPatch) -> None:
    for answer, border in ((True, HIGH), (False, LOW)):
        monkeypatch.setattr(limits, "stands", lambda *_, answer=answer: answer)
        (row,) = limits.measured(TRUTHS[:1], ["quick"], 0.01)
        assert row["found"] == border


@pytest.mark.slow
def test_recording_costs_little_and_a_worker_stays_small(tmp_path: Path) -> None:
    from paletti_sim.batch.executors.hand import Hand
    from paletti_sim.batch.executors.limits import Limits
    from paletti_sim.batch.store import writing
    from paletti_sim.batch.work import work
    from tests.benchmarks.batch import Timed, checks, resident

    plan = checks(60)
    hand = Hand(Limits())
    worked, grown = 0.0, 0.0
    with writing(tmp_path / "r.db", plan) as writer:
        timed = Timed(writer)
        for number, case in enumerate(writer.pending()):
            if number == 20:
                grown = -hand.call(resident)
            result = hand.call(work, plan.task(case))
            worked += result.seconds
            timed.record(case.key, result)
        grown += hand.call(resident)
    hand.end()
    assert timed.seconds < 0.01 * worked
    assert grown < 3


def test_a_file_of_many_results_is_counted_by_the_columns(tmp_path: Path) -> None:
    from paletti_sim.batch.outcome.columns import read_columns
    from paletti_sim.batch.outcome.summary import summarise
    from paletti_sim.batch.store import Reader
    from tests.benchmarks.batch import fill

    assert fill(tmp_path / "m.db", 20_000) == 20_000
    with Reader(tmp_path / "m.db") as reader:
        found = summarise(reader, read_columns(reader))
    tables = {table.parameter: table.groups for table in found.towers}
    assert [group.cases for group in tables["material.friction"]] == [4000] * 5
    assert sum(group.outcomes["topples"] for group in tables["move.put.at.0"]) == -(-20_000 // 7)
    assert sum(group.cases for group in tables["table.tilt"]) == 20_000
    assert max(group.cases for group in tables["table.tilt"]) <= 20_000 / 8 + 20


def test_random_play_is_the_same_for_a_seed() -> None:
    moves = [(move, checked.verdict.outcome) for _, move, checked in played(3, "quick", 4)]
    assert moves == [(move, checked.verdict.outcome) for _, move, checked in played(3, "quick", 4)]


def test_the_opening_has_all_columns_and_the_blue_floor() -> None:
    import numpy as np

    tower = opening(np.random.default_rng(1))
    assert len(tower.columns) == 20
    assert [floor.name for floor in tower.floors] == ["blue"]


def test_environments_keep_no_memory_and_are_quick() -> None:
    code = (
        "from tests.benchmarks.environments import opening_ms, random_steps;"
        "print(random_steps(150, None)[1], random_steps(300, 'villannex')[1], opening_ms(8))"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT)
    builder, villannex, milliseconds = map(float, run.stdout.split())
    assert builder < 3
    assert villannex < 1
    assert milliseconds < 120  # 30 on a core of one's own: a core shared with others is slower


def test_a_data_set_is_the_same_whoever_works_on_it() -> None:
    from tests.benchmarks.data_set import cases

    assert list(cases(2, 2)) == list(cases(2, 1))


def test_the_exponent_of_a_power_is_the_power() -> None:
    assert exponent([(cells, 0.3 * cells**1.5) for cells in (10, 20, 80)]) == pytest.approx(1.5, rel=1e-12)


@pytest.mark.parametrize(("floors", "columns"), [(1, 3), (1, 4), (3, 4)])
def test_a_regular_tower_falls_where_mechanics_says(floors: int, columns: int) -> None:
    """Over the edge of its top ring: (M + m)(d + r) / m from the middle, whatever stands below."""
    scenario = regular_tower(floors, columns)
    edge = RING_M * math.cos(math.pi / columns) + ROUND.size[0] / 2
    limit = (FLOOR_KG + HAND_KG) * edge / HAND_KG
    towards = math.pi * (floors - 1) / columns + math.pi / columns
    assert len(scenario.tower.columns) == floors * columns
    assert all(column.piece.mass_kg == COLUMN_KG for column in scenario.tower.columns)
    for share, stands in ((0.995, True), (1.005, False)):
        at = (share * limit * math.cos(towards), share * limit * math.sin(towards))
        tower = scenario.tower.with_column(Placed(scenario.columns[HAND], at))
        assert come_to_rest(tower, round_points=720).balanced is stands


def test_games_are_counted_beside_others() -> None:
    lines = benchmark("games-beside", "--rounds", "1", "--seconds", "0.001").splitlines()
    rows = {line.split(" | ")[0]: line for line in lines if line.startswith("| v")}
    assert len(rows) == 10
    assert all(float(row.split(" | ")[1].replace(",", "")) > 0 for row in rows.values())


def test_the_long_fall_is_as_long_as_asked_and_its_page_small() -> None:
    from paletti_sim.views.player import page
    from tests.benchmarks.web import long_fall

    film = long_fall()
    assert len(film.parts) == 25
    assert film.length_s == pytest.approx(10, abs=0.05)
    assert len(page(film).encode()) < 3e6
