"""A village as lines of text: a grid of cards, free places with the numbers of the choices, monsters on three sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from paletti_sim.games.vampire_village.attack import of_kind
from paletti_sim.games.vampire_village.cards import PLURALS, Building, CardSet, what_of
from paletti_sim.games.vampire_village.text import ARROWS, defence_text, monster_name
from paletti_sim.games.vampire_village.village import Cell, Placed, Village

WIDTH = 78
WIDEST = 16
NARROWEST = 10
"""Of a card with its frame: with narrower ones the monsters of the sides are told above the grid."""
GAPS = (5, 4)
"""The width of a column without cards: where there are few of them, and where there are many."""
FEW = 6
PANEL = 10
"""The least width of the monsters beside the grid, with the space between."""


def draw(
    village: Village,
    monsters: Sequence[str],
    strengths: Mapping[str, int],
    cards: CardSet,
    free: Mapping[Cell, str] | None = None,
) -> list[str]:
    """Return a village with its monsters; `strengths` are those that are fixed, `free` places with what to write there.

    Lines are at most `WIDTH` long.
    """
    free = free or {}
    cells = {(placed.row, placed.column): placed for placed in village}
    witches, vampires = of_kind(tuple(monsters), "witch"), of_kind(tuple(monsters), "vampire")
    lines = []
    if of_kind(tuple(monsters), "werewolf"):
        lines.append(f"above: {_row(of_kind(tuple(monsters), 'werewolf'), strengths)}")
    panels = [
        _panel(faces, strengths, kind) if faces else [] for kind, faces in (("witch", witches), ("vampire", vampires))
    ]
    widths = _widths(cells, free, WIDTH - sum(map(_width, panels)))
    if widths is None:
        panels = [[], []]
        widths = _widths(cells, free, WIDTH) or {}
        lines += [f"on the left: {_row(witches, strengths)}"] if witches else []
        lines += [f"on the right: {_row(vampires, strengths)}"] if vampires else []
    body = _body(cells, free, widths, cards) or ["(no village)"]
    lines += _beside(body, panels[0], panels[1])
    if of_kind(tuple(monsters), "demon"):
        lines.append(f"below: {_row(of_kind(tuple(monsters), 'demon'), strengths)}")
    return lines


def _widths(cells: Mapping[Cell, Placed], free: Mapping[Cell, str], room: int) -> dict[int, int] | None:
    """The width of each column; None when cards become too narrow for panels beside them."""
    columns = sorted({column for _, column in (*cells, *free)})
    if not columns:
        return {}
    everything = range(columns[0], columns[-1] + 1)
    full = {column for _, column in cells}
    empty = len(everything) - len(full)
    gap = GAPS[empty > FEW]
    if not full:
        return dict.fromkeys(everything, gap)
    share = (room - gap * empty) // len(full)
    if share < NARROWEST and room < WIDTH:
        return None
    return {column: min(WIDEST, share) if column in full else gap for column in everything}


def _body(
    cells: Mapping[Cell, Placed], free: Mapping[Cell, str], widths: Mapping[int, int], cards: CardSet
) -> list[str]:
    rows = [row for row, _ in (*cells, *free)]
    if not rows:
        return []
    lines = []
    for row in range(min(rows), max(rows) + 1):
        height = 5 if any((row, column) in cells for column in widths) else 1
        boxes = []
        for column, width in widths.items():
            placed = cells.get((row, column))
            if placed is not None:
                boxes.append(_box(placed, width, cards))
            else:
                box = [" " * width] * height
                box[height // 2] = free.get((row, column), "").center(width)
                boxes.append(box)
        lines += ["".join(parts).rstrip() for parts in zip(*boxes, strict=True)]
    return lines


def _box(placed: Placed, width: int, cards: CardSet) -> list[str]:
    """A card in a frame: name, kind with defence or symbols, residents."""
    inner = width - 2
    card = cards.by_id[placed.card]
    if isinstance(card, Building):
        kind, value = card.type, defence_text(card)
        digits = "".join(map(str, card.defence))
    else:
        kind, value = "hero", "".join(ARROWS[symbol] for symbol in card.symbols)
        digits = value
    short = value.replace(" ", "")
    middle = next(
        (
            text
            for text in (f"{kind} {value}", f"{kind} {short}", f"{kind[0].upper()} {short}", short)
            if len(text) <= inner
        ),
        digits,
    )
    number = placed.residents
    people = f"{number} resident{'' if number == 1 else 's'}" if number else ""
    people = people if len(people) <= inner else f"{number} res."
    people = people if len(people) <= inner else str(number)
    texts = [text[:inner].ljust(inner) for text in (card.name, middle, people)]
    return [f"┌{'─' * inner}┐", *(f"│{text}│" for text in texts), f"└{'─' * inner}┘"]


def _panel(faces: Sequence[str], strengths: Mapping[str, int], kind: str) -> list[str]:
    """Monsters one below the other: how many, which, and how strong each one is if that is fixed."""
    lines = [PLURALS[kind]]
    for face, number in Counter(faces).items():
        what = what_of(face)
        strong = f" ={strengths[face]}" if face in strengths and not what.isdigit() else ""
        lines.append(f"{number}× {what}{strong}")
    return lines


def _width(panel: Sequence[str]) -> int:
    return max(PANEL, max(map(len, panel)) + 1) if panel else 0


def _row(faces: Sequence[str], strengths: Mapping[str, int]) -> str:
    """Monsters in a line: how many, which, and how strong each one is if that is fixed."""
    said = []
    for face, number in Counter(faces).items():
        strong = f" of {strengths[face]}" if face in strengths and not what_of(face).isdigit() else ""
        said.append(f"{f'{number}× ' if number > 1 else ''}{monster_name(face)}{strong}")
    return ", ".join(said)


def _beside(body: Sequence[str], left: Sequence[str], right: Sequence[str]) -> list[str]:
    """Put the panels on both sides of the grid."""
    height = max(len(body), len(left), len(right))
    wide = max(map(len, body))

    def at(lines: Sequence[str], place: int, width: int) -> str:
        return (lines[place] if place < len(lines) else "").ljust(width)

    return [
        (f"{at(left, place, _width(left))}{at(body, place, wide)}{' ' if right else ''}{at(right, place, 0)}").rstrip()
        for place in range(height)
    ]
