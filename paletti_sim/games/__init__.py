"""The games that there are. Each is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from paletti_sim.games.core.errors import OptionError, near
from paletti_sim.games.core.game import Game, Setup

_GAMES = {
    "villa-paletti": "paletti_sim.games.villa_paletti.setup",
    "villannex": "paletti_sim.games.villannex.setup",
    "villa": "paletti_sim.games.villa.setup",
    "vampire-village": "paletti_sim.games.vampire_village.setup",
}


def game_ids() -> tuple[str, ...]:
    """Return the ids of all games."""
    return tuple(_GAMES)


def find_game(name: str) -> Game:
    """Return a game by its id.

    Raises:
        OptionError: there is none of that id.
    """
    if name not in _GAMES:
        raise OptionError(f"there is no game {name[:40]!r}: {near(name, _GAMES)}")
    game: Game = import_module(_GAMES[name]).GAME
    return game


def ready(name: str, players: int, options: Mapping[str, object] | None = None) -> Setup[Any, Any]:
    """Return a game made ready; can be sent to another process as `functools.partial(ready, ...)`.

    Raises:
        OptionError: an unknown game, a wrong number of players, or wrong options.
        FileFaultsError: the game's data are faulty.
    """
    return find_game(name).setup(players, options)
