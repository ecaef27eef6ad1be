"""What a game wants to show, without saying how: text, tables and drawings. The command line prints them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Grid:
    """A table. `align` has one letter a column: l, r or c. The row numbers in `strong` are set off (totals)."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    align: str = ""
    title: str = ""
    strong: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Drawing:
    """Lines made of characters, each a row of pieces (text, look); spaces count, and nothing is wrapped.

    A look is "" or what a terminal with colours shows: `#rrggbb`, `on #rrggbb`, `bold`, or several of them. The drawing
    has to make sense without them.
    """

    lines: tuple[tuple[tuple[str, str], ...], ...]
    title: str = ""

    @property
    def plain(self) -> tuple[str, ...]:
        """The lines without looks, and without spaces at their ends."""
        return tuple("".join(text for text, _ in line).rstrip() for line in self.lines)


Scene = tuple[str | Grid | Drawing, ...]
"""What to show, from top to bottom."""


def listed(words: list[str] | tuple[str, ...], joint: str = "and") -> str:
    """Return words as a list in a sentence.

    >>> listed(["Walls", "Cook", "Grain field"])
    'Walls, Cook and Grain field'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


def counted(number: int, word: str, plural: str = "") -> str:
    """Return a number with its word.

    >>> counted(1, "game"), counted(3, "game")
    ('1 game', '3 games')
    """
    return f"{number:,} {word if number == 1 else plural or word + 's'}"
