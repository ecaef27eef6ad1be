"""Why something may not be done now: the rule's id and a sentence, or None when it may."""

from __future__ import annotations

import math
from typing import get_args

from paletti_sim.games.villa_paletti.actions import (
    COLLAPSES,
    FALLS_OVER,
    MOST_CAUTION_MM,
    MOST_MM,
    STANDS,
    STOPPED,
    Lay,
    Place,
    Put,
    Remove,
    Ruling,
    Take,
)
from paletti_sim.games.villa_paletti.board import NEUTRAL, OBJECTED, OBJECTION, OWN, TURN, Attempt, Board
from paletti_sim.games.villa_paletti.pieces import colour_of
from paletti_sim.games.villa_paletti.poses import is_rotation
from paletti_sim.tower.footprint import TOUCH_M, Footprint, sticks_out_m
from paletti_sim.tower.lying import carriers
from paletti_sim.tower.move import By
from paletti_sim.tower.regulations import forbids_floor, forbids_put, places_upon
from paletti_sim.tower.tower import Placed, Tower

Why = tuple[str, str] | None


def purpose_now(board: Board) -> str:
    """Why a column would be taken now: with three players first a neutral one, if any may be moved (P-35, P-G10)."""
    if board.phase == OBJECTION:
        return OBJECTED
    neutral = board.neutral
    return NEUTRAL if board.phase == TURN and neutral is not None and board.movable((neutral,)) else OWN


def takeable(board: Board) -> tuple[str, ...]:
    """The columns that may be taken now."""
    purpose = purpose_now(board)
    if purpose == NEUTRAL:
        return board.movable((board.neutral or "",))
    return board.objects_with(board.deciding) if purpose == OBJECTED else board.mine()


def against_take(board: Board, take: Take) -> Why:  # noqa: PLR0911
    """Why a column may not be taken."""
    name, rules = take.column, board.rules
    if take.by not in get_args(By):
        return "P-13", f"a column is drawn by {' or '.join(get_args(By))} (got {take.by[:40]!r})"
    if take.caution_mm is not None:
        if rules.primer:
            return "P-39", "in the primer no attempt is broken off: take the column boldly"
        if not 0 <= take.caution_mm <= MOST_CAUTION_MM:
            return "P-G5", f"a caution limit lies between 0 and {MOST_CAUTION_MM:g} mm (got {take.caution_mm:g})"
    if name not in board.pieces.columns:
        return "P-9", f"there is no column {name[:40]!r}"
    if rules.primer and (why := _against_colour(take)):
        return why
    if name not in board.tower.by_name:
        return "P-10", f"{name} is not in the building"
    if name in takeable(board):
        return None
    return _against_owner(board, name) or _against_place(board, name)


def _against_colour(take: Take) -> Why:
    colour = colour_of(take.column)
    if colour == "red":
        return "P-37", f"{take.column} is red: red columns are never moved"
    if colour == "yellow" and take.by != "hook":
        return "P-37", f"{take.column} is yellow: yellow columns are moved with the hook only"
    return None


def _against_owner(board: Board, name: str) -> Why:
    if board.rules.primer:
        return None
    purpose, colour = purpose_now(board), colour_of(name)
    if purpose == NEUTRAL:
        return None if colour == board.neutral else ("P-35", f"first move a neutral column ({board.neutral})")
    if purpose == OBJECTED:
        whose = board.turn if board.rules.publisher else board.deciding
        said = "the proposer's columns" if board.rules.publisher else "your own columns"
        return None if colour in board.colours[whose] else ("P-G1", f"{name} is not one of {said}")
    if board.picked and colour != board.picked:
        return "P-33", f"{name} is not {board.picked}, the colour picked for this turn"
    return None if colour in board.colours[board.turn] else ("P-9", f"{name} is not your own column")


def _against_place(board: Board, name: str) -> Why:
    if name in {column.name for column in board.tower.top.columns}:
        return "P-10", f"{name} stands on the top level, whose columns stay"
    if name in board.locked:
        return "P-16", f"{name} is locked: an attempt to move it was broken off"
    return "P-36", f"{name} is the last neutral column on its level and stays"


def against_put(board: Board, put: Put) -> Why:
    """Why the column in hand may not be put there."""
    if why := _against_numbers("P-11", put.x_mm, put.y_mm, put.turn_deg):
        return why
    violation = forbids_put(board.tower, column_put(board, put))
    return None if violation is None else (violation.rule, violation.why)


