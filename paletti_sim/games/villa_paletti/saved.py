"""Towers and boards as JSON: which piece was put where, and in which pose it stands."""

from __future__ import annotations

from typing import Any

from paletti_sim.games.villa_paletti.actions import read_action
from paletti_sim.games.villa_paletti.board import Attempt, Board, Ending, Event, Rules
from paletti_sim.games.villa_paletti.pieces import Pieces, pieces_of
from paletti_sim.games.villa_paletti.poses import pose_of
from paletti_sim.games.villa_paletti.seal import Seal
from paletti_sim.tower.tower import Level, Placed, Tower


def tower_to_json(tower: Tower) -> list[dict[str, Any]]:
    """Return the levels of a tower; metres and radians."""
    return [
        {
            "floor": None if level.floor is None else _to_json(level.floor),
            "columns": [_to_json(column) for column in level.columns],
        }
        for level in tower.levels
    ]


def tower_from_json(doc: list[dict[str, Any]], pieces: Pieces) -> Tower:
    """Read what `tower_to_json` wrote."""
    levels = tuple(
        Level(
            None if level["floor"] is None else _from_json(level["floor"], pieces),
            tuple(_from_json(column, pieces) for column in level["columns"]),
        )
        for level in doc
    )
    return Tower(pieces.base, levels)


def _to_json(placed: Placed) -> dict[str, Any]:
    doc: dict[str, Any] = {"piece": placed.name, "at": [*placed.at_m, placed.turn_rad]}
    if placed.upon:
        doc["upon"] = list(placed.upon)
    if placed.pose is not None:
        doc["pose"] = [*placed.pose.position_m, *placed.pose.quaternion]
    return doc


def _from_json(doc: dict[str, Any], pieces: Pieces) -> Placed:
    name = doc["piece"]
    x, y, turn = doc["at"]
    piece = pieces.columns[name] if name in pieces.columns else pieces.floors[name]
    return Placed(piece, (x, y), turn, tuple(doc.get("upon", ())), pose_of(doc["pose"]) if "pose" in doc else None)


def board_to_json(board: Board) -> dict[str, Any]:
    """Return what lies open on the table; the rules are those of the set-up."""
    attempt, ending = board.attempt, board.ending
    doc: dict[str, Any] = {name: getattr(board, name) for name in _PLAIN}
    doc |= {name: list(getattr(board, name)) for name in _LISTS}
    doc["tower"] = tower_to_json(board.tower)
    doc["colours"] = [list(own) for own in board.colours]
    doc["seal"] = list(board.seal.owners)
    doc["attempt"] = None
    if attempt is not None:
        doc["attempt"] = {**_without(attempt, "before"), "before": tower_to_json(attempt.before)}
    doc["pending"] = None if board.pending is None else board.pending.to_json()
    doc["ending"] = None
    if ending is not None:
        doc["ending"] = {**vars(ending), "winners": list(ending.winners), "fallen": list(ending.fallen)}
    doc["events"] = [[event.kind, event.player, event.piece, list(event.more)] for event in board.events]
    return doc


def board_from_json(doc: dict[str, Any], rules: Rules) -> Board:
    """Read what `board_to_json` wrote."""
    pieces = pieces_of(doc["heights"])
    attempt, ending, pending = doc["attempt"], doc["ending"], doc["pending"]
    plain: dict[str, Any] = {name: doc[name] for name in _PLAIN} | {name: tuple(doc[name]) for name in _LISTS}
    return Board(
        rules=rules,
        **plain,
        tower=tower_from_json(doc["tower"], pieces),
        colours=tuple(tuple(own) for own in doc["colours"]),
        seal=Seal(tuple(doc["seal"])),
        attempt=attempt and Attempt(**{**attempt, "before": tower_from_json(attempt["before"], pieces)}),
        pending=pending and read_action(pending),
        ending=ending and Ending(**{**ending, "winners": tuple(ending["winners"]), "fallen": tuple(ending["fallen"])}),
        events=tuple(Event(kind, player, piece, tuple(more)) for kind, player, piece, more in doc["events"]),
    )


_PLAIN = ("heights", "phase", "turn", "deciding", "first", "rolled", "picked", "objector", "passes")
_LISTS = ("box", "out", "locked", "stalled")


def _without(value: Any, name: str) -> dict[str, Any]:
    return {key: each for key, each in vars(value).items() if key != name}
