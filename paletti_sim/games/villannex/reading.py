"""Reads card files: every fault at once, with line and column."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from paletti_sim.games.core.card_files import Id, Line, read_bytes
from paletti_sim.games.villannex.cards import (
    BUILDINGS,
    OCCUPATIONS,
    RESOURCES,
    BonusEffect,
    Card,
    CardSet,
    Condition,
    Count,
    CountEffect,
    Effect,
    Production,
    ValueEffect,
)
from paletti_sim.located_yaml.document import Document, Spot
from paletti_sim.located_yaml.parts import read_part

SCHEMA = "paletti/villannex-cards@1"

Resource = Literal["wood", "stone", "livestock", "grain"]
Points = Annotated[int, Field(strict=True, ge=-99, le=99)]
Number = Annotated[int, Field(strict=True, ge=0, le=999)]
Icons = Annotated[int, Field(strict=True, ge=1, le=9)]
Name = Annotated[Line, StringConstraints(max_length=24)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class _CountPart(_Part):
    produced: Resource | None = None
    own: Resource | None = None
    cards: Name | None = None


class _ConditionPart(_CountPart):
    at_least: Number | None = None
    at_most: Number | None = None


class _IconsPart(_Part):
    wood: Icons | None = None
    stone: Icons | None = None
    livestock: Icons | None = None
    grain: Icons | None = None

    @property
    def production(self) -> Production:
        return (self.wood or 0, self.stone or 0, self.livestock or 0, self.grain or 0)


class _ValuePart(_Part):
    value: Resource
    add: Points
    per: _CountPart | None = None
    if_: _ConditionPart | None = Field(None, alias="if")


class _CountingPart(_Part):
    count: Resource
    add: Points
    per: _CountPart | None = None


class _BonusPart(_Part):
    bonus: Points
    per_set: _IconsPart | None = None
    villages_with: _IconsPart | None = None
    per: _CountPart | None = None
    if_: _ConditionPart | None = Field(None, alias="if")


class _CardPart(_Part):
    id: Id
    name: Name
    origin: Annotated[str, StringConstraints(strict=True, max_length=200)] = ""
    effects: list[Any]
    frames: Annotated[list[Annotated[list[Resource], Field(min_length=1, max_length=6)]], Field(max_length=6)]


class _Header(_Part):
    schema_: Literal["paletti/villannex-cards@1"] = Field(alias="schema")
    about: Annotated[str, StringConstraints(strict=True, max_length=2000)] = ""
    buildings: list[Any]
    occupations: list[Any]


def read_cards(path: Path) -> CardSet:
    """Read a card file.

    Raises:
        FileFaultsError: the file has faults; all of them.
        PalettiError: it cannot be opened.
    """
    return parse_cards(read_bytes(path), str(path))


def parse_cards(data: bytes, file: str = "<text>") -> CardSet:
    """Read the text of a card file; `file` is what faults call it.

    Raises:
        FileFaultsError: the text has faults; all of them.
    """
    document = Document.of_bytes(file, data, kind="card")
    top = document.root("`schema`, `buildings` and `occupations`")
    header = read_part(_Header, top)
    cards: list[Card] = []
    ids: dict[str, Spot] = {}
    for key, kind, wanted in (("buildings", "building", BUILDINGS), ("occupations", "occupation", OCCUPATIONS)):
        spot = top.get(key)
        if spot is None or not spot.is_list:
            continue
        entries = [entry for _, entry in spot.children()]
        if len(entries) != wanted:
            spot.fault_of_key(f"the game has {wanted} {key} (got {len(entries)})")
        cards.extend(_card(entry, kind, ids) for entry in entries)  # type: ignore[arg-type]
    names = {entry.plain.get("name") for entry in _entries(top) if entry.is_mapping}
    for entry in _entries(top):
        _check_names(entry, names)
    if document.faults or header is None:
        raise document.error()
    return CardSet(tuple(cards))


def _entries(top: Spot) -> Iterator[Spot]:
    for key in ("buildings", "occupations"):
        spot = top.get(key)
        if spot is not None and spot.is_list:
            yield from (entry for _, entry in spot.children())


def _card(spot: Spot, kind: Literal["building", "occupation"], ids: dict[str, Spot]) -> Card:
    part = read_part(_CardPart, spot)
    given = spot.get("id")
    if given is not None and isinstance(given.plain, str):
        if given.plain in ids:
            given.fault(f"a card of this id stands already in {'.'.join(ids[given.plain].path)}")
        ids.setdefault(given.plain, given)
    effects: list[Effect] = []
    listed = spot.get("effects")
    if listed is not None and listed.is_list:
        found = [_effect(place, kind) for _, place in listed.children()]
        effects = [effect for effect in found if effect is not None]
    if part is None:
        return Card("", "", kind, (), ())  # the faults are noted; this card is never returned
    frames = tuple(
        (frame.count("wood"), frame.count("stone"), frame.count("livestock"), frame.count("grain"))
        for frame in part.frames
    )
    return Card(part.id, part.name, kind, tuple(effects), frames, part.origin)


def _effect(spot: Spot, kind: str) -> Effect | None:
    if not spot.is_mapping:
        spot.fault("an effect must be a mapping, such as {value: wood, add: 2}")
        return None
    kinds = [key for key in ("value", "count", "bonus") if spot.get(key) is not None]
    if len(kinds) != 1:
        spot.fault("an effect has exactly one of the keys `value`, `count` and `bonus`")
        return None
    if (kinds[0] == "bonus") != (kind == "occupation"):
        rule = "X-8: occupations give a `bonus`" if kind == "occupation" else "X-7: buildings have `value` and `count`"
        (spot.get(kinds[0]) or spot).fault_of_key(rule)
        return None
    if kinds[0] == "value":
        value = read_part(_ValuePart, spot)
        per, when = _count(spot.get("per")), _condition(spot.get("if"))
        return ValueEffect(RESOURCES.index(value.value), value.add, per, when) if value else None
    if kinds[0] == "count":
        counting = read_part(_CountingPart, spot)
        per = _count(spot.get("per"))
        if per is not None and per.kind != "cards":
            (spot.get("per") or spot).fault(
                "what counts as produced may depend on `cards` only, else it would on itself"
            )
        return CountEffect(RESOURCES.index(counting.count), counting.add, per) if counting else None
    return _bonus(spot)


def _bonus(spot: Spot) -> BonusEffect | None:
    part = read_part(_BonusPart, spot)
    per, when = _count(spot.get("per")), _condition(spot.get("if"))
    needs = [spot.get("per_set"), spot.get("villages_with")]
    for need in needs:
        if need is not None and need.is_mapping and not need.plain:
            need.fault("must name a resource or more, such as {livestock: 1, grain: 1}")
    if needs[0] and needs[1]:
        needs[1].fault_of_key("a bonus has `per_set` or `villages_with`, not both")
    if part is None:
        return None
    return BonusEffect(
        part.bonus,
        part.per_set.production if part.per_set else None,
        part.villages_with.production if part.villages_with else None,
        per,
        when,
    )


def _count(spot: Spot | None) -> Count | None:
    """The count at a place whose types have been checked; a fault when it is not exactly one."""
    if spot is None or not spot.is_mapping:
        return None
    kinds = [key for key in ("produced", "own", "cards") if spot.get(key) is not None]
    if len(kinds) != 1:
        spot.fault("must have exactly one of `produced`, `own` and `cards`")
        return None
    of = spot.plain[kinds[0]]
    if not isinstance(of, str):
        return None
    return Count(kinds[0], of)  # type: ignore[arg-type]


def _condition(spot: Spot | None) -> Condition | None:
    count = _count(spot)
    if spot is None or count is None:
        return None
    least, most = spot.plain.get("at_least"), spot.plain.get("at_most")
    if least is None and most is None:
        spot.fault("a condition needs `at_least` or `at_most`", got=False)
    if isinstance(least, int) and isinstance(most, int) and least > most:
        spot.fault("can never be met: `at_least` is more than `at_most`", got=False)
    return Condition(count, least, most)


def _check_names(entry: Spot, names: set[Any]) -> None:
    effects = entry.get("effects")
    if effects is None or not effects.is_list:
        return
    for _, effect in effects.children():
        for key in ("per", "if"):
            place = effect.get(key)
            named = place.get("cards") if place is not None else None
            if named is not None and isinstance(named.plain, str) and named.plain not in names:
                known = [name for name in names if isinstance(name, str)]
                named.fault(f"there is no card of this name{named.document.near(named.plain, known)}")
