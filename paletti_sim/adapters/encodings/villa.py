"""Villa as numbers. Places around the table count from the own one, as seats do elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paletti_sim.adapters.encodings.parts import (
    FLAG,
    Bag,
    EachSeat,
    Encoding,
    Fields,
    Number,
    OneOf,
    Rows,
    Seat,
    Seated,
    Tuple,
)
from paletti_sim.games.villa.features import FEATURES
from paletti_sim.games.villa.hedges import COLOURS, TURNS
from paletti_sim.games.villa.lattice import place
from paletti_sim.games.villa.setup import VillaSetup
from paletti_sim.games.villa.supply import TOKENS

PHASES = ("place", "area", "first", "token", "well", "swap", "over")
ACTIONS = ("Place", "Resolve", "First", "Put", "Turn", "Swap", "Pass")
SLOTS = 1024
"""More than any hedge has had places in some hundred random games (673)."""
REACH = 40
"""How far from the middle hedges come to lie, in segments."""
AREAS = 32
STACK = 4
SPACES = 30


def encoding(setup: VillaSetup) -> Encoding:
    """Return how this game becomes numbers."""
    seats = len(setup.seating.colours)
    ids = (setup.hedges.starter.id, *setup.hedges.ids)
    at = Number(REACH)
    area = Fields(
        size=Number(SPACES),
        middle=Tuple(at, at),
        counts=Tuple(*[Number(12)] * len(COLOURS)),
        bonus=Tuple(*[Number(3)] * len(COLOURS)),
        owners=Bag(range(len(COLOURS))),
        turn=Number(len(ids)),
        stack=Rows(Tuple(OneOf(range(len(COLOURS))), OneOf(FEATURES)), STACK),
    )
    view = Fields(
        phase=OneOf(PHASES),
        actor=Seat(seats),
        active=Seat(seats),
        own_colours=Bag(range(len(COLOURS))),
        colours=EachSeat(OneOf(range(len(COLOURS))), seats),
        hedge=OneOf(ids),
        circle=Rows(OneOf(ids), len(ids) if setup.circle else 0),
        left=Bag(ids),
        features=Bag(FEATURES),
        laid=Rows(Tuple(OneOf(ids), OneOf(range(TURNS)), at, at), len(ids)),
        areas=Rows(area, AREAS),
        supplies=EachSeat(Fields(neutral=Number(TOKENS), features=Bag(FEATURES)), seats),
        turns_taken=Number(2 * len(ids)),
        waiting=Bag(range(AREAS)),
        resolving=OneOf((-1, *range(AREAS))),
        groups=Rows(Seated(seats), seats),
        wells=Seated(seats),
        shown=FLAG,
        again=FLAG,
    )
    action = Fields(
        kind=OneOf(ACTIONS),
        turn=OneOf(range(TURNS)),
        x=at,
        y=at,
        area=OneOf(range(1, AREAS + 1)),
        colour=OneOf(COLOURS),
        feature=OneOf(FEATURES),
    )
    return Encoding(view, action, SLOTS, seats, _seer(setup), _say)


def _seer(setup: VillaSetup) -> Callable[[Any], dict[str, Any]]:
    colours, owners = setup.seating.colours, setup.seating.owners

    def see(view: Any) -> dict[str, Any]:
        doc = {name: getattr(view, name) for name in type(view).__dataclass_fields__}
        doc["own_colours"] = [colour for colour, owner in zip(colours, owners, strict=True) if owner == view.player]
        doc["colours"] = colours
        doc["laid"] = [(each.hedge, each.turn, each.x, each.y) for each in view.layout.laid]
        doc["areas"] = [_area(each) for each in view.areas]
        doc["waiting"] = [number for number in view.waiting if number < AREAS]
        doc["resolving"] = view.resolving if view.resolving < AREAS else None
        doc["supplies"] = [{"neutral": each.neutral, "features": each.features} for each in view.supplies]
        doc["turns_taken"] = len(view.turns)
        return doc

    return see


def _area(area: Any) -> dict[str, Any]:
    cells = [place(cell) for cell in area.cells]
    middle = [sum(axis) / len(cells) for axis in zip(*cells, strict=True)]
    stack = [(token.colour, token.feature) for token in area.stack]
    counts, bonus, owners = area.counts, area.bonus, area.owners
    return {
        "size": area.size,
        "middle": middle,
        "counts": counts,
        "bonus": bonus,
        "owners": owners,
        "turn": area.turn,
        "stack": stack,
    }


def _say(action: Any) -> dict[str, Any]:
    said: dict[str, Any] = {"kind": type(action).__name__}
    turn = getattr(action, "turn", None)
    said |= {key: getattr(action, key, None) for key in ("x", "y", "colour", "feature")}
    said["turn"] = turn if isinstance(turn, int) else None
    area = getattr(action, "area", None)
    said["area"] = area if area is not None and area <= AREAS else None
    return said
