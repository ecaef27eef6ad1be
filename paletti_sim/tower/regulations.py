"""The building regulations: which moves the rules of the game and physical sense allow on a tower."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from paletti_sim.tower.footprint import TOUCH_M, Footprint, overlap_m, shares_area, sticks_out_m
from paletti_sim.tower.lying import carriers, top_m
from paletti_sim.tower.pieces import Floor
from paletti_sim.tower.tower import Level, Placed, Tower

FLOOR_ORDER = ("blue", "green", "yellow", "orange", "red")
RED = FLOOR_ORDER.index("red")
LEAST_COVERED = 3  # columns under a floor, P-21
EQUAL_HEIGHT = 1 / 90  # of the mean column height: tops closer than this share what is set down on them


@dataclass(frozen=True)
class Violation:
    """Why a move may not be made: the rule's id, one plain sentence, and whether it is a physical fault.

    Physical faults cannot be built at all; the other rules may be waived.
    """

    rule: str
    why: str
    physical: bool


def forbids_take(tower: Tower, name: str) -> Violation | None:
    """Why the column `name` may not be taken, or None. A column that is not in the tower comes from the box.

    P-10 and P-12: columns of the top level stay, and the top level of a bare base plate is the base's.
    """
    if name in {floor.name for floor in tower.floors}:
        return Violation("P-10", f"{name} is a floor; only columns can be taken.", physical=True)
    if name in {column.name for column in tower.top.columns}:
        where = _called(tower.top)
        return Violation(
            "P-10", f"{name} stands on {where}, the top level, whose columns may not be taken.", physical=False
        )
    return None


def forbids_put(tower: Tower, column: Placed) -> Violation | None:
    """Why `column` may not be put down on the top floor of `tower`, or None; a physical fault comes before any rule.

    The column must be out of the tower already. P-11: wholly inside the floor's outline and overlapping no other
    column; P-5 and P-2: on the base wholly inside the site; P-15: upon other columns (`upon`) only on the red floor.
    """
    return _cannot_stand(tower, column) or _may_not_stand(tower, column)


def forbids_floor(
    tower: Tower, floor: Placed, *, least_covered: int = LEAST_COVERED, may_overhang: bool = False
) -> Violation | None:
    """Why `floor` may not be laid on the columns of the top level, or None; a physical fault comes before any rule.

    P-3: the game's five in their order, own floors at any time; P-6 and P-21: wholly inside the base plate's outline
    and covering at least three columns of the top level, wholly or in part. It can run into nothing: it comes to lie on
    the highest column under it, of whatever level.

    Args:
        tower: the tower as it stands.
        floor: where the floor is laid.
        least_covered: how many columns of the top level it must cover (P-24 allows two for some floors).
        may_overhang: a floor above blue may reach beyond the base plate (P-G8).
    """
    if floor.name in tower.by_name:
        return Violation("P-3", f"{floor.name} is in the tower already.", physical=True)
    covered = carriers(floor, tower.top)
    if not covered:
        return Violation("P-21", f"{floor.name} covers no column on {_called(tower.top)}.", physical=True)
    if wrong_order := _out_of_order(tower, floor):
        return wrong_order
    beyond = sticks_out_m(Footprint.of(floor), Footprint(tower.base.outline))
    rule = "P-6" if floor.name == FLOOR_ORDER[0] else "P-21"
    if beyond > TOUCH_M and not (may_overhang and rule == "P-21"):
        return Violation(rule, f"{floor.name} sticks out of the base plate's outline by {_mm(beyond)}.", physical=False)
    if len(covered) < least_covered:
        names = " and ".join(other.name for other in covered)
        return Violation(
            "P-21",
            f"{floor.name} covers only {names}; it needs {least_covered} columns or more under it.",
            physical=False,
        )
    return None


def places_upon(tower: Tower, column: Placed) -> Placed:
    """`column` as it comes to stand on the top floor: on the game's red floor upon the highest of those it overlaps.

    Columns whose tops are level with the highest (within a ninetieth of the mean column height) carry it together.
    On any other floor, and where it overlaps nothing, it is returned unchanged.
    """
    if not bears_columns(tower):
        return column
    under = _overlapped(column, tower.top.columns)
    if not under:
        return column
    heights = _tops_m(tower, under)
    level = max(heights.values()) - tower.mean_column_height_m * EQUAL_HEIGHT
    return replace(column, upon=tuple(name for name, height in heights.items() if height >= level))


def rises_m(tower: Tower, column: Placed) -> float:
    """How far above the top floor `column`, as `places_upon` gave it, comes to stand: upon others, or 0."""
    if not column.upon:
        return 0.0
    under = [other for other in tower.top.columns if other.name in column.upon]
    ground = [tower.top.floor] if tower.top.floor else []
    return max(_tops_m(tower, under).values()) - max(_tops_m(tower, ground).values(), default=0.0)


def _cannot_stand(tower: Tower, column: Placed) -> Violation | None:
    foot = Footprint.of(column)
    if column.name in tower.by_name:
        return Violation("P-11", f"{column.name} is in the tower already.", physical=True)
    if column.upon:
        below = [other for other in tower.top.columns if other.name in column.upon]
        if len(below) < len(column.upon) or not all(shares_area(foot, Footprint.of(other)) for other in below):
            return Violation("P-11", f"{column.name} would not stand upon {' and '.join(column.upon)}.", physical=True)
    elif not shares_area(foot, _ground(tower)):
        return Violation(
            "P-11", f"{column.name} would have nothing underneath: {_called(tower.top)} ends before it.", physical=True
        )
    for other in _run_into(tower, column):
        depth = overlap_m(foot, Footprint.of(other))
        return Violation("P-11", f"{column.name} would overlap {other.name} by {_mm(depth)}.", physical=True)
    return None


def _may_not_stand(tower: Tower, column: Placed) -> Violation | None:
    if column.upon and not bears_columns(tower):
        return Violation(
            "P-15",
            f"{column.name} would stand upon {' and '.join(column.upon)}; only on the red floor may it.",
            physical=False,
        )
    beyond = sticks_out_m(Footprint.of(column), _ground(tower))
    if tower.top.floor is None:
        beyond = max(beyond, sticks_out_m(Footprint.of(column), Footprint(tower.base.site)))
        if beyond > TOUCH_M:
            return Violation("P-5", f"{column.name} sticks out of the building site by {_mm(beyond)}.", physical=False)
    elif beyond > TOUCH_M:
        return Violation("P-11", f"{column.name} sticks out of {_called(tower.top)} by {_mm(beyond)}.", physical=False)
    return None


def floor_due(tower: Tower) -> str | None:
    """The game's floor that is next (P-3), whichever of those before it lie; None after the last."""
    laid = [order for order in map(_order, tower.floors) if order is not None]
    due = max(laid, default=-1) + 1
    return FLOOR_ORDER[due] if due < len(FLOOR_ORDER) else None


