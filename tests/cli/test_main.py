"""The shell of the command line: what it shows, and how everything that can go wrong ends."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import paletti_sim.cli.main as shell
from paletti_sim.cli.output import print_json
from paletti_sim.errors import NoAnswerError, PalettiError
from paletti_sim.resources import models_dir
from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.export import exported


@pytest.fixture
def run(capsys):
    def call(*arguments):
        with pytest.raises(SystemExit) as end:
            shell.main(list(arguments))
        out, err = capsys.readouterr()
        return end.value.code, out, err

    return call


def paletti(*arguments, **options):
    code = "from paletti_sim.cli.main import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], check=False, capture_output=True, text=True, **options
    )


def test_alone_it_shows_the_commands_in_groups_with_three_examples(run):
    code, out, err = run()
    assert (code, err) == (0, "")
    assert out.count(" paletti ") >= 3
    groups = [word for line in out.splitlines() for word in ("Ask", "See", "Know") if f" {word} " in line]
    assert groups == ["Ask", "See", "Know"]
    assert " check " in out
    assert max(map(len, out.splitlines())) <= 80


def test_version(run):
    code, out, _ = run("--version")
    assert code == 0
    assert out.startswith("paletti-sim 0.")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["chek"], "paletti: No such command 'chek'. Did you mean 'check'?"),
        (["pieces", "--exprt", "x"], "--export"),
        (["pieces", "--jsn"], "--json"),
        (["pieces", "x"], "unexpected extra argument"),
        (["check"], "Missing argument"),
        (["pieces", "--export"], "--export"),
    ],
)
def test_a_wrong_call_is_one_line_on_stderr(run, arguments, says):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert len(err.splitlines()) == 1
    assert "--help)" in err


@pytest.mark.parametrize(
    ("error", "code", "says"),
    [
        (PalettiError("no tower nix"), 2, "no tower nix\n"),
        (NoAnswerError("the simulation failed"), 3, "the simulation failed\n"),
        (KeyboardInterrupt(), 130, "interrupted\n"),
        (BrokenPipeError(), 141, ""),
        (PermissionError(13, "Permission denied", "a.yaml"), 2, "a.yaml: Permission denied\n"),
    ],
)
def test_how_errors_end(error, code, says, monkeypatch, run):
    def fails():
        raise error

    monkeypatch.setattr("paletti_sim.tower.catalogue.game_pieces", fails)
    monkeypatch.setattr("paletti_sim.cli.app.forget_stdout", lambda: None)
    assert run("pieces", "--json") == (code, "", says)


def test_a_fault_of_ours_is_no_answer_and_shows_where(monkeypatch, run):
    def fails():
        raise ZeroDivisionError("x")

    monkeypatch.setattr("paletti_sim.tower.catalogue.game_pieces", fails)
    code, out, err = run("pieces")
    assert (code, out) == (3, "")
    assert err.endswith("ZeroDivisionError: x\nthis is a fault in paletti-sim, not in what you asked\n")


def test_a_full_disk_under_stdout_is_one_line():
    with open("/dev/full", "w") as full:
        code = "from paletti_sim.cli.main import main; main()"
        ended = subprocess.run(
            [sys.executable, "-c", code, "pieces"], check=False, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (ended.returncode, ended.stderr) == (2, "cannot write the answer: No space left on device\n")


def test_a_reader_that_goes_away_is_no_error():
    code = "from paletti_sim.cli.main import main; main()"
    reader, writer = os.pipe()
    os.close(reader)
    ended = subprocess.run(
        [sys.executable, "-c", code, "pieces", "--json"], check=False, stdout=writer, stderr=subprocess.PIPE
    )
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (128 + signal.SIGPIPE, b"")


@pytest.mark.parametrize(
    "environment", [{}, {"_PALETTI_COMPLETE": "complete_bash", "COMP_WORDS": "paletti c", "COMP_CWORD": "1"}]
)
def test_help_and_completion_load_nothing_heavy(environment):
    code = """
import sys
from paletti_sim.cli.main import main
try:
    main(["--help"] if len(sys.argv) < 2 else None)
finally:
    heavy = {"scipy", "matplotlib", "pybullet", "numpy", "shapely"} & set(sys.modules)
    print(sorted(heavy), file=sys.stderr)
