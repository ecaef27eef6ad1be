"""`paletti results`: what came out of a batch."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paletti_sim.batch.outcome.summary import Summary

LISTED = 5
IN_REPORT = 500


def results(
    file: Annotated[Path, typer.Argument(metavar="FILE.db", help="What `paletti batch` has written.")],
    report: Annotated[
        Path | None, typer.Option(metavar="FILE.html", help="Write one page with figures, complete in itself.")
    ] = None,
    export: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write every case: FILE.parquet, FILE.csv or FILE.jsonl.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """What came out of a batch: outcomes by everything that was varied, and games by bot.

    Also while the batch runs. Shares stand with their 95 % intervals.
    """
    from paletti_sim.batch.outcome.columns import read_columns
    from paletti_sim.batch.outcome.export import export as write_export
    from paletti_sim.batch.outcome.report import page
    from paletti_sim.batch.outcome.summary import summarise
    from paletti_sim.batch.store import Reader
    from paletti_sim.cli.output import print_json, refuse_unwritable, say, write_file

    _refuse_same(file, report, export)

    with Reader(file) as reader:
        refuse_unwritable(*(path for path in (report, export) if path is not None), force=force)
        columns = read_columns(reader, times=report is not None)
        summary = summarise(reader, columns, IN_REPORT if report is not None or as_json else LISTED)
        if export is not None:
            write_export(reader, export, force=force)
            say(f"wrote {export}")
        if report is not None:
            write_file(report, page(summary, columns), force=force)
    if as_json:
        print_json(summary.to_json())
    else:
        _print(summary)


def _refuse_same(file: Path, report: Path | None, export: Path | None) -> None:
    from paletti_sim.errors import PalettiError
    from paletti_sim.files import same_file

    for flag, path in (("--report", report), ("--export", export)):
        if path is not None and same_file(path, file):
            raise PalettiError(f"{flag}: {path} is the file of results itself: give another name")
    if report is not None and export is not None and same_file(report, export):
        raise PalettiError(f"--report and --export want two files, and both are {report}")


def _print(summary: Summary) -> None:
    from paletti_sim.batch.outcome.report import BOT_HEAD, GROUP_HEAD, bot_cells, group_cells

    told = ", ".join(f"{count:,} {status}" for status, count in summary.statuses.items())
    print(f"{summary.plan}: {summary.cases:,} cases: {told}")
    for tower in summary.towers:
        over = f" by {tower.parameter}" if tower.parameter else ""
        _table(f"{tower.subject}{over}", GROUP_HEAD, [group_cells(group) for group in tower.groups])
    for table in summary.games:
        _table(f"{table.subject}, {table.games:,} games", BOT_HEAD, [bot_cells(bot) for bot in table.bots])
    for case in summary.failures[:LISTED]:
        settings = ", ".join(f"{key} {value}" for key, value in case["settings"].items())
        print(f"case {case['position']} ({settings}) {case['status']}: {case['why']}")


def _table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table without the columns in which nothing stands."""
    from rich.table import Table

    from paletti_sim.batch.outcome.report import filled
    from paletti_sim.cli.output import print_table

    print(f"\n{title}")
    names, *kept = filled(head, rows)
    table = Table()
    for k, name in enumerate(names):
        table.add_column(name, justify="left" if k == 0 else "right", no_wrap=True)
    for row in kept:
        table.add_row(*row)
    print_table(table)
