"""Card files: what is wrong is said with line and column, all at once; nothing else is read."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from paletti_sim.errors import FileFaultsError, PalettiError
from paletti_sim.games.core.card_files import read_bytes
from paletti_sim.games.vampire_village.cards import Building, Hero
from paletti_sim.games.vampire_village.reading import parse_cards
from paletti_sim.resources import models_dir
from tests.games.vampire_village.helpers import setup

FILE = models_dir() / "vampire_village" / "cards.yaml"
TEXT = FILE.read_text(encoding="utf-8")
WELL = "defence: {witch: 1, werewolf: 1, vampire: 1}, residents: {type: yellow}"


def faults(text):
    with pytest.raises(FileFaultsError) as caught:
        parse_cards(text.encode(), "cards.yaml")
    return str(caught.value).splitlines()


def replaced(old, new):
    assert TEXT.count(old) >= 1, old
    return TEXT.replace(old, new, 1)


def test_the_file_that_ships_holds_what_its_readme_says():
    cards = parse_cards(read_bytes(FILE), str(FILE))
    assert len(cards.starting) == 6
    for number, (main, middle, weak, yellow) in enumerate(((3, 2, 1, 1), (5, 4, 2, 2))):
        buildings = [card for card in cards.village[number] if isinstance(card, Building)]
        heroes = [card for card in cards.village[number] if isinstance(card, Hero)]
        assert Counter(card.type for card in buildings) == {"green": 6, "blue": 6, "red": 6, "yellow": 6}
        for side, kind in enumerate(("green", "blue", "red")):
            rows = [(card.defence[side], card.per) for card in buildings if card.type == kind]
            assert Counter(rows) == {
                (main, ""): 2,
                (middle, "type"): 1,
                (middle, "hero"): 1,
                (weak, "row"): 1,
                (weak, "column"): 1,
            }
        assert {card.defence for card in buildings if card.type == "yellow"} == {(yellow,) * 3}
        assert Counter((card.symbols, card.moves) for card in heroes) == {
            (("witch",), 5): 1,
            (("werewolf",), 4): 1,
            (("vampire",), 4): 1,
            (("witch", "werewolf"), 3): 1,
            (("werewolf", "vampire"), 2): 1,
            (("witch", "werewolf", "vampire"), 0): 1,
        }
    same = {
        "witch-2": 4,
        "witch-left": 2,
        "witch-right": 2,
        "werewolf-grey": 4,
        "werewolf-black": 4,
        **{f"demon-{what}": 1 for what in ("hero", "yellow", "fewest", "witch", "werewolf", "vampire")},
    }
    vampires = (1, 1, 2, 2, 3, 3, 4, 5), (2, 3, 3, 4, 4, 5, 6, 6)
    for number in (0, 1):
        wanted = Counter(same) + Counter(f"vampire-{strength}" for strength in vampires[number])
        assert Counter(cards.monsters[number]) == wanted


@pytest.mark.parametrize(
    ("old", "new", "part", "says"),
    [
        ("type: green, defence: {witch: 1}}", "type: grene, defence: {witch: 1}}", "grene", "must be green"),
        ("type: green, defence: {witch: 1}}", "type: green}", "{id", "defence"),
        ("defence: {witch: 3}", "defence: {witch: three}", "three", "must be a whole number"),
        ("defence: {witch: 3}", "defence: {witch: 10}", "10", "at most 9"),
        ("defence: {witch: 3}", "defence: {witch: -1}", "-1", "at least 0"),
        ("defence: {witch: 3}", "defence: {wich: 3}", "wich", "did you mean witch"),
        ("defence: {witch: 3}", "defence: 3", "3", "must be a mapping"),
        (WELL, WELL.replace("yellow", "purple"), "purple", "must be green"),
        ("residents: hero", "residents: heroes", "heroes", "must be hero, row, column or {type"),
        ("residents: hero", "residents: [hero]", "[hero]", "must be hero, row, column or {type"),
        ("residents: {type: green}", "residents: {kind: green}", "kind", "unknown key"),
        ("name: Mill, type: green", "name: Mill, residents: row, type: green", "residents: row", "unknown key"),
        ("symbols: [witch], moves: 5", "symbols: [witch, witch], moves: 5", "[witch, witch]", "stands twice"),
        ("symbols: [witch], moves: 5", "symbols: [demon], moves: 5", "demon", "must be witch"),
        ("symbols: [witch], moves: 5", "symbols: [witch]", "{id: herbalist", "moves"),
        ("moves: 5", "moves: 1.5", "1.5", "must be a whole number"),
        ("{witch: left, copies: 2}", "{witch: 3, copies: 2}", "3", "must be 2, left or right"),
        ("{witch: left, copies: 2}", "{witch: true, copies: 2}", "true", "must be 2, left or right"),
        ("{vampire: 5}", "{vampire: 7}", "7", "must be 1, 2, 3, 4, 5 or 6"),
        ("{demon: hero}", "{demon: heroes}", "heroes", "must be hero, yellow"),
        ("{demon: hero}", "{demon: hero, vampire: 1}", "{demon", "exactly one of the keys"),
        ("{demon: hero}", "{demn: hero}", "demn", "did you mean demon"),
        ("{demon: hero}", "{demon: hero, copies: 0}", "0", "at least 1"),
        ("id: mill", "id: The Mill", "The Mill", "must look like"),
        ("name: Mill", "name: A mill by the brook", "A mill", "at most 14 characters"),
        ("name: Mill", "name: 7", "7", "must be text"),
        (
            "schema: paletti/vampire-village-cards@1",
            "schema: paletti/scenario@1",
            "paletti/sc",
            "vampire-village-cards@1",
        ),
    ],
)
def test_each_fault_has_its_place(old, new, part, says):
    text = replaced(old, new)
    index = TEXT.index(old) + new.index(part) if part in new else TEXT.rindex(part, 0, TEXT.index(old))
    place = f"{text.count(chr(10), 0, index) + 1}:{index - text.rfind(chr(10), 0, index)}"
    found = faults(text)
    assert any(line.startswith(f"cards.yaml:{place}: ") and says in line for line in found), (place, found)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("  - {id: mill, name: Mill, type: green, defence: {witch: 1}}\n", "", "6 starting cards (got 5)"),
        ("    - {witch: 2, copies: 4}\n", "", "30 monsters (got 26, copies counted)"),
        ("    - {witch: 2, copies: 4}\n", "    - {witch: 2, copies: 5}\n", "30 monsters (got 31, copies counted)"),
        ("    - {id: inn, ", "    - {id: mill, ", "a card of this id stands already in starting.0"),
        ("name: Inn", "name: mill", "a card of this name stands already in starting.0"),
    ],
)
def test_what_is_missing_or_twice_is_a_fault(old, new, says):
    assert [line for line in faults(replaced(old, new)) if says in line]


def test_a_missing_card_of_a_round_is_a_fault_of_that_round():
    text = re.sub(r"    - \{id: moat.*\n", "", TEXT)
    line = text[: text.index("round-2")].count("\n") + 1
    assert faults(text) == [f"cards.yaml:{line}:1: round-2: W-1: a round has 30 buildings and heroes together (got 29)"]


def test_all_faults_are_told_at_once():
    text = replaced("defence: {witch: 3}", "defence: {witch: x}").replace("{demon: hero}", "{demon: x}")
    found = faults(text.replace("moves: 0", "moves: none", 1))
    wanted = [f"cards.yaml:{number}:" for number, line in enumerate(text.splitlines(), 1) if re.search(r": x\}", line)]
    assert all(any(line.startswith(start) for line in found) for start in wanted)
    assert len(wanted) == 3
    assert any(".moves:" in line for line in found)


@pytest.mark.parametrize(
    "text", ["", "[]", "a: [", "x", "schema: paletti/vampire-village-cards@1\n", "round-1: 3\n", "\0"]
)
def test_no_card_file_at_all(text):
    assert all(line.startswith("cards.yaml:") for line in faults(text))


@pytest.mark.parametrize("name", ["no-such-file.yaml", "/", "a\0b"])
def test_a_file_that_cannot_be_opened(name):
    with pytest.raises(PalettiError, match="cannot read"):
        setup().game.setup(2, {"cards": name})


def test_own_cards_are_played_with(tmp_path):
    own = tmp_path / "own.yaml"
    own.write_text(replaced("name: Mill", "name: Water mill"))
    ready = setup().game.setup(2, {"cards": str(own)})
    assert ready.cards.by_id["mill"].name == "Water mill"
    assert ready.data_hash != setup().data_hash
    own.write_text("# a comment changes nothing\n" + TEXT)
    assert setup().game.setup(2, {"cards": str(own)}).data_hash == setup().data_hash


def test_json_of_the_cards_has_all_that_decides():
    doc = setup().cards.to_json()
    assert doc["starting"][0] == {"id": "mill", "name": "Mill", "type": "green", "defence": {"witch": 1}}
    docs = {card["id"]: card for round_ in doc["village"] for card in round_}
    assert docs["town-hall"]["residents"] == {"type": "yellow"}
    assert docs["tavern"]["residents"] == "hero"
    assert docs["huntress"] == {"id": "huntress", "name": "Huntress", "symbols": ["witch", "werewolf"], "moves": 3}
    assert [sum(deck.values()) for deck in doc["monsters"]] == [30, 30]
