"""Does this move topple the tower? Simulation of each step of a move, and the verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace

from paletti_sim.errors import PalettiError
from paletti_sim.physics.chronicle import Course
from paletti_sim.physics.course import fall_course
from paletti_sim.physics.preset import PRESETS, Preset
from paletti_sim.physics.settle import Frame
from paletti_sim.physics.stage import StageResult, run_stage
from paletti_sim.stability.handling import Handled, handle
from paletti_sim.stability.report import Reporter, tower_of
from paletti_sim.stability.step import Film, Step
from paletti_sim.stability.verdict import StageName, Verdict
from paletti_sim.tower.move import STAND, Move
from paletti_sim.tower.pieces import Column, Floor
from paletti_sim.tower.regulations import Violation, forbids_floor, forbids_put, forbids_take, places_upon
from paletti_sim.tower.tower import Placed, Pose, Tower


@dataclass(frozen=True)
class Checked:
    """A verdict, the tower left at rest (None when it does not rest), and the films when they were asked for."""

    verdict: Verdict
    tower: Tower | None
    films: tuple[Film, ...] = ()


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
        self._report = Reporter(scenario, preset.name)
        self._preset = preset
        self._ignore_rules = ignore_rules
        self._film = film
        self._standing: StageResult | None = None

    def copy(self) -> Checker:
        """Another one that stands where this one stands; each then goes its own way."""
        return copy(self)

    def ask(self, move: Move) -> Checked:
        """The verdict of `move`.

        Raises:
            PalettiError: the move names a piece that is nowhere, or the hook finds no way out.
            NoAnswerError: the simulation failed.
        """
        films: list[Film] = []
        if self._standing is None or move == STAND:
            step = Step("stand", self._put if self._standing is None else self._standing_tower, None)
            result = self._run(step, {}, films)
            if result.tower is None:
                return self._no_rest(move, step, result, {}, None, films)
            self._standing = result
            if move == STAND:
                before = {p.name: pose for p, pose in step.tower.resting()}
                return Checked(self._report.rest(move, step, result, before), result.tower, tuple(films))
        return self._moved(move, self._standing, films)

    def settled(self) -> Tower | None:
        """The tower as it stands before the next move; None when it does not come to rest, and `ask(STAND)` says why.

        Raises:
            NoAnswerError: the simulation failed.
        """
        if self._standing is None:
            result = run_stage(self._put, self._preset)
            self._standing = result if result.tower is not None else None
        return None if self._standing is None else self._standing.tower

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
        return tower_of(self._standing)

    def _moved(self, move: Move, standing: StageResult, films: list[Film]) -> Checked:
        before = dict(standing.poses)
        result, step = standing, Step("stand", self._standing_tower, None)
        handled: Handled | None = None
        for stage, make in self._steps(move):
            violation, step = make(tower_of(result))
            if violation and (violation.physical or not self._ignore_rules):
                return Checked(self._report.illegal(move, violation, stage), None, tuple(films))
            if stage == "take" and (move.by == "hook" or move.caution_m is not None):
                handled = self._handle(move, standing, films)
                if handled.course is not None:
                    verdict = self._report.drawn_down(move, handled.course, standing, handled)
                    return Checked(verdict, None, tuple(films))
                if handled.tower is None:
                    verdict = self._report.stopped(move, step, handled.moved_m, standing, handled)
                    return Checked(verdict, standing.tower, tuple(films))
                step = replace(step, tower=handled.tower)
            last_rest, result = result, self._run(step, before, films, move.caution_m if stage == "put" else None)
            if result.ending == "stopped":
                verdict = self._report.stopped(move, step, result.sank_m, standing, handled)
                return Checked(verdict, standing.tower, tuple(films))
            if result.tower is None:
                return self._no_rest(move, step, result, before, last_rest, films, handled)
            if handled and handled.ending == "stuck":
                break
        self._standing = result
        return Checked(self._report.rest(move, step, result, before, handled), result.tower, tuple(films))

    def _steps(self, move: Move) -> Iterator[tuple[StageName, Callable[[Tower], tuple[Violation | None, Step]]]]:
        """The steps of `move` in order; each is made on the tower that the one before has left."""
        taken: list[Column] = []

        def take(tower: Tower) -> tuple[Violation | None, Step]:
            name = str(move.take)
            taken.extend(
                column.piece for column in tower.columns if column.name == name and isinstance(column.piece, Column)
            )
            return forbids_take(tower, name), Step("take", tower.without(name), name)

        def put(tower: Tower) -> tuple[Violation | None, Step]:
            assert move.put is not None
            column = taken[0] if taken else self._columns[str(move.take)]
            placed = places_upon(tower, Placed(column, move.put.at_m, move.put.turn_rad))
            return forbids_put(tower, placed), Step("put", tower.with_column(placed), column.name)

        def lay(tower: Tower) -> tuple[Violation | None, Step]:
            assert move.floor is not None
            placed = Placed(self._floors[move.floor.name], move.floor.at_m, move.floor.turn_rad)
            return forbids_floor(tower, placed), Step("floor", tower.with_floor(placed), placed.name)

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

    def _handle(self, move: Move, standing: StageResult, films: list[Film]) -> Handled:
        frames: list[Frame] = []
        tower = tower_of(standing)
        handled = handle(move, standing, tower, self._preset, frames.append if self._film else None)
        if frames:
            names = tuple(piece.name for piece in tower.pieces if move.by == "hook" or piece.name != move.take)
            films.append(Film("take", names, tuple(frames), true_masses=move.by == "hook"))
        return handled

    def _run(
        self, step: Step, before: Mapping[str, Pose], films: list[Film], caution_m: float | None = None
    ) -> StageResult:
        frames: list[Frame] = []
        record = frames.append if self._film else None
        result = run_stage(step.tower, self._preset, step.since(before), step.last, record, caution_m)
        if self._film:
            names = tuple(piece.name for piece in step.tower.pieces)
            films.append(Film(step.stage, names, tuple(frames), true_masses=False))
        return result

    def _no_rest(
        self,
        move: Move,
        step: Step,
        result: StageResult,
        before: Mapping[str, Pose],
        last_rest: StageResult | None,
        films: list[Film],
        handled: Handled | None = None,
    ) -> Checked:
        if result.ending == "undecided":
            verdict = self._report.undecided(move, step, result, before, last_rest, handled)
        else:
            course = self._course(step, before, films)
            verdict = self._report.fell(move, step, course, result.fallen, last_rest, handled)
        return Checked(verdict, None, tuple(films))

    def _course(self, step: Step, before: Mapping[str, Pose], films: list[Film]) -> Course:
        frames: list[Frame] = []
        course = fall_course(step.tower, step.since(before), step.last, frames.append if self._film else None)
        if self._film:
            films[-1] = Film(step.stage, films[-1].names, tuple(frames), true_masses=True)
        return course
