"""The levels of a tower as the file gives them: which piece lies and stands where."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from paletti_sim.located_yaml.document import Spot
from paletti_sim.tower.outline import Point
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.scenario.own_pieces import MM, Known
from paletti_sim.tower.scenario.parts import read_part
from paletti_sim.tower.scenario.schema import ColumnPlace, LevelPart, id_problem
from paletti_sim.tower.tower import Level, Placed


@dataclass
class LevelRead:
    """One level, as far as it could be read.

    `floor` is None on the base and when the floor could not be read (then not `floor_read`); `whole` says whether every
    column could. `spots` has the place of each column.
    """

    spot: Spot
    is_base: bool
    floor: Placed | None = None
    floor_read: bool = True
    columns: dict[str, Placed] = field(default_factory=dict)
    spots: dict[str, Spot] = field(default_factory=dict)
    whole: bool = True

    @property
    def level(self) -> Level:
        """As a level of a tower."""
        return Level(self.floor, tuple(self.columns.values()))


def metres(at_mm: Point) -> Point:
    """A point of the file in metres."""
    return (at_mm[0] / MM, at_mm[1] / MM)


def read_levels(spot: Spot, known: Known, columns: Mapping[str, Column]) -> list[LevelRead]:
    """The levels from the ground up; `columns` are the known ones with their drawn heights."""
    if not spot.is_list:
        spot.fault("must be a list of levels, from the ground up")
        return []
    reader = _Reader(known, columns)
    levels = [reader.level(item, k) for k, (_, item) in enumerate(spot.children())]
    if not levels:
        spot.fault("must have one level or more, the base")
    return levels


class _Reader:
    def __init__(self, known: Known, columns: Mapping[str, Column]) -> None:
        self.known = known
        self.columns = columns
        self.standing: dict[str, Spot] = {}

    def level(self, spot: Spot, k: int) -> LevelRead:
        part = read_part(LevelPart, spot)
        read = LevelRead(spot, is_base=k == 0)
        name = spot.get("floor")
        if name is None or not isinstance(name.plain, str) or id_problem(name.plain):
            read.floor_read = False
        elif k == 0:
            read.floor_read = self._base(spot, name)
        else:
            named = self._floor(name)
            read.floor_read = named and part is not None
            if named and part is not None:
                turn = part.turn or 0.0
                read.floor = Placed(self.known.floors[part.floor], metres(part.at or (0.0, 0.0)), math.radians(turn))
        place = spot.get("columns")
        if place is None or place.plain is None:
            return read
        if not place.is_mapping:
            place.fault("must be a mapping of columns to their places")
            read.whole = False
            return read
        for column, where in place.children():
            self._column(column, where, read)
        return read

    def _base(self, spot: Spot, name: Spot) -> bool:
        if name.plain != "base":
            name.fault("the first level must be `base`")
            return False
        for key, still in (("at", [0, 0]), ("turn", 0)):
            place = spot.get(key)
            if place and place.plain not in (still, None):
                place.fault(f"the base lies in the world's origin: leave `{key}` out")
        return True

    def _floor(self, spot: Spot) -> bool:
        """Whether a floor of that name can be laid."""
        name = spot.plain
        known = self.known
        if name == "base":
            spot.fault("only the first level is the base", got=False)
        elif name in self.standing:
            spot.fault(f"the floor {name} lies already in {'.'.join(self.standing[name].path)}", got=False)
        elif name in known.broken:
            pass
        elif name in known.columns:
            spot.fault(f"{name} is a column, not a floor", got=False)
        elif name not in known.floors:
            if known.floors_read:
                spot.fault(f"there is no floor of this name{spot.document.near(name, known.floors)}")
        else:
            self.standing[name] = spot
            return True
        return False

    def _column(self, name: str, spot: Spot, read: LevelRead) -> None:
        """Puts the column on the level, or marks the level as not whole."""
        free = self._can_stand(name, spot)
        part = read_part(ColumnPlace, spot)
        upon = self._upon(name, part, spot, read) if part else None
        if not free or part is None or upon is None:
            read.whole = False
            read.spots.setdefault(name, spot)
            return
        read.columns[name] = Placed(self.columns[name], metres(part.at), math.radians(part.turn), upon)
        read.spots[name] = spot

    def _can_stand(self, name: str, spot: Spot) -> bool:
        problem = id_problem(name)
        known = self.known
        if problem:
            spot.fault_of_key(problem)
        elif name in self.standing:
            spot.fault_of_key(f"the column {name} stands already in {'.'.join(self.standing[name].path)}")
        elif name in known.broken:
            pass
        elif name in known.floors or name == "base":
            spot.fault_of_key(f"{name} is a floor, not a column")
        elif name not in known.columns:
            if known.columns_read:
                spot.fault_of_key(
                    f"there is no column of this name{spot.document.near(name, known.columns)} (got '{name}')"
                )
        else:
            self.standing[name] = spot
            return True
        return False

    @staticmethod
    def _upon(name: str, part: ColumnPlace, spot: Spot, read: LevelRead) -> tuple[str, ...] | None:
        """What the column stands upon, None when one of it is not there."""
        place = spot.get("upon")
        if part.upon is None or place is None:
            return ()
        fine = True
        for k, carrier in enumerate(part.upon):
            at = place.get(k) or place
            if carrier in part.upon[:k]:
                at.fault("is named twice")
            elif carrier == name:
                at.fault("a column cannot stand upon itself")
            elif carrier not in read.spots:
                near = at.document.near(carrier, read.spots)
                at.fault(f"no column of this name is named before it on this level{near}")
            elif carrier in read.columns:
                continue
            fine = False
        return tuple(part.upon) if fine else None
