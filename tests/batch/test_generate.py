"""Random towers: legal, standing, labelled as `check` says, the same for a seed."""

from __future__ import annotations

import csv
import hashlib
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import paletti_sim
from paletti_sim.batch.generate import Order, make, slots
from paletti_sim.batch.generate.build import build, legal
from paletti_sim.batch.generate.edge import is_near
from paletti_sim.cli.main import main
from paletti_sim.errors import NoAnswerError, PalettiError
from paletti_sim.stability.second_opinion import Static
from paletti_sim.tower.scenario import read_scenario
from tests.batch import mishaps
from tests.batch.test_run import in_folder
from tests.cli.program import run

CALL = ("generate", "6", "--levels", "2-3", "--columns", "6-8", "--near-limit", "0.34", "--balance", "--seed", "5")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, str]]]:
    folder = tmp_path_factory.mktemp("generate")
    done = run(*CALL, "-o", str(folder / "one"), "--jobs", "2")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert done.stderr.endswith(f"wrote 6 towers and {folder / 'one' / 'labels.csv'}: 3 topple, 3 stand\n")
    with (folder / "one" / "labels.csv").open(newline="") as file:
        return folder / "one", list(csv.DictReader(file))


def test_every_tower_is_legal_stands_and_does_what_its_label_says(made: tuple[Path, list[dict[str, str]]]) -> None:
    folder, labels = made
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.yaml"))
    assert files == sorted(label["file"] for label in labels)
    for label in labels:
        given_ = read_scenario(str(folder / label["file"]))
        assert legal(given_.tower)
        assert (len(given_.tower.levels), len(given_.tower.columns)) == (int(label["levels"]), int(label["columns"]))
        assert 2 <= len(given_.tower.levels) <= 3
        assert 6 <= len(given_.tower.columns) <= 8
        assert given_.moves[0].take == label["take"]
        assert paletti_sim.check(given_, stand=True).outcome == "holds"
        verdict = paletti_sim.check(given_)
        assert verdict.outcome == label["outcome"]
        assert int(label["topples"]) == (verdict.outcome == "topples")
        assert verdict.static is not None
        assert is_near(verdict.static) == (label["near_limit"] == "1")


def test_shares_are_exact_and_no_tower_comes_twice(made: tuple[Path, list[dict[str, str]]]) -> None:
    folder, labels = made
    assert sum(int(label["near_limit"]) for label in labels) == 2
    assert sum(int(label["topples"]) for label in labels) == 3
    towers = [read_scenario(str(folder / label["file"])).tower for label in labels]
    where = [{(piece.name, piece.at_m) for piece in tower.pieces} for tower in towers]
    assert all(not one & other for k, one in enumerate(where) for other in where[:k])


def test_the_same_seed_gives_the_same_bytes(made: tuple[Path, list[dict[str, str]]]) -> None:
    folder, labels = made
    order = Order(6, (2, 3), (6, 8), 0.34, balance=True, seed=5)
    plain = [slot for slot in slots(order) if not slot.near][:2]  # the others take longer
    for slot in plain:
        again = make(slot)
        assert (folder / again.file).read_text() == again.text
        assert {key: str(value) for key, value in again.label.items()} == labels[slot.number - 1]
    other = make(slots(Order(6, (2, 3), (6, 8), 0.34, balance=True, seed=6))[plain[0].number - 1])
    assert other.text not in [(folder / label["file"]).read_text() for label in labels]


