"""Villa Paletti at the command line: play, undo, resume, verify, simulate."""

from __future__ import annotations

import json

import pytest

import paletti_sim.cli.main as shell
from paletti_sim.cli import tables
from paletti_sim.games.core.errors import OptionError
from paletti_sim.games.villa_paletti.judge import Referee, ScriptedJudge

FOUR = "Ana=red,bot:random=blue,bot:random=yellow,bot:random=green"


@pytest.fixture
def run(capsys, monkeypatch):
    def call(*arguments, typed=""):
        import io

        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as end:
            shell.main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return end.value.code, out, err

    return call


@pytest.fixture
def standing(monkeypatch):
    """Everything stands: no simulation."""
    monkeypatch.setattr(tables, "simulating_judge", lambda: Referee(ScriptedJudge()))


def play(run, file, typed, *more, players=FOUR):
    code, out, err = run(
        "play",
        "villa-paletti",
        "--players",
        players,
        "--seed",
        3,
        "--set",
        "layout=grid",
        "--record",
        file,
        *more,
        typed=typed,
    )
    assert code == 0, err
    assert max(map(len, out.splitlines())) <= 90
    return out, json.loads(file.read_text())


def mine(record):
    return [action["do"] for action in record["actions"] if action["by"] == 0]


def test_a_move_is_typed_in_one_line_and_done_in_two_steps(run, standing, tmp_path):
    out, record = play(run, tmp_path / "r.json", "red-hex > -70,-20\n\nq\n")
    assert "red-hex, then > -70,-20: Enter does it, `undo` does not." in out
    assert "Ana takes red-hex." in out
    assert "Ana puts red-hex up at -70,-20." in out
    assert mine(record)[:2] == [
        {"take": "red-hex", "by": "lift", "caution": 2.0},
        {"put": [-70.0, -20.0, 0.0]},
    ]
    assert record["options"]["colours"] == "red,blue,yellow,green"
    assert out.rstrip().endswith("The game ends here, unfinished.")


def test_undo_before_anything_happens_to_the_tower(run, standing, tmp_path):
    out, record = play(run, tmp_path / "r.json", "undo\nred-hex\nundo\nred-thin-1\n\n> -70,-20\nq\n")
    assert "There is nothing to take back" in out
    assert mine(record)[0]["take"] == "red-thin-1"
    two = "Ana=red+blue,bot:random=yellow+green"
    out, record = play(run, tmp_path / "two.json", "red\nundo\nblue\nq\n", players=two)
    assert mine(record) == [{"colour": "blue"}]


def test_refusals_name_the_rule_and_change_nothing(run, standing, tmp_path):
    typed = "blue-hex\nfloor green 0,0\nred-hex > 500,0\n\nstop\nq\n"
    out, record = play(run, tmp_path / "r.json", typed)
    assert "P-9: blue-hex is not your own column" in out
    assert "P-11: red-hex would have nothing underneath" in out or "red-hex, then > 500,0" in out
    assert {"do": "stop"} in mine(record)


def test_help_and_choices(run, standing, tmp_path):
    out, _ = play(run, tmp_path / "r.json", "help\nc\nq\n")
    assert "`red-hex > 10,-20` takes it and puts it there" in out
    assert "`undo` takes back" in out
    assert "red-thin-3 bold" in out


def test_a_game_that_was_left_is_gone_on_with_and_verified(run, standing, tmp_path):
    file = tmp_path / "r.json"
    _, left = play(run, file, "red-hex > -70,-20\n\nq\n")
    code, out, err = run("play", "villa-paletti", "--resume", file, typed="red-thin-1 > -70,20\n\nq\n")
    assert (code, err) == (0, f"wrote {file}\n")
    record = json.loads(file.read_text())
    assert record["actions"][: len(left["actions"])] == left["actions"]
    assert len(record["actions"]) > len(left["actions"])
    assert record["resumed"] == [len(left["actions"])]
    assert "Ana puts red-thin-1 up" in out
    code, out, _ = run("replay", file, "--verify")
    assert (code, out.split(":")[0]) == (0, "the same")
    assert out.rstrip().endswith("by bots and the judge")
    code, out, _ = run("replay", file)
    assert code == 0
    assert "Ana takes red-hex." in out
    # another judge says something else
    record["actions"][0]["do"] = {"ruling": "stands", "note": "another one"}
    file.write_text(json.dumps(record))
    code, out, _ = run("replay", file, "--verify")
    assert code == 1
    assert "the judge decides otherwise now" in out


def test_resume_refuses_what_is_no_game_to_go_on_with(run, standing, tmp_path):
    file = tmp_path / "r.json"
    play(run, file, "q\n")
    assert run("play", "villannex", "--resume", file)[::2] == (
        2,
        f"{file}: this is a game of villa-paletti, not of villannex\n",
    )
    assert run("play", "villa-paletti", "--resume", file, "--seed", 4)[0] == 2
    finished = tmp_path / "games.jsonl"
    code, _, _ = run("simulate", "villa-paletti", "--bots", "random,random", "--games", 1, "--records", tmp_path)
    assert code == 0
    assert "this game is over" in run("play", "villa-paletti", "--resume", finished)[2]


@pytest.mark.parametrize(
    ("players", "says"),
    [
        ("Ana=red,bot:random", "give a colour to every player"),
        ("Ana=red,Bob=red,Cid=blue,Dee=green", "option colours gives each of 4 seats one colour of its own"),
        ("Ana=pink,Bob=red,Cid=blue,Dee=green", "there is no colour 'pink'"),
        ("bot:gredy,human", "did you mean greedy"),
    ],
)
def test_bad_players_are_one_sentence(run, players, says):
    code, out, err = run("play", "villa-paletti", "--players", players)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_colours_are_for_games_that_have_them(run):
    code, _, err = run("play", "villannex", "--players", "Ana=red,bot:greedy=blue")
    assert code == 2
    assert "nobody chooses a colour in villannex" in err
    with pytest.raises(OptionError):
        tables.made_ready("villa", 2, {})


@pytest.mark.parametrize("jobs", [1, 2])
def test_simulate_with_the_judge_who_simulates(run, tmp_path, jobs):
    """Two short whole games; a test of the real judge, and of the same result for any number of jobs."""
    arguments = ("simulate", "villa-paletti", "--bots", "random,random", "--games", 2, "--seed", 8, "--set", "pitch=30")
    code, out, _ = run(*arguments, "--jobs", jobs, "--json", "--records", tmp_path)
    assert code == 0
    document = json.loads(out)
    assert document["games"] == 2
    assert sum(end["games"] for end in document["ends"].values()) == 2
    code, out, _ = run("replay", tmp_path / "games.jsonl", "--verify", "--game", 1)
    assert (code, out.split(":")[0]) == (0, "the same")


def test_games_tells_options_and_bots(run):
    code, out, _ = run("games", "villa-paletti")
    assert code == 0
    for word in ("rulings", "two-columns", "strict-cover", "free-overhang", "primer", "layout", "cautious", "greedy"):
        assert word in out
