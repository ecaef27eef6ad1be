"""The commands as a user of Villa calls them."""

from __future__ import annotations

import io
import json
import re

import pytest
from PIL import Image

import paletti_sim.cli.main as shell
from paletti_sim.games import find_game
from paletti_sim.games.core.bots import RandomBot
from paletti_sim.games.core.match import play
from paletti_sim.games.core.record import Player, record
from tests.games.test_commands import Terminal, fits
from tests.games.villa.test_score_file import GARDEN


@pytest.fixture
def run(capsys, monkeypatch):
    def call(*arguments, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as end:
            shell.main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return end.value.code, out, err

    return call


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A record of villa, a damaged one, one of another game, and a garden written down."""
    folder = tmp_path_factory.mktemp("files")
    found = {name: folder / f"{name}.json" for name in ("record", "garden", "damaged", "other")}
    for name, game in (("record", "villa"), ("other", "villannex")):
        made = find_game(game).setup(2)
        done = play(made, [RandomBot()] * 2, 1)
        step = made.new(1)
        actions = []
        for action in done.actions:
            actions.append((step.actor, action))
            step = step.apply(action)
        people = [Player(name=name, by="random") for name in ("Ann", "Bob")]
        found[name].write_text(record(made, people, 1, actions, step).line())
    found["garden"].write_text(GARDEN)
    found["damaged"].write_text(found["record"].read_text()[:500])
    return found


def test_games_tells_the_options(run):
    code, out, _ = run("games", "villa")
    assert code == 0
    assert fits(out)
    assert re.search(r"^flip +yes +yes or no ", out, re.M)
    for word in ("rules", "sides", "draw", "features", "colours", "flip", "crossing", "belongs", "set", "hedges"):
        assert word in out


def test_a_game_is_played_recorded_verified_and_shown(run, tmp_path):
    file = tmp_path / "r.json"
    typed = "3?\n0,1\nclosing\n?\n5\n90,90 turn 0\n" + "1\n" * 200
    code, out, err = run(
        "play",
        "villa",
        "--set",
        "rules=expert",
        "--seed",
        "3",
        "--players",
        "human,random",
        "--record",
        file,
        typed=typed,
    )
    assert (code, err) == (0, f"wrote {file}\n")
    assert fits(out)
    assert "Choice 3, " in out
    assert "Choices that use 0,1" in out
    assert "V-11, touch at least one hedge in play" in out
    assert re.search(r"(You win|random wins|win together) with \d+ point", out)
    assert run("replay", file, "--verify")[0] == 0
    code, out, _ = run("replay", file)
    assert code == 0
    assert re.search(r"^ +\d+ You: Where do you lay hedge [A-Z]-\d\? -?\d+,-?\d+ turn \d", out, re.M)
    picture = tmp_path / "table.png"
    assert run("show", file, "-o", picture, "--size", "640,480") == (0, "", f"wrote {picture}\n")
    assert Image.open(picture).size == (640, 480)
    drawing = tmp_path / "table.svg"
    assert run("show", file, "--step", "4", "-o", drawing)[0] == 0
    assert drawing.read_text().lstrip().startswith("<?xml")


def test_a_written_garden_is_scored_and_shown(run, tmp_path):
    file = tmp_path / "g.yaml"
    file.write_text(GARDEN)
    code, out, err = run("score", "villa", file)
    assert (code, err) == (0, "")
    assert fits(out)
    assert "Winner: Ann." in out
    assert json.loads(run("score", "villa", file, "--json")[1])["scores"] == [8, 2]
    picture = tmp_path / "g.png"
    assert run("show", file, "-o", picture)[0] == 0
    assert Image.open(picture).size == (800, 800)
    assert run("show", file, "-o", picture) == (2, "", f"{picture} exists already: --force overwrites\n")


def test_the_example_in_the_help_of_score_can_be_scored(run, tmp_path):
    lines = [line.rstrip() for line in run("score", "--help")[1].splitlines()]
    start = next(place for place, line in enumerate(lines) if line.endswith("schema: paletti/villa-score@1"))
    indent = len(lines[start]) - len(lines[start].lstrip())
    example = [line[indent:] for line in lines[start : start + 7]]
    file = tmp_path / "table.yaml"
    file.write_text("\n".join(example))
    code, out, err = run("score", "villa", file)
    assert (code, err) == (0, "")
    assert "Winner: Ann." in out  # 2 for the Bridge and 1 for the space
    assert "`players: {You: [blue, yellow], Ann: [pink, green]}`" in " ".join(" ".join(lines).split())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "villa", "--set", "rules=expret"], "option rules is basic or expert"),
        (["play", "villa", "--set", "sides=teams"], "sides=teams is for 4 players (got 2)"),
        (["play", "villa", "--set", "set=bend"], "did you mean bends"),
        (["play", "villa", "--set", "colours=pink,pink"], "wants 2 different names"),
        (["play", "villa", "--set", "colours=pink,red"], "there is no 'red'"),
        (["play", "villa", "--set", "hedges=none.yaml"], "cannot read none.yaml"),
        (["play", "villa", "--players", "human"], "villa is for 2 to 4 players (got 1 player)"),
        (["show", "{record}", "-o", "a.gif"], "ends neither in .png nor in .svg"),
        (["show", "{record}", "--size", "100,100"], "a table needs 200 pixels"),
        (["show", "{record}", "--step", "99999"], "there is no step 99999"),
        (["show", "{record}", "--game", "2"], "there is no game 2"),
        (["show", "{garden}", "--step", "1"], "are for records of games"),
        (["show", "{damaged}"], "this record is damaged"),
        (["show", "{other}"], "no pictures of villannex so far"),
        (["show", "first-move", "--step", "1"], "are for records of games"),
    ],
)
def test_bad_calls_are_one_line_on_stderr(run, files, tmp_path, monkeypatch, arguments, says):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*(each.format(**files) for each in arguments))
    assert (code, out) == (2, "")
    assert says in err
    assert len(err.splitlines()) == 1
    assert not list(tmp_path.glob("*.png"))


def test_in_a_terminal_hedges_are_lines_in_their_colours(tmp_path):
    terminal = Terminal("play", "villa", "--seed", "5", cwd=tmp_path)
    seen = terminal.until("choices, ")
    looks = {letter: re.search(rf"\x1b\[1;([0-9;]+)m-?{letter}", seen)[1] for letter in "bpyg"}
    assert len(set(looks.values())) == 4  # even with the 16 colours of this terminal
    plain = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", seen)
    assert all(len(line) <= 80 for line in plain.splitlines())
    assert "  0 +-b-+-g-+" in plain
    terminal.until("> ")
    terminal.type("q\n")
    terminal.until("unfinished")
    assert terminal.ended() == 0
