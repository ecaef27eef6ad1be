"""The commands games, play, simulate, replay and score, as a user calls them."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest

from paletti_sim.cli.output import say
from paletti_sim.cli.scenes import print_scene
from paletti_sim.games.core.scene import Grid

CODE = "from paletti_sim.cli.main import main; main()"
MANUAL = """
schema: paletti/villannex-score@1
villages:
  You: {cards: [stone-bridge, cook], produces: {wood: 1, stone: 2, livestock: 1, grain: 1}}
  Left: {cards: [walls, trading-post], produces: {stone: 2, grain: 2}}
  Right: {cards: [grain-field, toll-gate], produces: {livestock: 2, grain: 3}}
"""


def fits(out):
    return max(map(len, out.splitlines())) <= 80


def test_games_lists_them_and_one_game_its_options(run):
    code, out, err = run("games")
    assert (code, err) == (0, "")
    assert "villannex" in out
    assert fits(out)
    code, out, _ = run("games", "villannex")
    assert code == 0
    assert fits(out)
    for word in ("rounds", "draft", "show", "reveal", "cards", "greedy", "random"):
        assert word in out
    document = json.loads(run("games", "--json")[1])
    assert document["schema"] == "paletti/games@1"
    assert [game["id"] for game in document["games"]] == ["villa-paletti", "villannex", "villa", "vampire-village"]
    assert run("games", "vilannex")[::2] == (2, "there is no game 'vilannex': did you mean villannex or villa?\n")


def test_score_prints_the_table_of_the_manual(run, tmp_path):
    file = tmp_path / "table.yaml"
    file.write_text(MANUAL)
    code, out, err = run("score", "villannex", file)
    assert (code, err) == (0, "")
    assert fits(out)
    rows = {line.split()[0]: line.split() for line in out.splitlines() if line.strip()}
    assert rows["stone"][1:] == ["2", "×", "9", "=", "18", "2", "×", "9", "=", "18", "0", "×", "9", "=", "0", "4"]
    assert rows["total"] == ["total", "27", "26", "22"]
    document = json.loads(run("score", "villannex", file, "--json")[1])
    assert document["schema"] == "paletti/score@1"
    assert [village["total"] for village in document["villages"]] == [27, 26, 22]


def test_the_example_in_the_help_of_score_can_be_scored(run, tmp_path):
    code, out, _ = run("score", "--help")
    assert code == 0
    lines = [line.strip(" │") for line in out.splitlines()]
    start = next(place for place, line in enumerate(lines) if line.startswith("schema:"))
    example = [lines[start], lines[start + 1], *(f"  {line}" for line in lines[start + 2 : start + 4])]
    file = tmp_path / "table.yaml"
    file.write_text("\n".join(example))
    code, out, err = run("score", "villannex", file)
    assert (code, err) == (0, "")
    assert "Ann" in out


def test_score_of_a_bad_file_tells_all_faults_on_stderr(run, tmp_path):
    file = tmp_path / "table.yaml"
    file.write_text(MANUAL.replace("walls", "wals").replace("cook", "cok"))
    code, out, err = run("score", "villannex", file, "--json")
    assert (code, out) == (2, "")
    assert [line.split(": ")[1] for line in err.splitlines()] == ["villages.You.cards.1", "villages.Left.cards.0"]
    assert run("score", "villannex", tmp_path / "none.yaml")[0] == 2


def test_simulate_prints_shares_and_writes_records_once(run, tmp_path):
    call = ["simulate", "villannex", "--bots", "greedy,random", "--games", "6", "--records", tmp_path / "new"]
    code, out, err = run(*call)
    assert code == 0
    assert err.splitlines()[-1] == f"wrote {tmp_path / 'new' / 'games.jsonl'}"
    assert fits(out)
    assert re.search(r"greedy +\d", out)
    assert "6 games, 8.0 actions each (8 to 8)" in out
    code, out, err = run(*call)
    assert (code, out) == (2, "")
    assert err.endswith("games.jsonl exists already: --force overwrites\n")
    assert run(*call, "--force")[0] == 0
    code, out, _ = run("replay", tmp_path / "new" / "games.jsonl", "--verify")
    assert (code, out) == (0, "the same: 6 games, 48 actions, 48 of them decided again by bots\n")
    code, out, err = run("replay", tmp_path / "new" / "games.jsonl")
    assert (code, out) == (2, "")
    assert "holds 6 games" in err


def test_simulate_as_json_is_the_same_for_any_number_of_jobs(run):
    call = ["simulate", "villannex", "--bots", "random,random,random", "--games", "30", "--json"]
    documents = [json.loads(run(*call, *more)[1]) for more in ([], ["--jobs", "2"])]
    for document in documents:
        assert document.pop("seconds") > 0
        assert document.pop("games_per_second") > 0
    assert documents[0] == documents[1]
    assert documents[0]["schema"] == "paletti/simulation@1"
    other = json.loads(run(*call, "--seed", "1")[1])
    assert other["bots"] != documents[0]["bots"]


def test_bots_of_one_kind_are_numbered_wherever_they_are_named(run, tmp_path):
    call = ["simulate", "villannex", "--bots", "random,greedy,random", "--games", "2", "--records", tmp_path]
    _, out, _ = run(*call)
    assert re.findall(r"^(random \d|greedy)  ", out, re.M) == ["random 1", "greedy", "random 2"]
    records = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert [[player["name"] for player in record["players"]] for record in records] == [
        ["random 1", "greedy", "random 2"],
        ["random 2", "random 1", "greedy"],
    ]
    assert [player["by"] for player in records[1]["players"]] == ["random", "random", "greedy"]
    _, out, _ = run("play", "villannex", "--players", "random,random", "--seed", "1")
    assert out.startswith("Villannex: random 1 (bot), random 2 (bot).\n")


def test_simulate_the_solitaire_game_reports_each_round(run):
    code, out, _ = run("simulate", "villannex", "--bots", "random", "--games", "40")
    assert code == 0
    assert fits(out)
    assert "round 1 cleared" in out
    assert "failed in round 1" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["simulate", "villannex", "--bots", "gredy,random"], "did you mean greedy"),
        (["simulate", "villannex", "--bots", ""], "there is no bot ''"),
        (["simulate", "villannex", "--bots", "random,random,random,random,random"], "1 to 4 players (got 5 players)"),
        (["simulate", "villannex", "--bots", "random,random", "--set", "rounds=9"], "rounds is 1 or 2"),
        (["simulate", "villannex", "--bots", "random,random", "--set", "rounds"], "--set wants OPTION=VALUE"),
        (["simulate", "villannex", "--bots", "random,random", "--games", "0"], "--games"),
        (["simulate", "villannex", "--bots", "random,random", "--jobs", "-1"], "--jobs"),
        (["simulate", "villannex"], "--bots"),
        (["play", "vilannex"], "did you mean villannex"),
        (["play", "villannex", "--players", "human,gredy"], "did you mean greedy"),
        (["play", "villannex", "--players", "human:A,human:A"], "two players are called A"),
        (["play", "villannex", "--players", "human:"], "a name has 1 to 24"),
        (["play", "villannex", "--players", "human:" + 25 * "x"], "a name has 1 to 24 characters (got 25: 'xx"),
        (["play", "villannex", "--players", "human:A\x1b[2J"], r"can be printed: '\x1b' cannot be (got 'A\x1b[2J')"),
        (["play", "villannex", "--players", ""], "--players names nobody: give who plays, such as human,greedy"),
        (["play", "villannex", "--players", "human,"], "--players leaves a seat empty"),
        (["play", "villannex", "--players", "Ana,greedy"], "there is no bot 'Ana' for villannex: there are "),
        (["play", "villannex", "--players", "Ana,greedy"], "(a person is human:Ana)\n"),
        (["play", "villannex", "--record", "."], "is a folder"),
        (["replay", "no-such-file"], "no such file"),
        (["replay", "."], "is a directory"),
        (["replay", "/dev/null"], "the file is empty"),
        (["score", "villannex", "."], "is a directory"),
    ],
)
def test_bad_calls_are_one_line_on_stderr(run, arguments, says):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert len(err.splitlines()) == 1


def test_a_record_is_played_again_and_a_damaged_one_is_one_sentence(run, tmp_path):
    file = tmp_path / "r.json"
    assert run("play", "villannex", "--seed", "2", "--players", "greedy,random", "--record", file)[0] == 0
    code, out, err = run("replay", file)
    assert (code, err) == (0, "")
    assert fits(out)
    assert "Points" in out
    assert re.search(r"^ *8 ", out, re.M)
    document = json.loads(run("replay", file, "--json")[1])
    assert document["schema"] == "paletti/replay@1"
    assert len(document["states"]) == len(document["actions"]) + 1
    text = file.read_text()
    file.write_text(text[: len(text) // 2])
    code, out, err = run("replay", file, "--verify", "--json")
    assert (code, out) == (2, "")
    assert err == f"{file}: this record is damaged: it is no complete JSON document\n"
    doc = json.loads(text)
    doc["outcome"]["scores"][0] += 1
    file.write_text(json.dumps(doc))
    code, out, err = run("replay", file, "--verify")
    assert (code, out, err) == (1, "", "") or (code, out.splitlines()[0]) == (1, "game 1: the outcome is another one")
    assert json.loads(run("replay", file, "--verify", "--json")[1])["same"] is False


def test_play_with_piped_input(run, tmp_path):
    file = tmp_path / "r.json"
    typed = "?\n1\nt\nnonsense\n99\n1\n1\n1\n"
    code, out, err = run("play", "villannex", "--seed", "5", "--record", file, typed=typed)
    assert (code, err) == (0, f"wrote {file}\n")
    assert fits(out)
    assert out.count("Your hand") == 3
    assert "there is no choice 99: type 1 to 6" in out
    assert "no choice is called 'nonsense'" in out
    assert "greedy shows" in out
    assert re.search(r"(You win|greedy wins|share the victory) with -?\d+ point", out)
    assert run("replay", file, "--verify")[0] == 0


def test_play_hides_what_the_other_one_may_not_see(run, tmp_path):
    file = tmp_path / "r.json"
    typed = "\n1\n\n1\n\n1\n1\n1\n\n1\n1\n1\n"
    players = "human:Ann,human:Bob"
    code, out, _ = run("play", "villannex", "--seed", "5", "--players", players, "--record", file, typed=typed)
    assert code == 0
    screens = re.split(r"-{80}\n", out)
    assert [re.search(r"(\w+), take the screen", screen)[1] for screen in screens] == ["Ann", "Bob", "Ann", "Bob"]
    record = json.loads(file.read_text())
    hands = json.loads(run("replay", file, "--json")[1])["states"][0]["hands"]
    from paletti_sim.games import ready

    names = [{ready("villannex", 2).cards.by_id[card].name for card in hand} for hand in hands]
    anns, bobs = screens[0], screens[1]
    assert all(name in anns for name in names[0])
    assert not any(re.search(rf"^{name} ", anns, re.M) for name in names[1])
    assert not any(re.search(rf"^{name} ", bobs, re.M) for name in names[0])
    shown = set(record["actions"][0]["do"]["select"])
    aside = {ready("villannex", 2).cards.by_id[card].name for card in set(hands[0]) - shown}
    assert not any(name in screens[3].split("Points")[0] for name in aside)


@pytest.mark.parametrize("typed", ["", "1\n", "1\nq\n", "quit\n"])
def test_the_end_of_input_ends_a_game_with_its_record(run, tmp_path, typed):
    file = tmp_path / "r.json"
    code, out, err = run("play", "villannex", "--seed", "5", "--record", file, typed=typed)
    assert (code, err) == (0, f"wrote {file}\n")
    assert out.endswith("The game ends here, unfinished.\n")
    assert json.loads(file.read_text())["outcome"] is None
    code, out, _ = run("replay", file)
    assert code == 0
    assert out.endswith("The record ends before the game does.\n")
    assert run("replay", file, "--verify")[0] == 0


def test_solitaire_at_the_table(run):
    code, out, _ = run("play", "villannex", "--seed", "5", "--players", "human", typed="1\n" * 30)
    assert code == 0
    assert fits(out)
    assert "Round 1 of 4: 20 points are needed." in out
    assert re.search(r"(Failed in round \d|ictory)\.$", out, re.M)


def test_a_place_that_cannot_be_written_is_told_before_the_game(run, tmp_path):
    (tmp_path / "file").write_text("x")
    for place, wrong in (
        (tmp_path / "no" / "r.json", "No such file or directory"),
        (tmp_path / "file" / "r.json", "Not a directory"),
        ("/dev/full", "No space left on device"),
    ):
        assert run("play", "villannex", "--record", place, typed="1\n1\n1\n1\n") == (2, "", f"{place}: {wrong}\n")
    call = ["simulate", "villannex", "--bots", "random,random", "--games", "9999999", "--records"]
    wrong = f"{tmp_path / 'file' / 'games.jsonl'}: Not a directory\n"
    assert run(*call, tmp_path / "file") == (2, "", wrong)


class Terminal:
    """A command in a pseudo-terminal of 80 columns."""

    def __init__(self, *arguments, cwd):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(cwd)
            environment = {**os.environ, "COLUMNS": "80", "LINES": "40", "TERM": "xterm"}
            os.execve(sys.executable, [sys.executable, "-c", CODE, *arguments], environment)
        self.out = ""

    def until(self, words, seconds=30):
        end = time.monotonic() + seconds
        while words not in self.out:
            assert time.monotonic() < end, f"never came: {words!r} in {self.out[-500:]!r}"
            if select.select([self.fd], [], [], 0.2)[0]:
                try:
                    self.out += os.read(self.fd, 65536).decode("utf-8", "replace")
                except OSError:
                    break
        assert words in self.out, f"never came: {words!r} in {self.out[-500:]!r}"
        seen, self.out = self.out.split(words, 1)
        return seen + words

    def type(self, text):
        os.write(self.fd, text.encode())

    def ended(self):
        while True:
            try:
                if not os.read(self.fd, 65536):
                    break
            except OSError:
                break
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)


def test_ctrl_c_in_a_terminal_offers_a_record_and_ends_with_130(tmp_path):
    terminal = Terminal("play", "villannex", "--seed", "5", cwd=tmp_path)
    terminal.until("> ")
    terminal.type("1\n")
    terminal.until("greedy shows")
    terminal.until("> ")
    time.sleep(0.7)  # a person is not so fast: between the prompt and the reading, Python keeps a Ctrl-C for later
    terminal.type("\x03")
    terminal.until("Save a record? A file name, or Enter for none: ")
    terminal.type("game.json\n")
    terminal.until("interrupted")
    assert terminal.ended() == 130
    assert len(json.loads((tmp_path / "game.json").read_text())["actions"]) >= 2


def test_a_series_shows_in_a_terminal_how_far_it_is_and_nowhere_else(tmp_path):
    call = ["simulate", "villannex", "--bots", "random,random", "--games", "4000"]
    terminal = Terminal(*call, cwd=tmp_path)
    terminal.until("/4000")
    seen = terminal.until("4,000 games, ")
    assert re.search(r"[1-9][0-9]*/4000", seen)
    assert terminal.ended() == 0
    environment = {**os.environ, "FORCE_COLOR": "1", "TTY_COMPATIBLE": "1"}
    ended = subprocess.run(
        [sys.executable, "-c", CODE, *call], cwd=tmp_path, capture_output=True, text=True, check=True, env=environment
    )
    assert ended.stderr == ""
    assert "4000" not in ended.stdout


def test_a_whole_game_of_two_people_in_a_terminal(tmp_path):
    (tmp_path / "taken").write_text("x")
    terminal = Terminal("play", "villannex", "--players", "human:Ann,human:Bob", "--seed", "5", cwd=tmp_path)
    for name, choices in (("Ann", 1), ("Bob", 1), ("Ann", 3), ("Bob", 3)):
        seen = terminal.until(f"{name}, take the screen and press Enter. ")
        if (name, choices) != ("Ann", 1):
            assert "\x1b[2J\x1b[3J\x1b[H" in seen
        terminal.type("\n")
        for _ in range(choices):
            seen = terminal.until("> ")
            assert all(len(re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", line)) <= 80 for line in seen.splitlines())
            terminal.type("1\n")
    terminal.until("(seed 5)")
    terminal.until("none: ")
    terminal.type("taken\n")
    terminal.until("taken exists already")
    terminal.until("none: ")
    terminal.type("\x04")
    assert terminal.ended() == 0
    assert (tmp_path / "taken").read_text() == "x"


@pytest.mark.parametrize(("game", "lines"), [("villannex", 1), ("villa", 5), ("villa", 60), ("vampire-village", 5)])
def test_a_closed_pipe_ends_a_game_with_141(tmp_path, game, lines):
    # after so many lines the next thing printed would be a table, by other means than `print`
    process = subprocess.Popen(
        [sys.executable, "-c", CODE, "play", game, "--seed", "5", "--record", "r.json"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    process.stdin.write("1\n" * 60)
    process.stdin.close()
    for _ in range(lines):
        process.stdout.readline()
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert (process.wait(timeout=30), err) == (141, "wrote r.json\n")


def test_what_is_shown_or_said_never_commands_a_terminal(capsys):
    print_scene(["a\x1b[2Jb", Grid(("h\x9bh",), (("c\x1b[2Jd",),))])
    say("e\x1b[2Jf\ng")
    out, err = capsys.readouterr()
    assert out.split() == ["a?[2Jb", "h?h", *out.split()[2:-1], "c?[2Jd"]
    assert err == "e?[2Jf\ng\n"


@pytest.mark.parametrize("seconds", [1.5, 3.0])  # while the workers begin, and while they play
def test_ctrl_c_stops_a_series_without_a_file(tmp_path, seconds):
    call = ["simulate", "villannex", "--bots", "greedy,greedy", "--games", "100000", "--jobs", "2", "--records", "out"]
    process = subprocess.Popen(
        [sys.executable, "-c", CODE, *call],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out) == (130, "")
    assert err == "interrupted\n"
    assert not (tmp_path / "out").exists()