"""
    ended = subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, text=True, env={**os.environ, **environment}
    )
    assert "check" in ended.stdout
    assert ended.stderr == "[]\n"


def test_pieces_as_json(run):
    code, out, err = run("pieces", "--json")
    document = json.loads(out)
    assert (code, err, document["schema"]) == (0, "", "paletti/pieces@1")
    assert document["base"] == {"diameter_mm": 280, "site_diameter_mm": 240, "thickness_mm": 6}
    assert [column["id"] for column in document["columns"]] == list(game_pieces().columns)
    thin = document["columns"][0]
    assert (thin["across_mm"], thin["height_mm"], thin["mass_g"], thin["points"]) == (15, 90, 11.133, 1)
    assert [floor["id"] for floor in document["floors"]] == ["blue", "green", "yellow", "orange", "red"]


def test_pieces_as_a_table_is_plain_in_a_pipe(run):
    code, out, _ = run("pieces")
    assert code == 0
    assert "\x1b" not in out
    assert out.isascii()
    assert ["red-thin-1", "round", "15", "90", "11.1", "1"] in [line.split() for line in out.splitlines()]
    assert max(map(len, out.splitlines())) <= 80


def test_pieces_on_a_terminal_of_80_columns_are_not_cut(monkeypatch, run):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    _, out, _ = run("pieces")
    assert "yellow-thin-3" in out
    assert "…" not in out


def test_export_writes_every_file_once(tmp_path, run):
    code, out, err = run("pieces", "--export", str(tmp_path / "new"))
    assert (code, out, err) == (0, "", f"wrote 35 files into {tmp_path / 'new'}\n")
    for name, text in exported(game_pieces()).items():
        assert (tmp_path / "new" / name).read_text() == text
    code, out, err = run("pieces", "--export", str(tmp_path / "new"))
    assert (code, out) == (2, "")
    assert err.endswith("exist already: --force overwrites\n")
    assert run("pieces", "--export", str(tmp_path / "new"), "--force")[0] == 0


def test_scenarios_lists_what_ships(tmp_path, monkeypatch, run):
    (tmp_path / "towers").mkdir()
    (tmp_path / "towers" / "b.yaml").write_text("about: >-\n  two\n  lines\nname: b\n")
    (tmp_path / "towers" / "a.yaml").write_text('name: a\nabout: "one: line"   # said\ntower:\n  about: no\n')
    (tmp_path / "towers" / "c.yaml").write_text("name: c\n")
    monkeypatch.setattr("paletti_sim.resources.scenarios_dir", lambda: tmp_path)
    _, out, _ = run("scenarios", "--json")
    assert json.loads(out) == {
        "schema": "paletti/scenarios@1",
        "scenarios": [
            {"name": "a", "about": "one: line"},
            {"name": "b", "about": "two lines"},
            {"name": "c", "about": ""},
        ],
    }
    _, out, _ = run("scenarios")
    assert [line.split(maxsplit=1) for line in out.splitlines()] == [
        ["name", "about"],
        ["a", "one: line"],
        ["b", "two lines"],
        ["c"],
    ]


def test_without_scenarios_there_is_nothing_to_list(tmp_path, monkeypatch, run):
    monkeypatch.setattr("paletti_sim.resources.scenarios_dir", lambda: tmp_path)
    code, out, err = run("scenarios")
    assert (code, out) == (0, "")
    assert err == "no scenarios ship with this installation\n"


def test_the_installed_command_is_there():
    assert (models_dir() / "villa_paletti" / "pieces.yaml").is_file()
    assert paletti("--version").stdout.startswith("paletti-sim ")


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_json_holds_finite_numbers_only(number, capsys):
    with pytest.raises(NoAnswerError, match="not finite"):
        print_json({"schema": "paletti/any@1", "values": [1.0, number]})
    assert capsys.readouterr().out == ""


def test_commands_print_json_in_one_place():
    folder = Path(shell.__file__).parent
    dumping = {path.name for path in folder.glob("*.py") if "json.dumps" in path.read_text(encoding="utf-8")}
    assert dumping <= {"output.py", "heatmap.py"}  # the latter for a file
