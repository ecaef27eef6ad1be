"""How a column leaves its place when it is not simply lifted away: with the hook, or carefully."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from paletti_sim.errors import PalettiError
from paletti_sim.physics.chronicle import Course
from paletti_sim.physics.preset import Preset
from paletti_sim.physics.pull import Pulled, pull_out
from paletti_sim.physics.settle import Frame
from paletti_sim.physics.stage import StageResult
from paletti_sim.physics.unload import unload
from paletti_sim.tower.corridor import Way, shortest_way_out, way_out
from paletti_sim.tower.move import Move
from paletti_sim.tower.tower import Tower


class NoWayOutError(PalettiError):
    """Every straight way out is blocked."""


@dataclass(frozen=True)
class Pull:
    """What the hook did: millimetres, degrees, newtons.

    `way_mm` is the length of the way out, `travel_mm` how far the column came; `force_n` is the mean of the hook's
    force while the column slid, `greatest_n` its greatest; `blocked_by` the columns that stood in the way.
    """

    came_out: bool
    towards_deg: float
    way_mm: float
    travel_mm: float
    force_n: float
    greatest_n: float
    floors_moved_mm: float
    blocked_by: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The `pull` part of a verdict."""
        return {
            "came_out": self.came_out,
            "towards_deg": round(self.towards_deg, 3) % 360,
            "way_mm": round(self.way_mm, 2),
            "travel_mm": round(self.travel_mm, 2),
            "force_n": round(self.force_n, 4),
            "greatest_n": round(self.greatest_n, 4),
            "floors_moved_mm": round(self.floors_moved_mm, 4),
            "blocked_by": list(self.blocked_by),
        }


@dataclass(frozen=True)
class Handled:
    """How a column left, or did not.

    `tower` is what is let go next: without the column when it is `free`, with it when it is `stuck`; None when all is
    put back (`stopped`) or something `fell`, of which `course` tells.
    """

    ending: Literal["free", "stuck", "stopped", "fell"]
    tower: Tower | None
    moved_m: float
    pull: Pull | None = None
    course: Course | None = None


def handle(
    move: Move, standing: StageResult, tower: Tower, preset: Preset, record: Callable[[Frame], None] | None
) -> Handled:
    """Takes the column of `move` out of `tower`, which stands as `standing` says, with the hook or carefully.

    Raises:
        NoWayOutError: no straight way out is free and the move does not say where to draw.
        NoAnswerError: the simulation failed.
    """
    name = str(move.take)
    if move.by == "hook":
        way = _way(tower, name, move)
        return _drawn(tower, name, way, pull_out(tower, name, way, standing.poses, move.caution_m, record))
    assert move.caution_m is not None
    freed = unload(tower, name, standing.loads_n.get(name, 0.0), preset, move.caution_m, record)
    if freed.ending == "stopped":
        return Handled("stopped", None, freed.sank_m)
    # what falls before the floors have sunk is seen again when the column is simply gone
    left = tower.without(name)
    return Handled("free", left.at_rest(freed.poses) if freed.ending == "free" else left, freed.sank_m)


def _way(tower: Tower, name: str, move: Move) -> Way:
    if move.towards_rad is not None:
        return way_out(tower, name, move.towards_rad)
    way = shortest_way_out(tower, name)
    if way.blocked_by:
        best = round(math.degrees(way.towards_rad)) % 360
        raise NoWayOutError(
            f"the hook finds no straight way out for {name}: the best, towards {best} degrees, is"
            f" blocked by {', '.join(way.blocked_by)}; lift it, or give --direction to draw all the same"
        )
    return way


def _drawn(tower: Tower, name: str, way: Way, pulled: Pulled) -> Handled:
    pull = Pull(
        pulled.ending == "out",
        math.degrees(way.towards_rad),
        1000 * way.length_m,
        1000 * pulled.travel_m,
        pulled.force_n,
        pulled.greatest_n,
        1000 * pulled.floors_moved_m,
        way.blocked_by,
    )
    if pulled.ending == "out":
        return Handled("free", tower.at_rest(pulled.poses).without(name), pulled.floors_moved_m, pull)
    if pulled.ending == "stuck":
        return Handled("stuck", tower.at_rest(pulled.poses), pulled.floors_moved_m, pull)
    course = pulled.course if pulled.ending == "fell" else None
    return Handled(pulled.ending, None, pulled.floors_moved_m, pull, course)
