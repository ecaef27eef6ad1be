"""`paletti view` and `play --web` from the outside: where they listen, what they say, and how they end."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

CODE = "from paletti_sim.cli.main import main; main()"


def command(*arguments: str, code: str = CODE) -> list[str]:
    return [sys.executable, "-c", code, *arguments]


@contextmanager
def serving(*arguments: str, folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A command that serves, and its address."""
    begun = subprocess.Popen(
        command(*arguments, "--no-browser"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder
    )
    try:
        assert begun.stdout is not None
        yield begun, begun.stdout.readline().strip()
    finally:
        begun.kill()
        begun.wait()


def ended(begun: subprocess.Popen[str]) -> tuple[int, str, str]:
    begun.send_signal(signal.SIGINT)
    out, err = begun.communicate(timeout=30)
    return begun.returncode, out, err


def listens_at(pid: int) -> set[str]:
    return {each.laddr.ip for each in psutil.Process(pid).net_connections() if each.status == psutil.CONN_LISTEN}


def test_it_listens_for_this_machine_alone_and_ctrl_c_ends_all_of_it(tmp_path: Path) -> None:
    with serving("view", "first-move", "--samples", "2", folder=tmp_path) as (begun, address):
        assert re.fullmatch(r"http://127\.0\.0\.1:80\d\d", address)
        assert listens_at(begun.pid) == {"127.0.0.1"}
        with urllib.request.urlopen(address, timeout=20) as answer:
            assert answer.status == 200
        family = psutil.Process(begun.pid).children(recursive=True)
        code, out, err = ended(begun)
        assert (code, out) == (130, "")
        assert err == "the page is there; Ctrl-C ends it\ninterrupted\n"
        _, alive = psutil.wait_procs(family, timeout=10)
        assert alive == []


def test_another_host_is_warned_of(tmp_path: Path) -> None:
    with serving("view", "first-move", "--host", "0.0.0.0", folder=tmp_path) as (begun, address):
        assert address.startswith("http://127.0.0.1:")
        assert listens_at(begun.pid) == {"0.0.0.0"}
        _, _, err = ended(begun)
        assert err.startswith("warning: listening at 0.0.0.0: everybody who reaches this machine over the network can")


def test_a_port_in_use_is_said() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            command("view", "first-move", "--port", str(port), "--no-browser"),
            check=False,
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"port {port} is in use: give another one with --port, or leave it out\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["view", "no-such-tower"], "no scenario no-such-tower"),
        (["view", "first-move", "--host", "no such host"], "--host: 'no such host' is no address"),
        (["view", "first-move", "--host", "192.0.2.1"], "--host: 192.0.2.1 is no address of this machine"),
        (["view", "first-move", "--game", "1"], "--game is for records of games"),
        (["play", "villannex", "--web"], "--web is for villa-paletti"),
        (
            ["play", "villa-paletti", "--web", "--players", "human:A,human:B", "--set", "primer=yes"],
            "everybody at the page would see the secret kinds of all",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence(arguments: list[str], says: str) -> None:
    done = subprocess.run(command(*arguments, "--no-browser"), check=False, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(says)
    assert done.stderr.count("\n") == 1


SMALL = """schema: paletti/scenario@1
name: small
tower:
  - floor: base
    columns: {red-thick: [0, 60], blue-thick: [-60, -40], green-thick: [60, -40]}
  - floor: green
    at: [0, 0]
move: {take: red-thick}
"""


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the record of a fall, and with what only looks like one."""
    folder = tmp_path_factory.mktemp("records")
    (folder / "small.yaml").write_text(SMALL)
    record = command("check", "small.yaml", "--record", "fall.rec")
    assert subprocess.run(record, check=False, capture_output=True, cwd=folder).returncode == 1
    whole = (folder / "fall.rec").read_bytes()
    (folder / "cut.rec").write_bytes(whole[: len(whole) // 2])
    (folder / "empty.rec").write_bytes(b"")
    (folder / "picture.rec").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    (folder / "game.rec").write_text('{"schema": "paletti/game@1"}\n')
    with zipfile.ZipFile(folder / "other.rec", "w") as archive:
        archive.writestr("a", "b")
    return folder


def test_a_record_is_served(records: Path) -> None:
    with serving("view", "fall.rec", folder=records) as (begun, address):
        with urllib.request.urlopen(address, timeout=20) as answer:
            assert answer.status == 200
        code, out, err = ended(begun)
        assert (code, out, err) == (130, "", "the page is there; Ctrl-C ends it\ninterrupted\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["cut.rec"], "cut.rec: this is no record of paletti, or it is damaged"),
        (["other.rec"], "other.rec: this is no record of paletti, or it is damaged"),
        (["empty.rec"], "empty.rec:1:1: file: the file is empty"),
        (["picture.rec"], "picture.rec:1:1: file: not UTF-8 text"),
        (["game.rec"], "game.rec: this record is damaged: "),
        (["fall.rec", "--game", "2"], "--game is for records of games"),
    ],
)
def test_what_is_no_record_is_said_in_one_sentence(records: Path, arguments: list[str], says: str) -> None:
    done = subprocess.run(
        command("view", *arguments, "--no-browser"),
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        cwd=records,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(says)
    assert done.stderr.count("\n") == 1


def test_without_viser_one_line_says_how_to_get_it() -> None:
    code = "import sys; sys.modules['viser'] = None; " + CODE
    done = subprocess.run(
        command("view", "first-move", "--no-browser", code=code),
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr == "the page in the browser needs viser: pip install 'paletti-sim[web]'\n"


def test_a_game_that_is_left_keeps_its_record(tmp_path: Path) -> None:
    arguments = ["play", "villa-paletti", "--web", "--players", "human:Ana,random", "--seed", "3", "--record", "game"]
    with serving(*arguments, folder=tmp_path) as (begun, address):
        with urllib.request.urlopen(address, timeout=20) as answer:
            assert answer.status == 200
        time.sleep(0.5)
        code, _, err = ended(begun)
        assert code == 130
        assert "wrote game\n" in err
    replayed = subprocess.run(
        command("replay", "game"), check=False, capture_output=True, text=True, cwd=tmp_path, env=os.environ
    )
    assert replayed.returncode == 0
    assert "Ana" in replayed.stdout
