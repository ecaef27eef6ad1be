"""One entry of a plan: a tower or a game, and what is varied in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from paletti_sim.batch.plan.axes import Axis, sampled
from paletti_sim.batch.plan.game_entries import read_game
from paletti_sim.batch.plan.model import TAKE, Entry, Label, ScenarioEntry
from paletti_sim.batch.plan.schema import ScenarioPart
from paletti_sim.batch.plan.values import read_values
from paletti_sim.errors import FileFaultsError, PalettiError
from paletti_sim.located_yaml.document import Spot
from paletti_sim.located_yaml.parts import read_part
from paletti_sim.stability.fingerprint import canonical
from paletti_sim.tower.scenario.model import Scenario

TRIED = 100  # values of one key that are tried before the batch begins


def read_entry(spot: Spot, folder: Path, preset: str, label: Label | None = None) -> Entry | None:
    """The entry at a place of a plan; None when there are faults, which the document then knows.

    `label` is what a data set keeps of its towers.
    """
    if not spot.is_mapping:
        spot.fault("must be a mapping with `scenario` or `game`")
        return None
    if (spot.get("scenario") is None) == (spot.get("game") is None):
        spot.fault("a case has either `scenario` or `game`", got=False)
        return None
    if spot.get("game") is not None:
        return read_game(spot)
    return _scenario(spot, folder, preset, label)


def _scenario(spot: Spot, folder: Path, preset: str, label: Label | None) -> ScenarioEntry | None:
    part = read_part(ScenarioPart, spot)
    axes = _sweep(spot.get("sweep"))
    tower = _tower(part, spot, folder) if part else None
    if part is None or axes is None or tower is None:
        return None
    given, document = tower
    takes = part.moves == "every-legal-take"
    if not (_add_sample(part, spot, axes) and (not takes or _add_takes(given, spot, axes))):
        return None
    entry = ScenarioEntry(
        given.name,
        document,
        tuple(axes),
        preset,
        part.samples,
        part.seed,
        part.ignore_rules,
        takes=takes,
        label=label,
    )
    _try_values(entry, spot)
    return entry


def _tower(part: ScenarioPart, spot: Spot, folder: Path) -> tuple[Scenario, Any] | None:
    """The scenario that is meant, and the content of its file."""
    from paletti_sim.tower.scenario.names import find_file, ready_scenarios
    from paletti_sim.tower.scenario.read import read_with_content

    try:
        path = find_file(part.scenario, ready_scenarios(), "scenario", "`paletti scenarios` lists them", folder)
        # a path on purpose: a file in the folder may have the name of one that ships
        return read_with_content(str(path) if path.is_absolute() else f"./{path}")
    except PalettiError as error:
        for line in str(error).splitlines():
            (spot.get("scenario") or spot).fault(line, got=False)
        return None


def _add_sample(part: ScenarioPart, spot: Spot, axes: list[Axis]) -> bool:
    """Adds the axis of sampled points, if there is one; whether that went well."""
    sample = spot.get("sample")
    if part.sample is None or sample is None:
        return True
    if not _ordered(sample) or not _not_twice(sample, part.sample.over, axes):
        return False
    axes.append(sampled(part.sample.method, part.sample.n, part.sample.over, part.sample.seed))
    return True


def _add_takes(given: Scenario, spot: Spot, axes: list[Axis]) -> bool:
    """Adds the axis of every legal take; whether that went well."""
    from paletti_sim.tower.regulations import forbids_take

    place = spot.get("moves") or spot
    if any(TAKE in axis.names for axis in axes):
        place.fault(f"{TAKE} is varied already: leave one of them out", got=False)
        return False
    legal = [column.name for column in given.tower.columns if forbids_take(given.tower, column.name) is None]
    if not legal:
        place.fault(f"no column of {given.name} may be taken", got=False)
        return False
    axes.append(Axis((TAKE,), tuple(legal)))
    return True


def _sweep(spot: Spot | None) -> list[Axis] | None:
    """The axes of a sweep; None when there are faults."""
    axes: list[Axis] | None = []
    if spot is None or not spot.is_mapping:
        return axes
    for key, place in spot.children():
        values = read_values(place)
        if values is None:
            axes = None
        elif axes is not None:
            axes.append(Axis((key,), values))
    return axes


def _ordered(spot: Spot) -> bool:
    over = spot.get("over")
    fine = True
    for _, place in over.children() if over else ():
        low, high = place.plain
        if low >= high:
            place.fault("the first number must be less than the second")
            fine = False
    return fine


def _not_twice(spot: Spot, names: Iterable[str], axes: Sequence[Axis]) -> bool:
    swept = {name for axis in axes for name in axis.names}
    twice = [name for name in names if name in swept]
    for name in twice:
        over = spot.get("over")
        ((over and over.get(name)) or spot).fault_of_key("this key is swept already")
    return not twice


def _try_values(entry: ScenarioEntry, spot: Spot) -> None:
    """Reads the tower with every single value, so that what cannot be read is told before anything is simulated.

    Of many values, the least, the greatest and some between.
    """
    from paletti_sim.tower.scenario.read import parse_scenario

    for axis in entry.axes[:-1] if entry.takes else entry.axes:
        for step in _some(axis):
            settings = axis.at(step)
            place = _place_of(spot, axis, step)
            try:
                others = {TAKE: entry.axes[-1].values[0]} if entry.takes else {}
                parse_scenario(canonical(entry.varied(others | settings)), entry.name)
            except FileFaultsError as error:
                said = ", ".join(f"{key} at {value}" for key, value in settings.items())
                for fault in error.faults:
                    place.fault(f"{entry.name} with {said}: {fault.where}: {fault.what}", got=False)
            except PalettiError as error:
                place.fault_of_key(str(error))


def _some(axis: Axis) -> list[int]:
    """Steps to try: all of a few; of many the extremes of each key, and some evenly spread."""
    if isinstance(axis.values, range):
        return [0, len(axis) - 1]
    if len(axis.names) == 1 and len(axis) <= TRIED:
        return list(range(len(axis)))
    chosen = {0, len(axis) - 1}
    for k, _ in enumerate(axis.names):
        values = [value if len(axis.names) == 1 else value[k] for value in axis.values]
        numbers = [(value, step) for step, value in enumerate(values) if isinstance(value, (int, float))]
        if numbers:
            chosen |= {min(numbers)[1], max(numbers)[1]}
    return sorted(chosen)


def _place_of(spot: Spot, axis: Axis, step: int) -> Spot:
    if len(axis.names) == 1:
        sweep = spot.get("sweep")
        place = sweep.get(axis.names[0]) if sweep else None
        if place is not None:
            return place.get(step) or place
    return spot.get("sample") or spot
