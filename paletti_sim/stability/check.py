"""Does this move topple the tower? Simulation of each step of a move, and the verdict."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from paletti_sim.errors import PalettiError
from paletti_sim.physics.course import Course, fall_course
from paletti_sim.physics.engine import version
from paletti_sim.physics.motion import motions
from paletti_sim.physics.preset import PRESETS, Preset
from paletti_sim.physics.settle import Frame
from paletti_sim.physics.stage import StageResult, run_stage
from paletti_sim.stability.explain import disagreement, explain_fall, explain_rest, explain_undecided
from paletti_sim.stability.second_opinion import second_opinion
from paletti_sim.stability.verdict import Outcome, StageName, Verdict
from paletti_sim.tower.move import STAND, Move
from paletti_sim.tower.pieces import Column, Floor
from paletti_sim.tower.regulations import Violation, forbids_floor, forbids_put, forbids_take, places_upon
from paletti_sim.tower.tower import Placed, Pose, Tower

FEW = 3  # columns that carry a floor


@dataclass(frozen=True)
class Film:
    """The frames of one stage. `true_masses`: they show the course in time; otherwise how rest was reached."""

    stage: StageName
    names: tuple[str, ...]
    frames: tuple[Frame, ...]
    true_masses: bool


@dataclass(frozen=True)
class Checked:
    """A verdict, the tower left at rest (None when it does not rest), and the films when they were asked for."""

    verdict: Verdict
    tower: Tower | None
    films: tuple[Film, ...] = ()


@dataclass(frozen=True)
class _Step:
    """One stage to be simulated: the tower as it is let go, and the piece in hand."""

    stage: StageName
    tower: Tower
    handled: str | None

    @property
    def last(self) -> str | None:
        """The piece that is set down in this stage."""
        return self.handled if self.stage in ("put", "floor") else None

    def since(self, before: Mapping[str, Pose]) -> dict[str, Pose]:
        """The poses against which a fall is measured; the piece set down has come to its place by hand."""
        return {name: pose for name, pose in before.items() if name != self.last}


class Checker:
    """Asks one tower one move after another; each starts from where the last one left the tower.

    Args:
        tower: where the pieces were put, or stand.
        columns: the columns that may come from the box, by id.
        floors: the floors that may be laid, by id.
        scenario: a name for the verdicts.
        preset: how finely to work.
        ignore_rules: skip the building regulations; physical faults stay faults.
        film: keep the frames of each stage.
    """

    def __init__(
        self,
        tower: Tower,
        columns: Mapping[str, Column],
        floors: Mapping[str, Floor],
        *,
        scenario: str = "",
        preset: Preset = PRESETS["accurate"],
        ignore_rules: bool = False,
        film: bool = False,
    ) -> None:
        self._put = tower
        self._columns = columns
        self._floors = floors
        self._scenario = scenario
        self._preset = preset
        self._ignore_rules = ignore_rules
        self._film = film
        self._standing: StageResult | None = None

    def ask(self, move: Move) -> Checked:
        """The verdict of `move`.

        Raises:
            PalettiError: the move names a piece that is nowhere.
            NoAnswerError: the simulation failed.
        """
        if move.by == "hook":
            raise PalettiError("the hook cannot be simulated yet: ask the same move with `by: lift`")
        films: list[Film] = []
        if self._standing is None or move == STAND:
            step = _Step("stand", self._put if self._standing is None else self._standing_tower, None)
            result = self._run(step, {}, films)
            if result.tower is None:
                return Checked(self._no_rest(move, step, result, {}, None, films), None, tuple(films))
            self._standing = result
            if move == STAND:
                return Checked(
                    self._rest(move, step, result, {p.name: pose for p, pose in step.tower.resting()}),
                    result.tower,
                    tuple(films),
                )
        return self._moved(move, self._standing, films)

    def ask_all(self, moves: Iterable[Move]) -> list[Checked]:
        """The verdicts of several moves in a row, up to the first that leaves no tower at rest."""
        results = []
        for move in moves:
            results.append(self.ask(move))
            if results[-1].tower is None:
                break
        return results

    @property
    def _standing_tower(self) -> Tower:
        assert self._standing is not None
        assert self._standing.tower is not None
        return self._standing.tower

    def _moved(self, move: Move, standing: StageResult, films: list[Film]) -> Checked:
        before = dict(standing.poses)
        result, step = standing, _Step("stand", self._standing_tower, None)
        for stage, make in self._steps(move):
            violation, step = make(self._tower_of(result))
            if violation and (violation.physical or not self._ignore_rules):
                return Checked(self._illegal(move, violation, stage), None, tuple(films))
            last_rest, result = result, self._run(step, before, films)
            if result.tower is None:
                return Checked(self._no_rest(move, step, result, before, last_rest, films), None, tuple(films))
        self._standing = result
        return Checked(self._rest(move, step, result, before), result.tower, tuple(films))

    @staticmethod
    def _tower_of(result: StageResult) -> Tower:
        assert result.tower is not None
        return result.tower

    def _steps(self, move: Move) -> Iterator[tuple[StageName, Callable[[Tower], tuple[Violation | None, _Step]]]]:
        """The steps of `move` in order; each is made on the tower that the one before has left."""
        taken: list[Column] = []

        def take(tower: Tower) -> tuple[Violation | None, _Step]:
            name = str(move.take)
            taken.extend(
                column.piece for column in tower.columns if column.name == name and isinstance(column.piece, Column)
            )
            return forbids_take(tower, name), _Step("take", tower.without(name), name)

        def put(tower: Tower) -> tuple[Violation | None, _Step]:
            assert move.put is not None
            column = taken[0] if taken else self._columns[str(move.take)]
            placed = places_upon(tower, Placed(column, move.put.at_m, move.put.turn_rad))
            return forbids_put(tower, placed), _Step("put", tower.with_column(placed), column.name)

        def lay(tower: Tower) -> tuple[Violation | None, _Step]:
            assert move.floor is not None
            placed = Placed(self._floors[move.floor.name], move.floor.at_m, move.floor.turn_rad)
            return forbids_floor(tower, placed), _Step("floor", tower.with_floor(placed), placed.name)

        standing = self._standing_tower
        if move.take is not None:
            if any(column.name == move.take for column in standing.columns):
                yield "take", take
            elif move.take not in self._columns:
                raise PalettiError(f"there is no column {move.take!r}, in the tower or in the box")
            elif move.put is None:
                raise PalettiError(f"{move.take} is not in the tower; to take it from the box, say where to put it")
        if move.put is not None:
            yield "put", put
        if move.floor is not None:
            if move.floor.name in standing.by_name:
                raise PalettiError(f"the floor {move.floor.name} is in the tower already")
            if move.floor.name not in self._floors:
                raise PalettiError(f"there is no floor {move.floor.name!r}")
            yield "floor", lay

    def _run(self, step: _Step, before: Mapping[str, Pose], films: list[Film]) -> StageResult:
        frames: list[Frame] = []
        result = run_stage(
            step.tower, self._preset, step.since(before), step.last, frames.append if self._film else None
        )
        if self._film:
            films.append(
                Film(step.stage, tuple(piece.name for piece in step.tower.pieces), tuple(frames), true_masses=False)
            )
        return result

    def _rest(self, move: Move, step: _Step, result: StageResult, before: Mapping[str, Pose]) -> Verdict:
        tower = self._tower_of(result)
        moved = motions(tower.pieces, before, result.poses, step.handled)
        outcome: Outcome = "shifts" if any(motion.counts(tower) for motion in moved) else "holds"
        carrying, free = _carriers(result)
        lower = [column.name for column in tower.levels[0].columns if column.name in carrying and not column.upon]
        return self._verdict(
            move,
            step.stage,
            outcome,
            explain_rest(move, step.stage, outcome, moved, lower),
            max_shift_mm=1000 * max((motion.shift_m for motion in moved), default=0.0),
            max_tilt_deg=math.degrees(max((motion.turn_rad for motion in moved), default=0.0)),
            carrying=carrying,
            free=free,
            static=second_opinion(step.tower),
            warnings=self._remarks(step, result),
        )

    def _no_rest(
        self,
        move: Move,
        step: _Step,
        result: StageResult,
        before: Mapping[str, Pose],
        rest: StageResult | None,
        films: list[Film],
    ) -> Verdict:
        carrying, free = _carriers(rest) if rest else ((), ())
        if result.ending == "undecided":
            start = {**{piece.name: pose for piece, pose in step.tower.resting()}, **before}
            moved = motions(step.tower.pieces, start, result.poses)
            return self._verdict(
                move,
                step.stage,
                "undecided",
                explain_undecided(move, step.stage, moved),
                max_shift_mm=1000 * max((motion.shift_m for motion in moved), default=0.0),
                max_tilt_deg=math.degrees(max((motion.turn_rad for motion in moved), default=0.0)),
                carrying=carrying,
                free=free,
                static=second_opinion(step.tower),
            )
        course = self._course(step, before, films)
        fallen = tuple(course.fallen_s) or result.fallen
        warnings = (
            ()
            if course.fell
            else (f"with true masses nothing falls within {course.seconds:.0f} s: the tower is close to its limit",)
        )
        return self._verdict(
            move,
            step.stage,
            "topples",
            explain_fall(move, step.stage, step.handled, fallen, course),
            first_mover=next(iter(course.moved_s), result.fallen[0]),
            at_s=min(course.fallen_s.values()) if course.fell else None,
            fallen=fallen,
            max_shift_mm=1000 * course.max_shift_m,
            max_tilt_deg=math.degrees(course.max_turn_rad),
            carrying=carrying,
            free=free,
            static=second_opinion(step.tower),
            warnings=warnings,
        )

    def _course(self, step: _Step, before: Mapping[str, Pose], films: list[Film]) -> Course:
        frames: list[Frame] = []
        course = fall_course(step.tower, step.since(before), step.last, frames.append if self._film else None)
        if self._film:
            films[-1] = Film(step.stage, films[-1].names, tuple(frames), true_masses=True)
        return course

    def _illegal(self, move: Move, violation: Violation, stage: StageName) -> Verdict:
        return self._verdict(
            move, stage, "illegal", f"Not allowed ({violation.rule}): {violation.why}", rule=violation.rule
        )

    def _remarks(self, step: _Step, result: StageResult) -> tuple[str, ...]:
        if step.stage != "floor":
            return ()
        tower = self._tower_of(result)
        carrying = [c.name for c in tower.levels[-2].columns if result.loads_n.get(c.name, 0.0) > 0]
        if len(carrying) >= FEW:
            return ()
        return (f"the floor {step.handled} rests on {len(carrying)} columns only: {', '.join(carrying)}",)

    def _verdict(self, move: Move, stage: StageName, outcome: Outcome, explanation: str, **rest: object) -> Verdict:
        verdict = Verdict(outcome, stage, self._scenario, move, explanation, version(), self._preset.name, **rest)  # type: ignore[arg-type]
        if verdict.agrees is not False:
            return verdict
        return replace(verdict, warnings=(*verdict.warnings, disagreement(verdict)))


def _carriers(result: StageResult) -> tuple[tuple[str, ...], tuple[str, ...]]:
    carrying = tuple(name for name, load in result.loads_n.items() if load > 0)
    return carrying, tuple(name for name, load in result.loads_n.items() if load == 0)
