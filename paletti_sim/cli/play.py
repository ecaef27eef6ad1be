"""`paletti play`: a game at the table, people and bots in turn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from paletti_sim.games.core.game import Game, Setup
    from paletti_sim.games.core.record import Player, Record

PLAYERS = "human,greedy"


def play(
    game: Annotated[str, typer.Argument(help="The game, such as villannex.")],
    players: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,…",
            help="Who plays, by seats: `human`, `human:NAME`, a bot; with colours `NAME=red` or `bot:greedy=blue`, "
            f"of two players two each: `NAME=red+blue`. [default: {PLAYERS}]",
            show_default=False,
        ),
    ] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="An option of the game.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", min=0, max=2**53, help="The same seed deals the same cards.")
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Go on with the unfinished game of this record; it goes on in the same file, or where --record says.",
        ),
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

    Examples:

        paletti play villannex --players human:Ana,greedy

        paletti play villa-paletti --players Ana=red+blue,bot:greedy=green+yellow
    """
    from paletti_sim.cli.at_table import AtTable
    from paletti_sim.cli.output import refuse_unwritable
    from paletti_sim.files import same_file
    from paletti_sim.games import find_game
    from paletti_sim.games.core.errors import OptionError
    from paletti_sim.tables import judge_of

    found = find_game(game)
    if web and game != "villa-paletti":
        raise OptionError(f"--web is for villa-paletti: leave it out to play {game} here")
    goes_on = resume if resume is not None and (record is None or same_file(record, resume)) else None
    if record is not None and goes_on is None:
        refuse_unwritable(record, force=force)
    if resume is not None:
        if settings or seed is not None or players is not None:
            raise OptionError(
                "--resume takes players, options and seed from the record: leave out --players, --set and --seed"
            )
        setup, left = _left(found, resume, goes_on)
        players_at, chance = list(left.players), left.seed
    else:
        left = None
        setup, players_at, chance = _new(found, players, settings, seed)
    if web:
        from paletti_sim.cli.web_table import play_at_page

        where, replaced = (record, force) if goes_on is None else (goes_on, True)
        play_at_page(
            setup, players_at, chance, left, where, force=replaced, host=host, port=port, no_browser=no_browser
        )
        return
    table = AtTable(setup, players_at, chance, judge_of(setup), left)
    try:
        table.play()
    finally:
        if goes_on is not None:
            table.go_on(goes_on)
        else:
            table.save(record, force=force)


def _left(found: Game, file: Path, goes_on: Path | None) -> tuple[Setup[Any, Any], Record]:
    """An unfinished game made ready, and its record."""
    from paletti_sim.cli.left import left_in, refuse_to_go_on_in
    from paletti_sim.games.core.errors import RecordError
    from paletti_sim.games.core.replay import replay, setup_of
    from paletti_sim.tables import advised

    left = left_in(file, found.id)
    try:
        setup = advised(setup_of(left, found))
        list(replay(left, setup))  # so that damage is told with the name of the file, and before anything else
    except RecordError as error:
        raise RecordError(f"{file}: {error}") from None
    if goes_on is not None:
        refuse_to_go_on_in(goes_on)
    return setup, left


def _new(
    found: Game, players: str | None, settings: list[str] | None, seed: int | None
) -> tuple[Setup[Any, Any], list[Player], int]:
    """A new game made ready, who plays it, and its seed."""
    import secrets

    from paletti_sim.cli.seats import seated, wished
    from paletti_sim.games.core.errors import OptionError
    from paletti_sim.games.core.options import split_settings
    from paletti_sim.tables import made_ready

    seats, colours = wished(found, PLAYERS if players is None else players)
    options: dict[str, object] = dict(split_settings(settings or []))
    if colours and "colours" in options:
        raise OptionError("--players and --set colours both choose colours: leave one of them out")
    if colours:
        options["colours"] = colours
    setup = made_ready(found.id, len(seats), options)
    return setup, list(seated(setup, seats)), secrets.randbits(32) if seed is None else seed
