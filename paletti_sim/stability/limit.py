"""At which value of a key does the answer flip?"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from paletti_sim.errors import PalettiError
from paletti_sim.physics.preset import Preset
from paletti_sim.stability.check import Checker
from paletti_sim.stability.handling import NoWayOutError
from paletti_sim.stability.second_opinion import second_opinion
from paletti_sim.tower.move import STAND, Move
from paletti_sim.tower.regulations import places_upon
from paletti_sim.tower.scenario import Scenario
from paletti_sim.tower.scenario.vary import BadValueError, Variations, plain
from paletti_sim.tower.tower import Placed, Tower

SCHEMA = "paletti/limit@1"
STATIC_STEPS = 16  # halvings of the whole range by equilibrium
MARGIN = 0.04  # of the range beside the limit by equilibrium, where simulation is asked first
NARROW = 3.2e-4  # of the range: values so near that they are told apart no further
ALIKE = 5  # answers in a row, ever further out, that show the end of a stretch of changing ones
GROWTH = 1.5  # of the steps between them
MOST_FLIPS = 4
WIDE = 1000.0  # ratio of the two ends from which on steps are factors

What = Literal["stands", "falls", "impossible", "undecided"]
WHAT: dict[str, What] = {
    "holds": "stands",
    "shifts": "stands",
    "topples": "falls",
    "illegal": "impossible",
    "undecided": "undecided",
}


@dataclass(frozen=True)
class Found:
    """What `paletti check` says at one value, the rules of the game aside; `why` is of what is impossible there."""

    value: float
    what: What
    why: str = ""

    @property
    def shown(self) -> str:
        """The value as it can be written into a file."""
        return str(plain(self.value))

    def to_json(self) -> dict[str, Any]:
        """The value in the unit of the file, and what was found there."""
        return {"value": plain(self.value), "outcome": self.what} | ({"why": self.why} if self.why else {})


@dataclass(frozen=True)
class Flip:
    """Two values with different answers, seen from the start of the range.

    `mixed`: between them it changes more than once. What was tried beyond them answers as they do, as far as the
    neighbouring flips.
    """

    one: Found
    two: Found
    mixed: bool

    @property
    def of_balance(self) -> bool:
        """Whether it is between standing and falling, of which equilibrium knows."""
        return {self.one.what, self.two.what} == {"stands", "falls"}

    def to_json(self) -> dict[str, Any]:
        """A part of the document."""
        return {"from": self.one.to_json(), "to": self.two.to_json(), "mixed": self.mixed}


@dataclass(frozen=True)
class Limit:
    """Where the answer flips by simulation, from the start of the range to its end; `static` by equilibrium."""

    scenario: str
    key: str
    start: Found
    end: Found
    flips: tuple[Flip, ...]
    static: float | None

    @property
    def simulated(self) -> tuple[float, float] | None:
        """The values beside the first flip."""
        return (self.flips[0].one.value, self.flips[0].two.value) if self.flips else None

    @property
    def gap(self) -> float | None:
        """How far the simulated limit lies from the one by equilibrium."""
        if self.static is None or not self.flips or not self.flips[0].of_balance:
            return None
        return (self.flips[0].one.value + self.flips[0].two.value) / 2 - self.static

    def to_json(self) -> dict[str, Any]:
        """The document `paletti/limit@1`, in the units of the file."""
        return {
            "schema": SCHEMA,
            "scenario": self.scenario,
            "over": self.key,
            "stands_at_from": self.start.what == "stands",
            "stands_at_to": self.end.what == "stands",
            "outcome_at_from": self.start.what,
            "outcome_at_to": self.end.what,
            "static": None if self.static is None else float(f"{self.static:.9g}"),
            "simulated": None if self.simulated is None else [plain(value) for value in self.simulated],
            "gap": None if self.gap is None else float(f"{self.gap:.6g}"),
            "flips": [flip.to_json() for flip in self.flips],
        }


def find_limit(variations: Variations, start: float, end: float, preset: Preset) -> Limit:
    """Bisects by equilibrium, then by simulation near what equilibrium found (everywhere if it finds nothing).

    The question is the file's move, its last one if it has several, without the rules of the game.

    Raises:
        BadValueError: an end of the range makes no scenario.
        PalettiError: there is nothing to bisect.
    """
    if variations.key == "tolerance.seed":
        raise PalettiError(
            "--over: seeds have no order, so there is no limit among them: sweep tolerance.seed in a plan of a batch"
        )
    name = variations.at(start).name
    variations.at(end)
    search = _Search(variations, _Range(start, end), preset)
    one, two = search.found(0.0), search.found(1.0)
    static = search.static() if one.what != two.what else None
    flips: list[Flip] = []
    at = 0.0
    while len(flips) < MOST_FLIPS and search.found(at).what != two.what:
        flip, at = search.flip(at, None if flips else static)
        flips.append(flip)
    balance = None if static is None else search.range.at(static)
    return Limit(name, variations.key, one, two, tuple(flips), balance)


class _Range:
    """Values between two ends by position, from 0 to 1: evenly, or by factors where the ends are far apart.

    Values have no more digits than tell neighbours apart, so that they can be written down as they were tried.
    """

    def __init__(self, start: float, end: float) -> None:
        self._start, self._end = start, end
        least, most = sorted((abs(start), abs(end)))
        self._factors = start * end > 0 and most / least > WIDE

    def at(self, position: float) -> float:
        """The value there."""
        if position in (0.0, 1.0):
            return self._end if position else self._start
        value = self._exact(position)
        apart = abs(self._exact(position + NARROW / 10) - value)
        return round(value, -math.floor(math.log10(apart))) if apart > 0 else value

    def _exact(self, position: float) -> float:
        if self._factors:
            low, high = math.log(abs(self._start)), math.log(abs(self._end))
            return math.copysign(math.exp(low + position * (high - low)), self._start)
        return self._start * (1 - position) + self._end * position


class _Search:
    """Asks of positions in a range, of each once."""

    def __init__(self, variations: Variations, values: _Range, preset: Preset) -> None:
        self._variations, self.range, self._preset = variations, values, preset
        self._known: dict[float, Found] = {}

    def found(self, position: float) -> Found:
        """What simulation says there."""
        value = self.range.at(position)
        if value not in self._known:
            self._known[value] = self._ask(value)
        return self._known[value]

    def static(self) -> float | None:
        """The position where equilibrium is lost or won; None where it says the same at both ends, or not as seen."""
        low = self._balanced(0.0)
        if low == self._balanced(1.0) or low != (self.found(0.0).what == "stands"):
            return None
        one, two = 0.0, 1.0
        for _ in range(STATIC_STEPS):
            middle = (one + two) / 2
            one, two = (middle, two) if self._balanced(middle) == low else (one, middle)
        return (one + two) / 2

    def flip(self, begin: float, static: float | None) -> tuple[Flip, float]:
        """A flip after the position `begin`, and the position behind it."""
        first = self.found(begin).what

        def before(position: float) -> bool:
            return self.found(position).what == first

        def behind(position: float) -> bool:
            return not before(position)

        one, two = begin, 1.0
        if static is not None:
            if one < static - MARGIN and before(static - MARGIN):
                one = static - MARGIN
            if static + MARGIN < two and behind(static + MARGIN):
                two = static + MARGIN
        while two - one > NARROW:
            middle = (one + two) / 2
            one, two = (middle, two) if before(middle) else (one, middle)
        # close to a limit the answers may change at every value: what is named as a limit lies outside of that
        near, far = _outwards(before, one, begin), _outwards(behind, two, 1.0)
        return Flip(self.found(near), self.found(far), (near, far) != (one, two)), far

    def _ask(self, value: float) -> Found:
        try:
            scenario = self._variations.at(value)
            checker = Checker(scenario.tower, scenario.columns, scenario.floors, preset=self._preset, ignore_rules=True)
            verdict = checker.ask_all(scenario.moves or (STAND,))[-1].verdict
        except (BadValueError, NoWayOutError) as error:
            return Found(value, "impossible", str(error).splitlines()[0])
        return Found(value, WHAT[verdict.outcome], verdict.explanation if verdict.outcome == "illegal" else "")

    def _balanced(self, position: float) -> bool:
        """What equilibrium says; simulation stands in for it where it says nothing."""
        try:
            balanced = _balanced(self._variations.at(self.range.at(position)))
        except BadValueError:
            return False
        return self.found(position).what == "stands" if balanced is None else balanced


def _outwards(alike: Callable[[float], bool], edge: float, end: float) -> float:
    """The position from `edge` on towards `end` beyond which `ALIKE` ever further ones are alike; `end` counts as one.

    Steps grow.
    """
    step = math.copysign(NARROW, end - edge)
    found: float | None = edge
    seen, at = 0, edge + step
    while seen < ALIKE and (end - at) * step > 0:
        if alike(at):
            found = at if found is None else found
            seen += 1
        else:
            found, seen = None, 0
        step *= GROWTH
        at += step
    return end if found is None else found


def _balanced(scenario: Scenario) -> bool | None:
    """Whether equilibrium says that it stands all the way; None where masses are too far apart for it to say."""
    tower = scenario.tower
    for move in scenario.moves or (STAND,):
        for step in list(_steps(tower, move, scenario)):
            opinion = second_opinion(step)
            if opinion is None or not opinion.balanced:
                return None if opinion is None else False
            tower = step
    return True


def _steps(tower: Tower, move: Move, scenario: Scenario) -> Iterator[Tower]:
    yield tower
    if move.take is not None and any(column.name == move.take for column in tower.columns):
        tower = tower.without(move.take)
        yield tower
    if move.put is not None and move.take is not None:
        column = Placed(scenario.columns[move.take], move.put.at_m, move.put.turn_rad)
        yield tower.with_column(places_upon(tower, column))
    if move.floor is not None:
        yield tower.with_floor(Placed(scenario.floors[move.floor.name], move.floor.at_m, move.floor.turn_rad))
