"""How a game goes on: what each action and each ruling makes of the board."""

from __future__ import annotations

from dataclasses import replace

from paletti_sim.games.villa_paletti import board as at
from paletti_sim.games.villa_paletti.actions import (
    AGREE,
    COLLAPSES,
    FALLS_OVER,
    GIVE_UP,
    OBJECT,
    PASS,
    PROPOSE,
    STANDS,
    STOP,
    STOPPED,
    AnyAction,
    Colour,
    Lay,
    Place,
    Put,
    Remove,
    Ruling,
    Take,
)
from paletti_sim.games.villa_paletti.board import NEUTRAL, OBJECTED, Board, Ending
from paletti_sim.games.villa_paletti.endings import NEVER_STOOD, PRIMER_WON, collapsed, exhausted, over, piece_of
from paletti_sim.games.villa_paletti.permits import attempt_of, column_placed, takeable, tower_after
from paletti_sim.games.villa_paletti.pieces import colour_of, kind_of
from paletti_sim.games.villa_paletti.poses import flat, with_poses
from paletti_sim.tower.tower import Tower

FEW = 3  # columns that carry a floor without a word (P-G9)


def after(board: Board, action: AnyAction, kinds: tuple[str, ...] = ()) -> Board:  # noqa: PLR0911
    """Return the board after a legal action. `kinds` are the secret kinds of the primer."""
    match action:
        case Ruling():
            return _ruled(board, action, kinds)
        case Take():
            return replace(board, attempt=attempt_of(board, action), pending=action)
        case Lay():
            return replace(board, pending=action, phase=at.BLUE if board.phase == at.BLUE else at.LAY)
        case Put() | Remove():
            return replace(board, pending=action)
        case Colour():
            return _coloured(board, action.colour)
        case Place():
            return _placed(board, action)
    if action == STOP:
        return _broken_off(board, board.told("stop"))
    if action == GIVE_UP:
        return _given_up(board)
    if action == PASS:
        return _passed(board)
    if action == PROPOSE:
        asked = (board.turn + 1) % board.rules.players
        return replace(board.told("propose", board.next_floor or ""), phase=at.ASKED, deciding=asked)
    if action == OBJECT:
        return replace(board.told("object"), phase=at.OBJECTION, objector=board.deciding)
    assert action == AGREE
    asked = (board.deciding + 1) % board.rules.players
    if asked != board.turn:
        return replace(board, deciding=asked)
    return replace(board.told("agreed"), phase=at.LAY, deciding=board.turn)


# before the first turn


def _coloured(board: Board, colour: str) -> Board:
    player = board.deciding
    if board.phase == at.TURN:
        return replace(board.told("colour of the turn", colour), picked=colour, phase=at.MOVE)
    return chosen(board, player, colour)


def chosen(board: Board, player: int, colour: str) -> Board:
    """Return the board after `player` has got a colour; the others follow in turn, and the last one starts (P-7)."""
    colours = tuple((*own, colour) if seat == player else own for seat, own in enumerate(board.colours))
    board = replace(board.told("colour", colour, player=player), colours=colours)
    players = board.rules.players
    each = 2 if players == 2 else 1
    if sum(len(own) for own in colours) < each * players:
        return replace(board, deciding=(player + 1) % players)
    return begun(replace(board, turn=player, deciding=player))


def begun(board: Board) -> Board:
    """Return the board once the colours are known: the columns are placed by hand, or the first turn begins."""
    if board.box:
        return replace(board, phase=at.PLACE, deciding=board.turn)
    return replace(board, phase=at.TURN, deciding=board.turn)


def _placed(board: Board, place: Place) -> Board:
    tower = flat(board.tower.with_column(column_placed(board, place)))
    box = tuple(name for name in board.box if name != place.column)
    return _next_to_place(replace(board.told("place", place.column), tower=tower, box=box))


def _next_to_place(board: Board) -> Board:
    if not board.box:
        return replace(board, phase=at.BLUE, deciding=board.turn)
    owned = {colour for own in board.colours for colour in own}
    following = board
    for _ in range(board.rules.players):
        following = replace(following, deciding=(following.deciding + 1) % board.rules.players)
        own = board.colours[following.deciding]
        if any(colour_of(name) in own for name in board.box):
            return following
    if all(colour_of(name) not in owned for name in board.box):
        return replace(board, deciding=(board.deciding + 1) % board.rules.players)
    raise AssertionError("a column in the box belongs to somebody")


# turns


def end_turn(board: Board) -> Board:
    """Return the board at the start of the next player's turn; passes in a row end when anything was done."""
    following = (board.turn + 1) % board.rules.players
    return replace(
        board, phase=at.TURN, turn=following, deciding=following, picked="", objector=None, attempt=None, passes=0
    )


def _passed(board: Board) -> Board:
    """When all in a row have passed nobody can build further (P-31, P-G11)."""
    board = board.told("pass")
    passes = board.passes + 1
    if passes < board.rules.players:
        return replace(end_turn(board), passes=passes)
    return exhausted(board)


