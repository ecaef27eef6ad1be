"""What is typed at the table: `red-hex > 10,-20`, `floor green 0,0,15`, `stop`. Read into actions, rules unchecked."""

from __future__ import annotations

import re
from collections.abc import Iterable

from paletti_sim.games.core.errors import UnreadableActionError, near
from paletti_sim.games.villa_paletti import board as at
from paletti_sim.games.villa_paletti.actions import (
    AGREE,
    CAUTION_MM,
    GIVE_UP,
    OBJECT,
    PASS,
    PROPOSE,
    STOP,
    AnyAction,
    Colour,
    Lay,
    Place,
    Put,
    Remove,
    Take,
    Word,
)
from paletti_sim.games.villa_paletti.board import Board
from paletti_sim.games.villa_paletti.pieces import COLOURS, colour_of, column_names
from paletti_sim.tower.move import By
from paletti_sim.tower.regulations import FLOOR_ORDER

WORDS: dict[str, AnyAction] = {
    "stop": STOP,
    "propose": PROPOSE,
    "object": OBJECT,
    "agree": AGREE,
    "no": AGREE,
    "yes": OBJECT,
    "pass": PASS,
    "give up": GIVE_UP,
    "give-up": GIVE_UP,
}
HELP = (
    "`red-hex` takes a column, `red-hex > 10,-20` takes it and puts it there, `> 10,-20,15` puts the one in hand (mm, "
    "degrees).",
    "After the name of a column: `hook` draws it with the hook, `bold` goes on when a floor sinks, `careful 1` stops "
    "at 1 mm.",
    "`propose` proposes the next floor, `floor green 0,0,15` proposes it and lays it there. `stop`, `give up`, `pass`.",
    "When a floor is proposed: `object` (or `yes`, you object), or `agree` (or `no`, you do not).",
)
_NUMBER = r"[-+]?[0-9]+(?:\.[0-9]+)?"
_PLACE = rf"({_NUMBER})\s*,\s*({_NUMBER})(?:\s*,\s*({_NUMBER}))?"


def read(text: str, board: Board) -> tuple[AnyAction, ...] | None:  # noqa: PLR0911
    """Return what was typed as one action or several in a row, or None when it is not this notation.

    Raises:
        UnreadableActionError: it begins like this notation and goes on otherwise.
    """
    typed = " ".join(text.casefold().replace("−", "-").split())
    if typed in WORDS:
        return (WORDS[typed],)
    if typed in COLOURS:
        return (Colour(typed),)
    put = re.fullmatch(rf">?\s*{_PLACE}", typed)
    if put:
        if board.phase in (at.LAY, at.BLUE):
            return (Lay(board.next_floor or "", *_numbers(put.groups())),)
        return (_put(put.groups()),)
    first, _, rest = typed.partition(" ")
    if first == "floor":
        return _floor(rest, board)
    if first in ("place", "remove"):
        first, _, rest = rest.partition(" ")
    name = first.removesuffix(">")
    if name in column_names():
        return _column(name, f"{'>' if first.endswith('>') else ''}{rest}", board)
    if "-" in name and colour_of(name) in COLOURS:
        raise UnreadableActionError(f"there is no column {name[:40]!r}: {near(name, column_names())}")
    return None


def _floor(rest: str, board: Board) -> tuple[AnyAction, ...]:
    name, _, place = rest.partition(" ")
    if name not in FLOOR_ORDER:
        raise UnreadableActionError(f"there is no floor {name[:40]!r}: {near(name, FLOOR_ORDER)}")
    found = re.fullmatch(_PLACE, place.strip())
    if place.strip() and not found:
        raise UnreadableActionError(f"a floor is laid as `floor {name} 0,0,15`: mm and degrees (got {place[:40]!r})")
    lays = (Lay(name, *_numbers(found.groups())),) if found else ()
    proposing = board.phase == at.TURN and not board.rules.primer
    if not lays and not proposing:
        raise UnreadableActionError(f"say where: `floor {name} 0,0,15`")
    return (PROPOSE, *lays) if proposing else lays


def _column(name: str, rest: str, board: Board) -> tuple[AnyAction, ...]:
    if board.phase == at.PENALTY:
        return (Remove(name),)
    if board.phase == at.PLACE:
        found = re.fullmatch(rf">?\s*{_PLACE}", rest.strip())
        if not found:
            raise UnreadableActionError(f"say where: `{name} > 10,-20`")
        return (Place(name, *_numbers(found.groups())),)
    how, arrow, place = rest.partition(">")
    if board.phase == at.PUT and board.attempt is not None:
        held = board.attempt.column
        found = re.fullmatch(_PLACE, place.strip()) if name == held and not how.strip() else None
        if found:
            return (_put(found.groups()),)
        stop = "" if board.rules.primer else ", or `stop`"
        raise UnreadableActionError(f"you hold {held}: type `> x,y` to put it up{stop}")
    take = _take(name, how.split(), board)
    begin: tuple[AnyAction, ...] = (take,)
    if board.phase == at.TURN and board.rules.players == 2 and not board.rules.primer:
        begin = (Colour(colour_of(name)), take)
    if not arrow:
        return begin
    found = re.fullmatch(_PLACE, place.strip())
    if not found:
        raise UnreadableActionError(f"a place is x,y or x,y,turn in mm and degrees (got {place.strip()[:40]!r})")
    return (*begin, _put(found.groups()))


def _take(name: str, words: list[str], board: Board) -> Take:
    by: By = "lift"
    caution: float | None = None if board.rules.primer else CAUTION_MM
    left = list(words)
    while left:
        word = left.pop(0)
        if word in ("hook", "lift"):
            by = "hook" if word == "hook" else "lift"
        elif word == "bold":
            caution = None
        elif word == "careful" and left and re.fullmatch(_NUMBER, left[0]):
            caution = float(left.pop(0))
        else:
            raise UnreadableActionError(
                f"after a column's name come hook, bold or careful MM, or `> x,y` (got {word[:40]!r})"
            )
    return Take(name, by, caution)


def _put(groups: Iterable[str | None]) -> Put:
    return Put(*_numbers(groups))


def _numbers(groups: Iterable[str | None]) -> list[float]:
    return [float(group or 0) for group in groups]


def place_text(x_mm: float, y_mm: float, turn_deg: float) -> str:
    """Return a place as it is typed.

    >>> place_text(10.0, -20.5, 0.0), place_text(0.0, 0.0, 15.0)
    ('10,-20.5', '0,0,15')
    """
    numbers = [x_mm, y_mm, turn_deg] if turn_deg else [x_mm, y_mm]
    return ",".join(f"{number + 0.0:.10g}" for number in numbers)


def text(action: AnyAction) -> str:  # noqa: PLR0911
    """Return an action as it is typed."""
    match action:
        case Take(column=name, by=by, caution_mm=caution):
            care = " bold" if caution is None else "" if caution == CAUTION_MM else f" careful {caution:g}"
            return f"{name}{' hook' if by == 'hook' else ''}{care}"
        case Put():
            return f"> {place_text(action.x_mm, action.y_mm, action.turn_deg)}"
        case Place():
            return f"{action.column} > {place_text(action.x_mm, action.y_mm, action.turn_deg)}"
        case Lay():
            return f"floor {action.floor} {place_text(action.x_mm, action.y_mm, action.turn_deg)}"
        case Remove():
            return action.column
        case Colour():
            return action.colour
        case Word(word=word):
            return word.replace("-", " ")
    return str(action)
