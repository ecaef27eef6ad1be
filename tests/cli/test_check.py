"""`paletti check` as a program: exit codes, what goes to stdout and what to stderr, files, and every bad ending."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from paletti_sim.cli.main import main
from paletti_sim.errors import PalettiError
from paletti_sim.stability.record import SCHEMA, pack, unpack
from paletti_sim.tower.scenario import parse_scenario

TABLE = """schema: paletti/scenario@1
name: table
pieces:
  columns:
    leg1: {shape: round, diameter: 20, height: 90, mass: 20}
    leg2: {shape: round, diameter: 20, height: 90, mass: 20}
    leg3: {shape: round, diameter: 20, height: 90, mass: 20}
    leg4: {shape: round, diameter: 20, height: 90, mass: 20}
    heavy: {shape: round, diameter: 20, height: 90, mass: 900}
  floors:
    plate: {outline: {box: [200, 200]}, thickness: 6, mass: 150}
tower:
  - floor: base
    columns: {leg1: [60, -35], leg2: [-60, -35], leg3: [0, 70], leg4: [-25, -20]}
  - floor: plate
    at: [0, 0]
"""
STAYS = TABLE + "move: {take: leg4, put: {at: [10, 0]}}\n"
FALLS = TABLE + "move: {take: leg3}\n"
# slides for ever, ever faster, on a slope hardly steeper than its friction: still on its way when the time is up
SLIDES = """schema: paletti/scenario@1
name: slides
material: {friction: 0.2}
table: {tilt: 11.6, towards: 0}
pieces:
  base: {outline: {box: [3000, 3000]}, site: {box: [3000, 3000]}}
  columns: {puck: {shape: round, diameter: 40, height: 20, mass: 20}}
tower:
  - floor: base
    columns: {puck: [-1400, 0]}
