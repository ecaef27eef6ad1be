"""Villa Paletti at the command line: play, undo, resume, verify, simulate."""

from __future__ import annotations

import io
import json
import os
import re
import threading

import pytest

import paletti_sim.cli.main as shell
from paletti_sim import tables
from paletti_sim.games.core.errors import OptionError
from paletti_sim.games.villa_paletti.judge import Referee, ScriptedJudge

FOUR = "Ana=red,Bob=blue,bot:random=yellow,Dee=green"
"""Dee begins, then Ana, then Bob; the bot is last."""


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


class _Keyboard(io.StringIO):
    def isatty(self):
        return True


def play(run, file, typed, *more, players=FOUR):
    given = ("--players", players, "--seed", 3, "--set", "layout=grid", "--record", file, *more)
    code, out, err = run("play", "villa-paletti", *given, typed=typed)
    assert code == 0, err
    assert max(map(len, out.splitlines())) <= 90
    return out, json.loads(file.read_text())


def done(record, seat):
    return [action["do"] for action in record["actions"] if action["by"] == seat]


@pytest.mark.usefixtures("standing")
def test_a_move_is_typed_in_one_line_and_done_in_two_steps(run, tmp_path):
    out, record = play(run, tmp_path / "r.json", "green-hex > -70,-20\n\nq\n")
    assert "green-hex, then > -70,-20: Enter does it, `undo` does not." in out
    assert "Dee takes green-hex." in out
    assert "Dee puts green-hex up at -70,-20." in out
    assert done(record, 3) == [
        {"take": "green-hex", "by": "lift", "caution": 2.0},
        {"put": [-70.0, -20.0, 0.0]},
    ]
    assert record["options"]["colours"] == "red,blue,yellow,green"
    assert out.rstrip().endswith("The game ends here, unfinished.")


@pytest.mark.usefixtures("standing")
def test_undo_before_anything_happens_to_the_tower(run, tmp_path):
    out, record = play(run, tmp_path / "r.json", "undo\ngreen-hex\nundo\ngreen-thin-1\n\n> -70,-20\nq\n")
    assert "There is nothing to take back" in out
    assert done(record, 3)[0]["take"] == "green-thin-1"
    two = "Ana=red+blue,bot:random=yellow+green"
    out, record = play(run, tmp_path / "two.json", "red\nundo\nblue\nq\n", "--set", "youngest=1", players=two)
    assert done(record, 0) == [{"colour": "blue"}]


@pytest.mark.usefixtures("standing")
def test_refusals_name_the_rule_and_change_nothing(run, tmp_path):
    typed = "blue-hex\npass\ngreen-hex > 500,0\ngreen-hex\n\n500,0\nstop\nq\n"
    out, record = play(run, tmp_path / "r.json", typed)
    assert "P-9: blue-hex is not your own column" in out
    assert "P-G11: only a player without a legal move passes" in out
    assert "P-11: green-hex would have nothing underneath" in out
    assert [next(iter(action)) for action in done(record, 3)] == ["take", "do"]


@pytest.mark.usefixtures("standing")
def test_a_place_typed_with_a_column_is_checked_before_the_column_is_taken(run, tmp_path):
    typed = "green-hex > 500,0\nfloor green 0,0,15\nfloor orange 0,0\nq\n"
    out, record = play(run, tmp_path / "r.json", typed)
    said = " ".join(out.split())
    nothing = "; nothing of what was typed is done"
    assert f"P-11: green-hex would have nothing underneath: the blue floor ends before it{nothing}" in said
    assert f"P-21: green covers no column on the blue floor{nothing}" in said
    assert f"P-3: orange is out of order: the next floor is green{nothing}" in said
    assert "Enter does it" not in said
    assert "proposes" not in said
    assert done(record, 3) == []


