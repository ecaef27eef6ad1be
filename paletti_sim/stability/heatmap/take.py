"""Which column may be taken?"""

from __future__ import annotations

import time

import numpy as np

from paletti_sim.physics.motion import anything_moved
from paletti_sim.physics.preset import PRESETS
from paletti_sim.physics.stage import run_stage
from paletti_sim.stability.heatmap.grow import CODES, FORBIDDEN, TOPPLES
from paletti_sim.stability.heatmap.model import HeatMap
from paletti_sim.stability.heatmap.settings import Settings
from paletti_sim.stability.heatmap.start import Start, at_rest
from paletti_sim.stability.samples import sampled, stream
from paletti_sim.stability.second_opinion import second_opinion
from paletti_sim.tower.regulations import forbids_take
from paletti_sim.tower.scenario import Scenario
from paletti_sim.tower.tower import Tower
from paletti_sim.workers import in_order


def take_map(scenario: Scenario, settings: Settings) -> HeatMap:
    """What happens when each column is lifted away: outcome, the margin that is left, and what it carries.

    Raises:
        NoAnswerError: the simulation failed.
    """
    started = time.perf_counter()
    start = at_rest(scenario.tower, settings)
    tower = start.tower or scenario.tower
    names = tuple(column.name for column in tower.columns)
    labels, margins = _labels(start, tower, names, settings)
    loads = np.array([start.loads_n.get(name, np.nan) for name in names])
    odds = _odds(scenario, names, settings) if settings.samples else None
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
        simulated=allowed & (settings.mode != "static"),
        says=says,
        columns=names,
        load_n=loads,
        p_topple=odds,
        samples=settings.samples,
        simulations=0 if settings.mode == "static" or start.tower is None else int(allowed.sum()),
        seconds=time.perf_counter() - started,
    )


def _labels(
    start: Start, tower: Tower, names: tuple[str, ...], settings: Settings
) -> tuple[np.ndarray[tuple[int], np.dtype[np.int8]], np.ndarray[tuple[int], np.dtype[np.float64]]]:
    labels = np.full(len(names), FORBIDDEN, dtype=np.int8)
    margins = np.full(len(names), np.nan)
    asked = [k for k, name in enumerate(names) if _allowed(tower, name, settings)]
    if start.tower is None:
        labels[asked] = TOPPLES
        return labels, margins
    parts = [(start, names[k], settings) for k in asked]
    for done, (k, (label, margin)) in enumerate(zip(asked, in_order(_one, parts, settings.jobs), strict=True), start=1):
        labels[k], margins[k] = label, margin
        if settings.told and settings.mode != "static":
            settings.told(done, len(asked))
    return labels, margins


def _allowed(tower: Tower, name: str, settings: Settings) -> bool:
    violation = forbids_take(tower, name)
    return violation is None or (settings.ignore_rules and not violation.physical)


def _one(part: tuple[Start, str, Settings]) -> tuple[int, float]:
    """The label of one column, and the tilt margin (degrees) that is left."""
    start, name, settings = part
    assert start.tower is not None
    left = start.tower.without(name)
    opinion = second_opinion(left)
    margin = np.nan if opinion is None or opinion.tilt_margin_deg is None else opinion.tilt_margin_deg
    if settings.mode == "static":
        return CODES["holds" if opinion is None or opinion.balanced else "topples"], margin
    result = run_stage(left, PRESETS[settings.preset], start.before)
    if result.ending == "undecided":
        return CODES["undecided"], margin
    if result.tower is None:
        return TOPPLES, np.nan
    return CODES["shifts" if anything_moved(left, start.before, result.poses) else "holds"], margin


def _odds(
    scenario: Scenario, names: tuple[str, ...], settings: Settings
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    fell = np.zeros(len(names))
    allowed = np.zeros(len(names), dtype=bool)
    for sample in range(settings.samples):
        start = at_rest(sampled(scenario, stream(settings.seed, sample)).tower, settings)
        labels, _ = _labels(start, start.tower or scenario.tower, names, settings)
        fell += labels == TOPPLES
        allowed = labels != FORBIDDEN
    return np.where(allowed, fell / settings.samples, np.nan)
