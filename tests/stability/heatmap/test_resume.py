"""What a map keeps while it is made: whose it is, how long it lies there, and who may write it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from paletti_sim.errors import PalettiError
from paletti_sim.stability.fingerprint import RESULT_VERSION
from paletti_sim.stability.heatmap.known import Known
from paletti_sim.stability.heatmap.model import HeatMap
from paletti_sim.stability.heatmap.put import put_map
from paletti_sim.stability.heatmap.settings import Settings
from paletti_sim.stability.heatmap.start import identity
from paletti_sim.stability.heatmap.take import take_map
from paletti_sim.tower.scenario import read_scenario

QUICK = Settings(step_m=0.012, margins=False, preset="quick")


def kept(part: Path, settings: Settings, *, force: bool = False) -> HeatMap:
    with Known(part, force) as known:
        return put_map(read_scenario("past-the-edge"), replace(settings, known=known))


def test_whatever_decides_labels_makes_another_map(monkeypatch: pytest.MonkeyPatch) -> None:
    given = read_scenario("mid-game")
    settings = Settings(samples=3)
    one = identity(given, "put", "red-hex", settings)
    assert one == identity(given, "put", "red-hex", replace(settings, jobs=2, margins=False))
    others = {
        identity(given, "put", "red-hex", settings, 0.5),  # turned
        identity(replace(given, moves=2 * given.moves), "put", "red-hex", settings),  # draws other samples
        identity(given, "put", "red-hex", replace(settings, preset="quick")),
        identity(given, "put", "red-hex", replace(settings, ignore_rules=True)),
    }
    monkeypatch.setattr("paletti_sim.stability.fingerprint.RESULT_VERSION", RESULT_VERSION + 1)
    others.add(identity(given, "put", "red-hex", settings))
    assert len(others - {one}) == 5


def test_what_was_simulated_is_not_simulated_again(tmp_path: Path) -> None:
    part = tmp_path / "map.npz.part"
    settings = replace(QUICK, mode="simulate", step_m=0.04)

    class StoppedError(Exception):
        pass

    def stop(done: int, _: int) -> None:
        if done == 5:
            raise StoppedError

    with pytest.raises(StoppedError):
        kept(part, replace(settings, told=stop))
    assert len(part.read_text().splitlines()) == 1 + 5
    part.write_text(part.read_text() + "[0, 1")  # cut short in the middle of a line
    news: list[int] = []
    found = kept(part, replace(settings, told=lambda done, _: news.append(done)))
    assert not part.exists()
    assert len(news) == found.simulations - 5
    plain = put_map(read_scenario("past-the-edge"), settings)
    assert (found.outcome == plain.outcome).all()
    # another map's journal is neither taken up nor replaced
    with pytest.raises(StoppedError):
        kept(part, replace(settings, told=stop))
    before = part.read_text()
    with pytest.raises(PalettiError, match="keeps what is done of another map"):
        kept(part, replace(settings, step_m=0.05))
    assert part.read_text() == before
    other = kept(part, replace(settings, step_m=0.05), force=True)
    assert other.simulations == (other.outcome >= 0).sum()


@pytest.mark.parametrize("content", ["my own notes\n", "", "{}", '{"map": 3}', "\x00\xff", '{"map": "a", "b": 1}\n'])
def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path, content: str) -> None:
    part = tmp_path / "map.npz.part"
    part.write_bytes(content.encode("latin-1"))
    with pytest.raises(PalettiError, match="no journal of a map"):
        kept(part, replace(QUICK, mode="static"), force=True)
    assert part.read_bytes() == content.encode("latin-1")


@pytest.mark.parametrize(
    "line",
    [
        "[0, 3, 3, 77]",
        "[0, 12, 12, NaN]",
        "[0, 1, 1, 1e400]",
        "[0, 1, 1, true]",
        "[]",
        "[2]",
        "7",
        "{",
        "[0, 99, 9, 2]",
        20_000 * "[",
    ],
)
def test_a_damaged_journal_is_read_as_far_as_it_is_whole(tmp_path: Path, line: str) -> None:
    given = read_scenario("past-the-edge")
    settings = replace(QUICK, mode="simulate", step_m=0.08)
    plain = put_map(given, settings)
    part = tmp_path / "map.npz.part"
    cells = [(int(row), int(column)) for row, column in np.argwhere(plain.outcome >= 0)]
    lines = [{"map": identity(given, "put", "load", settings)}]
    lines += [[0, *cell, int(plain.outcome[cell])] for cell in cells[:2]]
    text = "".join(f"{json.dumps(one)}\n" for one in lines)
    part.write_text(f"{text}{line}\n[0, {cells[3][0]}, {cells[3][1]}, 1]\n")
    found = kept(part, settings)
    assert (found.outcome == plain.outcome).sum() >= plain.outcome.size - (line == "[0, 99, 9, 2]")
    assert not part.exists()


ANOTHER = """import sys, time
from pathlib import Path
from paletti_sim.stability.heatmap.known import Known
known = Known(Path(sys.argv[1]))
known.begin("mine")
known.add((1,), 2)
print("begun", flush=True)
time.sleep(60)
"""


def test_one_process_at_a_time_until_it_ends_however_that_is(tmp_path: Path) -> None:
    part = tmp_path / "map.npz.part"
    other = subprocess.Popen([sys.executable, "-c", ANOTHER, str(part)], stdout=subprocess.PIPE, text=True)
    try:
        assert other.stdout is not None
        assert other.stdout.readline() == "begun\n"
        text = part.read_text()
        with pytest.raises(PalettiError, match="another process is at work on this map"), Known(part, True) as known:
            known.begin("mine")
        assert part.read_text() == text
    finally:
        other.kill()
        other.communicate()
    with Known(part) as known:
        known.begin("mine")
        assert known.labels == {(1,): 2}
    assert not part.exists()


def test_a_pipe_of_that_name_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    part = tmp_path / "map.npz.part"
    os.mkfifo(part)
    with pytest.raises(PalettiError, match="is a device or a pipe"), Known(part) as known:
        known.begin("mine")
    assert part.exists()


def test_a_full_disk_is_told_by_the_name_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    part = tmp_path / "map.npz.part"

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    known = Known(part)
    known.begin("mine")
    known.add((1,), 2)
    monkeypatch.setattr("paletti_sim.journal.os.write", full)
    with pytest.raises(PalettiError, match=r"map.npz.part: cannot keep what is done: No space"), known:
        known.add((2,), 2)
    monkeypatch.undo()
    with Known(part) as known:
        known.begin("mine")
        assert known.labels == {(1,): 2}


def test_what_is_taken_is_kept_too(tmp_path: Path) -> None:
    given = read_scenario("green-floor")
    part = tmp_path / "map.csv.part"
    settings = Settings(preset="quick")
    news: list[int] = []

    def stop(done: int, _: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), Known(part) as known:
        take_map(given, replace(settings, known=known, told=stop))
    assert len(part.read_text().splitlines()) == 1 + 3
    with Known(part) as known:
        found = take_map(given, replace(settings, known=known, told=lambda done, _: news.append(done)))
    assert len(news) == found.simulations - 3
    assert (found.outcome == take_map(given, replace(settings, jobs=2)).outcome).all()
    assert not part.exists()
