"""`paletti loads`: which columns carry, and with how many newtons."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paletti_sim.errors import PalettiError

if TYPE_CHECKING:
    from paletti_sim.stability.loads import ColumnLoad, Loads

ENDINGS = (".png", ".svg")


def loads(
    scenario: Annotated[str, typer.Argument(help="A tower that ships (see `paletti scenarios`) or a file.")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE.png|svg", help="Draw a plan of each level there.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that exists.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the loads as JSON.")] = False,
) -> None:
    """Which columns carry, with how many newtons across the floors, and which are free.

    By static equilibrium of the tower as the file puts it up and it then comes to rest. Where mechanics leaves a range,
    the least and the greatest are given. Ends with 1 when there is no equilibrium.
    """
    from paletti_sim.cli.output import print_json, refuse_unwritable, write_file
    from paletti_sim.stability.loads import loads as ask
    from paletti_sim.tower.scenario import read_scenario

    given = read_scenario(scenario)
    if output is not None:
        if output.suffix.lower() not in ENDINGS:
            raise PalettiError(
                f"--output: {output} ends neither in .png nor in .svg, the two kinds of picture there are"
            )
        refuse_unwritable(output, force=force)
    answer = ask(given.tower, given.name)
    if as_json:
        print_json(answer.to_json())
    elif answer.columns:
        _print_table(answer, len(given.tower.levels) - 1)
    elif answer.balanced:
        print(f"{answer.scenario} has no columns, so there are no loads.")
    else:
        print(_no_equilibrium(answer) + (" No picture is drawn." if output else ""))
    if not answer.columns and given.tower.columns:
        raise typer.Exit(1)
    if output is not None:
        from paletti_sim.views.loads import draw_loads

        out = io.BytesIO()
        draw_loads(given.tower, answer).savefig(
            out, format=output.suffix[1:].lower(), metadata={"Date": None} if output.suffix.lower() == ".svg" else {}
        )
        write_file(output, out.getvalue(), force=force)


def _print_table(answer: Loads, top: int) -> None:
    """The columns that carry, and those that stand free; on the `top` level there is nothing to carry."""
    from rich.table import Table

    from paletti_sim.cli.output import print_table

    table = Table(title=f"{answer.scenario}: {answer.weight_n:.2f} N in all")
    table.add_column("on")
    table.add_column("column")
    table.add_column("newtons", justify="right")
    carrying = [load for load in answer.columns if load.carries]
    if not carrying:
        print(f"Nothing lies on a column of {answer.scenario}, so none carries.")
        return
    for load in carrying:
        table.add_row(load.floor, load.column, _newtons(load))
    print_table(table)
    free = [load.column for load in answer.columns if not load.carries and load.level < top]
    print(f"free: {', '.join(free) if free else 'none'}")


def _newtons(load: ColumnLoad) -> str:
    if load.greatest_n - load.least_n < 0.005 * load.greatest_n:
        return f"{load.greatest_n:.3f}"
    return f"{load.least_n:.3f} to {load.greatest_n:.3f}"


def _no_equilibrium(answer: Loads) -> str:
    static = answer.static
    if static is None or not static.edge or static.shortfall_mm is None:
        return f"{answer.scenario} has no equilibrium, so there are no loads."
    return (
        f"{answer.scenario} has no equilibrium, so there are no loads: it tips over {' and '.join(static.edge)}, the"
        f" centre of mass lies {static.shortfall_mm:.1f} mm outside."
    )
