"""A village: cards in a grid with residents on them, and all that can be read from it.

Rows count downwards and columns to the right; the starting card lies at (0, 0), and a card keeps its place for the
whole game, whatever is lost around it (W-G5).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from paletti_sim.games.vampire_village.cards import ATTACKERS, Building, CardSet, VillageCard

LINE = 4
"""At most so many cards in a row and in a column (W-11)."""

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Placed:
    """A card in a village."""

    card: str
    row: int
    column: int
    residents: int

    def to_json(self) -> list[Any]:
        """Return it as JSON."""
        return [self.card, self.row, self.column, self.residents]


Village = tuple[Placed, ...]
"""The cards in the order in which they were placed."""


def free_cells(village: Village, *, box: bool) -> tuple[Cell, ...]:
    """Return where a card may be placed, from top left to bottom right.

    A place lies beside a card (W-10) and no line has more than four cards. How that is counted is a matter of ruling
    (W-G4): the cards of each row and column, or with `box` the four by four places around all cards. Into an empty
    village a card goes anywhere (W-G6), which is one and the same place.
    """
    if not village:
        return ((0, 0),)
    taken = {(placed.row, placed.column) for placed in village}
    beside = {
        cell
        for row, column in taken
        for cell in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    } - taken
    if box:
        rows, columns = [row for row, _ in taken], [column for _, column in taken]
        top, bottom, left, right = min(rows), max(rows), min(columns), max(columns)
        fits = [
            (row, column)
            for row, column in beside
            if max(bottom, row) - min(top, row) < LINE and max(right, column) - min(left, column) < LINE
        ]
    else:
        in_row = Counter(row for row, _ in taken)
        in_column = Counter(column for _, column in taken)
        fits = [cell for cell in beside if in_row[cell[0]] < LINE and in_column[cell[1]] < LINE]
    return tuple(sorted(fits))


def arriving(card: VillageCard, row: int, column: int, village: Village, cards: CardSet) -> int:
    """Return how many residents come with a card (W-14 to W-19); `village` is the one without it.

    None come with a hero (W-22), and a hero is no building (W-G17).
    """
    if not isinstance(card, Building) or not card.per:
        return 0
    if card.per == "hero":
        return sum(placed.card in cards.heroes for placed in village)
    buildings = cards.buildings
    if card.per == "type":
        others = sum(placed.card in buildings and buildings[placed.card].type == card.per_type for placed in village)
        return others + (card.type == card.per_type)
    if card.per == "row":
        return 1 + sum(placed.row == row and placed.card in buildings for placed in village)
    return 1 + sum(placed.column == column and placed.card in buildings for placed in village)


def beside(one: Placed, other: Placed) -> bool:
    """Whether two cards touch (W-10)."""
    return abs(one.row - other.row) + abs(one.column - other.column) == 1


def neighbours(village: Village, card: str) -> list[Placed]:
    """Return the cards beside a card, in the order of placing."""
    here = find(village, card)
    return [placed for placed in village if beside(placed, here)]


def find(village: Village, card: str) -> Placed:
    """Return a card of the village by its id."""
    return next(placed for placed in village if placed.card == card)


def without(village: Village, card: str) -> Village:
    """Return the village without a card and the residents on it (W-45, W-G16)."""
    return tuple([placed for placed in village if placed.card != card])


def walked(village: Village, origin: str, target: str) -> Village:
    """Return the village after one resident went from one card to another."""
    change = {origin: -1, target: 1}
    return tuple(
        [
            replace(placed, residents=placed.residents + change[placed.card]) if placed.card in change else placed
            for placed in village
        ]
    )


def defended(village: Village, kind: str) -> Village:
    """Return the cards that face the attackers of a kind (W-43): of the outermost line that has any (W-48)."""
    if not village:
        return ()
    if kind == "werewolf":
        top = min([placed.row for placed in village])
        return tuple([placed for placed in village if placed.row == top])
    columns = [placed.column for placed in village]
    side = min(columns) if kind == "witch" else max(columns)
    return tuple([placed for placed in village if placed.column == side])


def defence(line: Village, kind: str, cards: CardSet) -> int:
    """Return the defence of a line against a kind: its buildings' (W-43); heroes give none (W-22, W-G21)."""
    place = ATTACKERS.index(kind)
    buildings = cards.buildings
    return sum([buildings[placed.card].defence[place] for placed in line if placed.card in buildings])


def residents(village: Village) -> int:
    """Return how many residents live in a village, on heroes too (W-G17)."""
    return sum([placed.residents for placed in village])


def fewest(village: Village, cards: CardSet) -> list[str]:
    """Return the buildings with the fewest residents, those without any left aside (W-36, W-G18)."""
    lived_in = [placed for placed in village if placed.residents and placed.card in cards.buildings]
    least = min([placed.residents for placed in lived_in], default=0)
    return [placed.card for placed in lived_in if placed.residents == least]


def is_yellow(placed: Placed, cards: CardSet) -> bool:
    """Whether a card of the village is a yellow building."""
    building = cards.buildings.get(placed.card)
    return building is not None and building.type == "yellow"


def village_from_json(doc: list[list[Any]]) -> Village:
    """Read what `Placed.to_json` wrote."""
    return tuple(Placed(card, row, column, number) for card, row, column, number in doc)
