"""`paletti view`: the tower, or a record, in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paletti_sim.cli.check import PresetChoice

if TYPE_CHECKING:
    from collections.abc import Callable


def view(
    scenario: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO|RECORD",
            help="A tower that ships (see `paletti scenarios`) or a file: of a tower, a record of a check, or a record "
            "of a game of villa-paletti.",
        ),
    ],
    port: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=65535, help="Where to listen; the first free one from 8080.")
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="H", help="Another address of this machine, at which others can connect.")
    ] = "127.0.0.1",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only say where the page is.")] = False,
    preset: Annotated[PresetChoice, typer.Option(help="How finely to simulate.")] = PresetChoice.accurate,
    samples: Annotated[
        int, typer.Option(metavar="N", min=0, max=10_000, help="Of the odds, for each move; 0 gives none.")
    ] = 16,
    game: Annotated[
        int | None, typer.Option("--game", metavar="N", min=1, help="Of a file with many records: the N-th game.")
    ] = None,
) -> None:
    """The tower in the browser: click a column, take it, put it down, and see what comes of it; or a record as a film.

    The page is for this machine alone. Ctrl-C ends it.
    """
    from paletti_sim.cli.films import content_of, is_physics, motion_of, read_physics
    from paletti_sim.errors import PalettiError
    from paletti_sim.views.tables import is_table

    file, data = Path(scenario), content_of(scenario)
    if game is not None and (data is None or is_physics(data) or not is_table(data)):
        raise PalettiError("--game is for records of games")
    if data is not None and is_physics(data):
        from paletti_sim.views.web.film_page import FilmPage

        film = motion_of(file, read_physics(file, data))
        serve(host, port, film.title, lambda server: FilmPage(server, film), no_browser=no_browser)
    elif data is not None and is_table(data):
        from paletti_sim.cli.films import motion_of_game
        from paletti_sim.views.web.film_page import FilmPage

        film = motion_of_game(file, data, game)
        serve(host, port, film.title, lambda server: FilmPage(server, film), no_browser=no_browser)
    else:
        from paletti_sim.tower.scenario import read_scenario
        from paletti_sim.views.web.session import Session
        from paletti_sim.views.web.tower_page import TowerPage

        given = read_scenario(scenario, data)

        def page(server: Any) -> TowerPage:
            session = Session(given, preset=preset.value, samples=samples)
            return TowerPage(server, session)

        serve(host, port, given.name, page, no_browser=no_browser)


def serve(host: str, port: int | None, title: str, page: Callable[[Any], Any], *, no_browser: bool) -> None:
    """Opens a server with the page that `page` makes on it, says where it is, starts it, and waits for Ctrl-C."""
    import threading

    from paletti_sim.cli.streams import say
    from paletti_sim.views.web.server import address, is_local, open_server, warning

    server = open_server(host, port, title)
    made = None
    try:
        made = page(server)
        where = address(host, server.get_port())
        print(where, flush=True)
        if not is_local(host):
            say(warning(host))
        say("the page is there; Ctrl-C ends it")
        # not before all is said: while the engine loads, what this process prints goes nowhere
        made.start()
        if not no_browser:
            import webbrowser

            webbrowser.open(where)
        threading.Event().wait()
    finally:
        if made is not None:
            made.close()
        server.stop()
