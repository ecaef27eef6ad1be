"""A judge that simulates: what an act of a game does to the tower that really stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from paletti_sim.physics.course import fall_course
from paletti_sim.physics.preset import PRESETS, Preset
from paletti_sim.physics.stage import StageResult, run_stage
from paletti_sim.statics.rest import come_to_rest
from paletti_sim.tower.move import By
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
        """A column is drawn; with a caution it is broken off when a floor sinks by more than that (P-G5)."""
        before = _poses(tower)
        return attempted_take(tower, column, by, caution_m, lambda left: self._let_go(left, before, None))

    def put(self, tower: Tower, column: Placed, caution_m: float | None) -> Judged:
        """A column is set down; with a caution it is taken back when a floor sinks by more than that (P-G17).

        The column in hand falling over and knocking nothing down is no collapse (P-G4): the tower then settles without
        it.
        """
        before = _poses(tower)
        built = tower.with_column(column)
        judged = self._let_go(built, before, column.name)
        return put_with_care(tower, column, caution_m, judged, lambda: self._let_go(tower, before, None))

    def lay(self, tower: Tower, floor: Placed) -> Judged:
        """A floor is laid on the top level's columns."""
        return self._let_go(tower.with_floor(floor), _poses(tower), floor.name)

    def remove(self, tower: Tower, column: str) -> Judged:
        """A column is taken out for good."""
        return self._let_go(tower.without(column), _poses(tower), None)

    def _let_go(self, tower: Tower, before: Mapping[str, Pose], last: str | None) -> Judged:
        since = {name: pose for name, pose in before.items() if name in tower.by_name}
        result, note = run_stage(tower, self._preset, since, last), ""
        if result.ending == "undecided":
            result = run_stage(tower, PRESETS["reference"], since, last)
            note = "simulated again, more finely: it had not come to rest"
        if result.ending == "undecided":
            return _by_equilibrium(tower, result)
        if result.tower is None:
            # with true masses, to see all that falls and not only what falls first
            fallen = tuple(fall_course(tower, since, last).fallen_s) or result.fallen
            return Judged("collapses", None, fallen, None, note)
        return Judged("stands", result.tower, (), _carrying(result, last), note)


def attempted_take(
    tower: Tower, column: str, by: By, caution_m: float | None, let_go: Callable[[Tower], Judged]
) -> Judged:
    """An attempt to draw a column: the tower is let go without it, and what sinks too far is broken off.

    The hook draws sideways and lifts nothing; its pull is not simulated here, both ways come to the same.
    """
    del by
    return _stopped(tower, let_go(tower.without(column)), caution_m)


def put_with_care(
    tower: Tower, column: Placed, caution_m: float | None, judged: Judged, without_it: Callable[[], Judged]
) -> Judged:
    """What setting a column down on `tower` comes to, `judged` without care. When only that column falls over, the
    tower is let go `without_it`; what sinks too far is taken back."""
    if set(judged.fallen) == {column.name}:
        rest = without_it()
        return replace(judged, what="falls-over", tower=tower if rest.tower is None else rest.tower)
    return _stopped(tower, judged, caution_m)


def _stopped(tower: Tower, judged: Judged, caution_m: float | None) -> Judged:
    """The tower as it was when a floor has sunk by more than the caution; a fall begins with that, too."""
    if caution_m is None:
        return judged
    if judged.tower is not None and sunk_m(tower, judged.tower) <= caution_m:
        return judged
    return Judged("stopped", tower)


def sunk_m(before: Tower, after: Tower) -> float:
    """How far the floor that sank most has sunk (its centre), metres along the base's normal."""
    return max(
        (
            was.pose.position_m[2] - now.pose.position_m[2]
            for was in before.floors
            if was.pose is not None and (now := after.by_name.get(was.name)) is not None and now.pose is not None
        ),
        default=0.0,
    )


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
