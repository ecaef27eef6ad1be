"""Vampire Village as a user calls it."""

from __future__ import annotations

import json
import re

import pytest

from tests.games.test_commands import fits


def test_its_options_and_bots_are_listed(run):
    code, out, err = run("games", "vampire-village")
    assert (code, err) == (0, "")
    assert fits(out)
    for word in ("grid_limit", "count or box", "demons", "in-turn or together", "cards", "greedy", "random", "2 to 5"):
        assert word in out


def test_a_whole_game_with_piped_input_is_recorded_and_verified(run, tmp_path):
    file = tmp_path / "game.json"
    call = ["play", "vampire-village", "--seed", "3", "--players", "human:Ann,random,greedy", "--record", file]
    code, out, err = run(*call, typed="?\nt\nnonsense\n" + "1\n" * 200)
    assert (code, err) == (0, f"wrote {file}\n")
    assert fits(out)
    assert "no choice is called 'nonsense'" in out
    assert out.count("Which card do you choose?") == 10
    assert out.count("Where do you place ") == 12
    assert out.count("Which monster goes to random on the left, which to greedy on the right?") == 4
    assert re.search(r"\d (witch|werewol|vampire)\w* attacks? Ann's village, \d+ against \d+", out)
    assert re.search(r"(Ann|random|greedy) (wins with \d+ points?|share)", out)
    code, out, _ = run("replay", file, "--verify")
    assert (code, out[:8]) == (0, "the same")
    code, out, err = run("replay", file)
    assert (code, err) == (0, "")
    assert fits(out)
    assert out.rstrip().endswith("points.") or "points each" in out or "more cards" in out
    document = json.loads(run("replay", file, "--json")[1])
    assert len(document["states"]) == len(document["actions"]) + 1


def test_two_people_see_no_hand_of_each_other(run):
    players = "human:Ann,human:Bob"
    code, out, _ = run("play", "vampire-village", "--seed", "5", "--players", players, typed="\n1\n\n1\n\n1\nq\n")
    assert code == 0
    screens = re.split(r"-{80}\n", out)
    assert [re.search(r"(\w+), take the screen", screen)[1] for screen in screens[:3]] == ["Ann", "Bob", "Ann"]
    from paletti_sim.games import ready

    setup = ready("vampire-village", 2)
    hands = [{setup.cards.by_id[card].name for card in hand} for hand in setup.new(5).hands]
    for screen, own, other in ((screens[0], *hands), (screens[1], *hands[::-1])):
        assert all(name in screen for name in own)
        assert not any(re.search(rf"\b{name}\b", screen) for name in other)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["simulate", "vampire-village", "--bots", "random"], "2 to 5 players (got 1 player)"),
        (["simulate", "vampire-village", "--bots", ",".join(["random"] * 6)], "2 to 5 players (got 6 players)"),
        (["simulate", "vampire-village", "--bots", "random,random", "--set", "grid_limit=5"], "is count or box"),
        (["simulate", "vampire-village", "--bots", "random,random", "--set", "demon=together"], "did you mean demons?"),
        (
            ["simulate", "vampire-village", "--bots", "random,random", "--set", "cards=none.yaml"],
            "cannot read none.yaml",
        ),
        (["play", "vampire-vilage"], "did you mean vampire-village?"),
        (["score", "vampire-village", "table.yaml"], "vampire-village has no files to score"),
    ],
)
def test_bad_calls_are_one_line_on_stderr(run, arguments, says):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert len(err.splitlines()) == 1


def test_simulations_do_not_depend_on_the_number_of_jobs(run, tmp_path):
    call = ["simulate", "vampire-village", "--bots", "greedy,random,random", "--games", "4", "--json"]
    one, two = (json.loads(run(*call, *more)[1]) for more in ([], ["--jobs", "2", "--records", tmp_path / "new"]))
    for document in (one, two):
        document.pop("seconds")
        document.pop("games_per_second")
    assert one == two
    code, out, _ = run("replay", tmp_path / "new" / "games.jsonl", "--verify")
    assert (code, out[:8]) == (0, "the same")


def test_a_damaged_record_is_one_sentence(run, tmp_path):
    file = tmp_path / "game.json"
    call = ["play", "vampire-village", "--seed", "3", "--players", "random,random", "--record", file]
    assert run(*call)[0] == 0
    doc = json.loads(file.read_text())
    place = next(number for number, done in enumerate(doc["actions"]) if "place" in done["do"])
    doc["actions"][place]["do"] = {"place": [7, 7]}
    file.write_text(json.dumps(doc))
    code, out, err = run("replay", file, "--verify")
    assert (code, out) == (2, "")
    number = f"action {place + 1} of {len(doc['actions'])}"
    assert err.startswith(f"{file}: this record is damaged: {number} is against rule W-10: ")
