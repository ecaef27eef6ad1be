"""Records: how everything moved in a check, compact, in one file that needs no other."""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from paletti_sim.errors import PalettiError
from paletti_sim.stability.check import Checked
from paletti_sim.stability.step import Film

SCHEMA = "paletti/record@1"
FRAMES_PER_S = 60

# what reading a damaged archive may end with, by where the damage is
DAMAGED = (
    ValueError,
    KeyError,
    TypeError,
    OSError,
    EOFError,
    RuntimeError,
    struct.error,
    zlib.error,
    zipfile.BadZipFile,
)


@dataclass(frozen=True)
class Clip:
    """One stage of a record: seconds (t,) and poses (t, n, 7) of the pieces `names`: metres, then quaternions x, y,
    z, w.

    `true_masses`: it shows the course of a fall in time; otherwise how rest was reached, which has no time scale.
    `of` is the number of the verdict to which it belongs.
    """

    stage: str
    names: tuple[str, ...]
    true_masses: bool
    seconds: npt.NDArray[np.float32]
    poses: npt.NDArray[np.float32]
    of: int = 0


@dataclass(frozen=True)
class Record:
    """What was asked, what came out, and the clips in order. `scenario` is the text of the scenario file."""

    scenario: str
    verdicts: tuple[dict[str, Any], ...]
    clips: tuple[Clip, ...]


def pack(scenario: str, results: Sequence[Checked]) -> bytes:
    """A record of checks with films: a zip archive of numpy arrays, as bytes; the same checks give the same bytes."""
    clips = [clip_of(film, k) for k, result in enumerate(results) for film in result.films]
    about = {
        "schema": SCHEMA,
        "scenario": scenario,
        "verdicts": [result.verdict.to_json() for result in results],
        "clips": [
            {"stage": clip.stage, "names": clip.names, "true_masses": clip.true_masses, "of": clip.of} for clip in clips
        ],
    }
    arrays: dict[str, npt.NDArray[Any]] = {"about": np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)}
    for k, clip in enumerate(clips):
        arrays[f"seconds_{k}"] = clip.seconds
        arrays[f"poses_{k}"] = clip.poses
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)  # type: ignore[arg-type]
    return out.getvalue()


def unpack(data: bytes) -> Record:
    """The inverse of `pack`.

    Raises:
        PalettiError: the data are no record, damaged, or of a later version.
    """
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            about = json.loads(arrays["about"].tobytes())
            if about["schema"] != SCHEMA:
                raise PalettiError(f"this record is of the kind {about['schema']!r}; this version reads {SCHEMA}")
            clips = tuple(
                Clip(
                    clip["stage"],
                    tuple(clip["names"]),
                    clip["true_masses"],
                    arrays[f"seconds_{k}"],
                    arrays[f"poses_{k}"],
                    int(clip.get("of", 0)),
                )
                for k, clip in enumerate(about["clips"])
            )
    except DAMAGED as error:
        raise PalettiError(f"this is no record of paletti, or it is damaged ({error})") from None
    return Record(about["scenario"], tuple(about["verdicts"]), clips)


def clip_of(film: Film, of: int = 0) -> Clip:
    """A film thinned to `FRAMES_PER_S`; the last frame stays. `of` is the number of the verdict that it belongs to."""
    kept = []
    due = 0.0
    for frame in film.frames:
        if frame.seconds >= due or frame is film.frames[-1]:
            kept.append(frame)
            due = frame.seconds + 1 / FRAMES_PER_S
    seconds = np.array([frame.seconds for frame in kept], dtype=np.float32)
    poses = np.array(
        [[(*pose.position_m, *pose.quaternion) for pose in frame.poses] for frame in kept], dtype=np.float32
    )
    return Clip(film.stage, film.names, film.true_masses, seconds, poses.reshape(len(kept), len(film.names), 7), of)
