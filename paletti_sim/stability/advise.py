"""Advice: all legal moves of a player, ranked by the odds of standing and the points they bring.

Equilibrium looks at every take and at a grid of places for each; the best few are simulated, first as they are and
then in samples: columns of other heights, a hand that does not put quite where it means to.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import shapely

from paletti_sim.errors import PalettiError
from paletti_sim.physics.preset import PRESETS
from paletti_sim.physics.stage import run_stage
from paletti_sim.stability.adviser import tilt_to_spare_deg
from paletti_sim.stability.judge import SimulatingJudge
from paletti_sim.stability.loads import loads
from paletti_sim.tower.lying import carriers
from paletti_sim.tower.move import Put
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.regulations import forbids_put, forbids_take
from paletti_sim.tower.scenario import with_drawn_height
from paletti_sim.tower.tower import Placed, Tower

SCHEMA = "paletti/advice@1"
LOOKS = 200
"""So many pairs of a take and a place are looked at: equilibrium takes some 40 ms each."""
PITCHES_MM = (15, 20, 30, 40, 60, 90)
SAMPLES = 4
HAND_MM = 1.5
"""Standard deviation of where a hand puts a column, in x and in y."""
HEIGHT_M = 0.00015
HALF_DEG, SPREAD_DEG = 0.35, 0.15
"""A guess of the odds by equilibrium: even at this much tilt to spare, and how fast they rise."""
FALL = 6.0
"""What a fall costs beside the points of a column."""


@dataclass(frozen=True)
class Advice:
    """One move and what is known of it.

    `margin_deg`: tilt to spare after it, by equilibrium, None when it would not stand. `what`: what a simulation of it
    did, `stood` of `samples` how many simulated samples stood; None and 0 where nothing was simulated.
    """

    take: str
    put: Put
    points: int
    take_margin_deg: float | None
    margin_deg: float | None
    carries: bool
    over: str
    what: str | None = None
    stood: int = 0
    samples: int = 0

    @property
    def odds(self) -> float:
        """The share of samples that stood; without any, a guess by equilibrium."""
        if self.samples:
            return self.stood / self.samples
        least = min((-1.0 if m is None else m) for m in (self.take_margin_deg, self.margin_deg))
        return 0.0 if least < 0 else 1 / (1 + math.exp(-(least - HALF_DEG) / SPREAD_DEG))

    @property
    def worth(self) -> float:
        """Points to be expected, a fall counted against them; between equals the tilt to spare decides."""
        odds = 0.0 if self.what not in (None, "stands") else self.odds
        return odds * self.points - (1 - odds) * FALL + (self.margin_deg or 0.0) / 1000

    def why(self) -> str:
        """The reasons in words."""
        load = "carries weight" if self.carries else "carries nothing"
        over = f" above {self.over}" if self.over else ""
        parts = [f"{self.take} {load}", f"it brings {self.points} point{'' if self.points == 1 else 's'}{over}"]
        if self.margin_deg is None:
            parts.append("by equilibrium it would not stand")
        else:
            parts.append(f"{self.margin_deg:.1f}° of tilt to spare by equilibrium")
        if self.what is not None:
            did = "stands" if self.what == "stands" else f"does not stand ({self.what})"
            parts.append(f"simulated it {did}, and {self.stood} of {self.samples} times when varied")
        return "; ".join(parts)

    def to_json(self) -> dict[str, Any]:
        """A move of `paletti/advice@1`; mm and degrees."""
        x, y = self.put.at_m
        return {
            "take": self.take,
            "put": {"at": [round(1000 * x, 3), round(1000 * y, 3)], "turn": round(math.degrees(self.put.turn_rad), 3)},
            "points": self.points,
            "odds": round(self.odds, 4),
            "margin_deg": None if self.margin_deg is None else round(self.margin_deg, 3),
            "simulated": self.what,
            "samples": self.samples,
            "stood": self.stood,
            "why": self.why(),
        }


@dataclass(frozen=True)
class Advised:
    """All that was looked at, the best first; `best` are simulated."""

    best: tuple[Advice, ...]
    looked_at: int
    takes: int
    pitch_mm: float


def advise(tower: Tower, player: str | None = None, top: int = 3, *, samples: int = SAMPLES, seed: int = 0) -> Advised:
    """Return the best moves of a player (None: of all colours) on a tower: a column taken and put on the top floor.

    Args:
        tower: the tower as it is put up; it is let come to rest first.
        player: a colour; its columns are those whose names begin with it.
        top: how many moves to simulate and return, of different columns where there are that many.
        samples: how often each of them is varied and simulated again.
        seed: of the samples.

    Raises:
        PalettiError: the tower does not stand, or the player has no column to take.
    """
    standing = run_stage(tower, PRESETS["accurate"]).tower
    if standing is None:
        raise PalettiError("this tower does not stand as it is: there is nothing to advise")
    names = [c.name for c in standing.columns if forbids_take(standing, c.name) is None and _of(c, player)]
    if not names:
        raise PalettiError(f"there is no{f' {player}' if player else ''} column below the top level to take")
    carrying = {load.column for load in loads(standing).columns if load.least_n > 0}
    after = {name: standing.without(name) for name in names}
    stand = {name: tilt_to_spare_deg(left) for name, left in after.items()}
    looked, pitch = _places(standing, [name for name in names if stand[name] is not None])
    found = [
        _looked_at(standing, after[name], name, put, stand[name], name in carrying)
        for name, puts in looked
        for put in puts
    ]
    found.sort(key=lambda advice: -advice.worth)
    chosen = _of_different_columns(found, top)
    judged = [_simulated(standing, advice) for advice in chosen]
    judged = _sampled(tower, judged, samples, seed)
    judged.sort(key=lambda advice: -advice.worth)
    return Advised(tuple(judged), len(found), len(names), pitch)


def _of(column: Placed, player: str | None) -> bool:
    return player is None or column.name.startswith(f"{player}-")


def _places(tower: Tower, names: Sequence[str]) -> tuple[list[tuple[str, list[Placed]]], float]:
    """For each column the legal places of the finest grid that is not too many in all."""
    for pitch in PITCHES_MM:
        found = []
        seen: dict[Any, list[Put]] = {}
        for name in names:
            column = tower.by_name[name].piece
            key = column.outline
            if key not in seen:
                seen[key] = _grid(tower, tower.by_name[name], pitch)
            found.append((name, [Placed(column, put.at_m, put.turn_rad) for put in seen[key]]))
        if sum(len(puts) for _, puts in found) <= LOOKS:
            break
    return found, float(pitch)


def _grid(tower: Tower, column: Placed, pitch_mm: float) -> list[Put]:
    """The legal places of a grid and of the middle of what carries the top floor."""
    floor = tower.top.floor
    outline = floor.plan if floor else tower.base.site.shape
    x0, y0, x1, y1 = (1000 * v / pitch_mm for v in outline.bounds)
    places = [
        (pitch_mm * x / 1000, pitch_mm * y / 1000)
        for y in range(math.ceil(y0), math.floor(y1) + 1)
        for x in range(math.ceil(x0), math.floor(x1) + 1)
    ]
    if floor is not None:
        under = [other.at_m for other in carriers(floor, tower.levels[-2])]
        if under:
            places.insert(0, (sum(x for x, _ in under) / len(under), sum(y for _, y in under) / len(under)))
    left = tower.without(column.name)
    inside = [place for place in places if shapely.contains_xy(outline, *place)]
    return [Put(place) for place in inside if forbids_put(left, Placed(column.piece, place)) is None]


def _looked_at(tower: Tower, left: Tower, name: str, put: Placed, take_margin: float | None, carries: bool) -> Advice:
    near = min(
        (c for c in tower.levels[-2].columns if c.name != name) if len(tower.levels) > 1 else (),
        key=lambda c: math.dist(c.at_m, put.at_m),
        default=None,
    )
    over = near.name if near is not None and math.dist(near.at_m, put.at_m) < 0.02 else ""
    return Advice(
        name,
        Put(put.at_m, put.turn_rad),
        getattr(put.piece, "points", 0),
        take_margin,
        tilt_to_spare_deg(left.with_column(put)),
        carries,
        over,
    )


def _of_different_columns(found: Sequence[Advice], top: int) -> list[Advice]:
    """The best of each column first, then whatever is next."""
    firsts: dict[str, Advice] = {}
    for advice in found:
        firsts.setdefault(advice.take, advice)
    chosen = list(firsts.values())[:top]
    return chosen + [advice for advice in found if advice not in chosen][: top - len(chosen)]


def _simulated(tower: Tower, advice: Advice) -> Advice:
    return replace(advice, what=_play(SimulatingJudge(PRESETS["accurate"]), tower, advice, advice.put.at_m))


def _sampled(tower: Tower, chosen: Sequence[Advice], samples: int, seed: int) -> list[Advice]:
    """Each sample is another tower of the same plan: its columns have other heights. All moves are asked of it."""
    judge = SimulatingJudge(PRESETS["quick"])
    stood = [0] * len(chosen)
    counted = 0
    for number in range(samples):
        rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, number])))
        other = run_stage(_with_heights(tower, int(rng.integers(2**32))), PRESETS["quick"]).tower
        if other is None:
            continue
        counted += 1
        for place, advice in enumerate(chosen):
            dx, dy = rng.normal(0.0, HAND_MM / 1000, 2)
            x, y = advice.put.at_m
            stood[place] += _play(judge, other, advice, (x + float(dx), y + float(dy))) == "stands"
    return [replace(advice, stood=stood[k], samples=counted) for k, advice in enumerate(chosen)]


def _play(judge: SimulatingJudge, tower: Tower, advice: Advice, at_m: tuple[float, float]) -> str:
    """What becomes of a take and a put: `stands`, or how it fails."""
    column = tower.by_name[advice.take].piece
    taken = judge.take(tower, advice.take, "lift", None)
    if taken.tower is None:
        return f"{taken.what} at the take"
    put = judge.put(taken.tower, Placed(column, at_m, advice.put.turn_rad), None)
    return put.what if put.what == "stands" else f"{put.what} at the put"


def _with_heights(tower: Tower, seed: int) -> Tower:
    """The same tower, put up with columns whose heights are drawn anew about their mean."""
    mean = {c.name: c.piece.height_m for c in tower.columns}

    def other(placed: Placed) -> Placed:
        column = placed.piece
        assert isinstance(column, Column)
        drawn = with_drawn_height(replace(column, height_m=mean[column.name]), HEIGHT_M, seed)
        return replace(placed, piece=drawn, pose=None)

    levels = tuple(
        replace(
            level,
            floor=None if level.floor is None else replace(level.floor, pose=None),
            columns=tuple(other(column) for column in level.columns),
        )
        for level in tower.levels
    )
    return replace(tower, levels=levels)


def document(advised: Advised, scenario: str, player: str | None) -> Mapping[str, Any]:
    """The document `paletti/advice@1`."""
    return {
        "schema": SCHEMA,
        "scenario": scenario,
        "player": player,
        "takes": advised.takes,
        "looked_at": advised.looked_at,
        "pitch_mm": advised.pitch_mm,
        "best": [advice.to_json() for advice in advised.best],
    }
