"""`paletti validate`: known truths of mechanics beside what the software says."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from paletti_sim.cli.check import PresetChoice
from paletti_sim.errors import PalettiError

if TYPE_CHECKING:
    from paletti_sim.stability.validate import Row


class EngineChoice(StrEnum):
    """Whose simulation."""

    pybullet = "pybullet"
    mujoco = "mujoco"


def validate(
    only: Annotated[str, typer.Option(metavar="TEXT", help="Only truths whose name holds this.")] = "",
    preset: Annotated[PresetChoice, typer.Option(help="How finely to simulate.")] = PresetChoice.accurate,
    engine: Annotated[
        EngineChoice, typer.Option(help="mujoco: MuJoCo beside it, as an outside opinion.")
    ] = EngineChoice.pybullet,
    as_json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False,
) -> None:
    """Known truths of mechanics, beside what equilibrium and the simulation say.

    Each is a family of towers whose limit a closed form gives; the limit is looked for by bisection. Last come the
    loads of the three among eight columns that carry a plate. Takes about two minutes.

    Ends with 1 when a truth is missed: by more than 0.2 % in equilibrium, 0.01 % with exact friction cones, or by more
    than 4 % early (6 % for several storeys) or 1.5 % late in the simulation; a load by more than 1 % of the weight.
    What MuJoCo says is not judged.
    """
    from paletti_sim.cli.output import print_json, say
    from paletti_sim.physics.preset import PRESETS
    from paletti_sim.stability.truths import TRUTHS
    from paletti_sim.stability.validate import SCHEMA, validate_loads
    from paletti_sim.stability.validate import validate as ask

    truths = [truth for truth in TRUTHS if only in truth.name]
    loads = only in LOADS
    if not truths and not loads:
        raise PalettiError(f"--only: no truth's name holds {only[:40]!r}; without it all are shown")
    outside = engine is EngineChoice.mujoco
    if outside:
        from paletti_sim.outside.mujoco_engine import mujoco

        mujoco()  # says at once when it is not installed
    rows = []
    for row in ask(PRESETS[preset.value], truths, outside):
        rows.append(row)
        say(f"{len(rows)} of {len(truths)}: {row.name}")
    if loads:
        rows += validate_loads(PRESETS[preset.value], outside)
    missed = [row.name for row in rows if not row.passed]
    if as_json:
        truths_json = [row.to_json() for row in rows]
        print_json(
            {
                "schema": SCHEMA,
                "preset": preset.value,
                "engine": engine.value,
                "passed": not missed,
                "truths": truths_json,
            }
        )
    else:
        _print_table(rows)
    if missed:
        raise typer.Exit(1)


def _print_table(rows: list[Row]) -> None:
    from rich.table import Table

    from paletti_sim.cli.output import print_table

    sources = list(rows[0].found) if "cones" in rows[0].found else [*rows[0].found, "cones"]
    table = Table(title="Limits: closed form beside equilibrium and simulation")
    table.add_column("truth")
    table.add_column("exact", justify="right")
    for source in sources:
        table.add_column(TITLES[source], justify="right")
        table.add_column("error %", justify="right")
    table.add_column("")
    for row in rows:
        cells = []
        for source in sources:
            known = source in row.found
            cells += [f"{row.found[source]:.3f}", f"{row.errors[source]:+.{DIGITS[source]}f}"] if known else ["-", "-"]
        table.add_row(row.name, f"{row.exact:.3f} {row.unit}", *cells, "ok" if row.passed else "MISSED")
    print_table(table)


LOADS = "eight unequal columns: the load of each"
TITLES = {"static": "equilibrium", "cones": "exact cones", "simulated": "simulation", "mujoco": "MuJoCo"}
DIGITS = {"static": 2, "cones": 4, "simulated": 1, "mujoco": 1}
