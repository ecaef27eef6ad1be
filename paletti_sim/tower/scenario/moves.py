"""The moves that a file asks about."""

from __future__ import annotations

import math

from paletti_sim.located_yaml.document import Spot
from paletti_sim.tower.move import LayFloor, Move, Put, direction_rad
from paletti_sim.tower.scenario.levels import LevelRead, metres
from paletti_sim.tower.scenario.own_pieces import Known
from paletti_sim.tower.scenario.parts import read_part
from paletti_sim.tower.scenario.schema import MovePart


def read_moves(top: Spot, levels: list[LevelRead], known: Known) -> tuple[Move, ...]:
    """The file's `move` or `moves`, none without either."""
    one, several = top.get("move"), top.get("moves")
    if one and several:
        several.fault_of_key("`move` and `moves` are both given: give one of them")
    spots = [one] if one and one.plain is not None else []
    if several and several.plain is not None:
        if several.is_list:
            spots += [spot for _, spot in several.children()]
        else:
            several.fault("must be a list of moves")
    reader = _Reader(levels, known)
    moves = [reader.move(spot) for spot in spots]
    return tuple(move for move in moves if move)


class _Reader:
    """Reads moves one after the other, each on the tower that the last one left."""

    def __init__(self, levels: list[LevelRead], known: Known) -> None:
        self.known = known
        # a column that could not be placed is in the tower all the same
        self.columns = {name for read in levels for name in read.spots}
        self.floors = {str(place.plain) for read in levels if (place := read.spot.get("floor"))}
        self.whole = bool(levels) and all(read.whole for read in levels)

    def move(self, spot: Spot) -> Move | None:
        part = read_part(MovePart, spot)
        if not spot.is_mapping:
            return None
        take, put, floor = (spot.get(key) for key in ("take", "put", "floor"))
        by, direction, caution = (spot.get(key) for key in ("by", "direction", "caution"))
        if floor and (take or put):
            (take or put or spot).fault_of_key("a move takes a column or lays a floor, not both")
        elif put and not take:
            put.fault_of_key("`put` without `take`: say which column is put down")
        elif by and not take:
            by.fault_of_key("`by` says how a column is taken, and no column is: give `take`")
        elif caution and not take:
            caution.fault_of_key("`caution` says how a column is taken, and no column is: give `take`")
        elif direction and not (by and by.plain == "hook"):
            direction.fault_of_key("`direction` is where the hook draws: give `by: hook` with it")
        elif not take and not floor:
            spot.fault("the move moves nothing: give `take`, `take` and `put`, or `floor`")
        if take and isinstance(take.plain, str):
            self._check_take(take, put)
        name = floor.get("name") if floor else None
        if name and isinstance(name.plain, str):
            self._check_floor(name)
        if part is None:
            return None
        return Move(
            part.take,
            part.by or "lift",
            Put(metres(part.put.at), math.radians(part.put.turn)) if part.put else None,
            LayFloor(part.floor.name, metres(part.floor.at), math.radians(part.floor.turn)) if part.floor else None,
            None if part.direction is None else direction_rad(part.direction),
            None if part.caution is None else part.caution / 1000,
        )

    def _check_take(self, spot: Spot, put: Spot | None) -> None:
        name, known = spot.plain, self.known
        if name in self.columns:
            pass
        elif name in known.floors or name == "base":
            spot.fault(f"{name} is a floor; only columns are taken", got=False)
        elif name not in known.columns and name not in known.broken:
            if known.columns_read:
                near = spot.document.near(name, [*self.columns, *known.columns])
                spot.fault(f"there is no column of this name{near}")
        elif put is None and self.whole:
            spot.fault(f"{name} is not in the tower: a column from the box needs `put`", got=False)
        (self.columns.add if put else self.columns.discard)(name)

    def _check_floor(self, spot: Spot) -> None:
        name, known = spot.plain, self.known
        if name == "base" or name in self.floors:
            spot.fault(f"the floor {name} lies in the tower already", got=False)
        elif name in known.columns:
            spot.fault(f"{name} is a column, not a floor", got=False)
        elif name not in known.floors and name not in known.broken and known.floors_read:
            spot.fault(f"there is no floor of this name{spot.document.near(name, known.floors)}")
        self.floors.add(name)
