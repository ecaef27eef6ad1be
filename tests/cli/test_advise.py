"""`paletti advise`: all moves looked at, the best few simulated, with reasons."""

from __future__ import annotations

import json
import time

import pytest

import paletti_sim.cli.main as shell
from paletti_sim.stability.advise import Advice, advise
from paletti_sim.stability.check import Checker
from paletti_sim.tower.move import Move, Put
from paletti_sim.tower.scenario import parse_scenario, read_scenario

TOWER = """
schema: paletti/scenario@1
name: four-legs
tower:
  - floor: base
    columns:
      red-thick: [0, 60]
      blue-thick: [-60, -40]
      green-thick: [60, -40]
      yellow-hex: {at: [0, -20], turn: 15}
      yellow-thin-1: [20, -32]
  - floor: green
    at: [0, 0]
"""


@pytest.fixture
def run(capsys):
    def call(*arguments):
        with pytest.raises(SystemExit) as end:
            shell.main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return end.value.code, out, err

    return call


def test_the_best_moves_of_a_player_with_odds_and_reasons(run, tmp_path):
    file = tmp_path / "four-legs.yaml"
    file.write_text(TOWER)
    code, out, err = run("advise", file, "--player", "yellow", "--samples", 0, "--top", 1)
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80
    assert "yellow-hex carries nothing" in out
    assert "it brings 2 points" in " ".join(out.split())
    assert "simulated it stands" in " ".join(out.split())
    code, out, _ = run("advise", file, "--player", "yellow", "--samples", 1, "--json", "--top", 2)
    document = json.loads(out)
    assert document["schema"] == "paletti/advice@1"
    assert [move["take"] for move in document["best"]] == ["yellow-hex", "yellow-thin-1"]
    assert document["best"][0]["points"] == 2
    assert document["best"][0]["odds"] == 1.0
    assert document["takes"] == 2
    # what is advised holds when it is checked
    given = parse_scenario(TOWER, "four-legs")
    best = document["best"][0]
    x, y = best["put"]["at"]
    asked = Move(take=best["take"], put=Put((x / 1000, y / 1000)))
    assert Checker(given.tower, given.columns, given.floors).ask(asked).verdict.outcome in ("holds", "shifts")


def test_a_column_without_which_it_falls_is_not_advised(run, tmp_path):
    file = tmp_path / "four-legs.yaml"
    file.write_text(TOWER)
    code, out, _ = run("advise", file, "--player", "red")
    assert code == 0
    assert out == "No column can be taken: by equilibrium the villa falls without any of these. Propose a floor.\n"
    found = advise(parse_scenario(TOWER, "four-legs").tower, None, 4, samples=0)
    assert [advice.what for advice in found.best] == ["stands"] * 4
    assert {advice.take for advice in found.best} == {"blue-thick", "green-thick", "yellow-hex", "yellow-thin-1"}


def test_odds_come_before_points():
    def one(what, stood, points):
        return Advice("red-hex", Put((0.0, 0.0)), points, 1.0, 1.0, False, "", what, stood, 4)

    ranked = sorted([one("stands", 4, 1), one("stands", 2, 3), one("collapses", 4, 3), one("stands", 4, 3)], key=worth)
    assert [(a.what, a.stood, a.points) for a in ranked] == [
        ("stands", 4, 3),
        ("stands", 4, 1),
        ("stands", 2, 3),
        ("collapses", 4, 3),
    ]


def worth(advice):
    return -advice.worth


def test_what_cannot_be_advised_is_one_sentence(run):
    for arguments, says in (
        (("does-not-stand",), "does not stand as it is"),
        (("first-move", "--player", "pink"), "pink"),
        (("frst-move",), "did you mean first-move"),
    ):
        code, out, err = run("advise", *arguments)
        assert (code, out) == (2, "")
        assert says in err
        assert err.count("\n") == 1


@pytest.mark.slow
def test_the_opening_takes_less_than_twenty_seconds():
    began = time.process_time()
    found = advise(read_scenario("first-move").tower)
    assert time.process_time() - began < 20
    assert found.takes == 20
    assert [advice.what for advice in found.best] == ["stands"] * 3
    assert len({advice.take for advice in found.best}) == 3
