"""`paletti play --web`: a game at a page in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from paletti_sim.games.core.game import Setup
    from paletti_sim.games.core.record import Player, Record
    from paletti_sim.views.web.table_page import TablePage


def play_at_page(
    setup: Setup[Any, Any],
    players: Sequence[Player],
    seed: int,
    left: Record | None,
    record: Path | None,
    *,
    force: bool,
    host: str,
    port: int | None,
    no_browser: bool,
) -> None:
    """Serves the table until Ctrl-C, and writes the record that was asked for, of an unfinished game too."""
    from paletti_sim.cli.output import write_file
    from paletti_sim.cli.view import serve
    from paletti_sim.tables import judge_of
    from paletti_sim.views.web.table import WebTable
    from paletti_sim.views.web.table_page import TablePage

    judge = judge_of(setup)
    assert judge is not None
    table = WebTable(setup, players, seed, judge, left)

    def page(server: Any) -> TablePage:
        return TablePage(server, table)

    try:
        serve(host, port, setup.game.title, page, no_browser=no_browser)
    finally:
        table.close()
        if record is not None:
            write_file(record, table.record().line(), force=force)
