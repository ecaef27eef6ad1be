"""Scenarios back to text."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from decimal import Decimal

from paletti_sim.errors import PalettiError
from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.lying import covers
from paletti_sim.tower.outline import Outline, Point
from paletti_sim.tower.pieces import Base, Column, Floor, Prism
from paletti_sim.tower.scenario.colours import WOOD
from paletti_sim.tower.scenario.model import Scenario, Tolerance
from paletti_sim.tower.scenario.own_pieces import MM
from paletti_sim.tower.scenario.schema import SCHEMA
from paletti_sim.tower.tower import Level, Placed, Setting, Tower

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./@-]*(,? [A-Za-z0-9_./@-]+)*[.]?")
_WORDS = {"true", "false", "null"}


def write_scenario(scenario: Scenario, tower: Tower) -> str:
    """YAML text of the scenario with `tower` in place of its own, without the moves.

    Places are rounded to 1e-6 mm and turns to 1e-6 degrees. Reading the text gives a tower whose pieces are where
    those of `tower` are, upright: the file holds no tilts.

    Raises:
        PalettiError: a piece lies on its side, which no scenario file can say.
    """
    for piece in tower.pieces:
        if piece.pose and piece.pose.tilt_rad > math.pi / 4:
            raise PalettiError(
                f"{piece.name} lies on its side: a scenario file can only hold towers whose pieces stand upright"
            )
    lines = [f"schema: {SCHEMA}", f"name: {_text(scenario.name)}"]
    if scenario.about:
        lines.append(f"about: {_text(scenario.about)}")
    lines += _setting(tower.setting)
    lines += _tolerance(scenario.tolerance)
    lines += _pieces(scenario, tower.base)
    lines.append("tower:")
    for level in tower.levels:
        lines += _level(level)
    return "\n".join(lines) + "\n"


def _number(value: float, digits: int = 12) -> str:
    """As few digits as say the same to `digits` significant ones: what was read in mm is written as it was.

    >>> _number(0.0153 * 1000), _number(1e-7), _number(1e5)
    ('15.3', '0.0000001', '100000')
    """
    text = f"{value:.{digits}g}"
    if "e" in text:
        text = f"{Decimal(text):f}"
    return "0" if text == "-0" else text


def _rounded(value: float) -> str:
    """To 6 decimals.

    >>> _rounded(15.000000000000002), _rounded(-1e-9), _rounded(0.25)
    ('15', '0', '0.25')
    """
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _text(text: str) -> str:
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    return json.dumps(text, ensure_ascii=False)


def _flow(parts: dict[str, str]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in parts.items()) + "}"


def _pair(a: float, b: float) -> str:
    return f"[{_number(a * MM)}, {_number(b * MM)}]"


def _at(at_m: Point) -> str:
    return f"[{_rounded(at_m[0] * MM)}, {_rounded(at_m[1] * MM)}]"


def _setting(setting: Setting) -> Iterator[str]:
    yield "material: " + _flow({"friction": _number(setting.friction), "restitution": _number(setting.restitution)})
    if setting.tilt_rad or setting.towards_rad:
        tilt, towards = math.degrees(setting.tilt_rad), math.degrees(setting.towards_rad)
        yield "table: " + _flow({"tilt": _number(tilt), "towards": _number(towards)})


def _tolerance(tolerance: Tolerance) -> Iterator[str]:
    parts = {}
    if tolerance.own_height_m is not None or tolerance.height_m != Tolerance().height_m:
        parts["height"] = _number(tolerance.height_m * MM)
    if tolerance.place_m:
        parts["place"] = _number(tolerance.place_m * MM)
    if tolerance.turn_rad:
        parts["turn"] = _number(math.degrees(tolerance.turn_rad))
    if tolerance.friction:
        parts["friction"] = _number(tolerance.friction)
    if tolerance.seed:
        parts["seed"] = str(tolerance.seed)
    if parts:
        yield "tolerance: " + _flow(parts)


def _pieces(scenario: Scenario, base: Base) -> Iterator[str]:
    game = game_pieces()
    own_base = (base.outline, base.site) != (game.base.outline, game.base.site)
    if not (own_base or scenario.own_columns or scenario.own_floors):
        return
    yield "pieces:"
    if own_base:
        parts = {"outline": _outline(base.outline)}
        if base.site != base.outline:
            parts["site"] = _outline(base.site)
        yield f"  base: {_flow(parts)}"
    if scenario.own_columns:
        yield "  columns:"
        for name, column in scenario.own_columns.items():
            yield f"    {_text(name)}: {_column(column, game.columns.get(name))}"
    if scenario.own_floors:
        yield "  floors:"
        for name, floor in scenario.own_floors.items():
            yield f"    {_text(name)}: {_floor(floor, game.floors.get(name))}"


def _column(column: Column, replaced: Column | None) -> str:
    parts: dict[str, str] = {"shape": column.shape}
    size = column.outline.size
    if column.shape == "round":
        parts["diameter"] = _number(size[0] * MM)
    elif column.shape == "hex":
        parts["across_flats"] = _number(size[0] * MM)
    else:
        parts["size"] = _pair(*size)
    parts["height"] = _number(column.height_m * MM)
    return _flow(parts | _mass(column) | _colour(column, replaced))


def _floor(floor: Floor, replaced: Floor | None) -> str:
    parts = {"outline": _outline(floor.outline), "thickness": _number(floor.height_m * MM)}
    return _flow(parts | _mass(floor) | _colour(floor, replaced))


def _outline(outline: Outline) -> str:
    if outline.kind == "circle":
        return _flow({"circle": _number(outline.size[0] * MM)})
    if outline.kind == "box":
        return _flow({"box": _pair(*outline.size)})
    return "[" + ", ".join(_pair(x, y) for x, y in outline.points) + "]"


def _mass(piece: Prism) -> dict[str, str]:
    """Mass or density, whichever gives the same mass again, else the rounder number: that is the one that was given."""
    mass, density = _number(piece.mass_kg * 1000), _number(piece.density_kg_m3)
    by_mass = (float(mass) / 1000 != piece.mass_kg, len(mass))
    by_density = (float(density) * piece.outline.area_m2 * piece.height_m != piece.mass_kg, len(density))
    return {"mass": mass} if by_mass <= by_density else {"density": density}


def _colour(piece: Prism, replaced: Prism | None) -> dict[str, str]:
    if piece.colour == (replaced.colour if replaced else WOOD):
        return {}
    return {"colour": _text(piece.colour)}


def _level(level: Level) -> Iterator[str]:
    yield f"  - floor: {_text(level.name)}"
    if level.floor:
        yield f"    at: {_at(level.floor.at_m)}"
        turn = _rounded(math.degrees(level.floor.turn_rad))
        if turn != "0":
            yield f"    turn: {turn}"
    if level.columns:
        yield "    columns:"
    there: dict[str, Placed] = {}
    for column in level.columns:
        yield f"      {_text(column.name)}: {_place(column, there)}"
        there[column.name] = column


def _place(column: Placed, there: dict[str, Placed]) -> str:
    turn = _rounded(math.degrees(column.turn_rad))
    # what it stood upon may have been taken or have slipped away since
    upon = [name for name in column.upon if name in there and covers(column.plan, there[name])]
    if turn == "0" and not upon:
        return _at(column.at_m)
    parts = {"at": _at(column.at_m)}
    if turn != "0":
        parts["turn"] = turn
    if upon:
        parts["upon"] = _text(upon[0]) if len(upon) == 1 else "[" + ", ".join(_text(name) for name in upon) + "]"
    return _flow(parts)
