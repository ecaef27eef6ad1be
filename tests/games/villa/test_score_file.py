"""Gardens written down in a file."""

from __future__ import annotations

import re

import pytest

from paletti_sim.errors import FileFaultsError
from paletti_sim.games.core.errors import OptionError
from paletti_sim.games.villa.score_file import parse_garden, score_file
from tests.games.villa.helpers import HEDGES

GARDEN = """
schema: paletti/villa-score@1
players: {Ann: blue, Bob: pink}
map: |
  +-b-+-p-+-y-+
  b 1 b B p C y
  +-g-+-y-+-b-+
      p D g
      +-b-+
tokens:
  1: [blue Flowerbed]
  B: [pink Bird Bath, blue]
  D: [blue trees, pink]
"""
TWO = GARDEN.replace("{Ann: blue, Bob: pink}", "{Ann: [blue, yellow], Bob: [pink, green]}")
FOUR = GARDEN.replace("{Ann: blue, Bob: pink}", "{Ann: blue, Bob: pink, Cid: yellow, Dot: green}\nteams: true")


def parsed(text):
    return parse_garden(text.encode(), "t.yaml")


def test_a_garden_is_scored():
    written = parsed(GARDEN)
    ann, bob = written.points()
    assert ann.features == (("flowerbed", 0, 3), ("trees", 3, 2))
    assert (ann.areas, ann.total, ann.placed) == (3, 8, 3)
    assert (bob.features, bob.areas, bob.placed) == ((("bird-bath", 1, 0),), 2, 2)
    assert written.ranking(written.points()).winners == {0}


def test_areas_can_be_said_to_belong_to_others():
    """Fountains cannot be seen on the map: whoever had most with them is written down."""
    text = GARDEN + "belongs: {B: [blue]}\n"
    (ann, _) = parsed(text).points()
    assert ann.features == (("flowerbed", 0, 3), ("trees", 3, 8))  # D, B, A and C
    assert parsed(GARDEN).points("token")[0].features[1] == ("trees", 3, 6)


def test_two_colours_each_and_teams():
    two = parsed(TWO)
    assert (two.names, two.colours) == (("Ann", "Bob", "Ann", "Bob"), (0, 1, 2, 3))
    assert (two.sides, two.two_players) == (True, True)
    assert two.ranking(two.points()).scores == (0, 0)
    assert two.ranking(two.points()).decided_by == "more tokens placed"
    four = parsed(FOUR)
    assert (four.sides, four.two_players, four.names) == (True, False, ("Ann", "Bob", "Cid", "Dot"))


def test_the_document_and_the_option(tmp_path):
    file = tmp_path / "g.yaml"
    file.write_text(GARDEN)
    document = score_file(file, {}).document
    assert document["winners"] == ["Ann"]
    assert document["scores"] == [8, 2]
    assert [area["spaces"] for area in document["areas"]] == [1, 1, 1, 1]
    assert document["areas"][1]["tokens"][0] == {"colour": "pink", "feature": "bird-bath"}
    assert score_file(file, {"belongs": "token"}).document["scores"] == [12, 2]
    with pytest.raises(OptionError):
        score_file(file, {"rules": "expert"})


@pytest.mark.parametrize(
    ("old", "new", "part", "says"),
    [
        ("Bob: pink", "Bob: blue", "players", "V-6: every colour belongs to one player"),
        ("Bob: pink", "Bob: [pink, green]", "players", "V-60: two colours each are for two players"),
        ("Bob: pink", "Bob: violet", "players.Bob", "must be a colour"),
        (", Bob: pink", "", "players", "V-8: there are 2 to 4 players"),
        ("Ann: blue", "'': blue", "players", "a name has 1 to 24"),
        ("{Ann: blue, Bob: pink}", "5", "players", "must be a mapping"),
        ("  B: [", "  X: [", "tokens.X", "no closed area has this mark"),
        ("  B: [", "  C: [green]\n  B: [", "tokens.C.0", "must begin with a colour that plays (blue, pink)"),
        ("Flowerbed", "Flowrbed", "tokens.1.0", "there is no such Feature: did you mean flowerbed?"),
        ("blue trees, pink", "blue flowerbed, pink", "tokens", "V-4: blue has the Flowerbed once only"),
        ("blue trees, pink", ", ".join(["pink"] * 11), "tokens", "V-4: pink has 10 tokens (got 12)"),
        ("-y-+-b-+", "-y-+-k-+", "map", "line 3 of the map, character 11: a segment has a letter"),
        ("b 1 b B p", "b B b B p", "map", "the mark B stands in more than one area"),
        ("b 1 b B p", "b 1 b B  p", "map", "the mark y stands in no closed area: is a line out of step?"),
        ("tokens:", "teams: true\ntokens:", "teams", "teams are for four players"),
        ("tokens:", "token:", "token", "unknown key"),
    ],
)
def test_faults_are_told_with_their_place(old, new, part, says):
    assert old in GARDEN
    with pytest.raises(FileFaultsError) as caught:
        parsed(GARDEN.replace(old, new))
    assert any(part in line and says in line for line in str(caught.value).splitlines()), str(caught.value)


def test_the_example_that_ships_can_be_scored():
    text = HEDGES.with_name("README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```yaml\n(schema: paletti/villa-score@1\n.*?)^```$", text, re.M | re.S)
    written = parsed(example)
    assert [len(area.stack) for area in written.areas] == [1, 2, 0, 0]
    assert [area.owners for area in written.areas] == [(0,), (0,), (0, 1), (0, 1)]


def test_a_map_without_areas_is_no_fault():
    written = parsed("schema: paletti/villa-score@1\nplayers: {A: blue, B: pink}\nmap: '+-b-+'\n")
    assert written.areas == ()
    assert [each.total for each in written.points()] == [0, 0]
