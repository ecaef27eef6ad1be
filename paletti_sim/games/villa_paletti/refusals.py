"""Why an action that is not among the choices is refused: the rule and a sentence."""

from __future__ import annotations

from paletti_sim.games.core.errors import IllegalActionError
from paletti_sim.games.villa_paletti import board as at
from paletti_sim.games.villa_paletti.actions import OBJECT, PASS, PROPOSE, AnyAction, Colour, Lay, Remove, Take
from paletti_sim.games.villa_paletti.board import Board
from paletti_sim.games.villa_paletti.choices import Choice, choices
from paletti_sim.games.villa_paletti.permits import Why, against_take

_WANTED = {
    at.COLOUR: ("P-7", "choose a colour that is still free"),
    at.PLACE: ("P-5", "place a column on the building site"),
    at.BLUE: ("P-6", "lay the blue floor"),
    at.TURN: ("P-9", "take a column of your own or propose the next floor"),
    at.MOVE: ("P-9", "take a column"),
    at.PUT: ("P-11", "put the column on the top floor, or stop"),
    at.ASKED: ("P-18", "say whether you object"),
    at.OBJECTION: ("P-18", "who objects has to take a column"),
    at.PENALTY: ("P-20", "take one of the objector's columns out"),
    at.LAY: ("P-21", "lay the floor, or give it up"),
    at.OVER: ("P-31", "the game is over"),
}


def refusal(board: Board, action: AnyAction) -> IllegalActionError:
    """Return why an action that is not among the choices is refused."""
    found = choices(board)
    why: Why = None
    if isinstance(found, Choice) and isinstance(action, found.of):
        why = found.against(action)
    elif board.pending is not None:
        why = ("P-G4", "first the judge says what happened")
    elif board.phase == at.TURN:
        why = _against_turn(board, action)
    elif action == OBJECT and board.phase == at.ASKED:
        why = ("P-G18", "only a player with a column that may be moved can object")
    elif isinstance(action, Remove) and board.phase == at.PENALTY:
        why = ("P-20", f"{action.column[:40]} is not a column of the objector below the top level")
    rule, what = why or _WANTED[board.phase]
    return IllegalActionError(rule, what)


def _against_turn(board: Board, action: AnyAction) -> Why:  # noqa: PLR0911
    if isinstance(action, Take):
        if board.rules.players == 2 and not board.rules.primer and not board.picked:
            return "P-33", "first pick the colour of this turn"
        return against_take(board, action)
    if action == PROPOSE:
        if board.next_floor is None:
            return "P-G11", "after the red floor there is no floor left to propose"
        if board.rules.primer:
            return "P-G21", "in the primer a floor is laid when no column can be moved, and not proposed"
        return "P-G19", "your laying has failed: propose again when something has moved"
    if action == PASS:
        return "P-G11", "only a player without a legal move passes"
    if isinstance(action, Colour):
        own = action.colour in board.colours[board.turn]
        return "P-33", f"no {action.colour[:40]} column may be moved" if own else "pick one of your two colours"
    if isinstance(action, Lay):
        return "P-17", "a floor is proposed before it is laid"
    return None
