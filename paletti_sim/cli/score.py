"""`paletti score`: settles a game that was played with real cards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def score(
    game: Annotated[str, typer.Argument(help="The game, such as villannex.")],
    file: Annotated[Path, typer.Argument(help="The table, written down in a small file.")],
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="An option of the game.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the scores as JSON.")] = False,
) -> None:
    r"""Score a table written down in a small file.

    A file for villannex:

        schema: paletti/villannex-score@1
        villages:
          You: {cards: {stone-bridge: 1, cook: 1}}
          Ann: {cards: {walls: 2, quarry: 1}}

    Each card has the number of its frame that produces. Or `cards` is a list, and `produces: {stone: 2, grain: 1}`
    says what the village produces. `common` is the list of the cards of the common area, if there is one.

    A file for villa:

        schema: paletti/villa-score@1
        players: {You: blue, Ann: pink}
        map: |
          +-b-+-p-+
          b A g B p
          +-y-+-p-+
        tokens: {A: \[blue], B: \[pink bridge]}

    Letters are segments (b blue, p pink, y yellow, g green), marks such as A name areas, tokens are listed from below.
    Two colours each are `players: {You: \[blue, yellow], Ann: \[pink, green]}`, and with `teams: true` opposite players
    are a team.
    """
    from paletti_sim.cli.output import print_json
    from paletti_sim.cli.scenes import print_scene
    from paletti_sim.games import find_game
    from paletti_sim.games.core.errors import OptionError
    from paletti_sim.games.core.options import split_settings

    found = find_game(game)
    if found.score_file is None:
        raise OptionError(f"{found.id} has no files to score")
    scored = found.score_file(file, split_settings(settings or []))
    if as_json:
        print_json({"schema": "paletti/score@1", **scored.document})
    else:
        print_scene(scored.scene)