def against_lay(board: Board, lay: Lay) -> Why:
    """Why the next floor may not be laid there."""
    due = board.next_floor
    if lay.floor not in board.pieces.floors:
        return "P-3", f"there is no floor {lay.floor[:40]!r}"
    if due is None or (lay.floor != due and lay.floor not in board.tower.by_name):
        return "P-3", f"{lay.floor} is out of order: {f'the next floor is {due}' if due else 'no floor is left'}"
    if why := _against_numbers("P-21", lay.x_mm, lay.y_mm, lay.turn_deg):
        return why
    floor, rules = floor_laid(board, lay), board.rules
    violation = forbids_floor(
        board.tower, floor, least_covered=rules.least_covered(lay.floor), may_overhang=rules.free_overhang
    )
    if violation:
        return violation.rule, violation.why
    if rules.strict_cover:
        plan = Footprint.of(floor)
        for column in carriers(floor, board.tower.top):
            if sticks_out_m(Footprint.of(column), plan) > TOUCH_M:
                return "P-G7", f"{lay.floor} covers {column.name} only in part"
    return None


def against_place(board: Board, place: Place) -> Why:
    """Why a column may not be set up there."""
    if place.column not in board.box:
        return "P-5", f"{place.column[:40]} is not in the box"
    if place.column not in placeable(board):
        return "P-G15", f"{place.column} is not yours to place now"
    if why := _against_numbers("P-5", place.x_mm, place.y_mm, place.turn_deg):
        return why
    violation = forbids_put(board.tower, column_placed(board, place))
    if violation is None:
        return None
    return ("P-5" if violation.rule == "P-11" else violation.rule), violation.why


def placeable(board: Board) -> tuple[str, ...]:
    """The columns that the one on turn may place: own ones as long as there are any, then those of nobody."""
    own = board.colours[board.deciding]
    mine = tuple(name for name in board.box if colour_of(name) in own)
    owned = {colour for colours in board.colours for colour in colours}
    return mine or tuple(name for name in board.box if colour_of(name) not in owned)


def against_ruling(board: Board, ruling: Ruling) -> Why:
    """Why a judge cannot say that."""
    pending, attempt = board.pending, board.attempt
    possible = {STANDS, COLLAPSES}
    if isinstance(pending, Take | Put) and attempt is not None:
        if attempt.caution_mm is not None:
            possible.add(STOPPED)
        if isinstance(pending, Put) and not board.rules.primer:
            possible.add(FALLS_OVER)
    if ruling.what not in possible:
        return "P-G4", f"a ruling here says {' or '.join(sorted(possible))} (got {ruling.what[:40]!r})"
    tower = tower_after(board)
    names = set(tower.by_name) | {attempt.column if attempt else ""}
    if not set(ruling.fallen) <= names or (ruling.what in (COLLAPSES, FALLS_OVER)) != bool(ruling.fallen):
        return "P-G4", "a ruling of a fall, and no other, names the pieces that fell"
    if ruling.poses is not None:
        standing = tower.without(attempt.column) if ruling.what == FALLS_OVER and attempt else tower
        if ruling.what not in (STANDS, FALLS_OVER) or {name for name, _ in ruling.poses} != set(standing.by_name):
            return "P-G4", "a ruling has the poses of all pieces that stand"
        if not all(math.isfinite(v) for _, pose in ruling.poses for v in pose):
            return "P-G4", "a ruling has finite poses"
        if not all(is_rotation(pose[3:]) for _, pose in ruling.poses):
            return "P-G4", "a ruling has poses whose quaternions are of length 1"
    return None


def tower_after(board: Board) -> Tower:
    """The tower as the pending act leaves it, before anything has moved."""
    tower, act = board.tower, board.pending
    match act:
        case Take(column=name) | Remove(column=name):
            return tower.without(name)
        case Put():
            return tower.with_column(column_put(board, act))
        case Lay():
            return tower.with_floor(floor_laid(board, act))
    raise AssertionError(f"nothing is judged of {act}")


def column_put(board: Board, put: Put) -> Placed:
    """The column in hand where it is put; on the red floor upon what stands there (P-15)."""
    assert board.attempt is not None
    return places_upon(board.tower, board.pieces.column(board.attempt.column, put.x_mm, put.y_mm, put.turn_deg))


def column_placed(board: Board, place: Place) -> Placed:
    """A column of the box where it is set up."""
    return board.pieces.column(place.column, place.x_mm, place.y_mm, place.turn_deg)


def floor_laid(board: Board, lay: Lay) -> Placed:
    """The floor where it is laid."""
    return board.pieces.floor(lay.floor, lay.x_mm, lay.y_mm, lay.turn_deg)


def attempt_of(board: Board, take: Take) -> Attempt:
    """What begins when a column is taken now."""
    return Attempt(take.column, purpose_now(board), take.by, take.caution_mm, board.tower)


def _against_numbers(rule: str, *numbers: float) -> Why:
    if all(math.isfinite(number) and abs(number) <= MOST_MM for number in numbers):
        return None
    return rule, f"a place is given in mm and degrees, at most {MOST_MM:g} either way"
