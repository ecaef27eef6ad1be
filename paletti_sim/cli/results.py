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


def _print(summary: Summary) -> None:
    from paletti_sim.batch.outcome.report import GROUP_HEAD, group_cells, share_cells

    told = ", ".join(f"{count:,} {status}" for status, count in summary.statuses.items())
    print(f"{summary.plan}: {summary.cases:,} cases: {told}")
    for tower in summary.towers:
        over = f" by {tower.parameter}" if tower.parameter else ""
        _table(f"{tower.subject}{over}", GROUP_HEAD, [group_cells(group) for group in tower.groups])
    for table in summary.games:
        rows = [
            (bot["bot"], f"{bot['won']:,}", f"{bot['shared']:,}", *share_cells(bot), f"{bot['mean_score']:.2f}")
            for bot in table.bots
        ]
        _table(f"{table.subject}, {table.games:,} games", ("bot", "won", "shared", "share", "95 %", "mean score"), rows)
    for case in summary.failures[:LISTED]:
        settings = ", ".join(f"{key} {value}" for key, value in case["settings"].items())
        print(f"case {case['position']} ({settings}) {case['status']}: {case['why']}")


def _table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table without the columns in which nothing stands."""
    from rich.table import Table

    from paletti_sim.cli.output import print_table

    print(f"\n{title}")
    kept = [k for k in range(len(head)) if any(row[k] not in ("", "0", "-") for row in rows) or k < 2]
    table = Table()
    for k in kept:
        table.add_column(head[k], justify="left" if k == 0 else "right", no_wrap=True)
    for row in rows:
        table.add_row(*(row[k] for k in kept))
    print_table(table)