def test_nothing_is_overwritten_without_force(made: tuple[Path, list[dict[str, str]]]) -> None:
    folder, _ = made
    before = {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*.*")}
    done = run(*CALL, "-o", str(folder))
    assert done.returncode == 2
    assert done.stderr.endswith("labels.csv exists already: --force overwrites\n")
    assert before == {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*.*")}


@given(st.integers(1, 200), st.floats(0, 1), st.booleans(), st.integers(0, 9))
def test_slots_have_the_shares_that_were_ordered(count: int, near: float, balance: bool, seed: int) -> None:
    found = slots(Order(count, near=near, balance=balance, seed=seed))
    assert [slot.number for slot in found] == list(range(1, count + 1))
    assert sum(slot.near for slot in found) == round(near * count)
    if balance:
        assert abs(sum(bool(slot.topples) for slot in found) - count / 2) <= 0.5
    test = sum(slot.split == "test" for slot in found)
    assert test == (max(round(count / 5), 1) if count > 1 else 0)
    for kind in {(slot.near, slot.topples) for slot in found}:
        of_kind = [slot.split for slot in found if (slot.near, slot.topples) == kind]
        assert abs(of_kind.count("test") - len(of_kind) * test / count) < 1


@pytest.mark.parametrize("seed", range(12))
def test_what_is_built_is_legal_and_of_the_size_asked(seed: int) -> None:
    import numpy as np

    tower = build(np.random.default_rng(seed), 3, 9, seed)
    if tower is not None:
        assert legal(tower)
        assert (len(tower.levels), len(tower.columns)) == (3, 9)


def test_most_attempts_to_build_come_about() -> None:
    import numpy as np

    assert sum(build(np.random.default_rng(seed), 2, 8, seed) is not None for seed in range(10)) >= 5


def test_a_tower_that_breaks_a_rule_is_not_legal() -> None:
    tower = read_scenario("first-move").tower
    assert legal(tower)
    (name,) = [column.name for column in tower.columns][:1]
    column = tower.by_name[name]
    from dataclasses import replace

    outside = tower.without(name).with_column(replace(column, at_m=(0.3, 0.0)))
    assert not legal(outside)


def test_near_is_a_matter_of_margin_or_shortfall() -> None:
    assert is_near(Static(True, 0.99))
    assert not is_near(Static(True, 1.01))
    assert is_near(Static(False, None, 1.9))
    assert not is_near(Static(False, None, 2.1))
    assert not is_near(Static(False, None, None))


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--levels", "1-2"), "--levels: wants A-B with 2 to 6 levels"),
        (("--levels", "3-2"), "--levels: wants A-B"),
        (("--levels", "many"), "--levels: wants a number or two with a line between, such as 2-4 (got 'many')"),
        (("--columns", "2-8"), "--columns: wants A-B with 3 to 20 columns"),
        (("--columns", "8-21"), "--columns: wants A-B"),
        (("--near-limit", "1.5"), "--near-limit: wants a share from 0 to 1"),
    ],
)
def test_orders_that_cannot_be_are_one_line(
    tmp_path: Path, more: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["generate", "3", "-o", str(tmp_path / "x"), *more])
    out, err = capsys.readouterr()
    assert (end.value.code, out) == (2, "")
    (line,) = err.splitlines()
    assert words in line
    assert not (tmp_path / "x").exists()


def test_none_or_too_many_towers_are_refused() -> None:
    for count in (0, 1_000_001):
        with pytest.raises(PalettiError, match="wants 1 to 1,000,000 towers"):
            Order(count).check()


def test_a_tower_that_never_comes_about_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib

    module = importlib.import_module("paletti_sim.batch.generate.make")
    monkeypatch.setattr(module, "build", lambda *_: None)
    with pytest.raises(NoAnswerError, match="tower-0001: none came about in 300 attempts"):
        make(slots(Order(1))[0])


def test_a_worker_that_ends_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("paletti_sim.batch.generate.make", mishaps.leave)
    with pytest.raises(SystemExit) as end:
        main(["generate", "2", "-o", str(tmp_path / "towers"), "--jobs", "1"])
    assert end.value.code == 3
    why = "the process ended with exit code 7"
    assert capsys.readouterr().err == f"the work on a tower ended without one: {why}\n"
    assert list(tmp_path.iterdir()) == []


def wait_until(what: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    end = time.monotonic() + 120
    while not what():
        assert time.monotonic() < end
        assert process.poll() is None, "it ended before"
        time.sleep(0.02)


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_killed_and_called_again_it_goes_on_and_ends_as_if_undisturbed(
    made: tuple[Path, list[dict[str, str]]], tmp_path: Path
) -> None:
    part = tmp_path / "towers" / "labels.csv.part"
    call = (*CALL, "-o", str(tmp_path / "towers"), "--jobs", "1")
    process = in_folder(tmp_path, *call)
    wait_until(lambda: part.exists() and len(part.read_bytes().splitlines()) >= 3, process)
    process.kill()
    process.communicate()
    kept = part.read_bytes().splitlines()
    assert sorted(tree(tmp_path)) == ["towers/labels.csv.part"]
    # another order neither takes it up nor replaces it
    done = run("generate", "6", "--seed", "6", "-o", str(tmp_path / "towers"))
    assert done.returncode == 2
    assert "keeps what is done of another order: finish that one, delete it, give -o another name" in done.stderr
    assert part.read_bytes().splitlines() == kept
    # a word from a keyboard ends it politely
    process = in_folder(tmp_path, *call)
    wait_until(lambda: len(part.read_bytes().splitlines()) > len(kept), process)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    now = len(part.read_bytes().splitlines()) - 1
    assert process.returncode == 130
    assert f"{now} of 6 towers are done and kept in {part}: the same command goes on from there\n" in err
    # killed once more, while files were written
    first = made[1][0]["file"]
    (tmp_path / "towers" / first).parent.mkdir()
    (tmp_path / "towers" / first).write_bytes((made[0] / first).read_bytes())
    done = run(*call)
    assert done.returncode == 0, done.stderr
    assert tree(tmp_path / "towers") == tree(made[0])
