"""`paletti validate`: known truths of mechanics beside what the software says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from paletti_sim.cli.check import PresetChoice
from paletti_sim.errors import PalettiError

if TYPE_CHECKING:
    from paletti_sim.stability.validate import Row


def validate(
    only: Annotated[str, typer.Option(metavar="TEXT", help="Only truths whose name holds this.")] = "",
    preset: Annotated[PresetChoice, typer.Option(help="How finely to simulate.")] = PresetChoice.accurate,
    as_json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False,
) -> None:
    """Known truths of mechanics, beside what equilibrium and the simulation say.

    Each is a family of towers whose limit a closed form gives; the limit is looked for by bisection. Takes about a
    minute. Ends with 1 when a truth is missed: by more than 0.2 % in equilibrium, or by more than 4 % early (6 % for
    several storeys) or 1.5 % late in the simulation.
    """
    from paletti_sim.cli.output import print_json, say
    from paletti_sim.physics.preset import PRESETS
    from paletti_sim.stability.truths import TRUTHS
    from paletti_sim.stability.validate import SCHEMA
    from paletti_sim.stability.validate import validate as ask

    truths = [truth for truth in TRUTHS if only in truth.name]
    if not truths:
        raise PalettiError(f"--only: no truth's name holds {only[:40]!r}; without it all are shown")
    rows = []
    for row in ask(PRESETS[preset.value], truths):
        rows.append(row)
        say(f"{len(rows)} of {len(truths)}: {row.name}")
    missed = [row.name for row in rows if not row.passed]
    if as_json:
        truths_json = [row.to_json() for row in rows]
        print_json({"schema": SCHEMA, "preset": preset.value, "passed": not missed, "truths": truths_json})
    else:
        _print_table(rows)
    if missed:
        raise typer.Exit(1)


def _print_table(rows: list[Row]) -> None:
    from rich.table import Table

    from paletti_sim.cli.output import print_table

    table = Table(title="Limits: closed form, equilibrium, simulation")
    table.add_column("truth")
    for name in ("exact", "equilibrium", "error", "simulation", "error"):
        table.add_column(name, justify="right")
    table.add_column("")
    for row in rows:
        table.add_row(
            row.name,
            f"{row.exact:.3f} {row.unit}",
            f"{row.static:.3f}",
            f"{row.static_error_percent:+.2f} %",
            f"{row.simulated:.3f}",
            f"{row.simulated_error_percent:+.1f} %",
            "ok" if row.passed else "MISSED",
        )
    print_table(table)
