"""A game of Villa Paletti as a film: each act as it stood afterwards, and the fall at its end as it happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from paletti_sim.games.core.errors import RecordError
from paletti_sim.games.core.game import Setup
from paletti_sim.games.core.protocol import JUDGE
from paletti_sim.games.core.record import Record
from paletti_sim.games.core.replay import replay
from paletti_sim.games.core.scene import Scene
from paletti_sim.games.villa_paletti.actions import COLLAPSES, Lay, Put, Ruling
from paletti_sim.games.villa_paletti.board import Board
from paletti_sim.games.villa_paletti.permits import tower_after
from paletti_sim.physics.course import fall_course
from paletti_sim.physics.settle import Frame
from paletti_sim.stability.record import clip_of
from paletti_sim.stability.step import Film
from paletti_sim.tower.pieces import Floor
from paletti_sim.tower.tower import Pose, Tower
from paletti_sim.views.motion import Caption, Motion, Part, fixed_parts, seven

ACT_S, SHIFT_S, WORDS_S, END_S = 1.2, 0.25, 0.8, 2.0

Frames = list[tuple[float, dict[str, tuple[float, ...]]]]


def of_game(record: Record, setup: Setup[Any, Any]) -> Motion:
    """The film of a recorded game.

    Raises:
        RecordError: it is another game, or cannot be played again.
    """
    if record.game != "villa-paletti":
        raise RecordError(f"there are no moving pictures of {record.game[:40]}, only of villa-paletti")
    names = [player.name for player in record.players]
    words = setup.words
    state: Any = setup.new(record.seed)
    now = 0.0
    frames: Frames = [(now, _poses(state.board.tower))]
    captions = [Caption(0.0, f"{setup.game.title}: {', '.join(names)}")]
    now += ACT_S
    for step in replay(record, setup):
        before: Any = step.before
        state = step.after
        told = _line(words.news(before.view(None), state.view(None), names))
        if step.actor == JUDGE and isinstance(step.action, Ruling) and step.action.what == COLLAPSES:
            captions.append(Caption(now, told or "The villa collapses."))
            for seconds, poses in _fall(before.board):
                frames.append((now + seconds, poses))
            now = frames[-1][0] + END_S
            continue
        stands = _poses(state.board.tower)
        if told:
            captions.append(Caption(now, told))
        if stands != frames[-1][1]:
            frames += [(now, frames[-1][1]), (now + SHIFT_S, stands)]
            now += ACT_S
        elif told:
            now += WORDS_S
    if state.outcome is not None:
        captions.append(Caption(now, _line(words.end(state.view(None), state.outcome, names))))
        now += END_S
    frames.append((now, frames[-1][1]))
    return _film(f"{setup.game.title}, seed {record.seed}", state.board.tower, _parts(state.board), frames, captions)


def fall_of(board: Board, title: str) -> Motion:
    """How the villa falls after the act that waits for its ruling: a film in true time."""
    frames: Frames = list(_fall(board))
    captions = [Caption(0.0, "The villa falls.")]
    return _film(title, board.tower, _parts(board), frames, captions)


def _fall(board: Board) -> Iterator[tuple[float, dict[str, tuple[float, ...]]]]:
    """The act that brought it down, let go again with true masses; nothing when it is not seen to fall."""
    tower = tower_after(board)
    before: Mapping[str, Pose] = {
        piece.name: pose for piece, pose in board.tower.resting() if piece.name in tower.by_name
    }
    act = board.pending
    last = act.floor if isinstance(act, Lay) else None
    if isinstance(act, Put) and board.attempt is not None:
        last = board.attempt.column
    seen: list[Frame] = []
    fall_course(tower, before, last, seen.append)
    names = tuple(piece.name for piece in tower.pieces)
    clip = clip_of(Film("take", names, tuple(seen), true_masses=True))
    yield 0.0, _poses(tower)
    for seconds, poses in zip(clip.seconds, clip.poses, strict=True):
        rows = (tuple(float(value) for value in row) for row in poses)
        yield float(seconds), dict(zip(names, rows, strict=True))


def _poses(tower: Tower) -> dict[str, tuple[float, ...]]:
    return {piece.name: seven(pose) for piece, pose in tower.resting()}


def _line(scene: Scene) -> str:
    return " ".join(part for part in scene if isinstance(part, str))


def _parts(board: Board) -> dict[str, Part]:
    pieces = board.pieces
    found = {}
    for name, piece in (*pieces.columns.items(), *pieces.floors.items()):
        kind = "floor" if isinstance(piece, Floor) else "column"
        found[name] = Part(name, kind, piece.colour, piece.outline, piece.height_m)
    return found


def _film(title: str, tower: Tower, parts: Mapping[str, Part], frames: Frames, captions: Sequence[Caption]) -> Motion:
    names = list(dict.fromkeys(name for _, poses in frames for name in poses))
    gone = (float("nan"),) * 7
    poses = np.array([[poses.get(name, gone) for name in names] for _, poses in frames], dtype=np.float32)
    times = np.array([seconds for seconds, _ in frames], dtype=np.float32)
    # two frames may not have one time, or nothing could be between them
    times = np.maximum.accumulate(times + np.arange(len(times), dtype=np.float32) * np.float32(1e-5))
    return Motion(
        title,
        fixed_parts(tower),
        tuple(parts[name] for name in names),
        times,
        poses.reshape(len(frames), len(names), 7),
        tuple(captions),
    )
