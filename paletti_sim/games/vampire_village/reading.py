"""Reads card files: every fault at once, with line and column."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from paletti_sim.games.core.card_files import Id, Line
from paletti_sim.games.vampire_village.cards import (
    ATTACKERS,
    MONSTERS,
    STARTING_CARDS,
    TYPES,
    VILLAGE_CARDS,
    Building,
    CardSet,
    Hero,
    Rule,
    VillageCard,
)
from paletti_sim.located_yaml.document import Document, Spot
from paletti_sim.located_yaml.parts import read_part

SCHEMA = "paletti/vampire-village-cards@1"

Kind = Literal["witch", "werewolf", "vampire"]
Type = Literal["green", "blue", "red", "yellow"]
Value = Annotated[int, Field(strict=True, ge=0, le=9)]
Name = Annotated[Line, StringConstraints(max_length=14)]

MONSTER_KINDS: dict[str, tuple[str | int, ...]] = {
    "witch": (2, "left", "right"),
    "werewolf": ("grey", "black"),
    "vampire": (1, 2, 3, 4, 5, 6),
    "demon": ("hero", "yellow", "fewest", "witch", "werewolf", "vampire"),
}
"""What there is of each kind (W-34 to W-40)."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Defence(_Part):
    witch: Value = 0
    werewolf: Value = 0
    vampire: Value = 0


class _ByType(_Part):
    type: Type


class _BuildingPart(_Part):
    id: Id
    name: Name
    type: Type
    defence: _Defence
    residents: Any = None


class _StartingPart(_Part):
    id: Id
    name: Name
    type: Type
    defence: _Defence


class _HeroPart(_Part):
    id: Id
    name: Name
    symbols: Annotated[list[Kind], Field(max_length=3)]
    moves: Value


class _MonsterPart(_Part):
    witch: Any = None
    werewolf: Any = None
    vampire: Any = None
    demon: Any = None
    copies: Annotated[int, Field(strict=True, ge=1, le=MONSTERS)] = 1


class _RoundPart(_Part):
    buildings: list[Any]
    heroes: list[Any]
    monsters: list[Any]


class _Header(_Part):
    schema_: Literal["paletti/vampire-village-cards@1"] = Field(alias="schema")
    about: Annotated[str, StringConstraints(strict=True, max_length=2000)] = ""
    starting: list[Any]
    round_1: Any = Field(alias="round-1")
    round_2: Any = Field(alias="round-2")


def parse_cards(data: bytes, file: str = "<text>") -> CardSet:
    """Read the text of a card file; `file` is what faults call it.

    Raises:
        FileFaultsError: the text has faults; all of them.
    """
    document = Document.of_bytes(file, data, kind="card")
    top = document.root("`schema`, `starting`, `round-1` and `round-2`")
    header = read_part(_Header, top)
    reader = _Reader()
    starting = reader.starting(top.get("starting"))
    rounds = [reader.round(top.get(key)) for key in ("round-1", "round-2")]
    if document.faults or header is None:
        raise document.error()
    (cards_1, monsters_1), (cards_2, monsters_2) = rounds
    return CardSet(tuple(starting), (tuple(cards_1), tuple(cards_2)), (tuple(monsters_1), tuple(monsters_2)))


class _Reader:
    """Reads parts of the file, and knows which ids and names stand already."""

    def __init__(self) -> None:
        self._taken: dict[tuple[str, str], Spot] = {}

    def starting(self, spot: Spot | None) -> list[Building]:
        found = [self._building(entry, _StartingPart) for entry in _entries(spot)]
        if spot is not None and spot.is_list and len(found) != STARTING_CARDS:
            spot.fault_of_key(f"the game has {STARTING_CARDS} starting cards (got {len(found)})")
        return [building for building in found if building is not None]

    def round(self, spot: Spot | None) -> tuple[list[VillageCard], list[str]]:
        if spot is None or read_part(_RoundPart, spot) is None:
            return [], []
        entries = {key: _entries(spot.get(key)) for key in ("buildings", "heroes", "monsters")}
        number = len(entries["buildings"]) + len(entries["heroes"])
        if number != VILLAGE_CARDS:
            spot.fault_of_key(f"W-1: a round has {VILLAGE_CARDS} buildings and heroes together (got {number})")
        cards: list[VillageCard | None] = [self._building(entry, _BuildingPart) for entry in entries["buildings"]]
        cards += [self._hero(entry) for entry in entries["heroes"]]
        monsters = [face for entry in entries["monsters"] for face in _monsters(entry)]
        if len(monsters) != MONSTERS:
            place = spot.get("monsters") or spot
            place.fault_of_key(f"W-1: a round has {MONSTERS} monsters (got {len(monsters)}, copies counted)")
        return [card for card in cards if card is not None], monsters

    def _building(self, spot: Spot, form: type[_StartingPart] | type[_BuildingPart]) -> Building | None:
        part: _StartingPart | _BuildingPart | None = read_part(form, spot)
        self._note_names(spot)
        per, of = _residents(spot.get("residents")) if form is _BuildingPart else ("", "")
        if part is None:
            return None
        against = part.defence
        values = (against.witch, against.werewolf, against.vampire)
        return Building(part.id, part.name, part.type, values, per, of)

    def _hero(self, spot: Spot) -> Hero | None:
        part = read_part(_HeroPart, spot)
        self._note_names(spot)
        if part is None:
            return None
        if len(set(part.symbols)) != len(part.symbols):
            (spot.get("symbols") or spot).fault("a symbol stands twice")
        return Hero(part.id, part.name, tuple(kind for kind in ATTACKERS if kind in part.symbols), part.moves)

    def _note_names(self, spot: Spot) -> None:
        """No two cards have the same id or name."""
        for key in ("id", "name"):
            given = spot.get(key)
            if given is None or not isinstance(given.plain, str):
                continue
            known = (key, given.plain.casefold())
            if known in self._taken:
                given.fault(f"a card of this {key} stands already in {'.'.join(self._taken[known].path)}")
            self._taken.setdefault(known, given)


def _entries(spot: Spot | None) -> list[Spot]:
    return [entry for _, entry in spot.children()] if spot is not None and spot.is_list else []


def _residents(spot: Spot | None) -> tuple[Rule, str]:
    """What brings residents: `hero`, `row`, `column` or `{type: yellow}`; nothing: none come (W-15 to W-19)."""
    if spot is None or spot.plain is None:
        return "", ""
    if spot.is_mapping:
        part = read_part(_ByType, spot)
        return "type", part.type if part else ""
    if spot.plain in ("hero", "row", "column"):
        return spot.plain, ""
    spot.fault(f"must be hero, row, column or {{type: {' or '.join(TYPES)}}}")
    return "", ""


def _monsters(spot: Spot) -> list[str]:
    """The faces that an entry stands for, once for each copy."""
    part = read_part(_MonsterPart, spot)
    if part is None:
        return []
    kinds = [kind for kind in MONSTER_KINDS if spot.get(kind) is not None]
    if len(kinds) != 1:
        spot.fault("a monster has exactly one of the keys `witch`, `werewolf`, `vampire` and `demon`")
        return []
    place = spot.get(kinds[0])
    assert place is not None
    what, there = place.plain, MONSTER_KINDS[kinds[0]]
    if isinstance(what, bool) or what not in there:
        place.fault(f"must be {', '.join(map(str, there[:-1]))} or {there[-1]}")
        return []
    return [f"{kinds[0]}-{what}"] * part.copies