def test_a_place_typed_with_a_column_that_is_not_put_there_after_all_is_told(run, tmp_path, monkeypatch):
    # the blue floor lies, then the first attempt is broken off
    monkeypatch.setattr(tables, "simulating_judge", lambda: Referee(ScriptedJudge(["stands", "stopped"])))
    typed = "green-hex > -70,-20\n\nstop\nred-hex\n\nstop\nblue-hex\n\nstop\nq\n"
    out, record = play(run, tmp_path / "r.json", typed)
    said = " ".join(out.split())
    assert "Dee breaks off: a floor began to sink." in said
    assert said.count("Typed before and not done, because things have changed: > -70,-20 (P-9: ") == 1
    assert done(record, 3) == [{"take": "green-hex", "by": "lift", "caution": 2.0}]


@pytest.mark.usefixtures("standing")
@pytest.mark.parametrize("objects", [False, True])
def test_a_floor_typed_with_its_proposal_is_laid_or_told(run, tmp_path, objects):
    four = "green-hex > -70,-20\n\nred-hex > -70,20\n\nblue-hex > -40,0\n\nyellow-hex > -100,0\n\n"
    answers = "object\nyellow-thin-1 > -40,30\n\npropose\nagree\nagree\nq\n" if objects else "agree\nq\n"
    typed = f"{four}floor green -60,20\nagree\nagree\n{answers}"
    people = FOUR.replace("bot:random", "Cid")
    out, record = play(run, tmp_path / "r.json", typed, "--set", "free-overhang=true", players=people)
    said = " ".join(out.split())
    told = "Typed before and not done, because things have changed: floor green -60,20 (P-18: say whether you object)."
    assert said.count(told) == objects
    laid = [action["do"] for action in record["actions"] if "lay" in action["do"]]
    assert laid == ([] if objects else [{"lay": "green", "at": [-60.0, 20.0, 0.0]}])


@pytest.mark.usefixtures("standing")
def test_with_a_column_in_hand_a_column_named_again_is_put_or_explained(run, tmp_path):
    typed = "green-hex\n\ngreen-hex\nblue-hex > 0,0\ngreen-hex hook\ngreen-hex > -70,-20\n\nq\n"
    out, record = play(run, tmp_path / "r.json", typed)
    assert out.count("you hold green-hex: type `> x,y` to put it up, or `stop`\n") == 3
    assert done(record, 3)[1:] == [{"put": [-70.0, -20.0, 0.0]}]


@pytest.mark.usefixtures("standing")
def test_at_the_awaited_enter_help_is_given_and_other_text_explained(run, tmp_path, monkeypatch):
    help_text = "Enter is awaited: Enter or `yes` does it, `undo` or `no` does not."
    # from a pipe, what answers neither does it and comes next
    out, record = play(run, tmp_path / "pipe.json", "green-hex\n?\n> -70,-20\n\nq\n")
    assert " ".join(out.split()).count(help_text) == 1
    assert done(record, 3)[1:] == [{"put": [-70.0, -20.0, 0.0]}]
    out, _ = play(run, tmp_path / "help.json", "?\nq\n")
    said = " ".join(out.split())
    assert help_text in said
    assert "From a pipe, a next line that answers neither does it, and is read as the next thing typed." in said
    assert "`object` (or `yes`, you object), or `agree` (or `no`, you do not)" in said
    monkeypatch.setattr(io, "StringIO", _Keyboard)
    lines = iter(["green-hex", "green-thin-1", "no", "red-hex", "green-thin-1", "yes", "q"])
    monkeypatch.setattr("builtins.input", lambda _: next(lines))
    out, record = play(run, tmp_path / "terminal.json", "")
    waits = "Nothing is done yet: Enter or `yes` does it, `undo` or `no` does not, `q` ends the game."
    assert " ".join(out.split()).count(waits) == 1
    assert [action["take"] for action in done(record, 3)] == ["green-thin-1"]


@pytest.mark.usefixtures("standing")
def test_a_proposal_is_told_once(run, tmp_path):
    people = FOUR.replace("bot:random", "Cid")
    out, _ = play(run, tmp_path / "r.json", "propose\nagree\nq\n", players=people)
    to_ana = out.split("\nAna:\n")[1].split("\nBob:\n")[0]
    assert to_ana.count("Dee proposes the green floor.") == 1
    assert to_ana.count("Do you object to the green floor?") == 1


