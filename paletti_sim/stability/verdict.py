"""The verdict of a move, as `paletti/verdict@1` says it: millimetres, degrees, seconds."""

from __future__ import annotations

from dataclasses import dataclass
from math import degrees
from typing import Any, Literal

from paletti_sim.stability.handling import Pull
from paletti_sim.stability.odds import Odds
from paletti_sim.stability.second_opinion import Static
from paletti_sim.tower.move import Move

Outcome = Literal["holds", "shifts", "topples", "undecided", "illegal"]
StageName = Literal["stand", "take", "put", "floor"]

SCHEMA = "paletti/verdict@1"
EXIT_CODES: dict[str, int] = {"holds": 0, "shifts": 0, "topples": 1, "illegal": 2, "undecided": 3}


@dataclass(frozen=True)
class Verdict:
    """What a move does to a tower; every field is one of the JSON document and has its unit in its name.

    `max_shift_mm` and `max_tilt_deg` are the greatest seen of any piece, of one that drops past the base plate until it
    does. `first_mover`, `at_s`, `fallen` tell of a fall (`at_s` is null when none was seen with true masses),
    `carrying` and `free` of the tower at rest: after the move, or before it when it falls. `rule` tells of an illegal
    move.
    `stopped`: a careful attempt was broken off and everything put back; `floors_moved_mm` is how far a floor had sunk,
    or with the hook moved, when the column was free or the attempt was stopped (None unless one of both was asked);
    `pull` tells what the hook did. `odds`, with their `seed`, are those of samples, when they were asked.
    """

    outcome: Outcome
    stage: StageName
    scenario: str
    move: Move
    explanation: str
    engine_version: str
    preset: str
    first_mover: str | None = None
    at_s: float | None = None
    fallen: tuple[str, ...] = ()
    max_shift_mm: float = 0.0
    max_tilt_deg: float = 0.0
    carrying: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    rule: str | None = None
    stopped: bool = False
    floors_moved_mm: float | None = None
    pull: Pull | None = None
    static: Static | None = None
    odds: Odds | None = None
    seed: int = 0
    warnings: tuple[str, ...] = ()

    @property
    def agrees(self) -> bool | None:
        """Whether simulation and equilibrium say the same; None where one of them says nothing."""
        if self.stopped or self.static is None or self.outcome not in ("holds", "shifts", "topples"):
            return None
        return self.static.balanced == (self.outcome != "topples")

    @property
    def exit_code(self) -> int:
        """What `paletti check` ends with."""
        return EXIT_CODES[self.outcome]

    def to_json(self) -> dict[str, Any]:
        """The document of the contract, ready for `json.dumps`.

        `rule`, `stopped`, `floors_moved_mm` and `pull` are in it only where they say something.
        """
        document: dict[str, Any] = {
            "schema": SCHEMA,
            "outcome": self.outcome,
            "stage": self.stage,
            "scenario": self.scenario,
            "move": move_to_json(self.move),
        }
        if self.rule is not None:
            document["rule"] = self.rule
        if self.move.caution_m is not None:
            document["stopped"] = self.stopped
        if self.floors_moved_mm is not None:
            document["floors_moved_mm"] = round(self.floors_moved_mm, 4)
        if self.pull is not None:
            document["pull"] = self.pull.to_json()
        return document | {
            "first_mover": self.first_mover,
            "at_s": None if self.at_s is None else round(self.at_s, 3),
            "fallen": list(self.fallen),
            "max_shift_mm": round(self.max_shift_mm, 4),
            "max_tilt_deg": round(self.max_tilt_deg, 4),
            "carrying": list(self.carrying),
            "free": list(self.free),
            "static": None if self.static is None else self.static.to_json(),
            "odds": None if self.odds is None else self.odds.to_json(),
            "agrees": self.agrees,
            "explanation": self.explanation,
            "seed": self.seed,
            "engine": {"name": "pybullet", "version": self.engine_version, "preset": self.preset},
            "warnings": list(self.warnings),
        }


def move_to_json(move: Move) -> dict[str, Any]:
    """A move as in a scenario file, in millimetres and degrees; empty for the question whether the tower stands."""
    document: dict[str, Any] = {}
    if move.take is not None:
        document |= {"take": move.take, "by": move.by}
    if move.towards_rad is not None:
        document["direction"] = round(degrees(move.towards_rad), 9) % 360
    if move.caution_m is not None:
        document["caution"] = round(move.caution_m * 1000, 9)
    if move.put is not None:
        document["put"] = _place(move.put.at_m, move.put.turn_rad)
    if move.floor is not None:
        document["floor"] = {"name": move.floor.name, **_place(move.floor.at_m, move.floor.turn_rad)}
    return document


def _place(at_m: tuple[float, float], turn_rad: float) -> dict[str, Any]:
    return {"at": [round(value * 1000, 9) for value in at_m], "turn": round(degrees(turn_rad), 9)}
