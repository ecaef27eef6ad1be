"""One tower of an order, from its slot to a file and its label."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from paletti_sim.batch.generate.build import build, legal
from paletti_sim.batch.generate.edge import is_near, to_the_edge
from paletti_sim.batch.generate.order import Slot
from paletti_sim.errors import NoAnswerError
from paletti_sim.stability.check import Checker
from paletti_sim.stability.second_opinion import second_opinion
from paletti_sim.stability.verdict import Verdict
from paletti_sim.tower.move import STAND
from paletti_sim.tower.regulations import LEAST_COVERED, forbids_take
from paletti_sim.tower.scenario import Scenario, Tolerance, parse_scenario, write_scenario
from paletti_sim.tower.tower import Tower

ATTEMPTS = 300
CANDIDATES = 6  # columns looked at in one tower
HEIGHT_SEEDS = 2**31


@dataclass(frozen=True)
class Made:
    """A file and its label."""

    file: str
    text: str
    label: dict[str, Any]

    def is_in(self, folder: Path) -> bool:
        """Whether this very file is there already."""
        path = folder / self.file
        return path.is_file() and path.read_bytes() == self.text.encode()

    def kept(self) -> list[Any]:
        """As JSON, to be read again by `from_kept`."""
        return [self.file, self.text, self.label]

    @classmethod
    def from_kept(cls, kept: list[Any]) -> Made:
        """What `kept` gave."""
        return cls(*kept)

    @staticmethod
    def is_kept(document: Any) -> bool:
        """Whether `kept` may have given this."""
        kinds = [str, str, dict]
        return isinstance(document, list) and [type(part) for part in document] == kinds


def make(slot: Slot) -> Made:
    """Builds towers until one is as the slot wants it; the same slot gives the same bytes.

    Raises:
        NoAnswerError: none came about.
    """
    for attempt in range(ATTEMPTS):
        made = _attempt(slot, slot.rng(attempt))
        if made is not None:
            return made
    advice = "ask for other --levels or --columns, or a smaller --near-limit"
    raise NoAnswerError(f"{slot.name}: none came about in {ATTEMPTS} attempts: {advice}")


def _attempt(slot: Slot, rng: np.random.Generator) -> Made | None:
    levels = int(rng.integers(slot.levels[0], slot.levels[1] + 1))
    least = max(slot.columns[0], LEAST_COVERED * (levels - 1))
    if least > slot.columns[1]:
        return None
    columns = int(rng.integers(least, slot.columns[1] + 1))
    seed = int(rng.integers(HEIGHT_SEEDS))
    topples = slot.topples if slot.topples is not None else bool(rng.integers(2))
    tower = build(rng, levels, columns, seed)
    found = _with_take(rng, tower, slot, topples=topples) if tower is not None else None
    if found is None:
        return None
    tower, take = found
    tolerance = Tolerance(seed=seed)
    about = f"Made at random, {levels} levels and {columns} columns; the question is whether {take} can be taken."
    standing = _settled(Scenario(slot.name, tower, about, tolerance))
    if standing is None:
        return None
    text = write_scenario(Scenario(slot.name, standing, about, tolerance), standing) + f"move: {{take: {take}}}\n"
    return _labelled(slot, text, levels, columns)


def _with_take(rng: np.random.Generator, tower: Tower, slot: Slot, *, topples: bool) -> tuple[Tower, str] | None:
    """A column to take of which equilibrium says what the slot wants; near the limit the tower is changed for it."""
    names = [column.name for column in tower.columns if forbids_take(tower, column.name) is None]
    for name in rng.permutation(names)[:CANDIDATES]:
        take = str(name)
        if slot.near:
            moved = to_the_edge(rng, tower, take, topples=topples)
            if moved is not None:
                return moved, take
            continue
        opinion = second_opinion(tower.without(take))
        if opinion is None or is_near(opinion):
            continue
        # either is welcome: what comes, comes
        if slot.topples is None or opinion.balanced != topples:
            return tower, take
    return None


def _settled(scenario: Scenario) -> Tower | None:
    """The tower at rest, if it stands where it was put and is legal as it lies."""
    checked = Checker(scenario.tower, {}, {}, scenario=scenario.name).ask(STAND)
    if checked.tower is None or checked.verdict.outcome != "holds" or not legal(checked.tower):
        return None
    return checked.tower


def _labelled(slot: Slot, text: str, levels: int, columns: int) -> Made | None:
    """The file with what `paletti check` says of it; None when that is not what the slot wants."""
    given = parse_scenario(text, slot.name)
    checker = Checker(given.tower, given.columns, given.floors, scenario=given.name)
    stand = checker.ask(STAND)
    if stand.tower is None or stand.verdict.outcome != "holds":
        return None
    verdict = checker.ask(given.moves[0]).verdict
    if verdict.outcome not in ("holds", "shifts", "topples") or verdict.static is None:
        return None
    if slot.topples is not None and slot.topples != (verdict.outcome == "topples"):
        return None
    if slot.near != is_near(verdict.static):
        return None
    return Made(slot.file, text, _label(slot, levels, columns, verdict))


def _label(slot: Slot, levels: int, columns: int, verdict: Verdict) -> dict[str, Any]:
    document = verdict.to_json()
    static = document["static"]
    return {
        "file": slot.file,
        "split": slot.split,
        "levels": levels,
        "columns": columns,
        "take": verdict.move.take,
        "outcome": verdict.outcome,
        "topples": int(verdict.outcome == "topples"),
        "near_limit": int(slot.near),
        "first_mover": verdict.first_mover or "",
        "max_shift_mm": document["max_shift_mm"],
        "balanced": int(static["balanced"]),
        "tilt_margin_deg": "" if static["tilt_margin_deg"] is None else static["tilt_margin_deg"],
        "shortfall_mm": "" if static["shortfall_mm"] is None else static["shortfall_mm"],
    }