def _out_of_order(tower: Tower, floor: Placed) -> Violation | None:
    order, due = _order(floor), floor_due(tower)
    if order is None or FLOOR_ORDER[order] == due:
        return None
    instead = "no floor of the game is left" if due is None else f"the next floor is {due}"
    return Violation("P-3", f"{floor.name} is out of order: {instead}.", physical=False)


def _run_into(tower: Tower, column: Placed) -> list[Placed]:
    """The columns that `column` overlaps in plan and height; one of a lower level may rise beside the top floor."""
    near = [other for other in _overlapped(column, tower.columns) if other.name not in column.upon]
    if not near:
        return []
    spans = {}
    for piece, pose in tower.with_column(column).resting():
        half = piece.piece.height_m / 2 * pose.rotation[2, 2]
        spans[piece.name] = (pose.position_m[2] - half, pose.position_m[2] + half)
    foot, top = spans[column.name]
    return [other for other in near if spans[other.name][1] - foot > TOUCH_M and top - spans[other.name][0] > TOUCH_M]


def _overlapped(column: Placed, others: Sequence[Placed]) -> list[Placed]:
    foot, span = Footprint.of(column), column.piece.outline.span_m
    return [
        other
        for other in others
        if math.dist(column.at_m, other.at_m) < span + other.piece.outline.span_m
        and overlap_m(foot, Footprint.of(other)) > TOUCH_M
    ]


def _tops_m(tower: Tower, columns: Sequence[Placed]) -> dict[str, float]:
    names = {column.name for column in columns}
    return {piece.name: top_m(piece.piece, pose) for piece, pose in tower.resting() if piece.name in names}


def _ground(tower: Tower) -> Footprint:
    return Footprint.of(tower.top.floor) if tower.top.floor else Footprint(tower.base.outline)


def bears_columns(tower: Tower) -> bool:
    """Whether columns may stand upon others of the top level: on the game's red floor (P-15)."""
    return tower.top.floor is not None and _order(tower.top.floor) == RED


def _order(floor: Placed) -> int | None:
    """Its place among the game's five floors, None for an own floor."""
    return floor.piece.order if isinstance(floor.piece, Floor) else None


def _called(level: Level) -> str:
    if level.floor is None:
        return "the base"
    return f"the {level.name} floor" if _order(level.floor) is not None else level.name


def _mm(length_m: float) -> str:
    return "less than 0.01 mm" if length_m < 1e-5 else f"{length_m * 1e3:.4g} mm"
