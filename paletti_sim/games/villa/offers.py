"""The places for a hedge, of which there are hundreds: an overview, and answers about some or one of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from paletti_sim.games.core.scene import Drawing, Grid, Scene, counted
from paletti_sim.games.villa.actions import AnyAction, Place
from paletti_sim.games.villa.areas import closed_by
from paletti_sim.games.villa.garden import Area, closed
from paletti_sim.games.villa.hedges import COLOURS, Pose
from paletti_sim.games.villa.lattice import point
from paletti_sim.games.villa.layout import why_not
from paletti_sim.games.villa.map_text import draw_map, draw_poses
from paletti_sim.games.villa.views import TableView

if TYPE_CHECKING:
    from paletti_sim.games.villa.setup import VillaSetup

LISTED = 12
Numbered = tuple[int, Place, Sequence[Area]]


def label_of(action: Place) -> str:
    """Return a place in a few words.

    >>> label_of(Place(turn=6, x=2, y=-1))
    '2,-1 turn 2 flipped'
    """
    return f"{action.x},{action.y} turn {action.turn % 4}{' flipped' if action.turn >= 4 else ''}"


def read_label(text: str) -> Place | None:
    """Read what `label_of` wrote; None if it is something else.

    >>> read_label("2,-1 turn 2 flipped")
    Place(turn=6, x=2, y=-1)
    """
    found = re.fullmatch(r"(-?\d{1,3})\s*,\s*(-?\d{1,3})\s+turn\s*([0-3])(\s+flipped)?", text.strip().casefold())
    return Place(int(found[3]) + (4 if found[4] else 0), int(found[1]), int(found[2])) if found else None


class Offers:
    """Tells a player about the places for the hedge that was drawn."""

    HELP: ClassVar[tuple[str, ...]] = (
        "A place such as `2,-1 turn 3 flipped` is where the lower left corner of the hedge's box lies and how it is "
        "turned: you can type it instead of its number.",
        "`12?` shows the table with choice 12, `2,-1` the choices that use this joint, `closing` those that close an "
        "area, `all` all of them.",
    )

    def __init__(self, setup: VillaSetup) -> None:
        self._setup = setup

    def overview(self, view: TableView, actions: Sequence[AnyAction]) -> Scene:
        """Return the hedge in all its turns, and the places that close areas."""
        poses = self._setup.poses(view.hedge)
        labels = [f"turn {pose.turn % 4}{' flipped' if pose.turn >= 4 else ''}" for pose in poses]
        scene: list[str | Grid | Drawing] = [*draw_poses(poses, labels)]
        closing = [offer for offer in self._numbered(view, actions) if offer[2]]
        if closing:
            closing.sort(key=lambda offer: -self._own_points(view, offer[2]))
            scene.append(self._grid(closing[:LISTED], "Choices that close areas"))
        said = f"{counted(len(actions), 'choice')}, {len(closing)} of them close an area"
        hidden = f", {LISTED} are shown" if len(closing) > LISTED else ""
        scene.append(f"{said}{hidden}. `?` says how to look at the others.")
        return tuple(scene)

    def look_up(self, text: str, view: TableView, actions: Sequence[AnyAction]) -> Scene:
        """Answer `12?`, `2,-1`, `closing` and `all`; nothing to anything else."""
        typed = text.strip().casefold()
        asked = re.fullmatch(r"([0-9]{1,6})\s*\?", typed)
        if asked:
            number = int(asked[1])
            if not 1 <= number <= len(actions):
                return (f"there is no choice {number}: type 1 to {len(actions)}",)
            return self._preview(view, number, actions[number - 1])
        if typed in ("closing", "close", "all"):
            some = [offer for offer in self._numbered(view, actions) if offer[2] or typed == "all"]
            return (self._grid(some, "Choices"),) if some else ("no choice closes an area",)
        joint = re.fullmatch(r"(-?[0-9]{1,3})\s*,\s*(-?[0-9]{1,3})", typed)
        if joint is None:
            return ()
        at = point(int(joint[1]), int(joint[2]))
        through = [
            offer
            for offer in self._numbered(view, actions)
            if at - point(offer[1].x, offer[1].y) in self._pose(view, offer[1]).points
        ]
        return (self._grid(through, f"Choices that use {typed}"),) if through else (f"no choice uses {typed}",)

    def why_not(self, view: TableView, action: Place) -> str:
        """Return what speaks against a place that is not among the choices."""
        pose = self._setup.hedges.by_id[view.hedge].poses[action.turn]
        if pose is None or pose not in self._setup.poses(view.hedge):
            return "the hedge is not laid in this turn"
        refused = why_not(view.layout, pose, action.x, action.y, crossing=self._setup.crossing)
        return f"{refused[0]}, {refused[1]}" if refused else "it is not among the choices"

    def _pose(self, view: TableView, action: Place) -> Pose:
        pose = self._setup.hedges.by_id[view.hedge].poses[action.turn]
        assert pose is not None
        return pose

    def _numbered(self, view: TableView, actions: Sequence[AnyAction]) -> list[Numbered]:
        return [
            (number, action, self.closes(view, action))
            for number, action in enumerate(actions, 1)
            if isinstance(action, Place)
        ]

    def closes(self, view: TableView, action: Place) -> list[Area]:
        """Return the areas that a place would close."""
        pose = self._pose(view, action)
        if view.layout.shared(pose, action.x, action.y) < 2 and not pose.cycles:
            return []
        at = 2 * point(action.x, action.y)
        new = {number + at: colour for number, colour in pose.edges}
        colours = {**view.layout.colours, **new}
        played = self._setup.seating.colours
        return [closed(found, colours, played, view.areas, len(view.layout.laid)) for found in closed_by(colours, new)]

    def _own_points(self, view: TableView, areas: Sequence[Area]) -> int:
        seating = self._setup.seating
        own = {seating.colours[place] for place in seating.places(view.active)}
        return sum(area.points if own & set(area.owners) else -area.points for area in areas if area.owners)

    def _grid(self, offers: Sequence[Numbered], title: str) -> Grid:
        rows = tuple((str(number), label_of(action), _areas_text(areas)) for number, action, areas in offers)
        return Grid(("", "place", "closes"), rows, "rll", title)

    def _preview(self, view: TableView, number: int, action: AnyAction) -> Scene:
        assert isinstance(action, Place)
        at = 2 * point(action.x, action.y)
        fresh = {each + at: colour for each, colour in self._pose(view, action).edges}
        closes = self.closes(view, action)
        areas = [*view.areas, *closes]
        said = f"closes {_areas_text(closes)}" if closes else "closes nothing"
        return (*draw_map(view.layout.colours, areas, fresh), f"Choice {number}, {label_of(action)}: {said}.")


def _areas_text(areas: Sequence[Area]) -> str:
    return "; ".join(
        f"{counted(area.size, 'space')} for {' + '.join(COLOURS[colour] for colour in area.owners) or 'nobody'}"
        for area in areas
    )
