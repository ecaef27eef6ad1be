"""Many games among bots: seats in rotation, results with intervals. The result does not depend on the workers."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from paletti_sim.games.core.game import Setup
from paletti_sim.games.core.match import play
from paletti_sim.games.core.protocol import JUDGE, Judge, Outcome, State
from paletti_sim.games.core.record import Player, numbered, record
from paletti_sim.games.core.streams import game_seed
from paletti_sim.statistics import wilson
from paletti_sim.workers import in_order

MOST_AT_ONCE = 20
"""Games that a worker is given at once: few, so that no worker has much left when the others are done."""


@dataclass(frozen=True)
class Plan:
    """A series: `bots` are entrants, not seats. `setup` and `judge` are called once in every worker."""

    setup: Callable[[], Setup[Any, Any]]
    bots: tuple[str, ...]
    games: int
    seed: int
    judge: Callable[[], Judge] | None = None
    records: bool = False


def seating(number: int, players: int) -> tuple[int, ...]:
    """Return which entrant sits on each seat in game `number`: all move on by one seat from game to game.

    >>> [seating(number, 3) for number in range(3)]
    [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
    """
    return tuple((seat - number) % players for seat in range(players))


@dataclass(frozen=True)
class One:
    """One game of a series. Scores and winners are those of the entrants."""

    number: int
    reason: str
    winners: frozenset[int]
    scores: tuple[float, ...]
    facts: tuple[tuple[str, bool | None], ...]
    actions: int
    line: str = ""


def play_numbers(plan: Plan, numbers: Sequence[int]) -> list[One]:
    """Return some games of a plan; the same whoever plays them."""
    setup = plan.setup()
    judge = plan.judge() if plan.judge else None
    bots = [setup.game.bot(name, setup) for name in plan.bots]
    names = numbered(plan.bots)
    done = []
    for number in numbers:
        seats = seating(number, len(bots))
        seed = game_seed(plan.seed, number)
        played = play(setup, [bots[entrant] for entrant in seats], seed, judge)
        line = ""
        if plan.records:
            people = [Player(name=names[entrant], by=plan.bots[entrant]) for entrant in seats]
            line = record(setup, people, seed, _with_actors(setup, seed, played.actions), played.state).line()
        done.append(_one(number, seats, played.outcome, len(played.actions), line))
    return done


def _with_actors(setup: Setup[Any, Any], seed: int, actions: Sequence[Any]) -> list[tuple[int, Any]]:
    state: State[Any] = setup.new(seed)
    pairs = []
    for action in actions:
        actor = state.actor
        pairs.append((JUDGE if actor is None else actor, action))
        state = state.apply(action)
    return pairs


def _one(number: int, seats: tuple[int, ...], outcome: Outcome, actions: int, line: str) -> One:
    scores = [0.0] * len(seats)
    for seat, entrant in enumerate(seats):
        scores[entrant] = outcome.scores[seat]
    winners = frozenset(seats[seat] for seat in outcome.winners)
    return One(number, outcome.reason, winners, tuple(scores), outcome.facts, actions, line)


@dataclass
class Tally:
    """Sums over the games of a series."""

    bots: tuple[str, ...]
    games: int = 0
    won: list[int] = field(default_factory=list)
    shared: list[int] = field(default_factory=list)
    parts: list[float] = field(default_factory=list)
    sums: list[float] = field(default_factory=list)
    squares: list[float] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    yes: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    actions: int = 0
    shortest: int | None = None
    longest: int = 0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        for sums in (self.won, self.shared, self.parts, self.sums, self.squares):
            sums.extend([0] * len(self.bots))

    def add(self, one: One) -> None:
        """Count one more game."""
        self.games += 1
        for entrant, score in enumerate(one.scores):
            self.sums[entrant] += score
            self.squares[entrant] += score * score
        for entrant in one.winners:
            self.parts[entrant] += 1 / len(one.winners)
            (self.won if len(one.winners) == 1 else self.shared)[entrant] += 1
        self.reasons[one.reason] += 1
        for name, fact in one.facts:
            self.asked[name] += fact is not None
            self.yes[name] += fact is True
        self.actions += one.actions
        self.shortest = one.actions if self.shortest is None else min(self.shortest, one.actions)
        self.longest = max(self.longest, one.actions)

    def to_json(self) -> dict[str, Any]:
        """Return the results as JSON, without what depends on the machine."""
        games = self.games
        return {
            "games": games,
            "bots": [
                {
                    "bot": name,
                    "won": self.won[entrant],
                    "shared": self.shared[entrant],
                    **_share(self.parts[entrant], games),
                    "mean_score": _mean(self.sums[entrant], games),
                    "score_sd": _spread(self.sums[entrant], self.squares[entrant], games),
                }
                for entrant, name in enumerate(self.bots)
            ],
            "actions": {"mean": _mean(self.actions, games), "least": self.shortest or 0, "most": self.longest},
            "ends": {reason: {"games": n, **_share(n, games)} for reason, n in self.reasons.most_common()},
            "facts": {
                name: {"yes": self.yes[name], "of": self.asked[name], **_share(self.yes[name], self.asked[name])}
                for name in self.asked
            },
        }


def _share(part: float, whole: int) -> dict[str, float | None]:
    low, high = wilson(part, whole)
    return {"share": round(part / whole, 6) if whole else None, "low": round(low, 6), "high": round(high, 6)}


def _mean(total: float, games: int) -> float:
    return round(total / games, 6) if games else 0.0


def _spread(total: float, squares: float, games: int) -> float:
    if games < 2:
        return 0.0
    return round(math.sqrt(max(squares - total * total / games, 0.0) / (games - 1)), 6)


def run(plan: Plan, jobs: int = 1, told: Callable[[One], None] | None = None) -> Tally:
    """Play a series on `jobs` processes and return the sums. `told` hears of every game, in order.

    Raises:
        OptionError: a bot, an option or a number of players that the game does not know.
    """
    tally = Tally(plan.bots)
    started = time.perf_counter()
    with closing(_all(plan, jobs)) as games:  # so that workers end at once if anything is raised here
        for one in games:
            tally.add(one)
            if told:
                told(one)
    tally.seconds = time.perf_counter() - started
    return tally


def _all(plan: Plan, jobs: int) -> Generator[One, None, None]:
    size = max(1, min(MOST_AT_ONCE, plan.games // (jobs * 8)))
    parts = [range(first, min(first + size, plan.games)) for first in range(0, plan.games, size)]
    with closing(in_order(partial(play_numbers, plan), parts, jobs)) as results:
        for games in results:
            yield from games
