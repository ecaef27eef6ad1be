"""`paletti play`: a game at the table, people and bots in turn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from paletti_sim.games.core.record import Record


def play(
    game: Annotated[str, typer.Argument(help="The game, such as villannex.")],
    players: Annotated[
        str,
        typer.Option(
            metavar="A,B,…",
            help="Who plays, by seats: `human`, `human:NAME`, a bot; with colours `NAME=red`, `bot:greedy=blue`.",
        ),
    ] = "human,greedy",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="An option of the game.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", min=0, max=2**53, help="The same seed deals the same cards.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with the unfinished game of this record.")
    ] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a record of the game here.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that exists.")] = False,
    web: Annotated[bool, typer.Option("--web", help="At a page in the browser; villa-paletti only.")] = False,
    port: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=65535, help="Of the page; the first free one from 8080.")
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="H", help="Of the page: another address, at which others can connect.")
    ] = "127.0.0.1",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only say where the page is.")] = False,
) -> None:
    """Play a game: type the number of a choice, or the beginning of its name.

    With several people at one keyboard, each is asked to pass the screen on. `?` shows what else can be typed. A game
    that is left (`q`, Ctrl-C) can be gone on with from its record.
    """
    import secrets

    from paletti_sim.cli.at_table import AtTable
    from paletti_sim.cli.output import refuse_unwritable
    from paletti_sim.cli.seats import seated, wished
    from paletti_sim.cli.tables import advised, judge_of, made_ready
    from paletti_sim.games import find_game
    from paletti_sim.games.core.errors import OptionError
    from paletti_sim.games.core.options import split_settings
    from paletti_sim.games.core.replay import setup_of

    found = find_game(game)
    if web and game != "villa-paletti":
        raise OptionError(f"--web is for villa-paletti: leave it out to play {game} here")
    if record is not None:
        refuse_unwritable(record, force=force)
    if resume is not None:
        left = _left(resume, game)
        if settings or seed is not None:
            raise OptionError("--resume takes options and seed from the record: leave out --set and --seed")
        setup = advised(setup_of(left, found))
        players_at, chance = list(left.players), left.seed
        record, force = (resume, True) if record is None else (record, force)
    else:
        left = None
        seats, colours = wished(found, players)
        options: dict[str, object] = dict(split_settings(settings or []))
        if colours:
            options["colours"] = colours
        setup = made_ready(game, len(seats), options)
        players_at, chance = seated(setup, seats), secrets.randbits(32) if seed is None else seed
    if web:
        from paletti_sim.cli.web_table import play_at_page

        play_at_page(setup, players_at, chance, left, record, force=force, host=host, port=port, no_browser=no_browser)
        return
    table = AtTable(setup, players_at, chance, judge_of(setup), left)
    try:
        table.play()
    finally:
        table.save(record, force=force)


def _left(file: Path, game: str) -> Record:
    """The record of a game that was left unfinished."""
    from paletti_sim.games.core.errors import RecordError
    from paletti_sim.games.core.record import read_records

    records = read_records(file)
    if len(records) != 1:
        raise RecordError(f"{file}: it holds {len(records)} games: --resume wants a file with one")
    if records[0].game != game:
        raise RecordError(f"{file}: this is a game of {records[0].game[:40]}, not of {game}")
    if records[0].outcome is not None:
        raise RecordError(f"{file}: this game is over: `paletti replay` shows it")
    return records[0]
