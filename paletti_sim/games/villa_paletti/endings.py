"""How a game of Villa Paletti ends."""

from __future__ import annotations

from dataclasses import replace

from paletti_sim.games.villa_paletti import board as at
from paletti_sim.games.villa_paletti.actions import AnyAction, Lay, Put, Remove, Take
from paletti_sim.games.villa_paletti.board import Board, Ending

NOBODY_HELD = "the villa collapsed, nobody held the Seal"
FIRST_OWNER = "the villa collapsed by the Seal's first owner"
HOLDER_WINS = "the villa collapsed, the holder of the Seal wins"
PREVIOUS_WINS = "the villa collapsed by the holder of the Seal, the previous owner wins"
EXHAUSTED = "nobody can build further, the holder of the Seal wins"
EXHAUSTED_NOBODY = "nobody can build further, nobody held the Seal"
NEVER_STOOD = "the villa never stood"
PRIMER_WON = "the own kind of column is on top"
PRIMER_FELL = "the tower fell"
PRIMER_EXHAUSTED = "nobody can build further"


def over(board: Board, ending: Ending) -> Board:
    """Return the board at the end of the game."""
    return replace(board, phase=at.OVER, pending=None, ending=ending)


def exhausted(board: Board) -> Board:
    """Return the board when nobody can build further (P-31, P-G11)."""
    if board.rules.primer:
        return over(board, Ending(PRIMER_EXHAUSTED, ()))
    holder = board.seal.holder
    if holder is None:
        return over(board, Ending(EXHAUSTED_NOBODY, ()))
    return over(board, Ending(EXHAUSTED, (holder,)))


def piece_of(board: Board, act: AnyAction) -> str:
    """Return the piece that an action moves."""
    if isinstance(act, Put):
        assert board.attempt is not None
        return board.attempt.column
    if isinstance(act, Lay):
        return act.floor
    assert isinstance(act, Take | Remove)
    return act.column


_ACTS: dict[type, str] = {Take: "take", Put: "put", Lay: "lay", Remove: "remove"}


def collapsed(board: Board, act: AnyAction, fallen: tuple[str, ...]) -> Board:
    """The villa has collapsed: whoever handled the piece toppled it (P-31, P-32, P-G2, P-G3)."""
    toppler, seal = board.deciding, board.seal
    if board.phase == at.BLUE:
        reason, winner = NEVER_STOOD, None
    elif board.rules.primer:
        reason, winner = PRIMER_FELL, None
    elif seal.holder is None:
        reason, winner = NOBODY_HELD, None
    elif seal.holder != toppler:
        reason, winner = HOLDER_WINS, seal.holder
    elif seal.previous is not None:
        reason, winner = PREVIOUS_WINS, seal.previous
    else:
        reason, winner = FIRST_OWNER, None
    piece, name = piece_of(board, act), _ACTS[type(act)]
    tower, out = board.tower, board.out
    if isinstance(act, Take | Remove):
        tower, out = tower.without(piece), (*out, piece)
    elif isinstance(act, Put):
        out = (*out, piece)
    told = replace(board, tower=tower, out=out, attempt=None).told("collapse", piece, fallen)
    winners = () if winner is None else (winner,)
    return over(told, Ending(reason, winners, toppler, name, piece, fallen))
