"""Advice at the table: the choices with most tilt to spare, by the adviser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paletti_sim.games.villa_paletti.actions import Lay, Put, Remove, Take
from paletti_sim.games.villa_paletti.adviser import Adviser
from paletti_sim.games.villa_paletti.board import Board
from paletti_sim.games.villa_paletti.permits import column_put, floor_laid

SHOWN = 5
LOOKED_AT = 30


def hints(board: Board, actions: Sequence[Any], adviser: Adviser) -> list[tuple[Any, float | None]]:
    """Return the best few of the choices that change the tower, each with the tilt to spare (degrees) after it.

    None: the villa would not stand. Of takes that differ only in care the careful one is named.
    """
    rated: list[tuple[Any, float | None]] = []
    seen: set[str] = set()
    for action in actions[:LOOKED_AT]:
        match action:
            case Take() if action.column not in seen:
                seen.add(action.column)
                rated.append((action, adviser.take(board.tower, action.column)))
            case Put():
                rated.append((action, adviser.put(board.tower, column_put(board, action))))
            case Lay():
                rated.append((action, adviser.lay(board.tower, floor_laid(board, action))))
            case Remove():
                rated.append((action, adviser.take(board.tower, action.column)))
    return sorted(rated, key=lambda pair: -1.0 if pair[1] is None else pair[1], reverse=True)[:SHOWN]
