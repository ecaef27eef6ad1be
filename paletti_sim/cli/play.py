"""`paletti play`: a game at the table, people and bots in turn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def play(
    game: Annotated[str, typer.Argument(help="The game, such as villannex.")],
    players: Annotated[
        str,
        typer.Option(
            metavar="A,B,…", help="Who plays: `human`, `human:NAME`, or the name of a bot, in the order of seats."
        ),
    ] = "human,greedy",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="An option of the game.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", min=0, max=2**53, help="The same seed deals the same cards.")
    ] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a record of the game here.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that exists.")] = False,
) -> None:
    """Play a game: type the number of a choice, or the beginning of its name.

    With several people at one keyboard, each is asked to pass the screen on. `?` shows what else can be typed.
    """
    import secrets

    from paletti_sim.cli.at_table import AtTable
    from paletti_sim.cli.output import refuse_unwritable
    from paletti_sim.games import find_game
    from paletti_sim.games.core.options import split_settings

    found = find_game(game)
    seats = [part.strip() for part in players.split(",")]
    setup = found.setup(len(seats), split_settings(settings or []))
    if record is not None:
        refuse_unwritable(record, force=force)
    table = AtTable(setup, seats, secrets.randbits(32) if seed is None else seed)
    try:
        table.play()
    finally:
        table.save(record, force=force)
