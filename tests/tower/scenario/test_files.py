"""Scenarios from files, by name and by path."""

from __future__ import annotations

import os
import time

import pytest

from paletti_sim.errors import FileFaultsError, PalettiError
from paletti_sim.tower.scenario import find_scenario, names, parse_scenario, read_scenario, ready_scenarios
from tests.tower.scenario.helpers import BASE, FULL, HEAD


@pytest.fixture
def ready(tmp_path, monkeypatch):
    towers = tmp_path / "shipped" / "towers"
    towers.mkdir(parents=True)
    for name in ("first-move", "tall-villa"):
        (towers / f"{name}.yaml").write_text(FULL, encoding="utf-8")
    monkeypatch.setattr(names, "scenarios_dir", lambda: towers.parent)
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return towers


def test_names_that_ship(ready):
    assert ready_scenarios() == {name: ready / f"{name}.yaml" for name in ("first-move", "tall-villa")}
    assert find_scenario("tall-villa") == ready / "tall-villa.yaml"
    assert read_scenario("tall-villa").source == ready / "tall-villa.yaml"


@pytest.mark.usefixtures("ready")
def test_paths_with_any_ending(tmp_path):
    file = tmp_path / "work" / "mine.txt"
    file.write_text(FULL, encoding="utf-8")
    for path in (str(file), "mine.txt", "./mine.txt"):
        assert read_scenario(path).tower == parse_scenario(FULL).tower


def test_a_name_that_ships_comes_before_a_file_or_folder_of_that_name(ready, tmp_path):
    (tmp_path / "work" / "tall-villa").mkdir()
    assert find_scenario("tall-villa") == ready / "tall-villa.yaml"
    with pytest.raises(PalettiError, match="is a directory"):
        find_scenario("./tall-villa")


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("name", ["tall-vila", "tall-villa.yaml", "no/such/tall-villa.yaml", "Tall-villa"])
def test_unknown_names_say_what_is_near(name):
    with pytest.raises(PalettiError, match="did you mean tall-villa"):
        find_scenario(name)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("name", ["", ".", "..", "/", "zzz", "a\0b", "x" * 5000, "a\nb", "\ud800"])
def test_odd_names_are_clear_errors_of_one_line(name):
    with pytest.raises(PalettiError) as caught:
        read_scenario(name)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.usefixtures("ready")
@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path):
    file = tmp_path / "work" / "secret.yaml"
    file.write_text(FULL, encoding="utf-8")
    file.chmod(0)
    with pytest.raises(PalettiError, match="cannot read"):
        read_scenario(str(file))


def faults_of_bytes(tmp_path, data: bytes):
    file = tmp_path / "f.yaml"
    file.write_bytes(data)
    with pytest.raises(FileFaultsError) as caught:
        read_scenario(str(file))
    assert str(caught.value).startswith(f"{file}:")
    return [(fault.line, fault.column, fault.what) for fault in caught.value.faults]


def test_files_that_are_not_text(tmp_path):
    assert faults_of_bytes(tmp_path, b"schema: x\nname: a\xffb\n") == [(2, 8, "not UTF-8 text (got byte 0xff)")]
    assert faults_of_bytes(tmp_path, FULL.encode("utf-16")) == [(1, 1, "not UTF-8 text but UTF-16: save it as UTF-8")]
    ((line, column, what),) = faults_of_bytes(tmp_path, FULL.encode().replace(b"about: One", b"about: \0ne"))
    assert (line, column) == (3, 8)
    assert "U+0000" in what


def test_an_empty_file(tmp_path):
    assert faults_of_bytes(tmp_path, b"") == [(1, 1, "the file is empty")]


def test_a_file_over_one_mebibyte(tmp_path):
    assert faults_of_bytes(tmp_path, b"#" * (2**20 + 1)) == [(1, 1, "larger than 1 MiB, which no scenario needs")]


def test_a_byte_order_mark(tmp_path):
    file = tmp_path / "f.yaml"
    file.write_bytes(b"\xef\xbb\xbf" + FULL.encode())
    assert read_scenario(str(file)).tower == parse_scenario(FULL).tower


def test_an_ordinary_file_is_read_in_60_ms_and_one_of_thousands_of_pieces_in_seconds():
    def seconds(text: str) -> float:
        started = time.process_time()
        parse_scenario(text)
        return time.process_time() - started

    assert min(seconds(FULL) for _ in range(5)) < 0.06
    size = 50
    pieces = "pieces:\n  base: {outline: {box: [9000, 9000]}}\n  columns:\n"
    places = ""
    for k in range(size**2):
        pieces += f"    c{k}: {{shape: box, size: [20, 20], height: 30, mass: 9}}\n"
        places += f"      c{k}: [{20 * (k % size)}, {20 * (k // size)}]\n"
    assert seconds(HEAD + pieces + BASE + places) < 10
