"""One case of a labelled data set: a scenario and its moves become a row, and pictures."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from paletti_sim.physics.course import fall_course
from paletti_sim.physics.preset import PRESETS
from paletti_sim.physics.settle import Frame
from paletti_sim.stability.check import Checked, Checker
from paletti_sim.stability.labels.pictures import Camera, Pictures
from paletti_sim.stability.odds import Odds
from paletti_sim.stability.sampling import find_odds
from paletti_sim.stability.step import Step
from paletti_sim.stability.verdict import Verdict
from paletti_sim.statics.rest import come_to_rest
from paletti_sim.tower.move import STAND, Move
from paletti_sim.tower.outline import Outline, Point
from paletti_sim.tower.pieces import Column, Prism
from paletti_sim.tower.regulations import places_upon
from paletti_sim.tower.scenario import Scenario
from paletti_sim.tower.tower import Placed, Pose, Tower


@dataclass(frozen=True)
class Labelled:
    """A row with the columns of `COLUMNS`, and the pictures by the names that the row gives them, as PNG.

    `verdicts` and `odds` are the whole answers that the row is made of, one verdict for each move that was asked.
    """

    row: Mapping[str, Any]
    pictures: Mapping[str, bytes]
    verdicts: tuple[Verdict, ...] = ()
    odds: Odds | None = None


def labelled(
    scenario: Scenario,
    moves: tuple[Move, ...] | None = None,
    *,
    key: str = "",
    seed: int = 0,
    samples: int = 0,
    preset: str = "accurate",
    pictures: Pictures | None = None,
    folder: str = "pictures",
    ignore_rules: bool = False,
) -> Labelled:
    """The label of a scenario: of the last of its moves, each asked of the tower that the one before has left.

    Args:
        scenario: the tower, with heights and friction as they are.
        moves: what is asked; None: the scenario's own, and where there is none, whether it stands.
        key: the case's name; empty: the scenario's. It should be a file name.
        seed: of the samples and of a camera that is drawn.
        samples: towers drawn within the tolerances, for odds; all of them, however clear the odds are.
        preset: how finely to simulate.
        pictures: how they are made; None: none are.
        folder: goes before the names of the pictures.
        ignore_rules: skip the building regulations.

    Raises:
        PalettiError: a move makes no sense.
        NoAnswerError: the simulation failed.
    """
    asked = (scenario.moves if moves is None else moves) or (STAND,)
    key = key or scenario.name
    checker = Checker(
        scenario.tower,
        scenario.columns,
        scenario.floors,
        scenario=scenario.name,
        preset=PRESETS[preset],
        ignore_rules=ignore_rules,
        film=any(move.by == "hook" for move in asked),  # what a hook knocks down only its film shows
    )
    before, move = scenario.tower, STAND
    results: list[Checked] = []
    for each in asked:
        standing = checker.settled()
        if results and results[-1].tower is None:
            break
        before = standing or scenario.tower
        # of a tower that does not stand the answer is of the move, but nothing was moved
        move = each if standing is not None else STAND
        results.append(checker.ask(each))
    checked = results[-1]
    odds = None
    if samples:
        told = asked[: len(results)]
        odds = find_odds(scenario, told, samples, seed=seed, preset=preset, stop_early=False)
    tower = _built(before, scenario, move, checked)
    poses = _after(before, tower, move, checked)
    row = {
        "key": key,
        "scenario": scenario.name,
        "seed": seed,
        **_setting(before),
        **_pieces(before, tower, scenario, move, poses),
        **_move(move),
        **_verdict(checked),
        **_odds(odds),
    }
    shots: dict[str, bytes] = {}
    if pictures is not None:
        camera = pictures.seen_by(key, seed)
        files = [f"{folder}/{key}-{when}.png" for when in ("before", "after")]
        shots = {files[0]: pictures.taken(before, camera), files[1]: pictures.taken(tower, camera, poses)}
        row |= _camera(camera, files)
    return Labelled(row, shots, tuple(result.verdict for result in results), odds)


def _built(before: Tower, scenario: Scenario, move: Move, checked: Checked) -> Tower:
    """The tower at the stage that decided, before anything moves in it."""
    stage = checked.verdict.stage
    if checked.tower is not None:
        return checked.tower
    if stage == "stand" or checked.verdict.outcome == "illegal":
        return before
    tower = before
    taken: Prism | None = None
    if move.take is not None:
        taken = next((c.piece for c in tower.columns if c.name == move.take), None)
        tower = tower.without(move.take) if taken is not None else tower
    if stage == "put" and move.put is not None and move.take is not None:
        piece = taken if isinstance(taken, Column) else scenario.columns[move.take]
        tower = tower.with_column(places_upon(tower, Placed(piece, move.put.at_m, move.put.turn_rad)))
    if stage == "floor" and move.floor is not None:
        tower = tower.with_floor(Placed(scenario.floors[move.floor.name], move.floor.at_m, move.floor.turn_rad))
    return tower


def _after(before: Tower, tower: Tower, move: Move, checked: Checked) -> dict[str, Pose]:
    """Where each piece is at the end; one that drops past the base plate stays where it passed it."""
    found = {piece.name: pose for piece, pose in tower.resting()}
    if checked.verdict.outcome != "topples":
        return found
    frames: list[Frame] = []
    names = tuple(piece.name for piece in tower.pieces)
    if checked.films:
        names, frames = checked.films[-1].names, list(checked.films[-1].frames)
    else:
        stage = checked.verdict.stage
        placed = move.floor.name if move.floor is not None else move.take
        step = Step(stage, tower, placed)
        since = {} if stage == "stand" else step.since({piece.name: pose for piece, pose in before.resting()})
        fall_course(tower, since, step.last, frames.append)
    for frame in frames:
        seen = zip(names, frame.poses, strict=True)
        found |= {name: pose for name, pose in seen if pose.position_m[2] >= 0 and name in found}
    return found


def _setting(tower: Tower) -> dict[str, Any]:
    setting = tower.setting
    return {
        "friction": setting.friction,
        "restitution": setting.restitution,
        "table_tilt_deg": math.degrees(setting.tilt_rad),
        "table_towards_deg": math.degrees(setting.towards_rad),
        "base_shape": tower.base.outline.kind,
        "base_size_mm": [1000 * size for size in tower.base.outline.size],
        "base_outline_mm": _corners(tower.base.outline, (0.0, 0.0)),
    }


def _pieces(before: Tower, tower: Tower, scenario: Scenario, move: Move, after: Mapping[str, Pose]) -> dict[str, Any]:
    """All pieces: those of the tower before, then the one that comes from the box."""
    poses = {piece.name: pose for piece, pose in before.resting()}
    pieces: list[tuple[Prism, int]] = [
        (piece.piece, level)
        for level, storey in enumerate(before.levels)
        for piece in ((storey.floor, *storey.columns) if storey.floor else storey.columns)
    ]
    new = [piece.piece for piece in tower.pieces if piece.name not in poses]
    if not new and move.take is not None and move.take not in poses:
        new = [scenario.columns[move.take]]
    if not new and move.floor is not None:
        new = [scenario.floors[move.floor.name]]
    pieces += [(piece, -1) for piece in new]
    rest = come_to_rest(before)
    loads = rest.loads_n if rest.balanced else {}
    return {
        "piece": [piece.name for piece, _ in pieces],
        "piece_is_floor": [int(not isinstance(piece, Column)) for piece, _ in pieces],
        "piece_level": [level for _, level in pieces],
        "piece_shape": [piece.outline.kind for piece, _ in pieces],
        "piece_size_mm": [[1000 * size for size in piece.outline.size] for piece, _ in pieces],
        "piece_outline_mm": [_corners(piece.outline, piece.outline.centroid_m) for piece, _ in pieces],
        "piece_height_mm": [1000 * piece.height_m for piece, _ in pieces],
        "piece_mass_g": [1000 * piece.mass_kg for piece, _ in pieces],
        "piece_points": [getattr(piece, "points", 0) for piece, _ in pieces],
        "load_before_n": [float(loads.get(piece.name, 0.0)) for piece, _ in pieces],
        "pose_before": [_numbers(poses.get(piece.name)) for piece, _ in pieces],
        "pose_after": [_numbers(after.get(piece.name)) for piece, _ in pieces],
    }


def _corners(outline: Outline, about_m: Point) -> list[list[float]]:
    x0, y0 = about_m
    return [] if outline.kind == "circle" else [[1000 * (x - x0), 1000 * (y - y0)] for x, y in outline.points]


def _numbers(pose: Pose | None) -> list[float]:
    return [] if pose is None else [*(1000 * value for value in pose.position_m), *pose.quaternion]


def _move(move: Move) -> dict[str, Any]:
    said: dict[str, Any] = {"take": move.take, "by": None if move.take is None else move.by}
    for key, place in (("put", move.put), ("floor_at", move.floor)):
        if place is not None:
            said[key] = [*(1000 * value for value in place.at_m), math.degrees(place.turn_rad)]
    said["floor"] = None if move.floor is None else move.floor.name
    return said


def _verdict(checked: Checked) -> dict[str, Any]:
    verdict = checked.verdict
    static = verdict.static
    decided = verdict.outcome in ("holds", "shifts", "topples")
    return {
        "outcome": verdict.outcome,
        "topples": verdict.outcome == "topples" if decided else None,
        **{name: getattr(verdict, name) for name in ("stage", "rule", "first_mover", "at_s", "preset")},
        **{name: list(getattr(verdict, name)) for name in ("fallen", "carrying", "free")},
        "max_shift_mm": verdict.max_shift_mm,
        "max_tilt_deg": verdict.max_tilt_deg,
        "engine": f"pybullet {verdict.engine_version}",
        "balanced": None if static is None else static.balanced,
        "tilt_margin_deg": None if static is None else static.tilt_margin_deg,
        "shortfall_mm": None if static is None else static.shortfall_mm,
        "edge": [] if static is None else list(static.edge),
    }


def _odds(odds: Odds | None) -> dict[str, Any]:
    if odds is None:
        return {"samples": 0}
    said = odds.to_json()
    return {
        "samples": said["samples"],
        "p_topples": said["topples"],
        "p_topples_low": said["low"],
        "p_topples_high": said["high"],
    }


def _camera(camera: Camera, files: list[str]) -> dict[str, Any]:
    return {
        "picture_before": files[0],
        "picture_after": files[1],
        "camera_yaw_deg": camera.yaw_deg,
        "camera_pitch_deg": camera.pitch_deg,
    }
