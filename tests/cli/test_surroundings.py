"""Bad surroundings: signals at any moment, standard streams that are closed or full."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest

from tests.cli.program import PALETTI as CODE

TOWER = """schema: paletti/scenario@1
name: table
pieces:
  columns:
    leg1: {shape: round, diameter: 20, height: 90, mass: 20}
    leg2: {shape: round, diameter: 20, height: 90, mass: 20}
    leg3: {shape: round, diameter: 20, height: 90, mass: 20}
  floors:
    plate: {outline: {box: [200, 200]}, thickness: 6, mass: 150}
tower:
  - floor: base
    columns: {leg1: [60, -35], leg2: [-60, -35], leg3: [0, 70]}
  - floor: plate
    at: [0, 0]
"""
FALLS = TOWER + "move: {take: leg3}\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "stands.yaml").write_text(TOWER)
    (tmp_path / "falls.yaml").write_text(FALLS)
    return tmp_path


def in_shell(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    """`line` with `$P` for the program, through a shell that closes and turns aside streams."""
    program = f"{sys.executable} -c 'from paletti_sim.cli.main import main; main()'"
    return subprocess.run(
        ["sh", "-c", line.replace("$P", program)], check=False, capture_output=True, text=True, cwd=folder, timeout=60
    )


# signals


def series(folder: Path) -> subprocess.Popen[str]:
    call = ["simulate", "villannex", "--games", "300000", "--bots", "greedy,random", "--jobs", "2", "--records", "out"]
    return subprocess.Popen(
        [*CODE, *call], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def workers_of(process: subprocess.Popen[str]) -> list[psutil.Process]:
    parent = psutil.Process(process.pid)
    end = time.monotonic() + 30
    while len(found := parent.children(recursive=True)) < 2:
        assert time.monotonic() < end, "no workers began"
        time.sleep(0.05)
    return found


@pytest.mark.parametrize("later", [0.0, 1.0])  # while the workers begin, and while they play
@pytest.mark.parametrize(
    ("number", "code", "words"),
    [(signal.SIGTERM, 143, "terminated\n"), (signal.SIGHUP, 129, "the terminal is gone\n"), (signal.SIGKILL, -9, "")],
)
def test_workers_end_with_the_one_they_work_for(
    tmp_path: Path, number: signal.Signals, code: int, words: str, later: float
) -> None:
    process = series(tmp_path)
    workers = workers_of(process)
    time.sleep(later)
    process.send_signal(number)
    # both come to an end only once nobody holds them any more
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (code, "", words)
    _, alive = psutil.wait_procs(workers, timeout=10)
    assert alive == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_modules_are_loaded_is_one_word(files: Path, number: signal.Signals) -> None:
    """At any moment since the program has begun to listen; python itself cannot be made to listen any earlier."""
    code = "import sys, time; from paletti_sim.cli.main import main; print('here', flush=True); main()"
    words, exit_code = ("interrupted\n", 130) if number == signal.SIGINT else ("terminated\n", 143)
    for wait_ms in (15, 40, 80, 150, 250, 400, 600):
        process = subprocess.Popen(
            [sys.executable, "-c", code, "check", "stands.yaml", "--preset", "reference"],
            cwd=files,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout
        assert process.stdout.readline() == "here\n"
        time.sleep(wait_ms / 1000)
        process.send_signal(number)
        out, err = process.communicate(timeout=30)
        if process.returncode == 0:  # it was ready before
            continue
        assert (process.returncode, out, err) == (exit_code, "", words), wait_ms


def test_the_module_of_the_program_is_light() -> None:
    code = "import sys; before = set(sys.modules); import paletti_sim.cli.main; print(*set(sys.modules) - before)"
    ended = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = set(ended.stdout.split())
    assert {name for name in loaded if not name.startswith("paletti_sim")} <= {"__future__", "typing"} | {
        name for name in loaded if name.split(".")[0] in sys.stdlib_module_names
    }


def test_a_signal_that_came_inside_a_loader_is_still_an_interruption() -> None:
    """Modules in C turn a Ctrl-C while they are loaded into an ImportError, or lose it."""
    code = """
import os, signal, sys
def loader():
    try:
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000): pass
    except KeyboardInterrupt:
        raise ImportError("numpy._core.multiarray failed to import")
class Lost:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000): pass
import paletti_sim.tower.catalogue as catalogue
def lost():
    import time
    Lost()
    time.sleep(20)