"""
CODE = [sys.executable, "-c", "from paletti_sim.cli.main import main; main()"]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, text in [("table", TABLE), ("stays", STAYS), ("falls", FALLS), ("slides", SLIDES)]:
        (tmp_path / f"{name}.yaml").write_text(text)
    return tmp_path


def paletti(folder: Path, *arguments: str, **options) -> subprocess.CompletedProcess[str]:
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    quick = [] if "--preset" in arguments or arguments[0] != "check" else ["--preset", "quick"]
    return subprocess.run([*CODE, *arguments, *quick], check=False, text=True, cwd=folder, timeout=120, **given)


def one_line(ended: subprocess.CompletedProcess[str], code: int = 2) -> str:
    """What it says when it ends with nothing on stdout and one line on stderr."""
    assert (ended.returncode, ended.stdout) == (code, ""), ended
    assert ended.stderr.count("\n") == 1, ended.stderr
    assert "Traceback" not in ended.stderr
    return ended.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "outcome", "stage"),
    [
        (["stays.yaml"], 0, "holds", "put"),
        (["falls.yaml"], 1, "topples", "take"),
        (["stays.yaml", "--stand"], 0, "holds", "stand"),
        (["table.yaml"], 0, "holds", "stand"),
        (["falls.yaml", "--take", "leg4"], 0, "holds", "take"),
        (["table.yaml", "--take", "leg1", "--put", "0,0"], 1, "topples", "take"),
        (["table.yaml", "--take", "leg4", "--put", "98,0"], 2, "illegal", "put"),
        (["table.yaml", "--take", "leg4", "--put", "98,0", "--ignore-rules"], 0, "holds", "put"),
        (["table.yaml", "--take", "leg4", "--put", "103,0,30", "--ignore-rules"], 1, "topples", "put"),
        (["table.yaml", "--take", "heavy", "--put", "80,80"], 1, "topples", "put"),
        (["table.yaml", "--floor", "blue", "--at", "0,0"], 2, "illegal", "floor"),
        (["slides.yaml"], 3, "undecided", "stand"),
    ],
)
def test_exit_codes_and_json(files: Path, arguments: list[str], code: int, outcome: str, stage: str) -> None:
    ended = paletti(files, "check", *arguments, "--json")
    assert (ended.returncode, ended.stderr) == (code, "")
    document = json.loads(ended.stdout)
    assert ended.stdout == json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    assert (document["schema"], document["outcome"], document["stage"]) == ("paletti/verdict@1", outcome, stage)
    assert document["engine"]["preset"] == "quick"


def test_the_flags_say_how_the_column_is_taken(files: Path) -> None:
    document = json.loads(paletti(files, "check", "table.yaml", "--take", "leg4", "--by", "hook", "--json").stdout)
    assert document["move"] == {"take": "leg4", "by": "hook"}
    assert document["pull"]["greatest_n"] > 0
    assert document["pull"]["way_mm"] > 0
    careful = paletti(files, "check", "falls.yaml", "--caution", "2", "--json")
    assert careful.returncode == 0
    document = json.loads(careful.stdout)
    assert document["move"] == {"take": "leg3", "by": "lift", "caution": 2.0}
    assert (document["outcome"], document["stopped"]) == ("holds", True)


def test_words_for_people(files: Path) -> None:
    ended = paletti(files, "check", "falls.yaml")
    assert (ended.returncode, ended.stderr) == (1, "")
    assert ended.stdout.startswith("TOPPLES  The villa topples when leg3 is taken. plate moves first, after ")
    assert re.fullmatch(
        r"equilibrium agrees: it tips over leg\d and leg\d, \d+\.\d mm outside", ended.stdout.splitlines()[1]
    )
    assert ended.stdout.count("\n") == 2
    ended = paletti(files, "check", "stays.yaml")
    assert re.fullmatch(r"equilibrium agrees: the table could tilt by \d+\.\d degrees", ended.stdout.splitlines()[1])
    assert ended.stdout.startswith("HOLDS  The villa holds when leg4 is put on the top floor")


def test_what_helps_when_there_is_no_answer(files: Path) -> None:
    assert "Try --preset reference." in paletti(files, "check", "slides.yaml").stdout
    finest = paletti(files, "check", "slides.yaml", "--preset", "reference")
    assert finest.returncode == 3
    assert "--preset" not in finest.stdout
    assert "equilibrium: nothing holds it: it slides, or the table is too steep for it" in finest.stdout


def test_moves_in_a_row(files: Path) -> None:
    row = "moves: [{take: leg4}, {take: leg4, put: {at: [0, 0]}}, {take: leg1}, {take: leg2}]\n"
    (files / "row.yaml").write_text(TABLE + row)
    ended = paletti(files, "check", "row.yaml", "--json")
    document = json.loads(ended.stdout)
    assert (ended.returncode, document["schema"], document["outcome"]) == (1, "paletti/verdicts@1", "topples")
    assert [(v["outcome"], v["stage"]) for v in document["verdicts"]] == [
        ("holds", "take"),
        ("holds", "put"),
        ("topples", "take"),
    ]


def test_the_same_bytes_twice(files: Path) -> None:
    runs = {paletti(files, "check", "falls.yaml", "--json").stdout for _ in range(2)}
    assert len(runs) == 1


# --save and --record


def test_save_writes_the_tower_as_it_stands(files: Path) -> None:
    ended = paletti(files, "check", "stays.yaml", "--save", "after.yaml")
    assert ended.returncode == 0
    text = (files / "after.yaml").read_text()
    saved = parse_scenario(text, "after.yaml")
    assert [column.name for column in saved.tower.levels[1].columns] == ["leg4"]
    assert saved.tower.levels[1].columns[0].at_m == pytest.approx((0.01, 0.0), abs=5e-5)
    assert [column.name for column in saved.tower.levels[0].columns] == ["leg1", "leg2", "leg3"]
    again = paletti(files, "check", "after.yaml", "--stand", "--json")
    document = json.loads(again.stdout)
    assert (document["outcome"], document["free"]) == ("holds", ["leg4"])
    assert document["max_shift_mm"] < 0.05


def test_nothing_is_overwritten_without_force(files: Path) -> None:
    for flag in ("--save", "--record"):
        (files / "there").write_text("mine")
        started = time.monotonic()
        words = one_line(paletti(files, "check", "stays.yaml", flag, "there"))
        assert words == "there exists already: --force overwrites\n"
        assert time.monotonic() - started < 20  # asked before the simulation
        assert (files / "there").read_text() == "mine"
        assert paletti(files, "check", "stays.yaml", flag, "there", "--force").returncode == 0
        assert (files / "there").read_bytes() != b"mine"
    assert sorted(path.name for path in files.iterdir() if path.suffix != ".yaml") == ["there"]


@pytest.mark.parametrize(
    "arguments", [["falls.yaml"], ["table.yaml", "--take", "leg4", "--put", "98,0"], ["slides.yaml"]]
)
def test_nothing_is_saved_when_the_tower_does_not_stand(files: Path, arguments: list[str]) -> None:
    ended = paletti(files, "check", *arguments, "--save", "after.yaml", "--json")
    assert ended.returncode in (1, 2, 3)
    assert not (files / "after.yaml").exists()
    assert "nothing saved to after.yaml" in ended.stderr
    assert ended.stderr.count("\n") == 1
    json.loads(ended.stdout)


def test_a_record_can_be_read_back(files: Path) -> None:
    ended = paletti(files, "check", "falls.yaml", "--record", "fall", "--json")
    assert ended.returncode == 1
    record = unpack((files / "fall").read_bytes())
    assert list(record.verdicts) == [json.loads(ended.stdout)]
    assert [(clip.stage, clip.true_masses) for clip in record.clips] == [("stand", False), ("take", True)]
    assert parse_scenario(record.scenario, "record").tower.by_name.keys() == {
        "leg1", "leg2", "leg3", "leg4", "plate",
    }  # fmt: skip
    for clip in record.clips:
        assert clip.poses.shape == (len(clip.seconds), len(clip.names), 7)
        assert (clip.seconds[1:] > clip.seconds[:-1]).all()
        # thinned to 60 a second
        assert len(clip.seconds) <= 61 * clip.seconds[-1] + 2
    fall = record.clips[1]
    plate = fall.poses[:, fall.names.index("plate"), 2]
    assert plate[0] == pytest.approx(0.093, abs=2e-4)
    assert plate.min() < 0.07
    paletti(files, "check", "falls.yaml", "--record", "again")
    assert (files / "again").read_bytes() == (files / "fall").read_bytes()


def test_what_is_no_record_is_an_error() -> None:
    good = pack("x", [])
    assert unpack(good).clips == ()
    for data in (b"", b"garbage" * 100, good[: len(good) // 2], good[:-30], b"PK\x03\x04" + good[4:40], TABLE.encode()):
        with pytest.raises(PalettiError, match="record"):
            unpack(data)


def test_a_record_with_any_byte_damaged_is_read_right_or_not_at_all() -> None:
    """Never another exception than PalettiError, and never other content than was written."""
    good = pack("some scenario", [])
    whole = unpack(good)
    for k in range(0, len(good), 3):
        damaged = good[:k] + bytes([good[k] ^ 0x55]) + good[k + 1 :]
        try:
            assert unpack(damaged) == whole, k
        except PalettiError:
            continue


def test_a_record_of_a_later_version_says_so() -> None:
    import io

    import numpy as np

    about = json.dumps({"schema": "paletti/record@9"}).encode()
    out = io.BytesIO()
    np.savez_compressed(out, about=np.frombuffer(about, dtype=np.uint8))
    with pytest.raises(PalettiError, match=rf"record@9.*{SCHEMA}"):
        unpack(out.getvalue())


def test_two_things_never_go_to_one_file(files: Path) -> None:
    (files / "link").symlink_to("new")
    (files / "here").symlink_to(".")
    for other in ("new", "./new", f"{files}/new", "link", "here/new"):
        words = one_line(paletti(files, "check", "stays.yaml", "--record", other, "--save", "new", "--force"))
        assert words == "--save and --record both name new: give two names\n"
    assert not (files / "new").exists()


def test_the_scenario_is_never_replaced_by_a_record(files: Path) -> None:
    (files / "link.yaml").symlink_to("stays.yaml")
    for other in ("stays.yaml", "./stays.yaml", "link.yaml"):
        for force in ([], ["--force"]):
            words = one_line(paletti(files, "check", "stays.yaml", "--record", other, *force))
            assert words == f"--record: {Path(other)} is the scenario itself: give another name\n"
    assert one_line(paletti(files, "check", "stays.yaml", "--save", "stays.yaml")).startswith("stays.yaml exists")
    assert (files / "stays.yaml").read_text() == STAYS
    assert paletti(files, "check", "stays.yaml", "--save", "stays.yaml", "--force").returncode == 0
    assert parse_scenario((files / "stays.yaml").read_text(), "stays.yaml").tower.levels[1].columns


def test_a_verdict_is_given_even_when_its_files_cannot_be_written(files: Path) -> None:
    code = (
        "import os\n"
        "def full(_): raise OSError(28, 'No space left on device')\n"
        "os.fsync = full\n"
        "from paletti_sim.cli.main import main; main()"
    )
    call = ["check", "stays.yaml", "--json", "--preset", "quick", "--save", "s.yaml", "--record", "r"]
    ended = subprocess.run(
        [sys.executable, "-c", code, *call], check=False, capture_output=True, text=True, cwd=files, timeout=60
    )
    assert (ended.returncode, json.loads(ended.stdout)["outcome"]) == (2, "holds")
    assert ended.stderr == "r: No space left on device\ns.yaml: No space left on device\n"
    assert not (files / "r").exists()


def test_a_pipe_is_read_and_written_when_somebody_is_there(files: Path) -> None:
    os.mkfifo(files / "fifo")
    for flag in ("--save", "--record"):
        words = one_line(paletti(files, "check", "stays.yaml", flag, "fifo"))
        assert words == "fifo is a pipe that nobody reads\n"
    program = f"{sys.executable} -c 'from paletti_sim.cli.main import main; main()'"
    line = f"{program} check <(cat stays.yaml) --preset quick --save >(cat >saved.yaml)"
    ended = subprocess.run(["bash", "-c", line], check=False, capture_output=True, text=True, cwd=files, timeout=60)
    assert (ended.returncode, ended.stderr) == (0, "")
    for _ in range(100):
        if (text := (files / "saved.yaml").read_text()).endswith("\n"):
            break
        time.sleep(0.05)
    assert parse_scenario(text, "saved.yaml").name == "table"


# bad calls


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nix"], "no scenario nix"),
        (["table.yml"], "table.yml"),
        (["."], "."),
        (["table.yaml", "--take", "leg9"], "--take: there is no column 'leg9'; did you mean leg"),
        (["table.yaml", "--take", "red-tin-1"], "did you mean red-thin-1"),
        (["table.yaml", "--floor", "blu", "--at", "0,0"], "did you mean blue"),
        (["table.yaml", "--put", "0,0"], "--put needs --take"),
        (["table.yaml", "--floor", "blue"], "--at"),
        (["table.yaml", "--at", "0,0"], "--floor"),
        (["table.yaml", "--take", "leg1", "--put", "0"], "--put: wants X,Y"),
        (["table.yaml", "--take", "leg1", "--put", "a,b"], "--put: wants X,Y"),
        (["table.yaml", "--take", "leg1", "--put", "nan,0"], "--put: wants X,Y"),
        (["table.yaml", "--take", "leg1", "--put", "1e9,0"], "--put: out of range"),
        (["table.yaml", "--take", "leg1", "--put", "1,2,3,4"], "--put: wants X,Y"),
        (["table.yaml", "--take", "leg1", "--floor", "blue", "--at", "0,0"], "leave one out"),
        (["table.yaml", "--stand", "--take", "leg1"], "--stand"),
        (["table.yaml", "--by", "hook"], "give --take"),
        (["table.yaml", "--take", "leg1", "--by", "hand"], "'hand'"),
        (["table.yaml", "--take", "leg1", "--direction", "30"], "give --by hook"),
        (["table.yaml", "--take", "leg1", "--by", "hook", "--direction", "nan"], "--direction"),
        (["table.yaml", "--take", "leg1", "--caution", "0"], "--caution"),
        (["table.yaml", "--take", "leg1", "--caution", "nan"], "--caution"),
        (["table.yaml", "--take", "heavy"], "heavy"),
        (["table.yaml", "--preset", "best"], "'best'"),
        (["table.yaml", "--save", "."], "folder"),
        (["table.yaml", "--save", "no/such/folder.yaml"], "no/such/folder.yaml"),
        (["table.yaml", "--record", "no/such/record"], "no/such/record"),
        (["table.yaml", "--jsno"], "--jsno"),
    ],
)
def test_a_bad_call_is_one_line(
    files: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    monkeypatch.chdir(files)
    with pytest.raises(SystemExit) as end:
        main(["check", *arguments, "--json"])
    out, err = capfd.readouterr()
    assert (end.value.code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_faults_in_the_file_are_a_line_each(files: Path) -> None:
    (files / "bad.yaml").write_text(TABLE.replace("leg4: [-25, -20]", "leg4: [60, -35], leg7: [0, 0]"))
    ended = paletti(files, "check", "bad.yaml", "--json")
    assert (ended.returncode, ended.stdout) == (2, "")
    lines = ended.stderr.splitlines()
    assert len(lines) == 2
    at = TABLE.splitlines().index("  - floor: base") + 2
    assert all(line.startswith(f"bad.yaml:{at}:") for line in lines)


# bad surroundings


def test_ctrl_c_ends_it_at_once(files: Path) -> None:
    pile = "\n".join(f"      b{k}: {{at: [0, 0]{f', upon: b{k - 1}' if k else ''}}}" for k in range(60))
    pieces = "\n".join(f"    b{k}: {{shape: box, size: [20, 20], height: 20, mass: 20}}" for k in range(60))
    (files / "long.yaml").write_text(
        "schema: paletti/scenario@1\nname: long\npieces:\n  columns:\n"
        f"{pieces}\ntower:\n  - floor: base\n    columns:\n{pile}\n"
    )
    process = subprocess.Popen(
        [*CODE, "check", "long.yaml", "--stand", "--preset", "reference", "--json", "--save", "after.yaml"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=files,
    )
    time.sleep(3)
    assert process.poll() is None, "it ended before it could be interrupted"
    started = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert time.monotonic() - started < 2
    assert (process.returncode, out, err) == (130, "", "interrupted\n")
    assert not (files / "after.yaml").exists()
    assert not list(files.glob(".*"))


def test_a_reader_that_goes_away_is_no_error(files: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    ended = paletti(files, "check", "falls.yaml", "--json", stdout=writer)
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (128 + signal.SIGPIPE, "")


@pytest.mark.parametrize("as_json", [[], ["--json"]])
def test_a_full_disk_under_stdout_is_one_line(files: Path, as_json: list[str]) -> None:
    with open("/dev/full", "w") as full:
        ended = paletti(files, "check", "falls.yaml", *as_json, stdout=full)
    assert (ended.returncode, ended.stderr) == (2, "cannot write the answer: No space left on device\n")


@pytest.mark.parametrize("flag", ["--save", "--record"])
def test_a_full_disk_under_a_file_is_one_line(files: Path, flag: str) -> None:
    ended = paletti(files, "check", "stays.yaml", flag, "/dev/full")
    assert one_line(ended) == "/dev/full: No space left on device\n"


def test_without_stdout_it_still_answers(files: Path) -> None:
    """Started by something that has closed its stdout and stderr."""
    code = "import os; os.close(1); os.close(2); from paletti_sim.cli.main import main; main()"
    ended = subprocess.run(
        [sys.executable, "-c", code, "check", "falls.yaml", "--preset", "quick"], check=False, cwd=files, timeout=60
    )
    assert ended.returncode in (1, 2)


GAME = """schema: paletti/scenario@1
name: small
tower:
  - floor: base
    columns: {red-thin-1: [-100, -20], blue-hex: [-20, 80], green-thick: [-10, -80]}
  - floor: blue
    at: [0, 0]
