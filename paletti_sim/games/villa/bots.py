"""The greedy bot: closes areas it leads and keeps off those it feeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from paletti_sim.games.core.bots import Decision
from paletti_sim.games.villa.actions import Pass, Place, Put, Turn
from paletti_sim.games.villa.garden import Area
from paletti_sim.games.villa.lattice import around, beside, point
from paletti_sim.games.villa.offers import Offers

if TYPE_CHECKING:
    from paletti_sim.games.villa.setup import VillaSetup
    from paletti_sim.games.villa.table import Table
    from paletti_sim.games.villa.views import TableView

POCKET = {3: 0.2, 2: 0.05}
"""What an open cell with so many sides is worth beside a point, to the colour that has most of them."""
PATIENCE = 2.0
"""So many points a Feature has to bring at the beginning of the game; fewer and fewer towards its end."""
HELPS = {"sundial": 2.5, "fountain": 2.0}
"""What a Feature that scores nothing is taken to bring, while hedges are left."""
SECOND = 0.3
"""What a point of the better of two own colours is worth: the lower one is the score."""


class GreedyBot:
    """Takes the place that gains most beside the others at once, and Features as soon as they bring enough."""

    name = "greedy"

    def __init__(self, setup: Any) -> None:
        """`setup` is a `VillaSetup`."""
        self._setup: VillaSetup = setup
        self._offers = Offers(setup)

    def choose(self, decision: Decision) -> Any:
        """Return the best action by what it gains now."""
        view, actions = decision.view, decision.actions
        if len(actions) == 1:
            return actions[0]
        if view.phase == "place":
            return self._place(view, actions)
        state = self._setup.imagine(view, decision.rng)
        return max(actions, key=lambda action: self._after(state, action, decision.player))

    def _place(self, view: TableView, actions: Sequence[Any]) -> Place:
        weights = self._weights(view)
        able = {
            colour for colour, supply in zip(self._setup.seating.colours, view.supplies, strict=True) if supply.left
        }
        best, most = actions[0], -1e9
        for action in actions:
            areas = self._offers.closes(view, action)
            gain = sum(area.points * weights[colour] for area in areas for colour in area.owners if colour in able)
            gain += self._pockets(view, action, areas, weights)
            if gain > most:
                best, most = action, gain
        return best  # type: ignore[no-any-return]

    def _weights(self, view: TableView) -> dict[int, float]:
        """What a point of each colour is worth to the player on turn; points of all others share one to lose."""
        seating = self._setup.seating
        others = [place for place in range(len(seating.colours)) if not self._own(place, view.active)]
        weights = {seating.colours[place]: -1.0 / len(others) for place in others}
        own = [place for place in range(len(seating.colours)) if place not in others]
        totals = {place: self._total(view, place) for place in own}
        low = min(own, key=lambda place: totals[place])
        for place in own:
            weights[seating.colours[place]] = 1.0 if place == low else SECOND
        return weights

    def _own(self, place: int, player: int) -> bool:
        """Whether the colour at a place is on the side of a player."""
        return (place - player) % 2 == 0 if self._setup.seating.sides else place == player

    def _total(self, view: TableView, place: int) -> int:
        colour = self._setup.seating.colours[place]
        return sum(area.points for area in view.areas for token in area.stack if token.colour == colour)

    def _pockets(self, view: TableView, action: Place, areas: Sequence[Area], weights: Mapping[int, float]) -> float:
        """What the open cells beside the new hedge promise: cells with two or three sides, to whoever has most."""
        pose = self._setup.hedges.by_id[view.hedge].poses[action.turn]
        assert pose is not None
        at = 2 * point(action.x, action.y)
        new = {number + at: colour for number, colour in pose.edges}
        inside = {cell for area in areas for cell in area.cells}
        colours = view.layout.colours
        total = 0.0
        for cell in {cell for number in new for cell in beside(number)} - inside:
            sides = [new.get(number, colours.get(number, -1)) for number in around(cell)]
            have = [colour for colour in sides if colour >= 0]
            promise = POCKET.get(len(have))
            if promise:
                most = max(have.count(colour) for colour in weights)
                if most:
                    total += promise * sum(weight for colour, weight in weights.items() if have.count(colour) == most)
        return total

    def _after(self, state: Table, action: Any, player: int) -> float:
        """How the player stands after an action; a Feature is worth its points less what waiting may still bring."""
        after = state.apply(action)
        stands = self._stands(after, player)
        left = len(state.bag) / len(self._setup.hedges.hedges)
        if isinstance(action, Put) and action.feature:
            stands += HELPS.get(action.feature, 0.0) * min(1.0, 2 * left)
            forced = any(isinstance(other, Turn) for other in state.legal_actions())
            stands += 0.01 if forced else -PATIENCE * left
        return stands - (0.01 if isinstance(action, Pass) else 0.0)

    def _stands(self, state: Table, player: int) -> float:
        totals = [points.total for points in state.points]
        own = sorted(totals[place] for place in range(len(totals)) if self._own(place, player))
        others = [totals[place] for place in range(len(totals)) if not self._own(place, player)]
        beaten = min(others) if self._setup.seating.sides else max(others)
        return own[0] + SECOND * own[-1] * (len(own) > 1) - beaten
