"""Villa made ready: number of players, options, hedges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from paletti_sim.games.core.bots import RandomBot
from paletti_sim.games.core.errors import OptionError, near
from paletti_sim.games.core.game import Game, Setup
from paletti_sim.games.core.options import Option, OptionValue
from paletti_sim.games.core.streams import Streams
from paletti_sim.games.villa.actions import AnyAction, read_action
from paletti_sim.games.villa.bots import GreedyBot
from paletti_sim.games.villa.features import BELONGS, FEATURES
from paletti_sim.games.villa.hedges import COLOURS, HedgeSet, Pose
from paletti_sim.games.villa.layout import Layout
from paletti_sim.games.villa.reading import HedgeFile, parse_hedges, read_bytes
from paletti_sim.games.villa.score_file import score_file
from paletti_sim.games.villa.supply import FEATURES_EACH, TOKENS, Seating
from paletti_sim.games.villa.table import Table
from paletti_sim.games.villa.views import TableView
from paletti_sim.games.villa.words import VillaWords
from paletti_sim.resources import models_dir

MOST_CLOSED = 5
"""By one hedge: it meets joints at five points at most, and H and O close one more themselves (T3)."""

OPTIONS = (
    Option("rules", "basic", "basic, or expert with three Features each (V-32)", ("basic", "expert")),
    Option(
        "sides",
        "none",
        "two teams (for four, V-54), or two colours for each of two players (V-60)",
        ("none", "teams", "two-colours"),
    ),
    Option("draw", "bag", "hedges come out of the bag, or lie open in a circle (V-18)", ("bag", "circle")),
    Option("features", "", "three Features, such as well,trees,bridge; drawn at random if not said (V-32)"),
    Option("colours", "", "the colours around the table, such as pink,green; blue,pink,yellow,green if not said"),
    Option("first", "seat", "the first player: the first seat, or drawn (V-7)", ("seat", "drawn")),
    Option("flip", True, "hedges may be turned over (V-G5)"),
    Option("crossing", False, "hedges may run straight across each other at a joint (V-G2)"),
    Option("belongs", "majority", "for Trees: areas where the colour had most, or has a token (V-G13)", BELONGS),
    Option("set", "", "a set of hedges of the file; its default if not said"),
    Option("hedges", "", "a file with other hedges (as models/villa/hedges.yaml)"),
)


@dataclass(frozen=True, eq=False)
class VillaSetup(Setup[Table, AnyAction]):
    """Players, options and hedges."""

    game: Game
    players: int
    options: Mapping[str, OptionValue]
    hedges: HedgeSet
    seating: Seating
    features: tuple[str, ...]

    @cached_property
    def expert(self) -> bool:
        """Whether there are Features."""
        return self.options["rules"] == "expert"

    @cached_property
    def circle(self) -> bool:
        """Whether the order of the hedges is open."""
        return self.options["draw"] == "circle"

    @cached_property
    def crossing(self) -> bool:
        """Whether hedges may cross at a joint."""
        return bool(self.options["crossing"])

    @cached_property
    def flip(self) -> bool:
        """Whether hedges may be turned over."""
        return bool(self.options["flip"])

    @cached_property
    def belongs(self) -> str:
        """How an area belongs to a colour for Trees."""
        return str(self.options["belongs"])

    @cached_property
    def start(self) -> Layout:
        """The starting hedge, its middle at the origin (V-3)."""
        pose = self.hedges.starter.poses[0]
        assert pose is not None
        middle = [max(axis) // 2 for axis in zip(*(at for pair in pose.segments for at in pair), strict=True)]
        return Layout().with_hedge(self.hedges.starter.id, pose, -middle[0], -middle[1])

    @cached_property
    def _poses(self) -> dict[str, tuple[Pose, ...]]:
        turns = 8 if self.flip else 4
        return {
            name: tuple(pose for pose in hedge.poses[:turns] if pose is not None)
            for name, hedge in self.hedges.by_id.items()
        }

    def poses(self, hedge: str) -> tuple[Pose, ...]:
        """Return the turns in which a hedge may be laid."""
        return self._poses[hedge]

    @cached_property
    def words(self) -> VillaWords:  # type: ignore[override]
        """How it speaks."""
        return VillaWords(self)

    def new(self, seed: int) -> Table:
        """Return the first state."""
        return Table.new(self, seed)

    def state_from_json(self, doc: Any) -> Table:
        """Read a state."""
        return Table.from_json(self, doc)

    def action_from_json(self, doc: Any) -> AnyAction:
        """Read an action."""
        return read_action(doc)

    def imagine(self, view: TableView, rng: np.random.Generator) -> Table:
        """Return a state that could be behind a view: another order of the bag."""
        left = view.left
        bag = view.circle or tuple([left[number] for number in rng.permutation(len(left)).tolist()])
        streams = Streams(int(rng.integers(2**53)), (("bag", 1),))
        return self.state_of(view, bag, streams)

    def state_of(self, view: TableView, bag: tuple[str, ...], streams: Streams) -> Table:
        """Return the state behind a view, given what it does not show."""
        return Table(
            self,
            streams,
            view.features,
            view.phase,
            view.active,
            view.hedge,
            bag,
            view.layout,
            view.areas,
            view.supplies,
            view.turns,
            view.waiting,
            view.resolving,
            view.groups,
            view.wells,
            view.shown,
            view.again,
            view.reason,
        )

    def inventory(self, state: Table) -> Hashable:
        """Return all hedges, and the number of tokens of each colour (V-1 to V-4)."""
        hedges = [*state.bag, *([state.hedge] if state.hedge else []), *(each.hedge for each in state.layout.laid)]
        tokens = Counter(dict.fromkeys(self.seating.colours, 0))
        for colour, supply in zip(self.seating.colours, state.supplies, strict=True):
            assert set(supply.features) <= set(state.features), "a Feature that was not drawn"
            tokens[colour] += supply.left
        tokens.update(token.colour for area in state.areas for token in area.stack)
        assert set(tokens.values()) == {TOKENS}, f"numbers of tokens: {dict(tokens)}"
        return (tuple(sorted(hedges)), tuple(sorted(tokens.items())))

    @property
    def longest(self) -> int:
        """At most, for each hedge: laying it, and for each area the order, two orders of a side and two Wells; for each
        token what to place, and for each Bird Bath the swap."""
        return len(self.hedges.hedges) * (1 + 5 * MOST_CLOSED) + 4 * TOKENS + 4

    @cached_property
    def data(self) -> Any:
        """All hedges."""
        return self.hedges.to_json()


@lru_cache(maxsize=4)
def _file(path: str, data: bytes) -> HedgeFile:
    return parse_hedges(data, path)


def _names(option: str, given: str, known: tuple[str, ...], wanted: int) -> tuple[str, ...]:
    """Return the names of a list in an option, each once."""
    names = tuple(name.strip().lower().replace(" ", "-") for name in given.split(",")) if given.strip() else ()
    for name in names:
        if name not in known:
            raise OptionError(f"option {option}: there is no {name[:40]!r}: {near(name, known)}")
    if names and (len(names) != wanted or len(set(names)) < len(names)):
        raise OptionError(f"option {option} wants {wanted} different names (got {given[:60]!r})")
    return names


def _seating(players: int, options: Mapping[str, OptionValue]) -> Seating:
    sides = options["sides"]
    if sides == "teams" and players != 4:
        raise OptionError(f"sides=teams is for 4 players (got {players})")
    if sides == "two-colours" and players != 2:
        raise OptionError(f"sides=two-colours is for 2 players (got {players})")
    if sides == "two-colours" and options["rules"] != "expert":
        raise OptionError("sides=two-colours belongs to the expert rules: add rules=expert")
    places = 4 if sides == "two-colours" else players
    names = _names("colours", str(options["colours"]), COLOURS, places)
    colours = tuple(COLOURS.index(name) for name in names) or tuple(range(places))
    return Seating(colours, tuple(place % players for place in range(places)), sides != "none")


def ready(players: int, options: Mapping[str, OptionValue]) -> VillaSetup:
    """Return the game made ready.

    Raises:
        OptionError: options that contradict each other, or name what there is not.
        FileFaultsError: the hedge file has faults.
        PalettiError: the hedge file cannot be opened.
    """
    seating = _seating(players, options)
    features = _names("features", str(options["features"]), FEATURES, FEATURES_EACH)
    if features and options["rules"] != "expert":
        raise OptionError("features belong to the expert rules: add rules=expert")
    path = Path(str(options["hedges"])) if options["hedges"] else models_dir() / "villa" / "hedges.yaml"
    file = _file(str(path), read_bytes(path))
    name = str(options["set"]) or file.default
    if name not in file.sets:
        raise OptionError(f"option set: there is no set {name[:40]!r} of hedges: {near(name, file.sets)}")
    return VillaSetup(GAME, players, dict(options), file.sets[name], seating, features)


GAME = Game(
    id="villa",
    title="Villa",
    about="Hedges close areas of a garden; most segments around an area win it.",
    least=2,
    most=4,
    options=OPTIONS,
    bots={"random": RandomBot, "greedy": GreedyBot},
    ready=ready,
    bots_about={
        "random": "takes any legal choice",
        "greedy": "closes areas it leads and keeps off those it feeds",
    },
    score_file=score_file,
)
