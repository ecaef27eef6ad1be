"""Villa in words, tables and drawings of characters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from paletti_sim.games.core.errors import UnreadableActionError
from paletti_sim.games.core.game import Words
from paletti_sim.games.core.protocol import Outcome
from paletti_sim.games.core.scene import Grid, Scene, counted, listed
from paletti_sim.games.villa.actions import AnyAction, First, Pass, Place, Put, Resolve, Swap, Turn
from paletti_sim.games.villa.features import ABOUT
from paletti_sim.games.villa.garden import Area, Token
from paletti_sim.games.villa.hedges import COLOURS
from paletti_sim.games.villa.map_text import draw_map
from paletti_sim.games.villa.offers import Offers, label_of, read_label
from paletti_sim.games.villa.scoring import points_of, rank_single, rank_teams
from paletti_sim.games.villa.supply import Seating
from paletti_sim.games.villa.text import area_grid, feature_name, score_scene, tokens_text
from paletti_sim.games.villa.views import TableView

if TYPE_CHECKING:
    from paletti_sim.games.villa.setup import VillaSetup


class VillaWords(Words):
    """Tells from views what lies there and what happened."""

    def __init__(self, setup: VillaSetup) -> None:
        self._setup = setup
        self._offers = Offers(setup)

    @property
    def _seating(self) -> Seating:
        return self._setup.seating

    def table(self, view: TableView, names: Sequence[str]) -> Scene:
        """Return the garden, its areas, and the tokens that are left."""
        scene = [*draw_map(view.layout.colours, view.areas)]
        areas = [area_grid(view.areas)] if view.areas else []
        return (*scene, *areas, self._supplies(view, names), self._bag(view))

    def _supplies(self, view: TableView, names: Sequence[str]) -> Grid:
        rows: list[tuple[str, ...]] = []
        for place, colour in enumerate(self._seating.colours):
            supply = view.supplies[place]
            showing = listed([feature_name(each) for each in supply.features]) or "none"
            points = points_of(view.areas, colour, supply.placed, self._setup.belongs).total
            owner = names[self._seating.owners[place]]
            rows.append((owner, COLOURS[colour], str(supply.left), showing, str(points)))
        columns: tuple[str, ...] = ("", "colour", "tokens left", "of them Features", "points if it ended now")
        if not self._setup.expert:
            columns = (*columns[:3], columns[4])
            rows = [(*row[:3], row[4]) for row in rows]
        align = "llrlr" if self._setup.expert else "llrr"
        return Grid(columns, tuple(rows), align, "Tokens")

    def _bag(self, view: TableView) -> str:
        left = counted(len(view.left), "hedge")
        if view.circle:
            ahead = view.circle[:6]
            more = f" and {len(view.circle) - 6} more" if len(view.circle) > 6 else ""
            return f"Next in the circle: {', '.join(ahead)}{more}."
        return f"{left} in the bag: {', '.join(_shapes(view.left)) or 'none'}."

    def question(self, view: TableView, names: Sequence[str]) -> str:
        """Return what has to be decided."""
        if view.phase == "place":
            again = " (a turn that the Sundial gave)" if view.turns[-2:-1] == (view.active,) else ""
            return f"Where do you lay hedge {view.hedge}{again}?"
        if view.phase == "area":
            return f"You have closed {len(view.waiting)} areas that wait. Which one comes next?"
        here = f"area {view.resolving + 1} ({counted(view.areas[view.resolving].size, 'space')})"
        if view.phase == "first":
            return f"Which colour puts its token in {here} first, beneath the other?"
        if view.phase == "token":
            colour = COLOURS[self._seating.colours[view.groups[0][0]]]
            off_turn = "" if view.actor == view.active else f" on the turn of {names[view.active]}"
            return f"Which token of {colour} goes to {here}{off_turn}?"
        if view.phase == "well":
            colour = COLOURS[self._seating.colours[view.wells[0]]]
            return f"Does the Well of {colour} go to {here}, where {colour} has one segment?"
        return "With which token does the Bird Bath change places?"

    def label(self, view: TableView, action: AnyAction, names: Sequence[str]) -> str:  # noqa: ARG002, PLR0911
        """Return an action in a few words."""
        if isinstance(action, Place):
            return label_of(action)
        if isinstance(action, Resolve):
            area = view.areas[action.area - 1]
            return f"area {action.area}: {counted(area.size, 'space')}, {_owners(area)}"
        if isinstance(action, First):
            return action.colour
        if isinstance(action, Put):
            if view.phase == "well":
                return "place the Well"
            return f"the {feature_name(action.feature)}, its Feature side up" if action.feature else "a neutral token"
        if isinstance(action, Turn):
            return f"the {feature_name(action.feature)}, turned to its neutral side"
        if isinstance(action, Swap):
            return f"area {action.area}: {tokens_text(view.areas[action.area - 1].stack[-1:])}"
        assert isinstance(action, Pass)
        return "keep the Well" if view.phase == "well" else "no swap"

    def choices(self, view: TableView, actions: Sequence[AnyAction], names: Sequence[str]) -> Scene:
        """Return a numbered list; of the many places for a hedge those that close areas."""
        if view.phase == "place":
            return self._offers.overview(view, actions)
        return super().choices(view, actions, names)

    def look_up(self, text: str, view: TableView, actions: Sequence[AnyAction], names: Sequence[str]) -> Scene:  # noqa: ARG002
        """Return some of the places for a hedge, or a preview of one."""
        return self._offers.look_up(text, view, actions) if view.phase == "place" else ()

    def help(self, view: TableView) -> tuple[str, ...]:
        """Return what else can be typed."""
        if view.phase == "place":
            return Offers.HELP
        shown = [f"{feature_name(each)}: {ABOUT[each]}." for each in view.features]
        return tuple(shown)

    def read(self, text: str, view: TableView, actions: Sequence[AnyAction], names: Sequence[str]) -> AnyAction:
        """Return the action that was typed; a place also as `x,y turn n`."""
        if view.phase != "place":
            return super().read(text, view, actions, names)  # type: ignore[no-any-return]
        typed = text.strip()
        if re.fullmatch(r"[0-9]{1,6}", typed):
            if 1 <= int(typed) <= len(actions):
                return actions[int(typed) - 1]
            raise UnreadableActionError(f"there is no choice {typed}: type 1 to {len(actions)}")
        action = read_label(typed)
        if action is None:
            raise UnreadableActionError(f"type a number from 1 to {len(actions)}, or a place such as 2,-1 turn 3")
        if action not in actions:
            raise UnreadableActionError(
                f"the hedge cannot be laid at {label_of(action)}: {self._why_not(view, action)}"
            )
        return action

    def _why_not(self, view: TableView, action: Place) -> str:
        return self._offers.why_not(view, action)

    def news(self, before: TableView, after: TableView, names: Sequence[str]) -> Scene:
        """Return the hedges laid, the areas closed and the tokens that moved between two views."""
        scene = []
        for number in range(len(before.layout.laid), len(after.layout.laid)):
            laid = after.layout.laid[number]
            player = after.turns[number - 1]
            who = names[player]
            verb = "lay" if who == "You" else "lays"
            at = label_of(Place(laid.turn, laid.x, laid.y))
            new = [place for place, area in enumerate(after.areas, 1) if area.turn == number]
            sizes = [f"area {place} ({counted(after.areas[place - 1].size, 'space')})" for place in new]
            closes = f" and close{'' if who == 'You' else 's'} {listed(sizes)}" if new else ""
            scene.append(f"{who} {verb} {laid.hedge} at {at}{closes}.")
        for place, area in enumerate(after.areas):
            old: tuple[Token, ...] = before.areas[place].stack if place < len(before.areas) else ()
            if area.stack != old:
                scene.append(f"  Area {place + 1} now holds {tokens_text(area.stack)}.")
        scene += self._turned(before, after)
        return tuple(scene)

    def _turned(self, before: TableView, after: TableView) -> list[str]:
        """Features that no longer show and do not lie on the table: they were turned over."""
        lines = []
        laid = {(token.colour, token.feature) for area in after.areas for token in area.stack}
        for colour, old, new in zip(self._seating.colours, before.supplies, after.supplies, strict=True):
            gone = [each for each in old.features if each not in new.features and (colour, each) not in laid]
            lines += [f"  The {feature_name(each)} of {COLOURS[colour]} was turned over." for each in gone]
        return lines

    def end(self, view: TableView, outcome: Outcome, names: Sequence[str]) -> Scene:
        """Return the points and who won."""
        seating = self._seating
        points = [
            points_of(view.areas, colour, supply.placed, self._setup.belongs)
            for colour, supply in zip(seating.colours, view.supplies, strict=True)
        ]
        owners = [names[owner] for owner in seating.owners]
        ranking = rank_teams(points, two_players=seating.two_colours) if seating.sides else rank_single(points)
        return (
            *score_scene(points, seating.colours, owners, ranking, sides=seating.sides),
            *(self._last_tokens(view, owners) or (f"{outcome.reason.capitalize()}.",)),
            _winners(outcome, names, ranking.decided_by),
        )

    def _last_tokens(self, view: TableView, owners: Sequence[str]) -> tuple[str, ...]:
        """Who has placed the last token of a colour; empty if nobody has."""
        return tuple(
            f"{owner} {'have' if owner == 'You' else 'has'} placed the last token of {COLOURS[colour]}."
            for owner, colour, supply in zip(owners, self._seating.colours, view.supplies, strict=True)
            if not supply.left
        )


def _winners(outcome: Outcome, names: Sequence[str], decided_by: str) -> str:
    winners = [names[seat] for seat in sorted(outcome.winners)]
    points = counted(int(max(outcome.scores)), "point")
    by = f", by {decided_by}" if decided_by else ""
    if len(winners) == len(outcome.scores) == 4 and len(set(outcome.scores)) == 1:
        return f"All share the victory with {points}."
    if len(winners) > 1:
        return f"{listed(winners)} win together with {points}{by}."
    return f"{winners[0]} {'win' if winners[0] == 'You' else 'wins'} with {points}{by}."


def _owners(area: Area) -> str:
    return f"most segments: {listed([COLOURS[colour] for colour in area.owners])}" if area.owners else "nobody's"


def _shapes(hedges: Sequence[str]) -> list[str]:
    """Hedges as shapes with numbers: `L ×3`."""
    shapes: dict[str, int] = {}
    for hedge in hedges:
        shape = hedge.rpartition("-")[0]
        shapes[shape] = shapes.get(shape, 0) + 1
    return [f"{shape} ×{number}" if number > 1 else shape for shape, number in shapes.items()]
