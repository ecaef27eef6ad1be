"""Every plan that ships is run, and says what it is about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from paletti_sim.batch.executors.local import LocalExecutor
from paletti_sim.batch.outcome.columns import read_columns
from paletti_sim.batch.outcome.summary import Summary, summarise
from paletti_sim.batch.plan import read_plan, ready_plans
from paletti_sim.batch.run import run
from paletti_sim.batch.store import Reader, writing

README = (Path(__file__).parents[2] / "scenarios/README.md").read_text(encoding="utf-8")


def summary_of(name: str, folder: Path) -> Summary:
    plan = read_plan(name)
    file = folder / f"{name}.db"
    with writing(file, plan) as writer, LocalExecutor(2, plan.limits) as executor:
        run(plan, writer, executor, lambda: 4)
    with Reader(file) as reader:
        return summarise(reader, read_columns(reader))


def test_all_of_them_are_in_the_table_of_the_readme() -> None:
    assert list(ready_plans()) == ["greedy-or-random", "how-far-out"]
    assert all(f"| `{name}` |" in README for name in ready_plans())


def test_how_far_out_is_as_far_as_mechanics_allows(tmp_path: Path) -> None:
    found = summary_of("how-far-out", tmp_path)
    assert found.statuses == {"done": 12}
    by_place = next(table for table in found.towers if table.parameter == "move.put.at.0")
    fell = {group.label: group.outcomes.get("topples", 0) for group in by_place.groups}
    assert fell == {"-110": 0, "-118": 0, "-119": 0, "-121": 2, "-122": 2, "-125": 2}


def test_greedy_wins_on_either_seat(tmp_path: Path) -> None:
    found = summary_of("greedy-or-random", tmp_path)
    assert found.statuses == {"done": 100}
    for table in found.games:
        shares: dict[str, Any] = {bot["bot"]: bot for bot in table.bots}
        assert shares["greedy"]["low"] > 0.5 > shares["random"]["high"]
        assert shares["greedy"]["share"] + shares["random"]["share"] == pytest.approx(1)
    json.dumps(found.to_json(), allow_nan=False)