catalogue.game_pieces = {"loader": loader, "lost": lost}[sys.argv.pop()]
from paletti_sim.cli.main import main
main()
"""
    for how in ("loader", "lost"):
        ended = subprocess.run(
            [sys.executable, "-c", code, "pieces", how], check=False, capture_output=True, text=True, timeout=15
        )
        assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "interrupted\n")


def test_what_nohup_ignores_stays_ignored(tmp_path: Path) -> None:
    ended = in_shell(tmp_path, "trap '' HUP TERM; $P pieces & kill -HUP $!; kill -TERM $!; wait $!")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "red-thin-1" in ended.stdout


def test_a_polite_end_writes_the_record_of_a_game(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*CODE, "play", "villannex", "--seed", "5", "--record", "game.json"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin
    seen: list[str] = []
    reader = threading.Thread(target=lambda: seen.extend(iter(lambda: process.stdout.read(1), "")), daemon=True)  # type: ignore[union-attr]
    reader.start()

    def asked(times: int) -> None:
        """Waits until so many questions have been put."""
        for _ in range(1200):
            if "".join(seen).count("> ") >= times:
                return
            time.sleep(0.05)

    asked(1)
    process.stdin.write("1\n")
    process.stdin.flush()
    asked(2)
    process.send_signal(signal.SIGTERM)
    process.wait(timeout=20)
    err = process.stderr.read() if process.stderr else ""
    assert (process.returncode, err) == (143, "wrote game.json\nterminated\n")
    assert len(json.loads((tmp_path / "game.json").read_text())["actions"]) >= 2


# streams


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("$P check nope 2>/dev/full", 2),
        ("$P check nope 2>&-", 2),
        ("$P chek 2>/dev/full", 2),
        ("$P check falls.yaml --preset quick 2>/dev/full", 1),
        ("$P check falls.yaml --preset quick --save x.yaml 2>/dev/full", 1),
        ("$P check falls.yaml --preset quick 2>&-", 1),
        ("$P check falls.yaml --preset quick >&- 2>/dev/full", 2),
        ("$P check falls.yaml --preset quick >&- 2>&-", 2),
        ("$P check falls.yaml --preset quick >/dev/full 2>/dev/full", 2),
        ("$P check falls.yaml --preset quick <&-", 1),
        ("$P check falls.yaml --preset quick <&- 2>&-", 1),
        ("$P scenarios 2>&- >&- <&-", 2),
        ("$P --help >/dev/full 2>/dev/full", 2),
        ("$P simulate villannex --bots random,random --games 4 --records out 2>/dev/full", 0),
    ],
)
def test_words_that_cannot_be_written_change_no_exit_code(files: Path, line: str, code: int) -> None:
    ended = in_shell(files, line)
    assert (ended.returncode, ended.stderr) == (code, "")
    assert bool(ended.stdout) == (code < 2)
    assert "nope" not in ended.stdout


@pytest.mark.parametrize("call", ["check falls.yaml --preset quick", "check falls.yaml --json", "scenarios", "pieces"])
@pytest.mark.parametrize("closed", [">&-", ">&- <&-"])
def test_a_closed_stdout_is_one_sentence(files: Path, call: str, closed: str) -> None:
    ended = in_shell(files, f"$P {call} {closed}")
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", "cannot write the answer: stdout is closed\n")


def test_what_is_not_printed_needs_no_stdout(files: Path) -> None:
    ended = in_shell(files, "$P show stands.yaml -o a.png --size 64,64 >&-")
    assert (ended.returncode, ended.stderr) == (0, "wrote a.png\n")


def test_words_never_go_into_a_file_that_was_opened_meanwhile(files: Path) -> None:
    ended = in_shell(files, "$P check stands.yaml --preset quick --record r --save s.yaml >&- 2>&- <&-")
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", "")
    from paletti_sim.stability.record import unpack
    from paletti_sim.tower.scenario import read_scenario

    assert unpack((files / "r").read_bytes()).clips
    assert read_scenario(str(files / "s.yaml")).name == "table"


def test_play_with_closed_streams(files: Path) -> None:
    ended = in_shell(files, "$P play villannex --seed 5 <&-")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.endswith("The game ends here, unfinished.\n")
    ended = in_shell(files, "echo 1 | $P play villannex --seed 5 2>&-")
    assert (ended.returncode, ended.stderr) == (0, "")
    ended = in_shell(files, "echo 1 | $P play villannex --seed 5 >&-")
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", "cannot write the answer: stdout is closed\n")


def test_silenced_does_without_streams() -> None:
    code = (
        "import sys; sys.stdout = sys.stderr = None\n"
        "from paletti_sim.silence import silenced\n"
        "with silenced(): pass"
    )  # fmt: skip
    assert subprocess.run([sys.executable, "-c", code], check=False, env={**os.environ}).returncode == 0
