"""What moves, and how, as one film: made of a physics record or of a tower that stands still."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from paletti_sim.errors import PalettiError
from paletti_sim.stability.record import Clip, Record
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.scenario import Scenario, parse_scenario
from paletti_sim.tower.tower import Pose, Tower

PAUSE_S = 0.6  # between two stages, in which nothing moves
SITE_M = 0.0004  # the building site is drawn as a film on the base plate
STILL_M, STILL_QUATERNION = 2e-5, 5e-5  # what moves by less from frame to frame need not be told

Poses = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Part:
    """Something to draw: an upright prism of one colour. `kind` is base, site, floor or column."""

    name: str
    kind: str
    colour: str
    outline: Outline
    height_m: float


@dataclass(frozen=True)
class Caption:
    """Words that are shown from a time on; `timed` is false where what is shown has no time scale."""

    seconds: float
    words: str
    timed: bool = True


@dataclass(frozen=True, eq=False)
class Motion:
    """A film: seconds (t,), rising from 0, and poses (t, n, 7) of the loose `parts`: metres, quaternion x, y, z, w.

    A part that is not on the table at a time has NaN there. `fixed` never move; their pose is their own.
    """

    title: str
    fixed: tuple[tuple[Part, Pose], ...]
    parts: tuple[Part, ...]
    seconds: npt.NDArray[np.float32]
    poses: Poses
    captions: tuple[Caption, ...]
    words: tuple[str, ...] = ()

    @property
    def length_s(self) -> float:
        """How long it plays."""
        return float(self.seconds[-1])

    def at(self, seconds: float) -> Poses:
        """The poses (n, 7) at a time: between two frames on the straight line between them."""
        after = int(np.searchsorted(self.seconds, seconds))
        if after <= 0 or after >= len(self.seconds):
            end: Poses = self.poses[0 if after <= 0 else -1]
            return end
        t0, t1 = float(self.seconds[after - 1]), float(self.seconds[after])
        share = (seconds - t0) / (t1 - t0)
        one, two = self.poses[after - 1], self.poses[after]
        # a quaternion and its negative are the same turn: take the nearer one
        sign = np.where((one[:, 3:] * two[:, 3:]).sum(axis=1, keepdims=True) < 0, -1.0, 1.0)
        mixed = one + (np.hstack([two[:, :3], two[:, 3:] * sign]) - one) * share
        mixed[:, 3:] /= np.linalg.norm(mixed[:, 3:], axis=1, keepdims=True)
        # what comes or goes does so at once
        found: Poses = np.where(np.isnan(mixed), one, mixed).astype(np.float32)
        return found

    def caption_at(self, seconds: float) -> Caption | None:
        """The words shown at a time."""
        shown = [caption for caption in self.captions if caption.seconds <= seconds]
        return shown[-1] if shown else None


def fixed_parts(tower: Tower) -> tuple[tuple[Part, Pose], ...]:
    """The base plate and the building site on it."""
    base = tower.base
    x, y = base.outline.centroid_m
    u, v = base.site.centroid_m
    return (
        (
            Part("base", "base", base.colour, base.outline, base.thickness_m),
            Pose((x, y, -base.thickness_m / 2)),
        ),
        (Part("site", "site", base.site_colour, base.site, SITE_M), Pose((u, v, SITE_M / 2))),
    )


def parts_of(tower: Tower) -> tuple[Part, ...]:
    """The loose pieces of a tower."""
    floors = {floor.name for floor in tower.floors}
    return tuple(
        Part(
            piece.name,
            "floor" if piece.name in floors else "column",
            piece.piece.colour,
            piece.piece.outline,
            piece.piece.height_m,
        )
        for piece in tower.pieces
    )


def still(tower: Tower, title: str) -> Motion:
    """A tower as it stands: a film of one frame."""
    poses = np.array([[seven(pose) for _, pose in tower.resting()]], dtype=np.float32)
    poses = poses.reshape(1, len(tower.pieces), 7)
    return Motion(title, fixed_parts(tower), parts_of(tower), np.zeros(1, dtype=np.float32), poses, ())


def of_record(record: Record) -> Motion:
    """The film of a physics record: its stages one after another, with a pause between them.

    Raises:
        PalettiError: the record is of no scenario that can be read, or its clips are of other pieces.
    """
    scenario = parse_scenario(record.scenario, "the record's scenario")
    names = list(dict.fromkeys(name for clip in record.clips for name in clip.names))
    names += [piece.name for piece in scenario.tower.pieces if piece.name not in names and not record.clips]
    parts = tuple(_part(scenario, name) for name in names)
    if not record.clips:
        return still(scenario.tower, scenario.name)
    handled = [_handled(verdict) for verdict in record.verdicts]
    times, frames, captions = joined(record.clips, names, handled)
    words = tuple(str(verdict.get("explanation", "")) for verdict in record.verdicts)
    if words:
        outcome = str(record.verdicts[-1].get("outcome", ""))
        captions.append(Caption(float(times[-1]), f"{outcome.upper()}: {words[-1]}" if outcome else words[-1]))
    seconds, poses = thinned(times, frames)
    return Motion(scenario.name, fixed_parts(scenario.tower), parts, seconds, poses, tuple(captions), words)


def joined(
    clips: Sequence[Clip], names: Sequence[str], handled: Sequence[str] = ()
) -> tuple[npt.NDArray[np.float64], Poses, list[Caption]]:
    """Clips in a row: seconds, poses of all `names` (NaN where one is not in a clip), and what each of them shows.

    Raises:
        PalettiError: a clip of a record has no frames or poses of another shape.
    """
    place = {name: k for k, name in enumerate(names)}
    times: list[npt.NDArray[np.float64]] = []
    frames: list[Poses] = []
    captions: list[Caption] = []
    start = 0.0
    for clip in clips:
        if clip.poses.shape != (len(clip.seconds), len(clip.names), 7) or not len(clip.seconds):
            raise PalettiError("this record is damaged: a stage of it has no frames, or poses of another shape")
        wide = np.full((len(clip.seconds), len(names), 7), np.nan, dtype=np.float32)
        wide[:, [place[name] for name in clip.names]] = clip.poses
        own = np.maximum.accumulate(np.asarray(clip.seconds, dtype=float))
        own = own - own[0] + start
        captions.append(Caption(start, _stage_words(clip, handled), clip.true_masses))
        # the last frame stays for a while
        times += [own, np.array([own[-1] + PAUSE_S])]
        frames += [wide, wide[-1:]]
        start = float(own[-1]) + PAUSE_S + 1e-3
    return np.concatenate(times), np.concatenate(frames), captions


def thinned(seconds: npt.NDArray[np.float64], poses: Poses) -> tuple[npt.NDArray[np.float32], Poses]:
    """Leaves out frames in which nothing has moved since the last one kept; first and last stay, and the frame before
    a motion begins."""
    kept = [0]
    last = len(poses) - 1
    for k in range(1, len(poses)):
        change = np.abs(poses[k] - poses[kept[-1]])
        gone = (np.isnan(poses[k]) != np.isnan(poses[kept[-1]])).any()
        moved = (np.nan_to_num(change[:, :3]) > STILL_M).any() or (
            np.nan_to_num(change[:, 3:]) > STILL_QUATERNION
        ).any()
        if gone or moved or k == last:
            if k - 1 > kept[-1] and (gone or moved):
                kept.append(k - 1)
            kept.append(k)
    return seconds[kept].astype(np.float32), poses[kept]


def seven(pose: Pose) -> tuple[float, ...]:
    """A pose as seven numbers."""
    return (*pose.position_m, *pose.quaternion)


def poses_of(numbers: Iterable[Sequence[float]]) -> list[Pose]:
    """The inverse of `seven`, for rows of numbers."""
    return [
        Pose((float(x), float(y), float(z)), (float(a), float(b), float(c), float(w)))
        for x, y, z, a, b, c, w in numbers
    ]


def _part(scenario: Scenario, name: str) -> Part:
    piece = scenario.columns.get(name) or scenario.floors.get(name)
    if piece is None:
        raise PalettiError(f"this record is damaged: it moves {name[:40]!r}, which its scenario does not have")
    kind = "column" if name in scenario.columns else "floor"
    return Part(name, kind, piece.colour, piece.outline, piece.height_m)


def _handled(verdict: dict[str, object]) -> str:
    move = verdict.get("move")
    if not isinstance(move, dict):
        return ""
    floor = move.get("floor")
    return str(move.get("take") or (floor.get("name") if isinstance(floor, dict) else "") or "")


def _stage_words(clip: Clip, handled: Sequence[str]) -> str:
    piece = (handled[clip.of] if clip.of < len(handled) else "") or "a piece"
    match clip.stage:
        case "take":
            does = f"{piece} is taken"
        case "put":
            does = f"{piece} is put on top"
        case "floor":
            does = f"{piece} is laid"
        case _:
            does = "the tower is let go"
    return does if clip.true_masses else f"{does}; it comes to rest"
