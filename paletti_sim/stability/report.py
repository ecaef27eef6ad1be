"""Verdicts of stages: what came out, in numbers and in words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from paletti_sim.physics.chronicle import Course
from paletti_sim.physics.engine import version
from paletti_sim.physics.motion import Motion, motions
from paletti_sim.physics.stage import StageResult
from paletti_sim.stability.explain import (
    disagreement,
    explain_drawn_fall,
    explain_fall,
    explain_rest,
    explain_stopped,
    explain_undecided,
    on_the_way,
)
from paletti_sim.stability.handling import Handled
from paletti_sim.stability.second_opinion import second_opinion
from paletti_sim.stability.step import Step
from paletti_sim.stability.verdict import Outcome, StageName, Verdict
from paletti_sim.tower.move import Move
from paletti_sim.tower.regulations import Violation
from paletti_sim.tower.tower import Pose, Tower

FEW = 3  # columns that carry a floor


class Reporter:
    """Makes the verdicts of one tower's moves: `scenario` is its name, `preset` that of the engine."""

    def __init__(self, scenario: str, preset: str) -> None:
        self._scenario = scenario
        self._preset = preset

    def rest(
        self, move: Move, step: Step, result: StageResult, before: Mapping[str, Pose], handled: Handled | None = None
    ) -> Verdict:
        """The tower has come to rest; `before` are the poses from which it counts what has moved."""
        tower = tower_of(result)
        moved = motions(tower.pieces, before, result.poses, step.handled)
        outcome: Outcome = "shifts" if any(motion.counts(tower) for motion in moved) else "holds"
        carrying, free = carriers_of(result)
        lower = [column.name for column in tower.levels[0].columns if column.name in carrying and not column.upon]
        return self._verdict(
            move,
            step.stage,
            outcome,
            explain_rest(move, step.stage, outcome, moved, lower) + on_the_way(move, handled),
            **_motion(moved),
            carrying=carrying,
            free=free,
            static=second_opinion(step.tower),
            warnings=(*self._remarks(step, result), *_not_done(move, handled)),
            **_of(handled),
        )

    def undecided(
        self,
        move: Move,
        step: Step,
        result: StageResult,
        before: Mapping[str, Pose],
        last_rest: StageResult | None,
        handled: Handled | None = None,
    ) -> Verdict:
        """Something still moves when the time is up; `last_rest` is where the tower stood last."""
        carrying, free = carriers_of(last_rest)
        start = {**{piece.name: pose for piece, pose in step.tower.resting()}, **before}
        moved = motions(step.tower.pieces, start, result.poses)
        return self._verdict(
            move,
            step.stage,
            "undecided",
            explain_undecided(move, step.stage, moved, self._preset),
            **_motion(moved),
            carrying=carrying,
            free=free,
            static=second_opinion(step.tower),
            **_of(handled),
        )

    def fell(
        self,
        move: Move,
        step: Step,
        course: Course,
        fallen: tuple[str, ...],
        last_rest: StageResult | None,
        handled: Handled | None = None,
    ) -> Verdict:
        """Something fell when a stage was let go: `fallen` in the run that decides, and the course in time."""
        carrying, free = carriers_of(last_rest)
        late = f"with true masses nothing falls within {course.seconds:.0f} s: the tower is close to its limit"
        down = tuple(course.fallen_s) or fallen
        return self._verdict(
            move,
            step.stage,
            "topples",
            explain_fall(move, step.stage, step.handled, down, course),
            **_course(course, fallen),
            fallen=down,
            carrying=carrying,
            free=free,
            static=second_opinion(step.tower),
            warnings=() if course.fell else (late,),
            **_of(handled),
        )

    def drawn_down(self, move: Move, course: Course, standing: StageResult, handled: Handled) -> Verdict:
        """Something fell while the hook was drawing: of that equilibrium knows nothing."""
        carrying, free = carriers_of(standing)
        return self._verdict(
            move,
            "take",
            "topples",
            explain_drawn_fall(move, handled, course),
            **_course(course, tuple(course.fallen_s)),
            fallen=tuple(course.fallen_s),
            carrying=carrying,
            free=free,
            **_of(handled),
        )

    def stopped(
        self, move: Move, step: Step, moved_m: float, standing: StageResult, handled: Handled | None = None
    ) -> Verdict:
        """A careful player broke the attempt off and put everything back."""
        carrying, free = carriers_of(standing)
        return self._verdict(
            move,
            step.stage,
            "holds",
            explain_stopped(move, step.stage, moved_m),
            carrying=carrying,
            free=free,
            **_of(handled) | {"stopped": True, "floors_moved_mm": 1000 * moved_m},
        )

    def illegal(self, move: Move, violation: Violation, stage: StageName) -> Verdict:
        """The move is not allowed."""
        return self._verdict(
            move, stage, "illegal", f"Not allowed ({violation.rule}): {violation.why}", rule=violation.rule
        )

    def _remarks(self, step: Step, result: StageResult) -> tuple[str, ...]:
        if step.stage != "floor":
            return ()
        tower = tower_of(result)
        carrying = [c.name for c in tower.levels[-2].columns if result.loads_n.get(c.name, 0.0) > 0]
        if len(carrying) >= FEW:
            return ()
        return (f"the floor {step.handled} rests on {len(carrying)} columns only: {', '.join(carrying)}",)

    def _verdict(self, move: Move, stage: StageName, outcome: Outcome, explanation: str, **rest: Any) -> Verdict:
        verdict = Verdict(outcome, stage, self._scenario, move, explanation, version(), self._preset, **rest)
        if verdict.agrees is not False:
            return verdict
        return replace(verdict, warnings=(*verdict.warnings, disagreement(verdict)))


def tower_of(result: StageResult) -> Tower:
    """The tower of a stage that has come to rest."""
    assert result.tower is not None
    return result.tower


def carriers_of(result: StageResult | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The columns that carry, and those that stand free, in a tower at rest."""
    loads = result.loads_n if result else {}
    return tuple(name for name, load in loads.items() if load > 0), tuple(n for n, load in loads.items() if load == 0)


def _not_done(move: Move, handled: Handled | None) -> tuple[str, ...]:
    """What was asked and could not be done."""
    if handled is None or handled.ending != "stuck" or move.put is None:
        return ()
    return (f"{move.take} was not put anywhere: the hook did not get it out",)


def _motion(moved: Sequence[Motion]) -> dict[str, Any]:
    return {
        "max_shift_mm": 1000 * max((motion.shift_m for motion in moved), default=0.0),
        "max_tilt_deg": math.degrees(max((motion.turn_rad for motion in moved), default=0.0)),
    }


def _course(course: Course, fallen: tuple[str, ...]) -> dict[str, Any]:
    return {
        "first_mover": next(iter(course.moved_s), fallen[0]),
        "at_s": min(course.fallen_s.values()) if course.fell else None,
        "max_shift_mm": 1000 * course.max_shift_m,
        "max_tilt_deg": math.degrees(course.max_turn_rad),
    }


def _of(handled: Handled | None) -> dict[str, Any]:
    if handled is None:
        return {}
    return {"pull": handled.pull, "floors_moved_mm": 1000 * handled.moved_m}