@pytest.mark.usefixtures("standing")
def test_help_and_choices(run, tmp_path):
    out, _ = play(run, tmp_path / "r.json", "help\nc\nq\n")
    assert "`red-hex > 10,-20` takes it and puts it there" in " ".join(out.split())
    assert "`undo` takes back" in out
    assert "green-thin-3 bold" in out


@pytest.mark.usefixtures("standing")
def test_a_game_that_was_left_is_gone_on_with_and_verified(run, tmp_path):
    file = tmp_path / "r.json"
    _, left = play(run, file, "green-hex > -70,-20\n\nred-hex > -70,20\n\nq\n")
    code, out, err = run("play", "villa-paletti", "--resume", file, typed="blue-hex > -90,0\n\nq\n")
    assert (code, err) == (0, f"wrote {file}: the game that was left has gone on in its own record\n")
    record = json.loads(file.read_text())
    assert record["actions"][: len(left["actions"])] == left["actions"]
    assert done(record, 1)[0]["take"] == "blue-hex"
    assert done(record, 2)  # the bot has gone on, with a random stream of its own
    assert record["resumed"] == [len(left["actions"])]
    assert "Bob puts blue-hex up" in out
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


@pytest.mark.usefixtures("standing")
def test_damage_that_would_reach_the_terminal_or_the_tower_is_refused_everywhere(run, tmp_path):
    file = tmp_path / "r.json"
    _, record = play(run, file, "q\n")
    named = {**record, "players": [{"name": "A\x1b[2J", "by": "human"}, *record["players"][1:]]}
    number = next(k for k, action in enumerate(record["actions"]) if "ruling" in action["do"])
    actions = [dict(action) for action in record["actions"]]
    standing = json.loads(run("replay", file, "--json")[1])["states"][number + 1]["tower"]
    pieces = [piece for level in standing for piece in (level["floor"], *level["columns"]) if piece]
    zero = {piece["piece"]: [*piece["pose"][:3], 0, 0, 0, 0] for piece in pieces}
    actions[number] = {"by": -1, "do": {"ruling": "stands", "poses": zero}}
    for damaged, says in (
        (named, "players.0.name: has characters that cannot be printed"),
        ({**record, "actions": actions}, "P-G4: a ruling has poses whose quaternions are of length 1"),
    ):
        file.write_text(json.dumps(damaged))
        for call in (("replay", file), ("replay", file, "--verify"), ("play", "villa-paletti", "--resume", file)):
            code, out, err = run(*call)
            assert (code, out) == (2, "")
            assert err.startswith(f"{file}: this record is damaged: ")
            assert err.endswith(f"{says}\n")
            assert "\x1b" not in err


@pytest.mark.usefixtures("standing")
def test_resume_refuses_what_is_no_game_to_go_on_with(run, tmp_path):
    file = tmp_path / "r.json"
    play(run, file, "q\n")
    assert run("play", "villannex", "--resume", file)[::2] == (
        2,
        f"{file}: this is a game of villa-paletti, not of villannex\n",
    )
    for more in (("--seed", 4), ("--set", "pitch=30"), ("--players", FOUR), ("--players", "human,greedy")):
        code, out, err = run("play", "villa-paletti", "--resume", file, *more)
        assert (code, out) == (2, "")
        assert (
            err == "--resume takes players, options and seed from the record: leave out --players, --set and --seed\n"
        )
    finished = tmp_path / "games.jsonl"
    code, _, _ = run("simulate", "villa-paletti", "--bots", "random,random", "--games", 1, "--records", tmp_path)
    assert code == 0
    assert "this game is over" in run("play", "villa-paletti", "--resume", finished)[2]


