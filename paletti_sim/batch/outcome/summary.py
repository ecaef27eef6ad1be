"""What came out, counted: outcomes by everything that was varied, with intervals, and games by bot."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from paletti_sim.batch.outcome.columns import STATUSES, Columns
from paletti_sim.batch.plan.axes import Axis
from paletti_sim.batch.store import Reader
from paletti_sim.batch.store.read import KeptEntry
from paletti_sim.statistics import wilson

MOST_ROWS = 12  # of numbers; more are put into ranges
RANGES = 8
ANSWERS = ("holds", "shifts", "topples")
CHANCE = ("seed", "tolerance.seed")  # many values of these are repetitions, not something to look at


@dataclass(frozen=True)
class Share:
    """A share with its 95 % interval (Wilson); None of nothing."""

    part: float
    of: float

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        low, high = wilson(self.part, self.of)  # type: ignore[arg-type]
        share = round(self.part / self.of, 6) if self.of else None
        return {"share": share, "low": round(low, 6), "high": round(high, 6)}


@dataclass(frozen=True)
class Group:
    """The cases in which a parameter had one value, or lay in one range (from `low`, below `high`)."""

    label: str
    low: float | None
    high: float | None
    cases: int
    outcomes: dict[str, int]
    topples: Share
    odds: Share | None
    mean_margin_deg: float | None

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "value": self.label,
            "from": self.low,
            "to": self.high,
            "cases": self.cases,
            "outcomes": self.outcomes,
            "topples": self.topples.to_json(),
            "odds": None if self.odds is None else self.odds.to_json(),
            "mean_margin_deg": self.mean_margin_deg,
        }


@dataclass(frozen=True)
class ByParameter:
    """One parameter of one entry; without a parameter, all its cases in one group."""

    entry: int
    subject: str
    parameter: str
    groups: tuple[Group, ...]


@dataclass(frozen=True)
class ByBot:
    """One entry of games: for each bot (seat) how often it won, its share of victories, its mean score."""

    entry: int
    subject: str
    games: int
    bots: tuple[dict[str, Any], ...]
    ends: dict[str, int]


@dataclass(frozen=True)
class Summary:
    """All of it. `statuses` counts cases by how they ended, `left` are those without a result."""

    plan: str
    cases: int
    statuses: dict[str, int]
    towers: tuple[ByParameter, ...] = ()
    games: tuple[ByBot, ...] = ()
    work_seconds: float = 0.0
    failures: tuple[dict[str, Any], ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """The document `paletti/results@1`."""
        return {
            "schema": "paletti/results@1",
            "plan": self.plan,
            "cases": self.cases,
            "statuses": self.statuses,
            "parameters": [
                {
                    "entry": table.entry,
                    "scenario": table.subject,
                    "parameter": table.parameter,
                    "groups": [group.to_json() for group in table.groups],
                }
                for table in self.towers
            ],
            "games": [
                {
                    "entry": table.entry,
                    "game": table.subject,
                    "games": table.games,
                    "bots": list(table.bots),
                    "ends": table.ends,
                }
                for table in self.games
            ],
            "failures": list(self.failures),
            "work_seconds": round(self.work_seconds, 3),
        }


def summarise(reader: Reader, columns: Columns, listed: int = 20) -> Summary:
    """Count what is in a file; of the failures the first `listed` are told one by one."""
    counts = np.bincount(columns.status, minlength=len(STATUSES))
    statuses = dict(zip(STATUSES, map(int, counts), strict=True))
    towers: list[ByParameter] = []
    games: list[ByBot] = []
    for k, entry in enumerate(reader.entries):
        of = (columns.entry == k) & (columns.status == STATUSES.index("done"))
        if entry.kind == "game":
            games.append(_by_bot(k, entry, columns, of))
        else:
            towers += _by_parameter(k, entry, columns, of)
    failures = tuple(
        {"position": row.position, "entry": row.entry, "settings": row.settings, "status": row.status, "why": row.error}
        for row in reader.unsuccessful(listed)
    )
    return Summary(
        reader.plan,
        len(columns.entry),
        {word: count for word, count in statuses.items() if count},
        tuple(towers),
        tuple(games),
        float(next(iter(reader.ask("SELECT total(seconds) FROM results")))[0]),
        failures,
    )


def _by_parameter(k: int, entry: KeptEntry, columns: Columns, of: npt.NDArray[np.bool_]) -> list[ByParameter]:
    counter = _Counter(columns, of)
    everything = [("all", None, None)]
    tables = [ByParameter(k, entry.name, "", counter.groups(everything, np.zeros(int(of.sum()), np.int64)))]
    for place, axis in enumerate(entry.axes):
        if len(axis) < 2:
            continue
        steps = columns.step(entry.axes, place, of)
        for name, values in by_name(axis):
            if name not in CHANCE or len(axis) <= MOST_ROWS:
                labels, part_of_step = _parted(values)
                tables.append(ByParameter(k, entry.name, name, counter.groups(labels, part_of_step[steps])))
    return tables


def by_name(axis: Axis) -> list[tuple[str, list[Any]]]:
    """Each key of an axis with its value at every step."""
    if len(axis.names) == 1:
        return [(axis.names[0], list(axis.values))]
    return [(name, [row[k] for row in axis.values]) for k, name in enumerate(axis.names)]


_Label = tuple[str, float | None, float | None]


def _parted(values: list[Any]) -> tuple[list[_Label], npt.NDArray[np.int64]]:
    """Labels with bounds, and to which of them each step belongs: single values, or ranges of many numbers."""
    numbers = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values)
    if not numbers or len(values) <= MOST_ROWS:
        bounds = [float(value) if numbers else None for value in values]
        labels = [(str(value), bound, bound) for value, bound in zip(values, bounds, strict=True)]
        return labels, np.arange(len(values))
    array = np.array(values, float)
    edges = _round_edges(float(array.min()), float(array.max()))
    which = np.clip(np.searchsorted(edges, array, side="right") - 1, 0, len(edges) - 2)
    return [(f"{low:.10g} to {high:.10g}", low, high) for low, high in pairwise(edges)], which


def _round_edges(low: float, high: float) -> list[float]:
    """Edges of about `RANGES` equal ranges that hold all from `low` to `high`, at round numbers.

    >>> _round_edges(0.2123, 0.4942)
    [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5]
    """
    least = (high - low) / RANGES
    if not least > 0:
        return [low, high]
    whole = 10.0 ** math.floor(math.log10(least))
    step = next(whole * part for part in (1, 2, 2.5, 5, 10) if whole * part >= least * (1 - 1e-9))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [float(f"{k * step:.14g}") for k in range(first, max(last, first + 1) + 1)]


class _Counter:
    """Counts the results of an entry that are done, parted in this or that way."""

    def __init__(self, columns: Columns, of: npt.NDArray[np.bool_]) -> None:
        self._words = columns.words["outcome"]
        self._outcome = columns.outcome[of]
        margins, samples = columns.margin_deg[of], columns.samples[of]
        self._known = (~np.isnan(margins)).astype(float)
        self._margin = np.nan_to_num(margins)
        self._samples = np.nan_to_num(samples)
        self._fell = self._samples * np.nan_to_num(columns.topples[of])

    def groups(self, labels: Sequence[_Label], part: npt.NDArray[np.int64]) -> tuple[Group, ...]:
        """A group for each label; `part` (n,) says to which each result belongs."""
        n, k = len(labels), len(self._words)
        counts = np.bincount(part * k + self._outcome, minlength=n * k).reshape(n, k)
        sums = [
            np.bincount(part, weights, minlength=n)
            for weights in (self._known, self._margin, self._samples, self._fell)
        ]
        return tuple(self._group(*row) for row in zip(labels, counts, *sums, strict=True))

    def _group(
        self,
        label: _Label,
        counts: npt.NDArray[np.int64],
        known: float,
        margin: float,
        samples: float,
        fell: float,
    ) -> Group:
        outcomes = {word: int(count) for word, count in zip(self._words, counts, strict=True) if count}
        answered = sum(outcomes.get(word, 0) for word in ANSWERS)
        return Group(
            *label,
            cases=int(counts.sum()),
            outcomes=outcomes,
            topples=Share(outcomes.get("topples", 0), answered),
            odds=Share(round(fell), samples) if samples else None,
            mean_margin_deg=round(margin / known, 4) if known else None,
        )


def _by_bot(k: int, entry: KeptEntry, columns: Columns, of: npt.NDArray[np.bool_]) -> ByBot:
    games = int(of.sum())
    won, shared, parts, scores = (np.zeros(len(entry.bots)) for _ in range(4))
    for word, count in _counted(columns, "winners", of):
        winners = [int(seat) for seat in word.split(",") if seat]
        for seat in winners:
            parts[seat] += count / len(winners)
            (won if len(winners) == 1 else shared)[seat] += count
    for word, count in _counted(columns, "scores", of):
        scores += count * np.array([float(score) for score in word.split(",")])
    bots = tuple(
        {
            "bot": bot,
            "won": int(won[seat]),
            "shared": int(shared[seat]),
            **Share(float(parts[seat]), games).to_json(),
            "mean_score": round(float(scores[seat]) / games, 6) if games else 0.0,
        }
        for seat, bot in enumerate(entry.bots)
    )
    return ByBot(k, entry.name, games, bots, dict(Counter(dict(_counted(columns, "outcome", of))).most_common()))


def _counted(columns: Columns, name: str, of: npt.NDArray[np.bool_]) -> list[tuple[str, int]]:
    words = columns.words[name]
    counts = np.bincount(getattr(columns, name)[of], minlength=len(words))
    return [(word, int(n)) for word, n in zip(words, counts, strict=True) if n and word]
