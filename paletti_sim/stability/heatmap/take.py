"""Which column may be taken?"""

from __future__ import annotations

import time
from functools import partial

import numpy as np
import numpy.typing as npt

from paletti_sim.physics.motion import anything_moved
from paletti_sim.physics.preset import PRESETS
from paletti_sim.physics.stage import run_stage
from paletti_sim.stability.heatmap.asking import Asker
from paletti_sim.stability.heatmap.grow import CODES, FORBIDDEN, HOLDS, TOPPLES
from paletti_sim.stability.heatmap.model import HeatMap
from paletti_sim.stability.heatmap.settings import Settings
from paletti_sim.stability.heatmap.start import Start, at_rest, identity
from paletti_sim.stability.loads import loads
from paletti_sim.stability.samples import sampled, stream
from paletti_sim.stability.second_opinion import Static, second_opinion
from paletti_sim.tower.regulations import forbids_take
from paletti_sim.tower.scenario import Scenario
from paletti_sim.tower.tower import Tower
from paletti_sim.workers import in_order

Labels = npt.NDArray[np.int8]
Array = npt.NDArray[np.float64]


def take_map(scenario: Scenario, settings: Settings) -> HeatMap:
    """What happens when each column is lifted away: outcome, the margin that is left, and what it carries.

    Raises:
        NoAnswerError: the simulation failed.
    """
    started = time.perf_counter()
    settings.known.begin(identity(scenario, "take", "", settings))
    asker = Asker(settings.known, settings.jobs, settings.told)
    start = at_rest(scenario.tower, settings)
    tower = start.tower or scenario.tower
    names = tuple(column.name for column in tower.columns)
    asked = [k for k, name in enumerate(names) if _allowed(tower, name, settings)]
    labels = _labels(start, names, asked, settings, asker, 0)
    margins = _margins(start, names, labels, settings.jobs)
    loads_n = np.array([start.loads_n.get(name, np.nan) for name in names])
    odds = _odds(scenario, names, asked, settings, asker) if settings.samples else None
    allowed = labels != FORBIDDEN
    safe = int((labels > TOPPLES).sum())
    says = f"No column is safe to take: {start.why}."
    if not allowed.any():
        says = "There is no column that may be taken."
    elif start.tower is not None:
        says = f"{safe} of the {int(allowed.sum())} columns that may be taken can be, and the villa stands."
    return HeatMap(
        scenario=scenario.name,
        kind="take",
        mode=settings.mode,
        piece="",
        tower=tower,
        outcome=labels,
        margin_deg=margins,
        simulated=allowed & (settings.mode != "static" and start.tower is not None),
        says=says,
        columns=names,
        load_n=loads_n,
        load_range_n=_load_ranges(start, names),
        p_topple=odds,
        samples=settings.samples,
        simulations=asker.done,
        seconds=time.perf_counter() - started,
    )


def _labels(
    start: Start, names: tuple[str, ...], asked: list[int], settings: Settings, asker: Asker, sample: int
) -> Labels:
    """The labels of all columns, of which those in `asked` may be taken."""
    labels = np.full(len(names), FORBIDDEN, dtype=np.int8)
    labels[asked] = TOPPLES
    if start.tower is None:
        return labels
    if settings.mode == "static":
        opinions = in_order(partial(_opinion, start.tower), [names[k] for k in asked], settings.jobs)
        labels[asked] = [HOLDS if one is None or one.balanced else TOPPLES for one in opinions]
        return labels
    task = partial(_label, start, settings.preset)
    found = asker.ask(task, [(k,) for k in asked], [names[k] for k in asked], (sample,))
    labels[asked] = [found[(k,)] for k in asked]
    return labels


def _margins(start: Start, names: tuple[str, ...], labels: Labels, jobs: int) -> Array:
    """The tilt margins (degrees) that are left without each column; NaN where the villa does not stand."""
    margins = np.full(len(names), np.nan)
    stand = [int(k) for k in np.flatnonzero(labels > TOPPLES)]
    if start.tower is not None:
        opinions = in_order(partial(_opinion, start.tower), [names[k] for k in stand], jobs)
        for k, one in zip(stand, opinions, strict=True):
            margins[k] = np.nan if one is None or one.tilt_margin_deg is None else one.tilt_margin_deg
    return margins


def _load_ranges(start: Start, names: tuple[str, ...]) -> Array:
    """The least and the most (columns, 2) that each carries in equilibrium; NaN without."""
    found = {} if start.tower is None else {load.column: load for load in loads(start.tower).columns}
    nothing = (np.nan, np.nan)
    return np.array([(found[k].least_n, found[k].greatest_n) if k in found else nothing for k in names]).reshape(-1, 2)


def _allowed(tower: Tower, name: str, settings: Settings) -> bool:
    violation = forbids_take(tower, name)
    return violation is None or (settings.ignore_rules and not violation.physical)


def _opinion(tower: Tower, name: str) -> Static | None:
    """What equilibrium says without a column."""
    return second_opinion(tower.without(name))


def _label(start: Start, preset: str, name: str) -> int:
    """What happens when a column is lifted away, by simulation."""
    assert start.tower is not None
    left = start.tower.without(name)
    result = run_stage(left, PRESETS[preset], start.before)
    if result.ending == "undecided":
        return CODES["undecided"]
    if result.tower is None:
        return TOPPLES
    return CODES["shifts" if anything_moved(left, start.before, result.poses) else "holds"]


def _odds(scenario: Scenario, names: tuple[str, ...], asked: list[int], settings: Settings, asker: Asker) -> Array:
    """The share of samples that topple; NaN where a column may not be taken."""
    fell = np.full(len(names), np.nan)
    fell[asked] = 0
    for sample in range(settings.samples):
        start = at_rest(sampled(scenario, stream(settings.seed, sample)).tower, settings)
        fell += _labels(start, names, asked, settings, asker, sample + 1) == TOPPLES
        if settings.told and settings.mode == "static":
            settings.told(sample + 1, settings.samples)
    return fell / settings.samples