"""


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_temporary_folder_that_cannot_be_written(files: Path) -> None:
    (files / "game.yaml").write_text(GAME)
    locked = files / "locked"
    locked.mkdir(0o500)
    ended = paletti(files, "check", "game.yaml", "--stand", env={**os.environ, "TMPDIR": str(locked)})
    assert ended.returncode in (0, 3)
    assert "Traceback" not in ended.stderr


def test_a_temporary_folder_without_space(files: Path) -> None:
    """Concave floors go to the engine as files; when those cannot be written there is no answer, in one sentence."""
    (files / "game.yaml").write_text(GAME)
    code = (
        "import tempfile\n"
        "def full(*a, **k): raise OSError(28, 'No space left on device')\n"
        "tempfile.mkdtemp = full\n"
        "from paletti_sim.cli.main import main; main()"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, "check", "game.yaml", "--stand", "--json"],
        check=False,
        capture_output=True,
        text=True,
        cwd=files,
    )
    words = one_line(ended, 3)
    assert "No space left on device" in words
    assert "TMPDIR" in words


def test_no_temporary_files_stay(files: Path, tmp_path: Path) -> None:
    (files / "game.yaml").write_text(GAME)
    temporary = tmp_path / "t"
    temporary.mkdir()
    ended = paletti(files, "check", "game.yaml", "--take", "blue-hex", env={**os.environ, "TMPDIR": str(temporary)})
    assert ended.returncode == 1
    assert list(temporary.iterdir()) == []


def test_the_installed_command_answers(files: Path) -> None:
    command = Path(sys.executable).parent / "paletti"
    if not command.exists():
        pytest.skip("not installed as a command")
    ended = subprocess.run(
        [command, "check", "stays.yaml", "--preset", "quick"], check=False, capture_output=True, text=True, cwd=files
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("HOLDS")
