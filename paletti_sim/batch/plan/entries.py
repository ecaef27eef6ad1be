"""One entry of a plan: a tower or a game, and what is varied in it."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from paletti_sim.batch.plan.axes import Axis, sampled
from paletti_sim.batch.plan.keys import canonical
from paletti_sim.batch.plan.model import SEED, TAKE, Entry, GameEntry, ScenarioEntry
from paletti_sim.batch.plan.schema import MOST_SEEDS, GamePart, RangePart, ScenarioPart
from paletti_sim.errors import FileFaultsError, PalettiError
from paletti_sim.located_yaml.document import Spot
from paletti_sim.located_yaml.parts import read_part

TRIED = 100  # values of one key that are tried before the batch begins
DEPTH = 3  # of lists and mappings in a value


def read_entry(spot: Spot, folder: Path, preset: str) -> Entry | None:
    """The entry at a place of a plan; None when there are faults, which the document then knows."""
    if not spot.is_mapping:
        spot.fault("must be a mapping with `scenario` or `game`")
        return None
    if (spot.get("scenario") is None) == (spot.get("game") is None):
        spot.fault("a case has either `scenario` or `game`", got=False)
        return None
    if spot.get("game") is not None:
        return _game(spot)
    return _scenario(spot, folder, preset)


def _scenario(spot: Spot, folder: Path, preset: str) -> ScenarioEntry | None:
    from paletti_sim.tower.regulations import forbids_take
    from paletti_sim.tower.scenario.names import find_file, ready_scenarios
    from paletti_sim.tower.scenario.read import read_scenario

    part = read_part(ScenarioPart, spot)
    axes = _sweep(spot.get("sweep"))
    if part is None or axes is None:
        return None
    place = spot.get("scenario")
    assert place is not None
    try:
        path = find_file(part.scenario, ready_scenarios(), "scenario", "`paletti scenarios` lists them", folder)
        # a path on purpose: a file in the folder may have the name of one that ships
        given = read_scenario(str(path) if path.is_absolute() else f"./{path}")
        document = _content(path)
    except PalettiError as error:
        for line in str(error).splitlines():
            place.fault(line, got=False)
        return None
    if part.sample is not None:
        sample = spot.get("sample")
        assert sample is not None
        if not _ordered(sample) or not _not_twice(sample, part.sample.over, axes):
            return None
        axes.append(sampled(part.sample.method, part.sample.n, part.sample.over, part.sample.seed))
    if part.moves == "every-legal-take":
        legal = [column.name for column in given.tower.columns if forbids_take(given.tower, column.name) is None]
        for axis in axes:
            if TAKE in axis.names:
                spot.fault(f"{TAKE} is swept, and `moves: every-legal-take` sets it too: leave one out", got=False)
                return None
        if not legal:
            (spot.get("moves") or spot).fault(f"no column of {given.name} may be taken")
            return None
        axes.append(Axis((TAKE,), tuple(legal)))
    entry = ScenarioEntry(
        given.name,
        document,
        tuple(axes),
        preset,
        part.samples,
        part.seed,
        part.ignore_rules,
        takes=part.moves == "every-legal-take",
    )
    _try_values(entry, spot)
    return entry


def _content(path: Path) -> Any:
    from paletti_sim.located_yaml.document import Document

    return Document.of_bytes(str(path), path.read_bytes()).root().plain


def _sweep(spot: Spot | None) -> list[Axis] | None:
    """The axes of a sweep; None when there are faults."""
    axes: list[Axis] | None = []
    if spot is None or not spot.is_mapping:
        return axes
    for key, place in spot.children():
        values = _values(place)
        if values is None:
            axes = None
        elif axes is not None:
            axes.append(Axis((key,), values))
    return axes


def _values(spot: Spot) -> Sequence[Any] | None:
    """A list of values, or whole numbers in a range."""
    if spot.is_mapping:
        part = read_part(RangePart, spot)
        if part is None:
            return None
        if len(part.range) == 3 and part.range[2] == 0:
            spot.fault("the step of a range cannot be 0")
            return None
        found = range(*part.range)
        if not found:
            spot.fault("the range is empty: its second number is the first that is left out")
            return None
        return found
    values = spot.plain
    if not isinstance(values, list) or not values:
        spot.fault("must be a list of values, or {range: [from, to]} for whole numbers")
        return None
    fine = True
    for _, place in spot.children():
        if not _is_value(place.plain, DEPTH):
            place.fault("must be a finite number, a text, true or false, or a short list or mapping of them")
            fine = False
    seen: set[str] = set()
    for _, place in spot.children():
        text = json.dumps(place.plain, sort_keys=True)
        if text in seen:
            place.fault("this value is given twice")
            fine = False
        seen.add(text)
    return tuple(values) if fine else None


def _is_value(value: Any, depth: int) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, list):
        return depth > 0 and all(_is_value(inner, depth - 1) for inner in value)
    if isinstance(value, dict):
        return depth > 0 and all(_is_value(inner, depth - 1) for inner in value.values())
    return value is not None


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


def _game(spot: Spot) -> GameEntry | None:
    from paletti_sim.games import find_game

    part = read_part(GamePart, spot)
    place = spot.get("seeds")
    if place is None:
        spot.missing("seeds")
        return None
    seeds = _values(place)
    if seeds is None or part is None:
        return None
    if not all(type(seed) is int and 0 <= seed <= MOST_SEEDS for seed in (seeds[0], seeds[-1], *_few(seeds))):
        place.fault("seeds are whole numbers from 0 on")
        return None
    name = spot.get("game")
    bots = spot.get("bots")
    assert name is not None
    assert bots is not None
    try:
        game = find_game(part.game)
    except PalettiError as error:
        name.fault(str(error), got=False)
        return None
    try:
        setup = game.setup(len(part.bots), part.options)
    except PalettiError as error:
        for line in str(error).splitlines():
            spot.fault(line, got=False)
        return None
    if setup.needs_judge:
        name.fault(f"batches have no judge for {part.game} yet", got=False)
        return None
    fine = True
    for k, bot in enumerate(part.bots):
        try:
            game.bot(bot, setup)
        except PalettiError as error:
            (bots.get(k) or bots).fault(str(error), got=False)
            fine = False
    if not fine:
        return None
    return GameEntry(game.id, tuple(part.bots), dict(setup.options), setup.data_hash, (Axis((SEED,), seeds),))


def _few(seeds: Sequence[Any]) -> Sequence[Any]:
    return () if isinstance(seeds, range) else seeds
