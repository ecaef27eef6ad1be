"""`paletti games`: which games there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from paletti_sim.games.core.game import Game


def games(
    game: Annotated[str | None, typer.Argument(help="One game: its options and bots.", metavar="GAME")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the games as JSON.")] = False,
) -> None:
    """The games that can be played: players, options, bots."""
    from paletti_sim.cli.output import print_json
    from paletti_sim.cli.scenes import print_scene
    from paletti_sim.games import find_game, game_ids
    from paletti_sim.games.core.scene import Grid

    found = [find_game(name) for name in ([game] if game is not None else game_ids())]
    if as_json:
        print_json({"schema": "paletti/games@1", "games": [document(each) for each in found]})
        return
    if game is None:
        rows = tuple((each.id, _players(each), each.about) for each in found)
        print_scene([Grid(("game", "players", "about"), rows)])
        print_scene([f"`paletti games {found[0].id}` shows the options and bots of a game."])
        return
    each = found[0]
    options = tuple((option.name, _default(option.default), option.allowed(), option.about) for option in each.options)
    bots = tuple((name, each.bots_about.get(name, "")) for name in each.bots)
    print_scene(
        [
            f"{each.title}, {_players(each)} players. {each.about}",
            Grid(("option", "default", "values", "about"), options, title="Options: --set OPTION=VALUE"),
            Grid(("bot", "about"), bots, title="Bots"),
        ]
    )


def _default(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) or "none"


def _players(game: Game) -> str:
    return f"{game.least} to {game.most}" if game.least != game.most else str(game.least)


def document(game: Game) -> dict[str, Any]:
    """Return a game as JSON."""
    return {
        "id": game.id,
        "title": game.title,
        "about": game.about,
        "players": [game.least, game.most],
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "choices": list(option.choices),
                "about": option.about,
            }
            for option in game.options
        ],
        "bots": [{"name": name, "about": game.bots_about.get(name, "")} for name in game.bots],
        "scores_files": game.score_file is not None,
    }
