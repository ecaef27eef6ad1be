"""Computes the checks of a physics record anew, and says in what they differ from what it holds."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from paletti_sim.errors import PalettiError
from paletti_sim.physics.preset import PRESETS
from paletti_sim.stability.check import Checked, Checker
from paletti_sim.stability.record import Record, clip_of
from paletti_sim.tower.move import LayFloor, Move, Put, direction_rad
from paletti_sim.tower.scenario import parse_scenario

LEFT_OUT = ("engine", "odds", "seed")  # what another version of the engine, or samples, may say otherwise


def checked_again(record: Record) -> list[Checked]:
    """The checks of a record, simulated again.

    Raises:
        PalettiError: its scenario or its moves cannot be read.
        NoAnswerError: the simulation failed.
    """
    scenario = parse_scenario(record.scenario, "the record's scenario")
    try:
        moves = [move_from_json(verdict["move"]) for verdict in record.verdicts]
        preset = PRESETS[record.verdicts[0]["engine"]["preset"]] if moves else PRESETS["accurate"]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise PalettiError("this record is damaged: it does not say what was asked") from None
    checker = Checker(
        scenario.tower,
        scenario.columns,
        scenario.floors,
        scenario=scenario.name,
        preset=preset,
        # what was carried out was allowed, or the rules were skipped
        ignore_rules=all(verdict.get("outcome") != "illegal" for verdict in record.verdicts),
        film=True,
    )
    return checker.ask_all(moves)


def differences(record: Record, again: list[Checked]) -> list[str]:
    """In what checks made again differ from a record, one short sentence each; empty when they are the same."""
    found = []
    for number, (old, result) in enumerate(zip(record.verdicts, again, strict=False), 1):
        new = result.verdict.to_json()
        keys = [key for key in old | new if key not in LEFT_OUT and old.get(key) != new.get(key)]
        found += [f"verdict {number}: {key} was {old.get(key)!r}, now {new.get(key)!r}" for key in keys]
    if len(record.verdicts) != len(again):
        found.append(f"{len(record.verdicts)} verdicts then, {len(again)} now")
    clips = [clip_of(film, k) for k, result in enumerate(again) for film in result.films]
    if len(clips) != len(record.clips):
        found.append(f"{len(record.clips)} stages then, {len(clips)} now")
    for old_clip, clip in zip(record.clips, clips, strict=False):
        if old_clip.poses.shape != clip.poses.shape:
            found.append(f"{clip.stage}: {len(old_clip.seconds)} frames then, {len(clip.seconds)} now")
        elif not np.array_equal(old_clip.poses, clip.poses):
            apart = 1000 * float(np.abs(old_clip.poses[..., :3] - clip.poses[..., :3]).max())
            found.append(f"{clip.stage}: the pieces move otherwise, by up to {apart:.3g} mm")
    return found


def move_from_json(doc: dict[str, Any]) -> Move:
    """The move that `verdict.move_to_json` wrote.

    Raises:
        KeyError, TypeError, ValueError: it is none.
    """
    put, floor = doc.get("put"), doc.get("floor")
    towards, caution = doc.get("direction"), doc.get("caution")
    return Move(
        take=doc.get("take"),
        by=doc.get("by", "lift"),
        put=None if put is None else Put(_metres(put["at"]), math.radians(put["turn"])),
        floor=None if floor is None else LayFloor(floor["name"], _metres(floor["at"]), math.radians(floor["turn"])),
        towards_rad=None if towards is None else direction_rad(towards),
        caution_m=None if caution is None else caution / 1000,
    )


def _metres(at: list[float]) -> tuple[float, float]:
    x, y = at
    return x / 1000, y / 1000
