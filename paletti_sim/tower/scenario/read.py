"""Scenario files from text to domain objects, with all their faults in one pass."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

from paletti_sim.errors import PalettiError
from paletti_sim.located_yaml.document import SIZE_LIMIT, Document, Spot, shortened
from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.scenario.checks import check_sense
from paletti_sim.tower.scenario.levels import read_levels
from paletti_sim.tower.scenario.model import Scenario, Tolerance
from paletti_sim.tower.scenario.moves import read_moves
from paletti_sim.tower.scenario.names import find_scenario
from paletti_sim.tower.scenario.own_pieces import MM, Known, read_pieces, with_drawn_heights
from paletti_sim.tower.scenario.parts import read_part
from paletti_sim.tower.scenario.schema import SCHEMA, Header, Material, Table, Tolerances
from paletti_sim.tower.tower import Setting, Tower


def read_scenario(name_or_path: str, data: bytes | None = None) -> Scenario:
    """The scenario that a name or a path means; with `data`, what the file of that path holds: it may be a pipe.

    Raises what `read_with_content` raises.
    """
    return read_with_content(name_or_path, data)[0]


def read_with_content(name_or_path: str, data: bytes | None = None) -> tuple[Scenario, dict[str, Any]]:
    """The scenario that a name or a path means, and its file's content; `data` as in `read_scenario`.

    Raises:
        FileFaultsError: the file has faults; all of them.
        PalettiError: there is no such file, or it cannot be opened.
    """
    path = find_scenario(name_or_path)
    if data is None or path != Path(name_or_path):  # a name that ships means that, whatever file is called so
        data = _bytes(path)
    scenario, content = _read(Document.of_bytes(str(path), data))
    return replace(scenario, source=path), content


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise PalettiError(f"cannot read {shortened(str(path), 200)}: {error.strerror or error}") from None


def parse_scenario(text: str, file: str = "<text>") -> Scenario:
    """The scenario in a text; `file` is what faults call it.

    Raises:
        FileFaultsError: the text has faults; all of them.
    """
    return _read(Document(file, text))[0]


def _read(document: Document) -> tuple[Scenario, dict[str, Any]]:
    top = document.root()
    schema = top.get("schema")
    if (
        schema
        and isinstance(schema.plain, str)
        and schema.plain.startswith("paletti/")
        and "scenario" not in schema.plain
    ):
        schema.fault(f"this file is something else: a scenario has the schema {SCHEMA}")
        raise document.error()
    header = read_part(Header, top)
    setting = _setting(top)
    tolerance = _tolerance(_given(top, "tolerance"))
    known = read_pieces(_given(top, "pieces"), game_pieces())
    _check_heights(top, known, tolerance)
    columns = with_drawn_heights(known, tolerance or Tolerance())
    tower = top.get("tower")
    levels = read_levels(tower, known, columns) if tower else []
    check_sense(levels, known.base)
    moves = read_moves(top, levels, known)
    if document.faults:
        raise document.error()
    assert header
    assert tolerance
    assert known.base
    scenario = Scenario(
        header.name,
        Tower(known.base, tuple(read.level for read in levels), setting),
        header.about,
        tolerance,
        moves,
        columns,
        known.floors,
        known.own_columns,
        known.own_floors,
    )
    return scenario, top.plain


def _given(top: Spot, key: str) -> Spot | None:
    spot = top.get(key)
    return spot if spot and spot.plain is not None else None


def _setting(top: Spot) -> Setting:
    material_at, table_at = _given(top, "material"), _given(top, "table")
    material = (read_part(Material, material_at) if material_at else None) or Material()
    table = (read_part(Table, table_at) if table_at else None) or Table()
    return Setting(material.friction, material.restitution, math.radians(table.tilt), math.radians(table.towards))


def _tolerance(spot: Spot | None) -> Tolerance | None:
    """None when it has faults."""
    if spot is None:
        return Tolerance()
    part = read_part(Tolerances, spot)
    if part is None:
        return None
    height_m = part.height / MM
    own_m = height_m if "height" in part.model_fields_set else None
    return Tolerance(height_m, part.place / MM, math.radians(part.turn), part.friction, part.seed, own_m)


def _check_heights(top: Spot, known: Known, tolerance: Tolerance | None) -> None:
    """A tolerance that could leave nothing of a column is a fault."""
    spot = _given(top, "tolerance")
    place = spot.get("height") if spot else None
    if tolerance is None or place is None or not known.columns:
        return
    least = min(known.columns.values(), key=lambda column: column.height_m)
    if tolerance.height_m >= least.height_m:
        place.fault(f"must be less than the height of every column, and {least.name} has {least.height_m * MM:.6g}")
