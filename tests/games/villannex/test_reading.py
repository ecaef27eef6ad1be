"""Card files: what is wrong is said with line and column, all at once; nothing else is read."""

from __future__ import annotations

import re

import pytest

from paletti_sim.errors import FileFaultsError, PalettiError
from paletti_sim.games.villannex.reading import parse_cards, read_cards
from paletti_sim.resources import models_dir
from tests.games.villannex.helpers import setup

FILE = models_dir() / "villannex" / "cards.yaml"
TEXT = FILE.read_text(encoding="utf-8")


def faults(text):
    with pytest.raises(FileFaultsError) as caught:
        parse_cards(text.encode(), "cards.yaml")
    return str(caught.value).splitlines()


def replaced(old, new):
    assert TEXT.count(old) >= 1, old
    return TEXT.replace(old, new, 1)


def place_of(old, part, new):
    """Returns line and column of `part` once `old` has been replaced by `new`."""
    text = replaced(old, new)
    index = TEXT.index(old) + new.index(part)
    return f"{text.count(chr(10), 0, index) + 1}:{index - text.rfind(chr(10), 0, index)}"


def test_the_file_that_ships_is_read_and_the_known_cards_do_what_the_rulebook_says():
    cards = read_cards(FILE).by_id
    said = {name: cards[name].text for name in cards if cards[name].origin.startswith("rulebook")}
    assert said == {
        "charcoal-hut": "Wood +2. Stone −3.",
        "stone-bridge": "Stone +1 for each stone produced.",
        "walls": "Stone +5.",
        "grain-field": "Grain +4.",
        "trading-post": "2 more grain count as produced.",
        "cook": "5 points for each set of 1 livestock and 1 grain in a village.",
    }


@pytest.mark.parametrize(
    ("old", "new", "part", "says"),
    [
        ("{value: stone, add: 5}", "{value: stnoe, add: 5}", "stnoe", "must be"),
        ("{value: stone, add: 5}", "{value: stone, add: five}", "five", "must be a whole number"),
        ("{value: stone, add: 5}", "{value: stone, add: 1.5}", "1.5", "must be a whole number"),
        ("{value: stone, add: 5}", "{value: stone, add: 1000}", "1000", "at most 99"),
        ("{value: stone, add: 5}", "{value: stone, ad: 5}", "ad: 5", "did you mean add"),
        ("{value: stone, add: 5}", "{stone: 5}", "{stone", "exactly one of the keys"),
        ("{value: stone, add: 5}", "{value: stone, count: wood, add: 5}", "{value", "exactly one of the keys"),
        ("{value: stone, add: 5}", "{bonus: 5}", "bonus", "X-7"),
        ("{value: stone, add: 5}", "stone", "stone", "must be a mapping"),
        ("{bonus: 5, per_set", "{value: wood, add: 1}, {bonus: 5, per_set", "value: wood", "X-8"),
        ("per: {produced: stone}", "per: {produced: stone, own: wood}", "{produced", "exactly one of"),
        ("per: {produced: stone}", "per: {cards: Walss}", "Walss", "did you mean Walls"),
        ("{count: grain, add: 2}", "{count: grain, add: 2, per: {produced: wood}}", "{produced", "`cards` only"),
        ("at_least: 5", "at_least: 5, at_most: 4", "{produced: stone, at", "can never be met"),
        ("{produced: stone, at_least: 5}", "{produced: stone}", "{produced", "needs `at_least` or `at_most`"),
        ("per_set: {livestock: 1, grain: 1}", "per_set: {}", "{}", "must name a resource"),
        ("per_set: {livestock: 1, grain: 1}", "per_set: {livestock: 0}", "0", "at least 1"),
        ("per_set: {livestock: 1, grain: 1}", "per_set: {grain: 1}, villages_with: {grain: 1}", "villages", "not both"),
        ("[[stone], [livestock]]", "[[stone], []]", "[]]", "1 entries or more"),
        ("[[stone], [livestock]]", "[[stone, iron]]", "iron", "must be"),
        ("id: walls", "id: cook", "cook", "a card of this id stands already"),
        ("id: walls", "id: The Walls", "The Walls", "id"),
        ("name: Walls", "name: ''", "''", "at least 1 character"),
        ("name: Walls", "name: 7", "7", "must be text"),
        ("schema: paletti/villannex-cards@1", "schema: paletti/scenario@1", "paletti/scen", "villannex-cards@1"),
    ],
)
def test_each_fault_has_its_place(old, new, part, says):
    found = faults(replaced(old, new))
    place = place_of(old, part, new) if part != "{produced: stone, at" else None
    if "card of this id" in says:
        # the later one of the two is at fault
        assert any(says in line for line in found)
        return
    wanted = [line for line in found if says in line]
    assert wanted, found
    if place is not None:
        assert any(line.startswith(f"cards.yaml:{place}: ") for line in wanted), (place, found)


def test_all_faults_are_told_at_once():
    text = (
        replaced("add: 5}", "add: x}")
        .replace("name: Quarry", "nam: Quarry")
        .replace("[[livestock], [wood", "[[pig], [wood")
    )
    found = faults(text)
    assert len(found) >= 4
    lines = [int(line.split(":")[1]) for line in found]
    assert lines == sorted(lines)


def test_a_missing_card_is_a_fault():
    text = re.sub(r"  - id: walls\n(    .*\n)+", "", TEXT)
    assert any("24 buildings (got 23)" in line for line in faults(text))


@pytest.mark.parametrize("text", ["", "[]", "a: [", "x", "schema: paletti/villannex-cards@1\n", "buildings: 3\n", "\0"])
def test_no_card_file_at_all(text):
    assert all(line.startswith("cards.yaml:") for line in faults(text))


@pytest.mark.parametrize("name", ["no-such-file.yaml", "/", "a\0b"])
def test_a_file_that_cannot_be_opened(name):
    with pytest.raises(PalettiError, match="cannot read"):
        setup().game.setup(2, {"cards": name})


def test_own_cards_are_played_with(tmp_path):
    own = tmp_path / "own.yaml"
    own.write_text(replaced("name: Walls", "name: City walls"))
    ready = setup().game.setup(2, {"cards": str(own)})
    assert ready.cards.by_id["walls"].name == "City walls"
    assert ready.data_hash != setup().data_hash
    own.write_text("# a comment changes nothing\n" + TEXT)
    assert setup().game.setup(2, {"cards": str(own)}).data_hash == setup().data_hash


def test_json_of_the_cards_has_all_effects():
    docs = {card["id"]: card for card in setup().cards.to_json()}
    assert docs["toll-gate"]["effects"][0] == {"value": "wood", "add": 3, "if": {"produced": "stone", "at_least": 5}}
    assert docs["cook"]["effects"] == [{"bonus": 5, "per_set": {"livestock": 1, "grain": 1}}]
