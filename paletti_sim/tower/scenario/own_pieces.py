"""The pieces that a file defines, beside those of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from paletti_sim.located_yaml.document import Spot
from paletti_sim.tower.catalogue import Catalogue
from paletti_sim.tower.outline import Outline, Point
from paletti_sim.tower.pieces import Base, Column, Floor, Prism
from paletti_sim.tower.scenario.colours import COLOURS, WOOD
from paletti_sim.tower.scenario.model import Tolerance, with_drawn_height
from paletti_sim.tower.scenario.parts import read_part
from paletti_sim.tower.scenario.schema import (
    SHAPES,
    BasePiece,
    BoxPiece,
    ColumnPiece,
    FloorPiece,
    HexPiece,
    Piece,
    Pieces,
    RoundPiece,
    id_problem,
)
from paletti_sim.tower.scenario.schema import Outline as OutlinePart

MM = 1000.0
LEAST_AREA_M2 = 1e-12


@dataclass
class Known:
    """All pieces by id.

    `broken` are ids whose definition has faults; without `columns_read` or `floors_read` the file may mean more ids.
    """

    base: Base | None
    columns: dict[str, Column]
    floors: dict[str, Floor]
    own_columns: dict[str, Column] = field(default_factory=dict)
    own_floors: dict[str, Floor] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    columns_read: bool = True
    floors_read: bool = True


def read_pieces(spot: Spot | None, game: Catalogue) -> Known:
    """The game's pieces with those of the file added or put in their place; heights as written."""
    known = Known(game.base, dict(game.columns), dict(game.floors))
    if spot is None:
        return known
    read_part(Pieces, spot)
    if not spot.is_mapping:
        return replace(known, columns_read=False, floors_read=False)
    base = spot.get("base")
    if base:
        known.base = _base(base, game.base)
    known.columns_read = _read_columns(spot.get("columns"), known, game)
    known.floors_read = _read_floors(spot.get("floors"), known, game)
    known.columns.update(known.own_columns)
    known.floors.update(known.own_floors)
    return known


def with_drawn_heights(known: Known, tolerance: Tolerance) -> dict[str, Column]:
    """All columns, each with its own height."""
    own_m = tolerance.own_height_m or 0.0
    return {
        name: with_drawn_height(column, own_m if name in known.own_columns else tolerance.height_m, tolerance.seed)
        for name, column in known.columns.items()
    }


def _entries(spot: Spot | None) -> tuple[bool, list[tuple[str, Spot]]]:
    if spot is None or spot.plain is None:
        return True, []
    if not spot.is_mapping:
        spot.fault("must be a mapping of ids to pieces")
        return False, []
    return True, list(spot.children())


def _read_columns(spot: Spot | None, known: Known, game: Catalogue) -> bool:
    readable, entries = _entries(spot)
    for name, piece in entries:
        column = _column(name, piece, game.columns.get(name))
        if _is_free(name, piece, game.floors, "a floor") and column:
            known.own_columns[name] = column
        else:
            known.broken.add(name)
    return readable


def _read_floors(spot: Spot | None, known: Known, game: Catalogue) -> bool:
    readable, entries = _entries(spot)
    for name, piece in entries:
        floor = _floor(name, piece, game.floors.get(name))
        if _is_free(name, piece, {**game.columns, **known.own_columns}, "a column") and floor:
            known.own_floors[name] = floor
        else:
            known.broken.add(name)
    return readable


def _is_free(name: str, piece: Spot, others: Mapping[str, object], what: str) -> bool:
    problem = id_problem(name)
    if problem is None and name == "base":
        problem = "the id `base` is the base plate's"
    elif problem is None and name in others:
        problem = f"the id {name} is taken: it names {what}, and ids are unique across columns and floors"
    if problem:
        piece.fault_of_key(problem)
    return problem is None


def _base(spot: Spot, game: Base) -> Base | None:
    part = read_part(BasePiece, spot)
    if part is None:
        return None
    outline = _outline(part.outline, spot.get("outline"))
    place = spot.get("site")
    site = _outline(part.site, place) if part.site else outline
    if outline is None or site is None:
        return None
    if place and not outline.shape.buffer(1e-9).covers(site.shape):
        place.fault("the building site reaches beyond the base plate", got=False)
        return None
    return replace(game, outline=outline, site=site)


