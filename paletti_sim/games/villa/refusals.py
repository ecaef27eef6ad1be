"""Why an action is refused: the rule that forbids it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paletti_sim.games.villa.actions import AnyAction, Place, Put, Turn
from paletti_sim.games.villa.layout import why_not
from paletti_sim.games.villa.turns import AREA, FIRST, OVER, PLACE, SWAP, TOKEN, WELL

if TYPE_CHECKING:
    from paletti_sim.games.villa.table import Table

_RULES = {
    AREA: ("V-17", "choose one of the areas that wait"),
    FIRST: ("V-55", "say which of the two colours places first"),
    TOKEN: ("V-33", "place a token that may be placed here"),
    WELL: ("V-48", "place the Well or not"),
    SWAP: ("V-44", "swap with the top token of an adjacent area, or not"),
    OVER: ("V-28", "the game is over"),
}


def refusal(table: Table, action: AnyAction) -> tuple[str, str]:
    """Return the rule that forbids an action which is not among the legal ones, and what it asks for."""
    if table.phase != PLACE:
        if isinstance(action, Turn) and table.phase == TOKEN:
            return "V-36", "turn a Feature only when no neutral token is left"
        if table.phase == TOKEN and action == Put("well"):
            return "V-49", "place the Well where its colour has exactly one segment, and on your own turn"
        return _RULES[table.phase]
    return _no_place(table, action)


def _no_place(table: Table, action: AnyAction) -> tuple[str, str]:
    if not isinstance(action, Place):
        return "V-11", "lay the hedge that was drawn"
    pose = table.setup.hedges.by_id[table.hedge].poses[action.turn]
    if pose is None:
        return "V-11", "this turn of the hedge looks like an earlier one: use that"
    if action.turn >= 4 and not table.setup.flip:
        return "V-G5", "lay the hedge without turning it over"
    refused = why_not(table.layout, pose, action.x, action.y, crossing=table.setup.crossing)
    assert refused is not None
    return refused
