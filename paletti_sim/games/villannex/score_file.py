"""Villages written down in a small file, and their scoring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from paletti_sim.games.core.card_files import read_bytes
from paletti_sim.games.core.errors import near
from paletti_sim.games.core.game import Scored
from paletti_sim.games.villannex.cards import NOTHING, RESOURCES, Card, CardSet, Production
from paletti_sim.games.villannex.score_table import score_json, score_scene
from paletti_sim.games.villannex.scoring import Score, score
from paletti_sim.located_yaml.document import Document, Spot
from paletti_sim.located_yaml.parts import read_part

SCHEMA = "paletti/villannex-score@1"
MOST_VILLAGES = 4
NAME_LENGTH = 24

_Number = Annotated[int, Field(strict=True, ge=0, le=99)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Header(_Part):
    schema_: Literal["paletti/villannex-score@1"] = Field(alias="schema")
    about: Annotated[str, StringConstraints(strict=True, max_length=2000)] = ""
    villages: dict[str, Any]
    common: list[Any] = Field(default_factory=list)


class _Village(_Part):
    cards: Any
    produces: Any = None


class _Produces(_Part):
    wood: _Number = 0
    stone: _Number = 0
    livestock: _Number = 0
    grain: _Number = 0


@dataclass(frozen=True)
class Written:
    """What a file says: villages by name with their cards and production, and the common area."""

    names: tuple[str, ...]
    villages: tuple[tuple[Card, ...], ...]
    productions: tuple[Production, ...]
    common: tuple[Card, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards on the table."""
        return (*chain(*self.villages), *self.common)

    def score(self) -> Score:
        """Score it."""
        return score(self.productions, self.cards)


def score_file(path: Path, cards: CardSet) -> Scored:
    """Read and score a file.

    Raises:
        FileFaultsError: the file has faults; all of them.
        PalettiError: it cannot be opened.
    """
    written = parse_villages(read_bytes(path), cards, str(path))
    result = written.score()
    document = {"game": "villannex", **score_json(result, written.names)}
    return Scored(score_scene(result, written.cards, written.names), document)


def parse_villages(data: bytes, cards: CardSet, file: str = "<text>") -> Written:
    """Read the text of a file; `file` is what faults call it.

    Raises:
        FileFaultsError: the text has faults; all of them.
    """
    document = Document.of_bytes(file, data, kind="score")
    top = document.root("`schema` and `villages`")
    header = read_part(_Header, top)
    reader = _Reader(cards)
    names, villages, productions = [], [], []
    place = top.get("villages")
    if place is not None and place.is_mapping:
        entries = list(place.children())
        if not 1 <= len(entries) <= MOST_VILLAGES:
            place.fault(f"must have 1 to {MOST_VILLAGES} villages", got=False)
        for name, spot in entries:
            if not name.strip() or len(name) > NAME_LENGTH or not name.isprintable():
                spot.fault_of_key(f"a name has 1 to {NAME_LENGTH} characters on one line")
            village, production = reader.village(spot, alone=len(entries) == 1)
            names.append(name)
            villages.append(village)
            productions.append(production)
    common = reader.listed(top.get("common"))
    if document.faults or header is None:
        raise document.error()
    return Written(tuple(names), tuple(villages), tuple(productions), tuple(common))


class _Reader:
    def __init__(self, cards: CardSet) -> None:
        self._cards = cards
        self._known: Mapping[str, Card] = {
            **{card.name.casefold(): card for card in cards.cards},
            **cards.by_id,
        }
        self._lying: dict[str, Spot] = {}

    def village(self, spot: Spot, *, alone: bool) -> tuple[tuple[Card, ...], Production]:
        part = read_part(_Village, spot)
        listed, given = spot.get("cards"), spot.get("produces")
        if part is None or listed is None:
            return (), NOTHING
        if listed.is_mapping and given is not None:
            given.fault_of_key("give the frames of the cards or what the village `produces`, not both")
            return (), NOTHING
        if given is not None:
            production = self._produces(given)
            cards = self.listed(listed)
        elif listed.is_mapping:
            cards, production = self._framed(listed)
        else:
            listed.fault("must name for each card the frame that produces, as in {walls: 1}; or give `produces`")
            return (), NOTHING
        wanted = (2, 4) if alone else (2,)
        number = len(list(listed.children()))
        if number not in wanted:
            listed.fault(f"X-3: a village has 2 cards{', in solitaire 4' if alone else ''}", got=False)
        return tuple(cards), production

    def _produces(self, spot: Spot) -> Production:
        part = read_part(_Produces, spot)
        return (part.wood, part.stone, part.livestock, part.grain) if part else NOTHING

    def _framed(self, spot: Spot) -> tuple[list[Card], Production]:
        cards, total = [], [0] * len(RESOURCES)
        for name, place in spot.children():
            card = self._card(name, place, of_key=True)
            frame = place.plain
            if card is None:
                continue
            cards.append(card)
            if isinstance(frame, bool) or not isinstance(frame, int) or not 0 <= frame <= len(card.frames):
                frames = "; ".join(f"{k}: {_icons(icons)}" for k, icons in enumerate(card.frames, 1))
                place.fault(f"must be the number of a frame of {card.name} ({frames or 'it has none'}; 0: none)")
                continue
            if frame:
                total = [one + more for one, more in zip(total, card.frames[frame - 1], strict=True)]
        return cards, (total[0], total[1], total[2], total[3])

    def listed(self, spot: Spot | None) -> list[Card]:
        """The cards of a list of names."""
        if spot is None or spot.plain is None:
            return []
        if not spot.is_list:
            spot.fault("must be a list of cards")
            return []
        found = []
        for _, place in spot.children():
            if not isinstance(place.plain, str):
                place.fault("must be the name of a card")
                continue
            card = self._card(place.plain, place, of_key=False)
            if card is not None:
                found.append(card)
        return found

    def _card(self, name: str, spot: Spot, *, of_key: bool) -> Card | None:
        card = self._known.get(name) or self._known.get(name.casefold())
        if card is None:
            what = f"there is no card of this name: {near(name, self._cards.ids)}"
            if len(what) > 120:
                what = "there is no card of this name"
            (spot.fault_of_key if of_key else spot.fault)(what)
            return None
        if card.id in self._lying:
            other = ".".join(self._lying[card.id].path)
            (spot.fault_of_key if of_key else spot.fault)(f"{card.name} lies already in {other}")
        self._lying.setdefault(card.id, spot)
        return card


def _icons(icons: Production) -> str:
    return " + ".join(f"{number} {name}" for number, name in zip(icons, RESOURCES, strict=True) if number)
