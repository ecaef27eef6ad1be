"""A game at one keyboard: shows each person what that person may see, and reads choices."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from paletti_sim.cli.output import refuse_unwritable, say, write_file
from paletti_sim.cli.scenes import print_scene, width
from paletti_sim.cli.signals import by_hand
from paletti_sim.errors import PalettiError
from paletti_sim.games.core.bots import Bot
from paletti_sim.games.core.errors import ActionError, OptionError
from paletti_sim.games.core.game import Setup
from paletti_sim.games.core.match import Seats, steps
from paletti_sim.games.core.record import Player, record
from paletti_sim.games.core.replay import HUMAN

HELP = (
    "Type the number of a choice, or enough of its name.",
    "`t` shows the table again, `c` the choices, `q` ends the game, `?` this.",
)
NAME_LENGTH = 24


class StoppedError(Exception):
    """Somebody ends the game before its end."""


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


class AtTable:
    """One game between people at this keyboard and bots."""

    def __init__(self, setup: Setup[Any, Any], seats: Sequence[str], seed: int) -> None:
        self._setup = setup
        self._seed = seed
        self._players = seated(setup, seats)
        self._names = [player.name for player in self._players]
        self._people = [seat for seat, player in enumerate(self._players) if player.by == HUMAN]
        bots: list[Bot] = [
            _Person(self, seat) if seat in self._people else setup.game.bot(player.by, setup)
            for seat, player in enumerate(self._players)
        ]
        self._seats = Seats(setup, bots, seed)
        self._state = setup.new(seed)
        self._actions: list[tuple[int, Any]] = []
        self._at_screen: int | None = self._people[0] if len(self._people) == 1 else None
        self._seen = {seat: self._state.view(seat) for seat in self._people}
        self._public = self._state.view(None)
        self._shown: Any = None
        self._stopped = False

    def play(self) -> None:
        """Play until the end, or until somebody stops it."""
        print_scene([self._title()])
        try:
            for step in steps(self._setup, self._state, self._seats.decide):
                self._state = step.after
                self._actions.append((step.actor, step.action))
                if not self._people:
                    print_scene(self._setup.words.news(step.before.view(None), step.after.view(None), self._names))
        except StoppedError:
            self._stopped = True
            print_scene(["", "The game ends here, unfinished."])
            return
        except KeyboardInterrupt:
            print()
            raise
        self._end()

    def _title(self) -> str:
        bots = [f"{player.name} (bot)" for player in self._players if player.by != HUMAN]
        people = [player.name for player in self._players if player.by == HUMAN]
        hint = " Type `?` for help." if people else ""
        return f"{self._setup.game.title}: {', '.join([*people, *bots])}.{hint}"

    def _end(self) -> None:
        words = self._setup.words
        outcome = self._state.outcome
        assert outcome is not None
        if len(self._people) == 1:
            seat: int | None = self._people[0]
            before = self._seen[self._people[0]]
        else:
            seat, before = None, self._public
        view = self._state.view(seat)
        print()
        if self._people:
            print_scene(words.news(before, view, self._names))
        print_scene(words.end(view, outcome, self._names))
        print_scene([f"(seed {self._seed})"])

    def ask(self, seat: int, actions: Sequence[Any]) -> Any:
        """Return what a person chooses.

        Raises:
            StoppedError: the person ends the game, or there is no more input.
        """
        if self._at_screen != seat:
            self._hand_over(seat)
        words, names = self._setup.words, self._names
        view = self._state.view(seat)
        news = words.news(self._seen[seat], view, names)
        if news:
            print()
            print_scene(news)
        self._seen[seat] = view
        self._public = self._state.view(None)
        table = words.table(view, names)
        if table != self._shown:
            print()
            print_scene(table)
            self._shown = table
        if len(actions) == 1:
            only = words.label(view, actions[0], names)
            print_scene([f"{words.question(view, names)} Only one choice: {only}."])
            return actions[0]
        choices = (words.question(view, names), *words.choices(view, actions, names))
        print_scene(choices)
        while True:
            typed = self._line("> ")
            match typed.strip().casefold():
                case "q" | "quit":
                    raise StoppedError
                case "?" | "help":
                    print_scene([*HELP, *words.help(view)])
                case "t" | "table":
                    print_scene(table)
                case "c" | "choices":
                    print_scene(choices)
                case _:
                    answer = words.look_up(typed, view, actions, names)
                    if answer:
                        print_scene(answer)
                        continue
                    try:
                        return words.read(typed, view, actions, names)
                    except ActionError as error:
                        print_scene([str(error)])

    def _hand_over(self, seat: int) -> None:
        """Nobody sees what was on the screen before, and nothing shows until the next one is there."""
        if self._at_screen is not None:
            if sys.stdout.isatty():
                print("\x1b[2J\x1b[3J\x1b[H", end="")
            else:
                print("\n" + "-" * width())
        self._line(f"{self._names[seat]}, take the screen and press Enter. ")
        self._at_screen = seat
        self._shown = None

    def _line(self, prompt: str) -> str:
        try:
            line = input(prompt)
        except EOFError:
            print()
            raise StoppedError from None
        except UnicodeDecodeError:
            return "\ufffd"
        if not sys.stdin.isatty():
            print(line[:200])
        return line

    def save(self, path: Path | None, *, force: bool) -> None:
        """Write the record that was asked for; at a terminal, offer one."""
        if path is None:
            path = self._offer()
            if path is None:
                return
        text = record(self._setup, self._players, self._seed, self._actions, self._state).line()
        write_file(path, text, force=force)

    def _offer(self) -> Path | None:
        if not (sys.stdin.isatty() and sys.stdout.isatty() and self._people and self._actions and by_hand()):
            return None
        while True:
            try:
                name = input("Save a record? A file name, or Enter for none: ").strip()
                if not name:
                    return None
                refuse_unwritable(name)
            except (EOFError, KeyboardInterrupt):
                print()
                return None
            except PalettiError as error:
                say(str(error).removesuffix(": --force overwrites"))
            except OSError as error:
                say(f"{name}: {error.strerror or error}")
            else:
                return Path(name)


class _Person:
    name = HUMAN

    def __init__(self, table: AtTable, seat: int) -> None:
        self._table = table
        self._seat = seat

    def choose(self, decision: Any) -> Any:
        """Ask at the keyboard."""
        return self._table.ask(self._seat, decision.actions)
