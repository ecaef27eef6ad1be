"""`paletti pieces`: what there is to build with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from paletti_sim.tower.catalogue import Catalogue
    from paletti_sim.tower.outline import Outline
    from paletti_sim.tower.pieces import Prism


def pieces(
    export: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write URDF and OBJ of every piece into this folder.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the pieces as JSON.")] = False,
) -> None:
    """The game's pieces: sizes, masses, points; or all of them as URDF and OBJ for other tools.

    Lengths in millimetres, masses in grams. Every size is assumed: no source of the game gives any.
    """
    from paletti_sim.cli.output import print_json, say, write_all
    from paletti_sim.tower.catalogue import game_pieces

    catalogue = game_pieces()
    if export is not None:
        from paletti_sim.tower.export import exported

        files = {export / name: text for name, text in exported(catalogue).items()}
        write_all(files, force=force)
        say(f"wrote {len(files)} files into {export}")
    if as_json:
        print_json(document(catalogue))
    elif export is None:
        _print_tables(catalogue)


def document(catalogue: Catalogue) -> dict[str, Any]:
    """All pieces in millimetres and grams."""
    return {
        "schema": "paletti/pieces@1",
        "base": {
            "diameter_mm": _mm(catalogue.base.outline.size[0]),
            "site_diameter_mm": _mm(catalogue.base.site.size[0]),
            "thickness_mm": _mm(catalogue.base.thickness_m),
        },
        "columns": [
            {
                **_measures(column),
                "shape": column.shape,
                "across_mm": _mm(column.outline.size[0]),
                "points": column.points,
            }
            for column in catalogue.columns.values()
        ],
        "floors": [
            {
                **_measures(floor),
                "order": floor.order,
                "outline_mm": [[_mm(x), _mm(y)] for x, y in floor.outline.points],
            }
            for floor in catalogue.floors.values()
        ],
    }


def _measures(piece: Prism) -> dict[str, Any]:
    return {
        "id": piece.name,
        "height_mm": _mm(piece.height_m),
        "mass_g": round(piece.mass_kg * 1e3, 3),
        "area_mm2": round(piece.outline.area_m2 * 1e6, 2),
        "colour": piece.colour,
    }


def _print_tables(catalogue: Catalogue) -> None:
    from rich.table import Table

    from paletti_sim.cli.output import print_table

    columns = Table(title="Columns")
    for head in ("id", "shape"):
        columns.add_column(head)
    for head in ("across mm", "height mm", "mass g", "points"):
        columns.add_column(head, justify="right")
    for column in catalogue.columns.values():
        across, height = _mm(column.outline.size[0]), _mm(column.height_m)
        columns.add_row(
            column.name, column.shape, f"{across:g}", f"{height:g}", f"{column.mass_kg * 1e3:.1f}", str(column.points)
        )
    floors = Table(title="Floors, in the order in which they are built")
    floors.add_column("id")
    for head in ("circle mm", "thick mm", "area cm2", "mass g"):
        floors.add_column(head, justify="right")
    base = catalogue.base
    floors.add_row(
        "base",
        f"{_mm(base.outline.size[0]):g}",
        f"{_mm(base.thickness_m):g}",
        f"{base.outline.area_m2 * 1e4:.0f}",
        "fixed",
    )
    for floor in catalogue.floors.values():
        floors.add_row(
            floor.name,
            f"{_circle_mm(floor.outline):.0f}",
            f"{_mm(floor.height_m):g}",
            f"{floor.outline.area_m2 * 1e4:.0f}",
            f"{floor.mass_kg * 1e3:.1f}",
        )
    print_table(columns)
    print()
    print_table(floors)


def _circle_mm(outline: Outline) -> float:
    """Diameter of the smallest circle around an outline."""
    import shapely

    return 2e3 * float(shapely.minimum_bounding_radius(outline.shape))


def _mm(length_m: float) -> float:
    return round(length_m * 1e3, 4)
