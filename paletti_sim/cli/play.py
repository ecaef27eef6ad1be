"""`paletti play`: a game at the table, people and bots in turn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    pass

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
) -> None:
    """Play a game: type the number of a choice, or the beginning of its name.

    With several people at one keyboard, each is asked to pass the screen on. `?` shows what else can be typed. A game
    that is left (`q`, Ctrl-C) can be gone on with from its record.

    Examples:

        paletti play villannex --players human:Ana,greedy

        paletti play villa-paletti --players Ana=red+blue,bot:greedy=green+yellow
    """
    import secrets

    from paletti_sim.cli.at_table import AtTable
    from paletti_sim.cli.left import left_in, refuse_to_go_on_in
    from paletti_sim.cli.output import refuse_unwritable
    from paletti_sim.cli.seats import seated, wished
    from paletti_sim.files import same_file
    from paletti_sim.games import find_game
    from paletti_sim.games.core.errors import OptionError, RecordError
    from paletti_sim.games.core.options import split_settings
    from paletti_sim.games.core.replay import replay, setup_of
    from paletti_sim.tables import advised, judge_of, made_ready

    found = find_game(game)
    goes_on = resume if resume is not None and (record is None or same_file(record, resume)) else None
    if record is not None and goes_on is None:
        refuse_unwritable(record, force=force)
    if resume is not None:
        left = left_in(resume, game)
        if settings or seed is not None or players is not None:
            raise OptionError(
                "--resume takes players, options and seed from the record: leave out --players, --set and --seed"
            )
        try:
            setup = advised(setup_of(left, found))
            list(replay(left, setup))  # so that damage is told with the name of the file, and before anything else
        except RecordError as error:
            raise RecordError(f"{resume}: {error}") from None
        if goes_on is not None:
            refuse_to_go_on_in(goes_on)
        table = AtTable(setup, left.players, left.seed, judge_of(setup), left)
    else:
        seats, colours = wished(found, PLAYERS if players is None else players)
        options: dict[str, object] = dict(split_settings(settings or []))
        if colours and "colours" in options:
            raise OptionError("--players and --set colours both choose colours: leave one of them out")
        if colours:
            options["colours"] = colours
        setup = made_ready(game, len(seats), options)
        table = AtTable(setup, seated(setup, seats), secrets.randbits(32) if seed is None else seed, judge_of(setup))
    try:
        table.play()
    finally:
        if goes_on is not None:
            table.go_on(goes_on)
        else:
            table.save(record, force=force)
