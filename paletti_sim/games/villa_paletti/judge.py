"""Who says what a move did to the tower: the protocol, the referee that asks for a game, and a judge with a script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from paletti_sim.games.villa_paletti.actions import (
    COLLAPSES,
    FALLS_OVER,
    STANDS,
    STOPPED,
    Lay,
    Put,
    Remove,
    Ruling,
    Take,
)
from paletti_sim.games.villa_paletti.permits import column_put, floor_laid
from paletti_sim.games.villa_paletti.poses import numbers_of
from paletti_sim.tower.move import By
from paletti_sim.tower.tower import Placed, Tower

What = Literal["stands", "collapses", "falls-over", "stopped"]


class Happening(Protocol):
    """What an act did.

    `tower` is the settled one when something stands: after `falls-over` without the column in hand, after `stopped` the
    tower as it was; None after a collapse, whose `fallen` are named. `carrying` are the columns of the level below a
    floor just laid that touch it with force, None when that was not asked or is not known.
    """

    @property
    def what(self) -> What:
        """`stands`, `collapses`, `falls-over` or `stopped`."""

    @property
    def tower(self) -> Tower | None:
        """The tower as it stands now."""

    @property
    def fallen(self) -> tuple[str, ...]:
        """The pieces that fell."""

    @property
    def carrying(self) -> tuple[str, ...] | None:
        """The columns that carry the floor just laid."""

    @property
    def note(self) -> str:
        """What was unusual, in words; empty as a rule."""


class TowerJudge(Protocol):
    """Says what an act does to a tower. The same act on the same tower has the same answer.

    With a caution (metres) an attempt is stopped when a floor sinks by more than that: before the column is free
    (P-G5), or before the column that is put down stands by itself (P-G17).
    """

    def take(self, tower: Tower, column: str, by: By, caution_m: float | None) -> Happening:
        """A column is drawn out of the tower."""

    def put(self, tower: Tower, column: Placed, caution_m: float | None) -> Happening:
        """A column is set down on the top floor."""

    def lay(self, tower: Tower, floor: Placed) -> Happening:
        """A floor is laid on the top level's columns."""

    def remove(self, tower: Tower, column: str) -> Happening:
        """A column is taken out of the building for good."""


class Referee:
    """Asks a `TowerJudge` about the act of a game that waits for its ruling."""

    def __init__(self, judge: TowerJudge) -> None:
        self._judge = judge

    def rule(self, state: Any) -> Ruling:
        """Return the ruling of the state's pending act."""
        board = state.board
        attempt, act, tower = board.attempt, board.pending, board.tower
        caution_m = None
        if attempt is not None and attempt.caution_mm is not None:
            caution_m = attempt.caution_mm / 1000
        match act:
            case Take():
                found = self._judge.take(tower, act.column, act.by, caution_m)
            case Put():
                found = self._judge.put(tower, column_put(board, act), caution_m)
                if found.what == FALLS_OVER and board.rules.primer:
                    return Ruling(COLLAPSES, found.fallen, note=found.note)  # P-39: any part of the tower
            case Lay():
                found = self._judge.lay(tower, floor_laid(board, act))
            case Remove():
                found = self._judge.remove(tower, act.column)
            case _:
                raise AssertionError(f"nothing is judged of {act}")
        return _ruling(found)


def _ruling(found: Happening) -> Ruling:
    poses = None
    if found.what in (STANDS, FALLS_OVER) and found.tower is not None:
        pairs = ((piece.name, piece.pose) for piece in found.tower.pieces)
        poses = tuple((name, numbers_of(pose)) for name, pose in pairs if pose is not None)
    return Ruling(found.what, found.fallen, poses, found.carrying, found.note)


@dataclass(frozen=True)
class Told:
    """A happening of a script."""

    what: What
    fallen: tuple[str, ...] = ()
    tower: Tower | None = None
    carrying: tuple[str, ...] | None = None
    note: str = ""


class ScriptedJudge:
    """Says what a script says, act after act, and when the script is over that the tower stands.

    An entry is `stands`, `stopped`, `falls-over`, `collapses`, or a `Told`. Nothing is simulated: what stands stands
    where it was put. For tests of rules and for games on a real table, where people say what happened.
    """

    def __init__(self, script: Iterable[What | Told] = ()) -> None:
        self._script = iter(script)
        self.acts: list[tuple[str, str]] = []
        """What was asked, in order: the act and the piece."""

    def _next(self, act: str, piece: str, others: Sequence[str]) -> Told:
        self.acts.append((act, piece))
        said = next(self._script, STANDS)
        if isinstance(said, Told):
            return said
        fallen: tuple[str, ...] = ()
        if said == COLLAPSES:
            fallen = tuple(name for name in others if name != piece)[-1:] or (piece,)
        elif said == FALLS_OVER:
            fallen = (piece,)
        what: What = said  # type: ignore[assignment]
        assert what != STOPPED or act in ("take", "put"), f"{act} cannot be stopped"
        return Told(what, fallen)

    def take(self, tower: Tower, column: str, by: By, caution_m: float | None) -> Told:  # noqa: ARG002
        """Say what the script says."""
        return self._next("take", column, tuple(tower.by_name))

    def put(self, tower: Tower, column: Placed, caution_m: float | None) -> Told:  # noqa: ARG002
        """Say what the script says."""
        return self._next("put", column.name, tuple(tower.by_name))

    def lay(self, tower: Tower, floor: Placed) -> Told:
        """Say what the script says."""
        return self._next("lay", floor.name, tuple(tower.by_name))

    def remove(self, tower: Tower, column: str) -> Told:
        """Say what the script says."""
        return self._next("remove", column, tuple(tower.by_name))