def _given_up(board: Board) -> Board:
    if board.phase == at.PLACE:  # no room on the site: the columns that are left stay in the box
        return replace(board.told("no room"), out=(*board.out, *board.box), box=(), phase=at.BLUE, deciding=board.turn)
    if board.phase == at.BLUE:
        return over(board, Ending(NEVER_STOOD, ()))
    stalled = tuple(sorted({*board.stalled, board.turn}))
    return end_turn(replace(board.told("give up", board.next_floor or ""), stalled=stalled))


def _broken_off(board: Board, told: Board) -> Board:
    """The column goes back exactly where it stood and is locked (P-16)."""
    attempt = board.attempt
    assert attempt is not None
    locked = tuple(sorted({*told.locked, attempt.column}))
    return _failed(replace(told, tower=attempt.before, locked=locked))


def _failed(board: Board) -> Board:
    """An attempt has failed: the turn ends, or the objector pays (P-20)."""
    attempt = board.attempt
    assert attempt is not None
    if attempt.purpose != OBJECTED:
        return end_turn(board)
    assert board.objector is not None
    following = at.PENALTY if board.below(board.colours[board.objector]) else at.LAY
    return replace(board, phase=following, deciding=board.turn, attempt=None)


# rulings


def _ruled(board: Board, ruling: Ruling, kinds: tuple[str, ...]) -> Board:  # noqa: PLR0911
    act = board.pending
    assert act is not None
    board, tower = replace(board, pending=None), tower_after(board)
    if ruling.what == COLLAPSES:
        return collapsed(board, act, ruling.fallen)
    if ruling.what == STOPPED:
        return _broken_off(board, board.told("stopped", piece_of(board, act)))
    if ruling.what == FALLS_OVER:
        return _fell_over(board, tower, ruling)
    assert ruling.what == STANDS
    tower = _standing(tower, ruling)
    match act:
        case Take():
            return replace(board.told("take", act.column, (act.by,)), tower=tower, phase=at.PUT)
        case Put():
            place = (f"{act.x_mm:g}", f"{act.y_mm:g}")
            assert board.attempt is not None
            told = board.told("put", board.attempt.column, place)
            return _built(_moved(replace(told, tower=tower)), kinds)
        case Remove():
            told = _moved(replace(board.told("remove", act.column), tower=tower))
            return replace(told, out=(*told.out, act.column), phase=at.LAY)
    assert isinstance(act, Lay)
    return _laid(board, tower, act, ruling)


def _standing(tower: Tower, ruling: Ruling) -> Tower:
    return flat(tower) if ruling.poses is None else with_poses(tower, ruling.poses)


def _moved(board: Board) -> Board:
    """A column or a floor has moved: whoever failed to lay a floor may propose again (P-G19)."""
    return replace(board, stalled=())


def _fell_over(board: Board, tower: Tower, ruling: Ruling) -> Board:
    """The column in hand fell over on the top floor and knocked nothing down: it is out of play (P-G4)."""
    attempt = board.attempt
    assert attempt is not None
    tower = _standing(tower.without(attempt.column), ruling)
    told = board.told("fell over", attempt.column)
    return _failed(_moved(replace(told, tower=tower, out=(*told.out, attempt.column))))


def _built(board: Board, kinds: tuple[str, ...]) -> Board:
    """A column stands on the top floor."""
    attempt = board.attempt
    assert attempt is not None
    builder, column = board.deciding, attempt.column
    if board.rules.primer:
        if kind_of(column) == kinds[builder]:
            return over(board.told("primer", column), Ending(PRIMER_WON, (builder,)))
        return end_turn(board)
    if attempt.purpose == OBJECTED:
        # it has shown that it can be done, and leaves the building (P-19)
        told = board.told("objection holds", column)
        return end_turn(replace(told, tower=told.tower.without(column), out=(*told.out, column)))
    if attempt.purpose == NEUTRAL:
        board = replace(board, phase=at.MOVE, attempt=None)
        return board if takeable(board) else end_turn(board)
    return end_turn(_sealed(board, builder))


def _sealed(board: Board, builder: int) -> Board:
    """Whether the builder takes the Seal (P-25 to P-28); neutral columns do not count."""
    if not board.contested:
        return board
    neutral = board.neutral
    players = [column for column in board.tower.top.columns if colour_of(column.name) != neutral]
    seal = board.seal.after(builder, board.points, first=len(players) == 1)
    if seal == board.seal:
        return board
    return replace(board.told("seal"), seal=seal)


def _laid(board: Board, tower: Tower, act: Lay, ruling: Ruling) -> Board:
    carrying = ruling.carrying
    few = carrying if carrying is not None and len(carrying) < FEW else ()
    told = _moved(replace(board.told("lay", act.floor, few), tower=tower))
    if board.phase != at.BLUE:
        return end_turn(told)
    if board.rules.by_hand or board.rules.primer or all(board.colours):
        return begun(told)
    return colours_begin(told)


def colours_begin(board: Board) -> Board:
    """Return the board as the choice of colours begins.

    `rulebook`: what the Seal shows says who picks first, counted clockwise from the youngest. `publisher`: the youngest
    takes the colour rolled (P-G16).
    """
    board = replace(board, phase=at.COLOUR, deciding=board.first)
    return chosen(board, board.first, board.rolled) if board.rules.publisher else board
