"""A game of Villa as a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from paletti_sim.games.core.errors import IllegalActionError
from paletti_sim.games.core.protocol import Outcome
from paletti_sim.games.core.streams import Streams
from paletti_sim.games.villa.actions import AnyAction, First, Pass, Place, Put, Resolve, Swap
from paletti_sim.games.villa.features import FEATURES
from paletti_sim.games.villa.garden import Area, area_from_json
from paletti_sim.games.villa.hedges import COLOURS
from paletti_sim.games.villa.layout import Laid, Layout, layout_of, places
from paletti_sim.games.villa.refusals import refusal
from paletti_sim.games.villa.scoring import Points, Ranking, points_of, rank_single, rank_teams
from paletti_sim.games.villa.supply import FEATURES_EACH, TOKENS, Supply
from paletti_sim.games.villa.turns import AREA, FIRST, OVER, PLACE, SWAP, TOKEN, WELL, after, choices, targets
from paletti_sim.games.villa.views import TableView

if TYPE_CHECKING:
    from paletti_sim.games.villa.setup import VillaSetup


class Legal(tuple[AnyAction, ...]):
    """The legal actions: a tuple that knows quickly what is in it."""

    @cached_property
    def _set(self) -> frozenset[AnyAction]:
        return frozenset(self)

    def __contains__(self, action: object) -> bool:
        return action in self._set


@dataclass(frozen=True)
class Table:
    """A position.

    `active` is the player on turn and `hedge` the one drawn ("" once it lies). `bag` is the order in which the others
    will be drawn. `turns` are the players of all turns begun so far. `waiting` are the areas that were closed on this
    turn and not resolved; `resolving` is the area that is, -1 for none; `groups` the places (see `Seating`) that still
    put a token there, `wells` those that might put a Well there afterwards. `shown`: a Feature was placed in this area.
    `again`: a Sundial was placed on this turn.
    """

    setup: VillaSetup = field(compare=False, repr=False)
    streams: Streams
    features: tuple[str, ...]
    phase: str
    active: int
    hedge: str
    bag: tuple[str, ...]
    layout: Layout
    areas: tuple[Area, ...]
    supplies: tuple[Supply, ...]
    turns: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    resolving: int = -1
    groups: tuple[tuple[int, ...], ...] = ()
    wells: tuple[int, ...] = ()
    shown: bool = False
    again: bool = False
    reason: str = ""

    @classmethod
    def new(cls, setup: VillaSetup, seed: int) -> Self:
        """Return the first state: the starting hedge in the middle, the bag shuffled (V-3, V-5, V-6, V-18, V-32)."""
        rng, streams = Streams(seed).next("bag")
        ids = setup.hedges.ids
        bag = tuple([ids[number] for number in rng.permutation(len(ids)).tolist()])
        features = setup.features
        if setup.expert and not features:
            rng, streams = streams.next("features")
            features = tuple([FEATURES[n] for n in sorted(rng.permutation(len(FEATURES))[:FEATURES_EACH].tolist())])
        first = 0
        if setup.options["first"] == "drawn":
            rng, streams = streams.next("first")
            first = int(rng.integers(setup.players))
        supply = Supply(TOKENS - len(features), features)
        supplies = (supply,) * len(setup.seating.colours)
        return cls(setup, streams, features, PLACE, first, bag[0], bag[1:], setup.start, (), supplies, (first,))

    @property
    def actor(self) -> int | None:
        """Who decides now: most often the player on turn, sometimes another one in the middle of that turn."""
        if self.phase == OVER:
            return None
        if self.phase == FIRST:
            return self.setup.seating.chooser(self.groups[0])
        if self.phase == TOKEN:
            return self.setup.seating.owners[self.groups[0][0]]
        return self.active

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == OVER

    @cached_property
    def _legal(self) -> Legal:
        if self.phase == PLACE:
            poses = self.setup.poses(self.hedge)
            crossing = self.setup.crossing
            return Legal(
                [Place(pose.turn, x, y) for pose in poses for x, y in places(self.layout, pose, crossing=crossing)]
            )
        if self.phase == AREA:
            return Legal([Resolve(number + 1) for number in self.waiting])
        if self.phase == FIRST:
            colours = self.setup.seating.colours
            return Legal([First(COLOURS[colours[place]]) for place in self.groups[0]])
        if self.phase == TOKEN:
            return Legal(choices(self, self.groups[0][0]))
        if self.phase == WELL:
            return Legal([Put("well"), Pass()])
        return Legal([*(Swap(n + 1) for n in targets(self)), Pass()]) if self.phase == SWAP else Legal()

    def legal_actions(self) -> Sequence[AnyAction]:
        """Return what the actor may do."""
        return self._legal

    def apply(self, action: AnyAction) -> Self:
        """Return the state after an action of the actor.

        Raises:
            IllegalActionError: a rule forbids it.
        """
        if action not in self._legal:
            rule, wanted = refusal(self, action)
            raise IllegalActionError(rule, f"{wanted} (got {action.to_json()})")
        return after(self, action)  # type: ignore[return-value]

    @cached_property
    def points(self) -> tuple[Points, ...]:
        """The points of each colour, as if the game ended now."""
        by = self.setup.belongs
        return tuple(
            points_of(self.areas, colour, supply.placed, by)
            for colour, supply in zip(self.setup.seating.colours, self.supplies, strict=True)
        )

    @cached_property
    def ranking(self) -> Ranking:
        """Who leads: of the players, or of the sides (V-31, V-58 to V-64)."""
        seating = self.setup.seating
        if not seating.sides:
            return rank_single(self.points)
        return rank_teams(self.points, two_players=seating.two_colours)

    @cached_property
    def outcome(self) -> Outcome | None:
        """Who has won; the score of a player in a team is that of the team."""
        if self.phase != OVER:
            return None
        ranking = self.ranking
        count = len(ranking.scores)
        winners = frozenset(seat for seat in range(self.setup.players) if seat % count in ranking.winners)
        scores = tuple(float(ranking.scores[seat % count]) for seat in range(self.setup.players))
        facts = (("equal points", sum(score == max(scores) for score in ranking.scores) > 1),)
        return Outcome(self.reason, winners, scores, facts)

    def view(self, player: int | None) -> TableView:
        """Return what a player may see: all but the order of the bag (V-10, V-G29)."""
        return TableView(
            player=player,
            actor=self.actor,
            phase=self.phase,
            active=self.active,
            hedge=self.hedge,
            circle=self.bag if self.setup.circle else (),
            left=tuple(sorted(self.bag)),
            features=self.features,
            layout=self.layout,
            areas=self.areas,
            supplies=self.supplies,
            turns=self.turns,
            waiting=self.waiting,
            resolving=self.resolving,
            groups=self.groups,
            wells=self.wells,
            shown=self.shown,
            again=self.again,
            reason=self.reason,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the whole state."""
        return {
            "streams": self.streams.to_json(),
            "features": list(self.features),
            "phase": self.phase,
            "active": self.active,
            "hedge": self.hedge,
            "bag": list(self.bag),
            "laid": [[each.hedge, each.turn, each.x, each.y] for each in self.layout.laid],
            "areas": [area.to_json() for area in self.areas],
            "supplies": [supply.to_json() for supply in self.supplies],
            "turns": list(self.turns),
            "waiting": list(self.waiting),
            "resolving": self.resolving,
            "groups": [list(group) for group in self.groups],
            "wells": list(self.wells),
            "shown": self.shown,
            "again": self.again,
            "reason": self.reason,
        }

    @classmethod
    def from_json(cls, setup: VillaSetup, doc: dict[str, Any]) -> Self:
        """Read what `to_json` wrote."""
        layout = layout_of(setup.hedges, [Laid(*each) for each in doc["laid"]])
        areas = tuple(area_from_json(each, layout.colours) for each in doc["areas"])
        for area in areas:
            layout = layout.with_closed(area.cells)
        return cls(
            setup,
            Streams.from_json(doc["streams"]),
            tuple(doc["features"]),
            doc["phase"],
            doc["active"],
            doc["hedge"],
            tuple(doc["bag"]),
            layout,
            areas,
            tuple(Supply.from_json(each) for each in doc["supplies"]),
            tuple(doc["turns"]),
            tuple(doc["waiting"]),
            doc["resolving"],
            tuple(tuple(group) for group in doc["groups"]),
            tuple(doc["wells"]),
            doc["shown"],
            doc["again"],
            doc["reason"],
        )