@pytest.mark.usefixtures("standing")
def test_a_resumed_game_goes_on_in_its_own_record_or_in_the_one_that_is_named(run, tmp_path):
    file, other, link = tmp_path / "r.json", tmp_path / "other.json", tmp_path / "link"
    play(run, file, "q\n")
    old = file.read_text()
    resume = ("play", "villa-paletti", "--resume", file)
    typed = "green-hex > -70,-20\n\nq\n"
    assert run(*resume, "--record", other, typed=typed)[::2] == (0, f"wrote {other}\n")
    assert file.read_text() == old
    new = other.read_text()
    assert len(json.loads(new)["actions"]) > len(json.loads(old)["actions"])
    # another file that is there is not overwritten
    code, out, err = run(*resume, "--record", other, typed=typed)
    assert (code, out, err) == (2, "", f"{other} exists already: --force overwrites\n")
    # its own name, under whatever name, is no other file
    link.symlink_to(file)
    wrote = f"wrote {link}: the game that was left has gone on in its own record\n"
    assert run(*resume[:-1], link, "--record", file, typed=typed)[::2] == (0, wrote)
    assert (file.read_text(), link.is_symlink()) == (new, True)


@pytest.mark.usefixtures("standing")
def test_a_record_that_cannot_be_written_is_refused_before_the_game_goes_on(run, tmp_path, monkeypatch):
    file, link = tmp_path / "r.json", tmp_path / "link"
    play(run, file, "q\n")
    old = file.read_text()
    link.symlink_to(file)
    monkeypatch.setattr("os.access", lambda path, how: how != os.W_OK or os.path.realpath(path) != str(file))
    elsewhere = "--record OTHER writes the game elsewhere"
    code, out, err = run("play", "villa-paletti", "--resume", link, typed="q\n")
    assert (code, out) == (2, "")
    assert err == f"{link}: it cannot be written, so the game cannot go on in it: {elsewhere}\n"
    assert file.read_text() == old
    assert run("play", "villa-paletti", "--resume", link, "--record", tmp_path / "new", typed="q\n")[0] == 0
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    thread = threading.Thread(target=pipe.write_text, args=(old,))
    thread.start()
    code, out, err = run("play", "villa-paletti", "--resume", pipe, typed="q\n")
    thread.join()
    assert (code, out, err) == (2, "", f"{pipe}: it is no file in which the game could go on: {elsewhere}\n")


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


def test_colours_are_chosen_in_one_place_only(run):
    given = ("--players", "Ana=blue+red,bot:random=green+yellow", "--set", "colours=pink,green")
    assert run("play", "villa-paletti", *given) == (
        2,
        "",
        "--players and --set colours both choose colours: leave one of them out\n",
    )


def test_the_example_for_two_players_in_the_help_can_be_played(run):
    (example,) = re.findall(r"paletti play villa-paletti --players (\S+) *\n", run("play", "--help")[1])
    code, out, _ = run("play", "villa-paletti", "--players", example, "--seed", 3, typed="q\n")
    assert code == 0
    assert "Ana, greedy (bot)" in out


def test_colours_are_for_games_that_have_them(run):
    code, _, err = run("play", "villannex", "--players", "Ana=red,bot:greedy=blue")
    assert code == 2
    assert "nobody chooses a colour in villannex" in err
    with pytest.raises(OptionError):
        tables.made_ready("vila", 2, {})


@pytest.mark.slow
def test_whole_games_under_the_real_judge_are_the_same_for_any_number_of_jobs_and_verified(run, tmp_path):
    documents = []
    for jobs in (1, 2):
        call = ("simulate", "villa-paletti", "--bots", "random,random", "--games", 3, "--jobs", jobs, "--json")
        code, out, _ = run(*call, "--records", tmp_path / str(jobs))
        assert code == 0
        documents.append({k: v for k, v in json.loads(out).items() if not k.startswith(("seconds", "games_per"))})
    assert documents[0] == documents[1]
    code, out, _ = run("replay", tmp_path / "1" / "games.jsonl", "--verify")
    assert (code, out.split(":")[0]) == (0, "the same")


def test_games_tells_options_and_bots(run):
    code, out, _ = run("games", "villa-paletti")
    assert code == 0
    for word in ("rulings", "two-columns", "strict-cover", "free-overhang", "primer", "layout", "cautious", "greedy"):
        assert word in out
