"""Villa Paletti as numbers. Places are shares of `REACH_MM`, heights of `HIGH_M`; a pose is where a piece really
stands."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from paletti_sim.adapters.encodings.parts import (
    FLAG,
    Bag,
    EachSeat,
    Encoding,
    Fields,
    Number,
    OneOf,
    Seat,
    Seated,
    Tuple,
)
from paletti_sim.games.villa_paletti.pieces import COLOURS, KINDS, column_names
from paletti_sim.games.villa_paletti.setup import VillaSetup
from paletti_sim.tower.regulations import FLOOR_ORDER
from paletti_sim.tower.tower import Placed, Pose, Tower

PHASES = ("colour", "place", "blue", "turn", "move", "put", "asked", "objection", "penalty", "lay", "over")
ACTIONS = ("Word", "Colour", "Place", "Take", "Put", "Lay", "Remove")
WORDS = ("propose", "agree", "object", "stop", "give-up", "pass")
PURPOSES = ("own", "neutral", "objection")
SLOTS = 512
"""Places offered on a floor at a pitch of 20 mm, and more."""
REACH_MM = 250.0
HIGH_M = 0.7
LEVELS = len(FLOOR_ORDER)
TILT = 0.2
"""Sine of the greatest tilt that is told apart."""
POINTS = 36
CAUTION_MM = 10.0


def encoding(setup: VillaSetup) -> Encoding:
    """Return how this game becomes numbers."""
    players, columns = setup.players, column_names()
    pieces = (*columns, *FLOOR_ORDER)
    here, angle = Number(REACH_MM / 1000), Number(1)
    pose = Tuple(Number(LEVELS), here, here, Number(HIGH_M), angle, angle, Number(TILT), Number(TILT))
    view = Fields(
        phase=OneOf(PHASES),
        actor=Seat(players),
        turn=Seat(players),
        colours=EachSeat(Bag(COLOURS), players),
        points=EachSeat(Number(POINTS), players),
        holder=Seat(players),
        previous=Seat(players),
        rolled=OneOf(COLOURS),
        picked=OneOf(COLOURS),
        objector=Seat(players),
        stalled=Seated(players),
        passes=Number(8),
        box=Bag(columns),
        out=Bag(columns),
        locked=Bag(columns),
        stands=Fields(**dict.fromkeys(pieces, FLAG)),
        poses=Fields(**dict.fromkeys(pieces, pose)),
        next_floor=OneOf(FLOOR_ORDER),
        in_hand=OneOf(columns),
        purpose=OneOf(PURPOSES),
        kind=OneOf([f"{colour}-{kind}" for colour in COLOURS for kind in KINDS]),
    )
    place = Number(REACH_MM)
    action = Fields(
        kind=OneOf(ACTIONS),
        word=OneOf(WORDS),
        colour=OneOf(COLOURS),
        piece=OneOf(pieces),
        x=place,
        y=place,
        sin=angle,
        cos=angle,
        hook=FLAG,
        careful=FLAG,
        caution=Number(CAUTION_MM),
    )
    return Encoding(view, action, SLOTS, players, _see, _say)


def _see(view: Any) -> dict[str, Any]:
    board = view.board
    doc = {name: getattr(board, name) for name in ("phase", "turn", "colours", "rolled", "picked", "objector")}
    doc |= {name: getattr(board, name) for name in ("stalled", "passes", "box", "out", "locked", "next_floor")}
    doc["actor"] = view.actor  # nobody's while an act waits for the judge
    doc["points"] = board.points if all(board.colours) else None
    doc["holder"], doc["previous"] = board.seal.holder, board.seal.previous
    doc["poses"] = placed(board.tower)
    doc["stands"] = dict.fromkeys(doc["poses"], 1)
    if board.attempt is not None:
        doc["in_hand"], doc["purpose"] = board.attempt.column, board.attempt.purpose
    doc["kind"] = view.own_kind
    return doc


def placed(tower: Tower) -> Mapping[str, tuple[float, ...]]:
    """Return each piece's level, x, y, z in metres, cosine and sine of its turn, and how its axis leans."""
    found = {}
    for level, storey in enumerate(tower.levels):
        for piece in (storey.floor, *storey.columns) if storey.floor else storey.columns:
            found[piece.name] = (float(level), *_pose(piece, piece.pose))
    return found


def _pose(piece: Placed, pose: Pose | None) -> tuple[float, ...]:
    if pose is None:
        x, y = piece.at_m
        return (x, y, 0.0, math.cos(piece.turn_rad), math.sin(piece.turn_rad), 0.0, 0.0)
    normal = pose.rotation[:, 2]
    turn = pose.turn_rad
    return (*pose.position_m, math.cos(turn), math.sin(turn), float(normal[0]), float(normal[1]))


def _say(action: Any) -> dict[str, Any]:
    said: dict[str, Any] = {"kind": type(action).__name__}
    said |= {key: getattr(action, key, None) for key in ("word", "colour")}
    said["piece"] = getattr(action, "column", getattr(action, "floor", None))
    if hasattr(action, "x_mm"):
        turn = math.radians(action.turn_deg)
        said |= {"x": action.x_mm, "y": action.y_mm, "sin": math.sin(turn), "cos": math.cos(turn)}
    if hasattr(action, "by"):
        said["hook"] = action.by == "hook"
        said["careful"] = action.caution_mm is not None
        said["caution"] = action.caution_mm
    return said
