# ruff: noqa: ARG002
"""A small game with all that Villa Paletti asks of the core: places on a disc, a judge, objections, a secret choice.

T-1 Everybody first chooses a secret number; all are shown together. T-2 A turn puts a peg anywhere on the disc, or
proposes a floor. T-3 The others may object, asked in turn; the first one who does puts a peg at once. T-4 A peg stands
or the judge says that the tower falls, which ends the game and wins it for all others. T-5 Two floors end the game;
the highest secret number wins.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any

from paletti_sim.games.core.bots import RandomBot
from paletti_sim.games.core.errors import IllegalActionError, UnreadableActionError
from paletti_sim.games.core.game import Game, Setup, Words
from paletti_sim.games.core.options import Option
from paletti_sim.games.core.protocol import JUDGE, OpenActions, Outcome
from paletti_sim.games.core.streams import Streams

PEGS = 4


@dataclass(frozen=True)
class Do:
    what: str
    x: float = 0.0
    y: float = 0.0

    def to_json(self) -> dict[str, Any]:
        return {"what": self.what, "x": self.x, "y": self.y} if self.what == "put" else {"what": self.what}


PROPOSE, AGREE, OBJECT, STANDS, FALLS = (Do(word) for word in ("propose", "agree", "object", "stands", "falls"))


class Places(OpenActions[Do]):
    def __init__(self, more: tuple[Do, ...]) -> None:
        self.more = more
        self.examples = (Do("put", 0.0, 0.0), Do("put", 0.5, 0.0), *more)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Do):
            return False
        return action in self.more or (action.what == "put" and math.hypot(action.x, action.y) <= 1)

    def sample(self, rng):
        if self.more and rng.random() < 0.3:
            return self.more[0]
        radius, angle = math.sqrt(rng.random()), rng.uniform(0, 2 * math.pi)
        return Do("put", 0.999 * radius * math.cos(angle), 0.999 * radius * math.sin(angle))


@dataclass(frozen=True)
class View:
    player: int | None
    actor: int | None
    secrets: tuple[int | None, ...]
    pegs: tuple[tuple[int, float, float], ...]
    step: tuple[Any, ...]

    def to_json(self):
        return {"actor": self.actor, "secrets": self.secrets, "pegs": self.pegs, "step": self.step}


@dataclass(frozen=True)
class Pegs:
    setup: Any = field(compare=False, repr=False)
    streams: Streams
    secrets: tuple[int, ...]
    pegs: tuple[tuple[int, float, float], ...] = ()
    floors: int = 0
    turn: int = 0
    asked: int | None = None  # who is asked whether to object
    objector: int | None = None
    judged: bool = False  # the judge has to rule
    fallen: bool = False

    @property
    def players(self):
        return self.setup.players

    @property
    def actor(self):
        if self.is_over:
            return None
        if self.judged:
            return JUDGE
        if len(self.secrets) < self.players:
            return len(self.secrets)
        return next(who for who in (self.objector, self.asked, self.turn) if who is not None)

    @property
    def is_over(self):
        return self.fallen or self.floors == 2

    @property
    def outcome(self):
        if not self.is_over:
            return None
        if self.fallen:
            winners = frozenset(range(self.players)) - {self.pegs[-1][0]}
        else:
            winners = frozenset(p for p, n in enumerate(self.secrets) if n == max(self.secrets))
        facts = (("collapsed", self.fallen),)
        return Outcome("collapse" if self.fallen else "built", winners, tuple(map(float, self.secrets)), facts)

    def legal_actions(self):
        if self.is_over:
            return ()
        if self.judged:
            return (STANDS, FALLS)
        if len(self.secrets) < self.players:
            return tuple(Do(str(number)) for number in (1, 2, 3))
        if self.objector is not None:
            return Places(())
        if self.asked is not None:
            return (AGREE, OBJECT) if self._left(self.asked) else (AGREE,)
        return Places((PROPOSE,)) if self._left(self.turn) else (PROPOSE,)

    def _left(self, player):
        return sum(peg[0] == player for peg in self.pegs) < PEGS

    def apply(self, action):
        if action not in self.legal_actions():
            raise IllegalActionError("T-4" if self.judged else "T-2", f"not now: {action.what}")
        if len(self.secrets) < self.players:
            return replace(self, secrets=(*self.secrets, int(action.what)))
        following = (self.turn + 1) % self.players
        if action.what == "put":
            return replace(self, pegs=(*self.pegs, (self.actor, action.x, action.y)), judged=True)
        if action == FALLS:
            return replace(self, judged=False, fallen=True)
        if action == STANDS:
            return replace(self, judged=False, objector=None, asked=None, turn=following)
        if action == PROPOSE:
            return replace(self, asked=following)
        if action == OBJECT:
            return replace(self, objector=self.asked)
        asked = (self.asked + 1) % self.players
        if asked != self.turn:
            return replace(self, asked=asked)
        return replace(self, asked=None, floors=self.floors + 1, turn=following)

    def view(self, player):
        shown = len(self.secrets) == self.players
        secrets = tuple(n if shown or seat == player else None for seat, n in enumerate(self.secrets))
        step = (self.floors, self.turn, self.asked, self.objector, self.judged, self.fallen)
        return View(player, self.actor, secrets, self.pegs, step)

    def to_json(self):
        fields = ("secrets", "pegs", "floors", "turn", "asked", "objector", "judged", "fallen")
        return {"streams": self.streams.to_json(), **{name: getattr(self, name) for name in fields}}


class PegWords(Words):
    def table(self, view, names):
        return (f"{len(view.pegs)} pegs",)

    def question(self, view, names):
        return "What do you do?"

    def label(self, view, action, names):
        return f"put {action.x:.2f} {action.y:.2f}" if action.what == "put" else action.what

    def news(self, before, after, names):
        return ("something happened",) if before != after else ()

    def end(self, view, outcome, names):
        return (outcome.reason,)


class PegSetup(Setup[Pegs, Do]):
    needs_judge = True
    words = PegWords()
    longest = 400
    data: Any = PEGS

    def __init__(self, players, options):
        self.game, self.players, self.options = GAME, players, options

    def new(self, seed):
        return Pegs(self, Streams(seed), ())

    def state_from_json(self, doc):
        pegs = tuple((who, x, y) for who, x, y in doc["pegs"])
        rest = {name: doc[name] for name in ("floors", "turn", "asked", "objector", "judged", "fallen")}
        return Pegs(self, Streams.from_json(doc["streams"]), tuple(doc["secrets"]), pegs, **rest)

    def action_from_json(self, doc):
        if not isinstance(doc, dict) or "what" not in doc:
            raise UnreadableActionError("no action")
        return Do(doc["what"], doc.get("x", 0.0), doc.get("y", 0.0))

    def imagine(self, view, rng):
        secrets = tuple(int(rng.integers(1, 4)) if n is None else n for n in view.secrets)
        floors, turn, asked, objector, judged, fallen = view.step
        return Pegs(self, Streams(1), secrets, view.pegs, floors, turn, asked, objector, judged, fallen)

    def inventory(self, state):
        assert all(sum(peg[0] == p for peg in state.pegs) <= PEGS for p in range(self.players))
        return PEGS * self.players


class Steady:
    """A judge by a formula: the tower falls when the pegs' centre is too far out."""

    def __init__(self, reach=0.45):
        self.reach = reach

    def rule(self, state):
        x = sum(peg[1] for peg in state.pegs) / len(state.pegs)
        y = sum(peg[2] for peg in state.pegs) / len(state.pegs)
        return FALLS if math.hypot(x, y) > self.reach else STANDS


class Careful:
    name = "careful"

    def __init__(self, setup=None):
        pass

    def choose(self, decision):
        return decision.actions[0]


def shuffle(state, player, rng):
    if len(state.secrets) == state.players:
        return state
    hidden = (int(rng.integers(1, 4)) if seat != player else n for seat, n in enumerate(state.secrets))
    return replace(state, secrets=tuple(hidden), streams=Streams(int(rng.integers(1000))))


OPTIONS = (Option("wind", False, "whether it blows"), Option("size", 3, "how large"), Option("name", "x", "a name"))
GAME = Game("pegs", "Pegs", "Put pegs.", 2, 3, OPTIONS, {"random": RandomBot, "careful": Careful}, PegSetup)
