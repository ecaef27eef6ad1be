"""The tower on which a map is asked: at rest, and less the column that was taken."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from paletti_sim.errors import PalettiError
from paletti_sim.physics.preset import PRESETS
from paletti_sim.physics.stage import run_stage
from paletti_sim.stability.fingerprint import canonical, fingerprint
from paletti_sim.stability.heatmap.settings import Settings
from paletti_sim.stability.second_opinion import balanced_rest
from paletti_sim.statics.rest import come_to_rest
from paletti_sim.tower.regulations import forbids_take
from paletti_sim.tower.scenario import Scenario, write_scenario
from paletti_sim.tower.tower import Pose, Tower

DEFAULT = "red-thin-1"


@dataclass(frozen=True)
class Start:
    """`tower` is None when it does not stand so far, and `why` tells; `before` are the poses from which falls count."""

    tower: Tower | None
    before: Mapping[str, Pose]
    loads_n: Mapping[str, float]
    why: str = ""


def at_rest(tower: Tower, settings: Settings) -> Start:
    """The tower as it comes to rest: by simulation, or with mode `static` as it is put up."""
    if settings.mode == "static":
        rest = come_to_rest(tower)
        stands = balanced_rest(rest, tower)
        loads = rest.loads_n if stands else {}
        return Start(tower if stands else None, {}, loads, "" if stands else "the tower itself has no equilibrium")
    result = run_stage(tower, PRESETS[settings.preset])
    why = "" if result.tower else "the tower itself does not stand"
    return Start(result.tower, result.poses, result.loads_n, why)


def less(start: Start, name: str, settings: Settings) -> Start:
    """The tower less a column that is lifted away."""
    assert start.tower is not None
    left = start.tower.without(name)
    if settings.mode == "static":
        rest = come_to_rest(left)
        stands = balanced_rest(rest, left)
        return Start(left if stands else None, {}, rest.loads_n if stands else {}, "" if stands else _topples(name))
    result = run_stage(left, PRESETS[settings.preset], start.before)
    return Start(result.tower, start.before, result.loads_n, "" if result.tower else _topples(name))


def _topples(name: str) -> str:
    return f"taking {name} already topples the villa"


def column_in_hand(scenario: Scenario, take: str | None) -> str:
    """The column that a map of puts is about: `take`, else that of the file's move, else a thin red one.

    Raises:
        PalettiError: there is no such column.
    """
    from paletti_sim.located_yaml.document import did_you_mean

    asked = next((move.take for move in scenario.moves if move.take), None)
    name = asked or DEFAULT if take is None else take
    if name not in scenario.columns:
        hint = did_you_mean(name, scenario.columns)
        raise PalettiError(f"there is no column {name!r}{hint}; name one with --take")
    return name


def refuse_forbidden_take(tower: Tower, name: str, settings: Settings) -> None:
    """Raises PalettiError when the building regulations keep the column where it is."""
    violation = forbids_take(tower, name)
    if violation and (violation.physical or not settings.ignore_rules):
        raise PalettiError(f"not allowed ({violation.rule}): {violation.why}")


def identity(scenario: Scenario, kind: str, piece: str, settings: Settings, turn_rad: float = 0.0) -> str:
    """What decides the labels of a map, as one word: another map has another one, and so has other software."""
    decides = [
        fingerprint(settings.preset),
        write_scenario(scenario, scenario.tower),
        len(scenario.moves),  # each takes some of a sample's random numbers
        kind,
        piece,
        turn_rad,
        settings.step_m,
        settings.mode,
        settings.preset,
        settings.samples,
        settings.seed,
        settings.ignore_rules,
    ]
    return hashlib.sha256(canonical(decides).encode()).hexdigest()[:24]