def _column(name: str, spot: Spot, replaced: Column | None) -> Column | None:
    shape = spot.get("shape")
    model = SHAPES.get(shape.plain) if shape and isinstance(shape.plain, str) else None
    if model is None:
        if not spot.is_mapping:
            spot.fault("must be a mapping with shape, sizes, height, and mass or density")
        elif shape is None:
            spot.missing("shape")
        else:
            shape.fault(f"must be one of {', '.join(SHAPES)}")
        _one_of_mass_and_density(spot)
        return None
    part = read_part(model, spot)
    one = _one_of_mass_and_density(spot)
    if part is None or not one:
        return None
    outline = _column_outline(part)
    height_m = part.height / MM
    return Column(
        name,
        outline,
        height_m,
        _mass_kg(part, outline, height_m),
        _colour(part, replaced),
        shape=part.shape,
        points=replaced.points if replaced else 0,
    )


def _column_outline(part: ColumnPiece) -> Outline:
    if isinstance(part, RoundPiece):
        return Outline.circle(part.diameter / MM)
    if isinstance(part, HexPiece):
        return Outline.hexagon(part.across_flats / MM)
    assert isinstance(part, BoxPiece)
    return Outline.box(part.size[0] / MM, part.size[1] / MM)


def _floor(name: str, spot: Spot, replaced: Floor | None) -> Floor | None:
    part = read_part(FloorPiece, spot)
    one = _one_of_mass_and_density(spot)
    if part is None:
        return None
    outline = _outline(part.outline, spot.get("outline"))
    if outline is None or not one:
        return None
    height_m = part.thickness / MM
    colour = _colour(part, replaced)
    return Floor(
        name, outline, height_m, _mass_kg(part, outline, height_m), colour, order=replaced.order if replaced else None
    )


def _one_of_mass_and_density(spot: Spot) -> bool:
    if not spot.is_mapping:
        return False
    given = [key for key in ("mass", "density") if (place := spot.get(key)) and place.plain is not None]
    if not given:
        spot.fault_of_key("the piece has no mass: give `mass` (g) or `density` (kg/m3)")
    elif len(given) == 2:
        (spot.get("density") or spot).fault_of_key("`mass` and `density` are both given: give one of them")
    return len(given) == 1


def _colour(part: Piece, replaced: Prism | None) -> str:
    if part.colour:
        return COLOURS.get(part.colour, part.colour.lower())
    return replaced.colour if replaced else WOOD


def _mass_kg(part: Piece, outline: Outline, height_m: float) -> float:
    if part.mass is not None:
        return part.mass / 1000
    assert part.density is not None
    return part.density * outline.area_m2 * height_m


def _outline(part: OutlinePart, spot: Spot | None) -> Outline | None:
    assert spot is not None
    if (part.circle is None) + (part.box is None) + (part.points is None) != 2:
        spot.fault("must be {circle: diameter}, {box: [x, y]} or a list of points, one of them")
        return None
    if part.circle is not None:
        return Outline.circle(part.circle / MM)
    if part.box is not None:
        return Outline.box(part.box[0] / MM, part.box[1] / MM)
    assert part.points is not None
    return _polygon([(x / MM, y / MM) for x, y in part.points], spot)


def _polygon(points: list[Point], spot: Spot) -> Outline | None:
    twice = [k for k in range(1, len(points)) if points[k] == points[k - 1]]
    for k in twice:
        (spot.get(k) or spot).fault("this point is the same as the one before")
    if twice:
        return None
    try:
        outline = Outline.polygon(points)
    except ValueError as error:
        spot.fault(str(error) + _crossing(points))
        return None
    if outline.area_m2 < LEAST_AREA_M2:
        spot.fault("the outline encloses no area")
        return None
    return outline


def _crossing(points: list[Point]) -> str:
    """` at (x, y)` in mm when shapely can say where an outline crosses itself."""
    import re

    import shapely
    from shapely.validation import explain_validity

    if len(points) < 4:
        return ""
    found = re.fullmatch(r".*\[(\S+) (\S+)\]", str(explain_validity(shapely.Polygon(points))))
    return f" at ({float(found[1]) * MM:.6g}, {float(found[2]) * MM:.6g})" if found else ""
