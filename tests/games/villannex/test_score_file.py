"""Villages written down in a file."""

from __future__ import annotations

import pytest

from paletti_sim.errors import FileFaultsError
from paletti_sim.games.villannex.score_file import parse_villages
from tests.games.villannex.helpers import setup

MANUAL = """
schema: paletti/villannex-score@1
villages:
  You: {cards: [stone-bridge, cook], produces: {wood: 1, stone: 2, livestock: 1, grain: 1}}
  Left: {cards: [Walls, trading post], produces: {stone: 2, grain: 2}}
  Right: {cards: [grain-field, toll-gate], produces: {livestock: 2, grain: 3}}
"""


def parsed(text):
    return parse_villages(text.encode(), setup().cards, "t.yaml")


@pytest.mark.rule("X-26")
def test_the_example_of_the_manual():
    written = parsed(MANUAL)
    assert written.names == ("You", "Left", "Right")
    assert written.score().totals == (27, 26, 22)


def test_frames_and_the_common_area():
    text = "schema: paletti/villannex-score@1\nvillages:\n  A: {cards: {charcoal-hut: 2, Cook: 1}}\n"
    assert parsed(text).score().totals == (7,)
    assert parsed(text + "common: [sawmill]\n").score().totals == (7 + 3 - 6,)
    assert parsed(text.replace("Cook: 1", "Cook: 0")).score().totals == (2,)


@pytest.mark.parametrize(
    ("old", "new", "part", "says"),
    [
        ("Walls,", "Wals,", "Wals", "did you mean walls"),
        ("Walls,", "cook,", "cook", "Cook lies already in villages.You.cards.1"),
        ("[Walls, trading post]", "[Walls]", "[", "a village has 2 cards"),
        ("stone: 2, livestock", "stone: -2, livestock", "-2", "at least 0"),
        ("stone: 2, livestock", "gold: 2, livestock", "gold", "unknown key"),
        ("[grain-field, toll-gate], produces: {livestock: 2, grain: 3}", "[walls]", "[", "frame that produces"),
        ("[Walls, trading post], p", "{Walls: 1, trading post: 1}, p", "p", "not both"),
        ("villages:", "vilages:", "vilages", "did you mean villages"),
        ("score@1", "score@2", "score", "villannex-score@1"),
    ],
)
def test_faults_have_their_place(old, new, part, says):
    text = MANUAL.replace(old, new, 1)
    index = MANUAL.index(old) + (new.rindex(part) if part == "p" else new.index(part))
    if part == "score":
        index = text.index("paletti")
    place = f"{text.count(chr(10), 0, index) + 1}:{index - text.rfind(chr(10), 0, index)}"
    with pytest.raises(FileFaultsError) as caught:
        parsed(text)
    said = str(caught.value).splitlines()
    assert any(line.startswith(f"t.yaml:{place}: ") and says in line for line in said), (place, said)
    assert len(said) == 1 or "vilages" in new


@pytest.mark.parametrize(
    "village", ["{cards: {walls: 9, cook: 1}}", "{cards: {walls: x, cook: 1}}", "{cards: {walls: true, cook: 1}}"]
)
def test_a_frame_that_the_card_does_not_have_is_told_with_those_it_has(village):
    with pytest.raises(FileFaultsError, match="number of a frame of Walls \\(1: 1 stone; 2: "):
        parsed(f"schema: paletti/villannex-score@1\nvillages:\n  A: {village}\n")


def test_five_villages_are_too_many_and_none_too_few():
    five = "".join(f"  V{n}: {{cards: {{{card}: 1}}}}\n" for n, card in enumerate(setup().cards.ids[:5]))
    for villages in ("\n" + five, " {}\n"):
        with pytest.raises(FileFaultsError, match="1 to 4 villages"):
            parsed(f"schema: paletti/villannex-score@1\nvillages:{villages}")


def test_one_village_of_four_is_the_solitaire_game():
    text = "schema: paletti/villannex-score@1\nvillages:\n  A: {cards: {walls: 1, cook: 1, sawmill: 1, quarry: 1}}\n"
    assert len(parsed(text).cards) == 4
