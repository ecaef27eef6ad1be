"""Who sits at the table: what `--players` says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from paletti_sim.games.core.errors import OptionError
from paletti_sim.games.core.game import Game, Setup
from paletti_sim.games.core.record import Player
from paletti_sim.games.core.replay import HUMAN

NAME_LENGTH = 24


def wished(game: Game, players: str) -> tuple[list[str], str]:
    """Return who sits where, and the colours that they wish for, as the option `colours` wants them.

    Beside `human`, `human:NAME` and the name of a bot it may be `bot:BOT`, and with a colour `NAME=COLOUR` or
    `bot:BOT=COLOUR`.

    Raises:
        OptionError: some wish and some do not, or the game has no colours.

    >>> from paletti_sim.games import find_game
    >>> wished(find_game("villa-paletti"), "Ana=red+blue, bot:greedy=green+yellow")
    (['human:Ana', 'greedy'], 'red+blue,green+yellow')
    """
    seats, colours = [], []
    for part in players.split(","):
        who, sign, colour = (piece.strip() for piece in part.partition("="))
        if who.startswith("bot:"):
            who = who.removeprefix("bot:")
        elif sign and who.split(":")[0] != HUMAN and who not in game.bots:
            who = f"{HUMAN}:{who}"
        seats.append(who)
        colours.append(colour)
    if not any(colours):
        return seats, ""
    if all(option.name != "colours" for option in game.options):
        raise OptionError(f"nobody chooses a colour in {game.id} (got {players[:60]!r})")
    if not all(colours):
        raise OptionError("give a colour to every player, or to none")
    return seats, ",".join(colours)


def seated(setup: Setup[Any, Any], seats: Sequence[str]) -> list[Player]:
    """Return who sits where.

    Raises:
        OptionError: a bot that does not exist, or a bad name.
    """
    people = sum(seat.split(":")[0] == HUMAN for seat in seats)
    found = []
    bots: Counter[str] = Counter()
    for number, seat in enumerate(seats, 1):
        by, colon, name = seat.partition(":")
        name = name.strip()
        if by != HUMAN:
            setup.game.bot(seat, setup)
            bots[seat] += 1
            name = seat if seats.count(seat) == 1 else f"{seat} {bots[seat]}"
        elif not colon:
            name = "You" if people == 1 else f"Player {number}"
        elif not name or len(name) > NAME_LENGTH or not name.isprintable():
            raise OptionError(f"a name has 1 to {NAME_LENGTH} characters (got {name[:40]!r})")
        found.append(Player(name=name, by=by))
    twice = [name for name, count in Counter(player.name for player in found).items() if count > 1]
    if twice:
        raise OptionError(f"two players are called {twice[0]}")
    return found
