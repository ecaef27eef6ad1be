"""A judge that simulates: what an act of a game does to the tower that really stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from paletti_sim.physics.course import fall_course
from paletti_sim.physics.preset import PRESETS, Preset
from paletti_sim.physics.stage import StageResult, run_stage
from paletti_sim.stability.handling import NoWayOutError, handle
from paletti_sim.statics.rest import come_to_rest
from paletti_sim.tower.move import By, Move
from paletti_sim.tower.pieces import Floor
from paletti_sim.tower.tower import Placed, Pose, Tower

What = Literal["stands", "collapses", "falls-over", "stopped"]


@dataclass(frozen=True)
class Judged:
    """What an act did. `tower` is the one at rest, None after a collapse; `fallen` are the pieces that fell.

    `carrying`: after a floor was laid, the columns of the level below that touch it with force. `note` says what was
    unusual, empty as a rule.
    """

    what: What
    tower: Tower | None = None
    fallen: tuple[str, ...] = ()
    carrying: tuple[str, ...] | None = None
    note: str = ""


class SimulatingJudge:
    """Lets the tower of a game go after each act, and sees what comes of it.

    Each act begins with the tower in the poses in which the last one left it, so the same act on the same tower has the
    same answer, whatever was asked before.

    Args:
        preset: how finely to work.
    """

    def __init__(self, preset: Preset = PRESETS["accurate"]) -> None:
        self._preset = preset

    def take(self, tower: Tower, column: str, by: By, caution_m: float | None) -> Judged:
        """A column is lifted away, or drawn with the hook.

        With a caution the attempt is broken off when a floor sinks by more than that, or with the hook moves, before
        the column is free (P-G5); so it is when the hook does not get it out. Then all is as before.
        """
        before = _poses(tower)
        if by == "lift" and caution_m is None:
            return self._let_go(tower.without(column), before, None)
        standing = StageResult("rest", tower, before, (), 0.0, loads_n=come_to_rest(tower).loads_n)
        note = ""
        try:
            handled = handle(Move(take=column, by=by, caution_m=caution_m), standing, tower, self._preset, None)
        except NoWayOutError as error:
            note = f"{error}"
            if caution_m is None:
                return replace(self._let_go(tower.without(column), before, None), note=note)
            handled = handle(Move(take=column, caution_m=caution_m), standing, tower, self._preset, None)
        if handled.course is not None:
            return Judged("collapses", None, tuple(handled.course.fallen_s))
        if handled.tower is None or handled.ending == "stuck":
            return Judged("stopped", tower, note=note)
        judged = self._let_go(handled.tower, before, None)
        return replace(judged, note=judged.note or note)

    def put(self, tower: Tower, column: Placed, caution_m: float | None) -> Judged:
        """A column is set down; with a caution it is taken back when a floor sinks by more than that (P-G17).

        The column in hand falling over and knocking nothing down is no collapse (P-G4): the tower then settles without
        it.
        """
        before = _poses(tower)
        judged = self._let_go(tower.with_column(column), before, column.name, caution_m)
        if judged.what == "stopped":
            return Judged("stopped", tower)
        if set(judged.fallen) == {column.name}:
            rest = self._let_go(tower, before, None)
            return replace(judged, what="falls-over", tower=tower if rest.tower is None else rest.tower)
        return judged

    def lay(self, tower: Tower, floor: Placed) -> Judged:
        """A floor is laid on the top level's columns."""
        return self._let_go(tower.with_floor(floor), _poses(tower), floor.name)

    def remove(self, tower: Tower, column: str) -> Judged:
        """A column is taken out for good."""
        return self._let_go(tower.without(column), _poses(tower), None)

    def _let_go(
        self, tower: Tower, before: Mapping[str, Pose], last: str | None, caution_m: float | None = None
    ) -> Judged:
        since = {name: pose for name, pose in before.items() if name in tower.by_name}
        result, note = run_stage(tower, self._preset, since, last, caution_m=caution_m), ""
        if result.ending == "undecided":
            result = run_stage(tower, PRESETS["reference"], since, last, caution_m=caution_m)
            note = "simulated again, more finely: it had not come to rest"
        if result.ending == "undecided":
            return _by_equilibrium(tower, result)
        if result.ending == "stopped":
            return Judged("stopped")
        if result.tower is None:
            # with true masses, to see all that falls and not only what falls first
            fallen = tuple(fall_course(tower, since, last).fallen_s) or result.fallen
            return Judged("collapses", None, fallen, None, note)
        return Judged("stands", result.tower, (), _carrying(result, last), note)


def _by_equilibrium(tower: Tower, result: StageResult) -> Judged:
    """Where even a finer simulation does not come to rest, equilibrium decides."""
    if come_to_rest(tower).balanced:
        stands = tower.at_rest(result.poses)
        return Judged("stands", stands, (), None, "still creeping when the time was up: it stands by equilibrium")
    floors = [piece.name for piece in tower.pieces if isinstance(piece.piece, Floor)]
    fallen = tuple(floors[-1:]) or tuple(piece.name for piece in tower.pieces[-1:])
    return Judged("collapses", None, fallen, None, "still moving when the time was up: it falls by equilibrium")


def _carrying(result: StageResult, last: str | None) -> tuple[str, ...] | None:
    """The columns under a floor that was laid which touch it with force."""
    tower = result.tower
    if tower is None or last is None or tower.top.name != last:
        return None
    return tuple(column.name for column in tower.levels[-2].columns if result.loads_n.get(column.name, 0.0) > 0)


def _poses(tower: Tower) -> dict[str, Pose]:
    """Where everything stands before the act."""
    return {piece.name: pose for piece, pose in tower.resting()}
