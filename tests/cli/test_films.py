"""Pictures and replays from the command line: `show -o`, `replay -o`, and records of checks in `replay`."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import trimesh
from PIL import Image

from paletti_sim.games import ready
from paletti_sim.games.core.record import Player, parse_record, read_records, record
from paletti_sim.games.villa_paletti.actions import COLLAPSES, STANDS, Ruling
from paletti_sim.physics.settle import Frame
from paletti_sim.tower.scenario import read_scenario
from paletti_sim.views import game_film
from paletti_sim.views.game_film import of_game

MB = 1_000_000
SMALL = """schema: paletti/scenario@1
name: small
tower:
  - floor: base
    columns: {red-thick: [0, 60], blue-thick: [-60, -40], green-thick: [60, -40], yellow-hex: [0, -20]}
  - floor: green
    at: [0, 0]
move: {take: red-thick}
"""


def paletti(folder: Path, *arguments: str, given: bytes | None = None) -> subprocess.CompletedProcess[str]:
    code = "from paletti_sim.cli.main import main; main()"
    command = [sys.executable, "-c", code, *arguments]
    ended = subprocess.run(command, check=False, capture_output=True, cwd=folder, input=given)
    return subprocess.CompletedProcess(command, ended.returncode, ended.stdout.decode(), ended.stderr.decode())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("films")
    (made / "small.yaml").write_text(SMALL)
    assert paletti(made, "check", "small.yaml", "--record", "fall.rec").returncode == 1
    (made / "game.jsonl").write_text(game())
    (made / "cards.jsonl").write_text(cards())
    return made


def game(collapses: bool = False) -> str:
    """The beginning of a game: a column is taken, and put up; or the villa collapses."""
    setup = ready("villa-paletti", 2, {"colours": "red+blue,yellow+green", "youngest": 0})
    state, actions = setup.new(3), []
    while not state.is_over and len(actions) < 6:
        actor = state.actor
        if actor == -1:
            falls = collapses and len(actions) > 1
            action = Ruling(COLLAPSES, (state.board.tower.columns[0].name,)) if falls else Ruling(STANDS)
        else:
            action = state.legal_actions()[0]
        actions.append((actor, action))
        state = state.apply(action)
    people = [Player(name=name, by="random") for name in ("Ana", "Ben")]
    return record(setup, people, 3, actions, state).line()


def cards() -> str:
    setup = ready("villannex", 2)
    return record(setup, [Player(name="a", by="random"), Player(name="b", by="random")], 1, [], setup.new(1)).line()


def test_a_tower_as_gltf(folder: Path) -> None:
    ended = paletti(folder, "show", "small.yaml", "-o", "tower.glb")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "wrote tower.glb\n")
    scene = trimesh.load(folder / "tower.glb")
    assert set(scene.graph.nodes_geometry) == {
        "base",
        "site",
        "green",
        "red-thick",
        "blue-thick",
        "green-thick",
        "yellow-hex",
    }


def test_a_plan_names_every_column_on_its_level(folder: Path) -> None:
    assert paletti(folder, "show", "late-villa", "-o", "plan.svg").returncode == 0
    texts = re.findall(r"<text[^>]*>([^<]+)</text>", (folder / "plan.svg").read_text())
    tower = read_scenario("late-villa").tower
    assert {column.name for column in tower.columns} <= set(texts)
    for level in tower.levels[1:]:
        assert f"on {level.name}" in texts
    first = (folder / "plan.svg").read_bytes()
    assert paletti(folder, "show", "late-villa", "-o", "plan.svg", "--force").returncode == 0
    assert (folder / "plan.svg").read_bytes() == first


def test_a_page_of_a_tower(folder: Path) -> None:
    assert paletti(folder, "show", "small.yaml", "-o", "tower.html").returncode == 0
    assert "<title>small</title>" in (folder / "tower.html").read_text()


@pytest.mark.parametrize("command", ["show small.yaml -o tower.txt", "replay fall.rec -o fall.mp4"])
def test_other_endings_are_refused(folder: Path, command: str) -> None:
    ended = paletti(folder, *command.split())
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("--output: ")
    assert ended.stderr.count("\n") == 1


def test_a_record_of_a_check_in_words_and_as_json(folder: Path) -> None:
    ended = paletti(folder, "replay", "fall.rec")
    assert ended.returncode == 0
    assert "TOPPLES  The villa topples when red-thick is taken." in ended.stdout
    assert re.search(r"^  stand .* not in true time\n  take .* in true time$", ended.stdout, re.MULTILINE)
    document = json.loads(paletti(folder, "replay", "fall.rec", "--json").stdout)
    assert document["schema"] == "paletti/film@1"
    assert [stage["stage"] for stage in document["stages"]] == ["stand", "take"]
    assert [verdict["outcome"] for verdict in document["verdicts"]] == ["topples"]


def test_a_record_of_a_check_is_verified(folder: Path) -> None:
    ended = paletti(folder, "replay", "fall.rec", "--verify")
    assert (ended.returncode, ended.stdout) == (0, "the same: 1 verdicts, 2 stages simulated again\n")
    document = json.loads(paletti(folder, "replay", "fall.rec", "--verify", "--json").stdout)
    assert (document["same"], document["differences"]) == (True, [])


@pytest.mark.parametrize("name", ["fall.rec", "game.jsonl"])
def test_a_record_may_come_through_a_pipe(folder: Path, name: str) -> None:
    piped = paletti(folder, "replay", "/dev/stdin", "--verify", "--json", given=(folder / name).read_bytes())
    assert piped.stdout == paletti(folder, "replay", name, "--verify", "--json").stdout != ""


@pytest.mark.parametrize(("name", "most"), [("fall.rec", 3), ("game.jsonl", 3)])
def test_replays_are_pages(folder: Path, name: str, most: int) -> None:
    ended = paletti(folder, "replay", name, "-o", f"{name}.html")
    assert (ended.returncode, ended.stderr) == (0, f"wrote {name}.html\n")
    assert (folder / f"{name}.html").stat().st_size < most * MB


def test_a_game_shows_each_act_and_what_was_said(folder: Path) -> None:
    (played,) = read_records(folder / "game.jsonl")
    motion = of_game(played, ready("villa-paletti", 2, played.options))
    said = [caption.words for caption in motion.captions]
    assert said[0] == "Villa Paletti: Ana, Ben"
    (taken,) = (action.do["take"] for action in played.actions if "take" in action.do)
    assert any(re.search(rf" puts {taken} up at ", words) for words in said)
    assert len(motion.parts) == 21
    assert (motion.seconds[1:] > motion.seconds[:-1]).all()
    place = [part.name for part in motion.parts].index(taken)
    heights = motion.poses[:, place, 2]
    away = np.isnan(heights)
    assert away.any()
    # on the ground before it was taken, on the blue floor afterwards
    first, last = np.flatnonzero(away)[[0, -1]]
    assert heights[first - 1] == pytest.approx(0.045, abs=1e-3)
    assert heights[last + 1] == pytest.approx(0.141, abs=2e-3)


def test_the_fall_at_the_end_of_a_game_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    (line,) = game(collapses=True).splitlines()
    played = parse_record(line, "here")
    asked = []

    def falls(tower, before, last, record):
        asked.append((len(tower.columns), set(before), last))
        poses = [pose for _, pose in tower.resting()]
        for k in range(4):
            record(Frame(0.1 * (k + 1), [replace(pose, position_m=(0.0, 0.0, -0.1 * k)) for pose in poses]))

    monkeypatch.setattr(game_film, "fall_course", falls)
    motion = of_game(played, ready("villa-paletti", 2, played.options))
    ((columns, before, last),) = asked
    assert (columns, len(before), last) == (19, 20, None)
    assert any(caption.words.startswith("The villa collapses: ") for caption in motion.captions)
    assert "Ana toppled it" in motion.captions[-1].words or "Ben toppled it" in motion.captions[-1].words
    falling = motion.poses[:, :, 2] < -0.25
    assert falling[-1].sum() == 20


def test_a_replay_is_an_animation(folder: Path) -> None:
    ended = paletti(folder, "replay", "fall.rec", "-o", "fall.gif")
    assert (ended.returncode, ended.stderr) == (0, "wrote fall.gif\n")
    with Image.open(io.BytesIO((folder / "fall.gif").read_bytes())) as image:
        assert image.format == "GIF"
        assert image.n_frames > 5
    assert (folder / "fall.gif").stat().st_size < 4 * MB


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["fall.rec", "-o", "x.html", "--verify"], "-o makes a film: leave out --verify and --json"),
        (["fall.rec", "--game", "1"], "--game and --set are for records of games"),
        (["cards.jsonl", "-o", "x.html"], "there are no moving pictures of villannex"),
        (["damaged.rec"], "damaged.rec: this is no record of paletti, or it is damaged"),
        (["fall.rec", "-o", "small.yaml.html/x.html"], "small.yaml.html/x.html"),
    ],
)
def test_what_cannot_be_is_one_sentence(folder: Path, arguments: list[str], says: str) -> None:
    (folder / "damaged.rec").write_bytes((folder / "fall.rec").read_bytes()[:2000])
    ended = paletti(folder, "replay", *arguments)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert says in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_nothing_is_overwritten(folder: Path) -> None:
    (folder / "kept.html").write_text("mine")
    ended = paletti(folder, "replay", "fall.rec", "-o", "kept.html")
    assert (ended.returncode, ended.stderr) == (2, "kept.html exists already: --force overwrites\n")
    assert (folder / "kept.html").read_text() == "mine"
