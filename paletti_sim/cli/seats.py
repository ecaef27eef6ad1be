"""Who sits at the table: what `--players` says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from paletti_sim.games.core.errors import OptionError, near
from paletti_sim.games.core.game import Game, Setup
from paletti_sim.games.core.record import Player, numbered
from paletti_sim.games.core.replay import HUMAN

NAME_LENGTH = 24


def wished(game: Game, players: str) -> tuple[list[str], str]:
    """Return who sits where, and the colours that they wish for, as the option `colours` wants them.

    Beside `human`, `human:NAME` and the name of a bot it may be `bot:BOT`, and with a colour `NAME=COLOUR` or
    `bot:BOT=COLOUR`.

    Raises:
        OptionError: nobody sits there, a bot that does not exist, some wish a colour and some do not, or the game has
            no colours.

    >>> from paletti_sim.games import find_game
    >>> wished(find_game("villa-paletti"), "Ana=red+blue, bot:greedy=green+yellow")
    (['human:Ana', 'greedy'], 'red+blue,green+yellow')
    """
    if not players.strip():
        raise OptionError("--players names nobody: give who plays, such as human,greedy")
    seats, colours = [], []
    for part in players.split(","):
        who, sign, colour = (piece.strip() for piece in part.partition("="))
        if not who:
            raise OptionError(
                f"--players leaves a seat empty: give who plays, such as human,greedy (got {players[:60]!r})"
            )
        if who.startswith("bot:"):
            who = who.removeprefix("bot:")
            _refuse_unknown(game, who)
        elif sign and who.split(":")[0] != HUMAN and who not in game.bots:
            who = f"{HUMAN}:{who}"
        elif who.split(":")[0] != HUMAN:
            _refuse_unknown(game, who, f" (a person is {HUMAN}:{who[:NAME_LENGTH]})")
        seats.append(who)
        colours.append(colour)
    if not any(colours):
        return seats, ""
    if all(option.name != "colours" for option in game.options):
        raise OptionError(f"nobody chooses a colour in {game.id} (got {players[:60]!r})")
    if not all(colours):
        raise OptionError("give a colour to every player, or to none")
    return seats, ",".join(colours)


def _refuse_unknown(game: Game, bot: str, hint: str = "") -> None:
    if bot not in game.bots:
        raise OptionError(f"there is no bot {bot[:40]!r} for {game.id}: {near(bot, game.bots)}{hint}")


def _checked(name: str) -> str:
    """Return a person's name if it can be one."""
    if not 1 <= len(name) <= NAME_LENGTH:
        raise OptionError(f"a name has 1 to {NAME_LENGTH} characters (got {len(name)}: {name[:40]!r})")
    wrong = [letter for letter in name if not letter.isprintable()]
    if wrong:
        raise OptionError(f"a name has characters that can be printed: {wrong[0]!r} cannot be (got {name!r})")
    return name


def seated(setup: Setup[Any, Any], seats: Sequence[str]) -> list[Player]:
    """Return who sits where.

    Raises:
        OptionError: a bot that does not exist, or a bad name.
    """
    people = sum(seat.split(":")[0] == HUMAN for seat in seats)
    found = []
    for number, (seat, bot) in enumerate(zip(seats, numbered(seats), strict=True), 1):
        by, colon, name = seat.partition(":")
        name = name.strip()
        if by != HUMAN:
            setup.game.bot(seat, setup)
            name = bot
        elif not colon:
            name = "You" if people == 1 else f"Player {number}"
        else:
            _checked(name)
        found.append(Player(name=name, by=by))
    twice = [name for name, count in Counter(player.name for player in found).items() if count > 1]
    if twice:
        raise OptionError(f"two players are called {twice[0]}")
    return found
