"""A game at one keyboard: shows each person what that person may see, and reads choices."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from paletti_sim.cli.left import offered_place
from paletti_sim.cli.output import say, write_file, write_whole
from paletti_sim.cli.scenes import print_scene, width
from paletti_sim.games.core.bots import Bot
from paletti_sim.games.core.errors import ActionError, EndlessGameError
from paletti_sim.games.core.game import Setup
from paletti_sim.games.core.match import Seats
from paletti_sim.games.core.protocol import JUDGE, Judge, OpenActions, State
from paletti_sim.games.core.record import Player, Record, record
from paletti_sim.games.core.replay import HUMAN, replay

HELP = (
    "Type the number of a choice, or enough of its name.",
    "`t` shows the table again, `c` the choices, `q` ends the game, `?` this.",
)
HELP_UNDO = (
    "`undo` takes back what nobody has answered and what has not been done to the tower yet; `hint` asks for advice.",
)
HELP_ENTER = (
    "Before anything is done to the tower, Enter is awaited: Enter or `yes` does it, `undo` or `no` does not.",
    "From a pipe, a next line that answers neither does it, and is read as the next thing typed.",
)
LISTED = 12
"""So many choices are listed at once where any place can be chosen; `c` lists them all."""


class StoppedError(Exception):
    """Somebody ends the game before its end."""


class TakenBackError(Exception):
    """Somebody wants to choose again."""


class AtTable:
    """One game between people at this keyboard and bots.

    With a `judge` what is done to a tower is asked of it. A `left` game goes on where its record ends.
    """

    def __init__(
        self,
        setup: Setup[Any, Any],
        players: Sequence[Player],
        seed: int,
        judge: Judge | None = None,
        left: Record | None = None,
    ) -> None:
        self._setup = setup
        self._seed = seed
        self._players = list(players)
        self._names = [player.name for player in self._players]
        self._people = [seat for seat, player in enumerate(self._players) if player.by == HUMAN]
        bots: list[Bot] = [
            _Person(self, seat) if seat in self._people else setup.game.bot(player.by, setup)
            for seat, player in enumerate(self._players)
        ]
        self._state = setup.new(seed)
        self._past: list[State[Any]] = []
        self._actions: list[tuple[int, Any]] = []
        self._resumed = list(left.resumed) if left else []
        for step in replay(left, setup) if left else ():
            self._did(step.before, step.actor, step.action, step.after)
        if left:
            self._resumed.append(len(self._actions))
        self._seats = Seats(setup, bots, seed, judge, len(self._actions))
        self._planned: dict[int, list[Any]] = {}
        self._typed: list[str] = []
        self._at_screen: int | None = self._people[0] if len(self._people) == 1 else None
        self._seen = {seat: self._state.view(seat) for seat in self._people}
        self._public = self._state.view(None)
        self._shown: Any = None

    def play(self) -> None:
        """Play until the end, or until somebody stops it."""
        print_scene([self._title()])
        try:
            while self._state.actor is not None:
                self._step()
        except StoppedError:
            print_scene(["", "The game ends here, unfinished."])
            return
        except KeyboardInterrupt:
            print()
            raise
        self._end()

    def _step(self) -> None:
        if len(self._actions) >= self._setup.longest:
            raise EndlessGameError(f"{self._setup.game.id}: not over after {self._setup.longest} actions")
        before, actor = self._state, self._state.actor
        assert actor is not None
        try:
            action = self._seats.decide(before)
        except TakenBackError:
            self._state = self._past.pop()
            self._actions.pop()
            return
        self._did(before, actor, action, before.apply(action))
        if not self._people:
            print_scene(self._setup.words.news(before.view(None), self._state.view(None), self._names))

    def _did(self, before: State[Any], actor: int, action: Any, after: State[Any]) -> None:
        self._state = after
        self._past.append(before)
        self._actions.append((actor, action))

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

    def ask(self, seat: int, actions: Sequence[Any]) -> Any:  # noqa: PLR0912
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
        planned = self._next_planned(seat, view)
        if planned is not None:
            return planned
        if len(actions) == 1 and not isinstance(actions, OpenActions):
            only = words.label(view, actions[0], names)
            print_scene([f"{words.question(view, names)} Only one choice: {only}."])
            return actions[0]
        self._choices(view, actions)
        while True:
            typed = self._line("> ")
            match typed.strip().casefold():
                case "q" | "quit":
                    raise StoppedError
                case "?" | "help":
                    print_scene([*HELP, *(HELP_UNDO + HELP_ENTER if self._setup.can_undo else ()), *words.help(view)])
                case "t" | "table":
                    print_scene(table)
                case "c" | "choices":
                    self._choices(view, actions, everything=True)
                case "undo" if self._setup.can_undo:
                    self._take_back(seat)
                case "hint" if self._setup.can_undo:
                    print_scene(words.hint(view, actions, names))
                case _:
                    if answer := words.look_up(typed, view, actions, names):
                        print_scene(answer)
                        continue
                    chosen = self._chosen(seat, typed, view, actions)
                    if chosen is not None:
                        return chosen

    def _chosen(self, seat: int, typed: str, view: Any, actions: Sequence[Any]) -> Any:
        """Return the action that was typed, None if it was none, or is not done after all."""
        words, names = self._setup.words, self._names
        try:
            first, *rest = words.read_all(typed, view, actions, names)
            self._check(seat, [first, *rest])
            if not self._confirmed([first, *rest], view):
                return None
        except ActionError as error:
            print_scene([str(error)])
            return None
        self._planned[seat] = rest
        return first

    def _check(self, seat: int, actions: Sequence[Any]) -> None:
        """Check actions in a row before the first is done: the later ones as if all goes well until then.

        Raises:
            ActionError: a rule forbids one of them.
        """
        state: State[Any] | None = self._state
        for number, action in enumerate(actions):
            if state is None:
                return
            try:
                after = state.apply(action)
            except ActionError as error:
                if number == 0:
                    raise
                said = str(error).rstrip(".")
                raise ActionError(f"{said}; nothing of what was typed is done") from None
            state = self._setup.foreseen(after, seat)

    def _next_planned(self, seat: int, view: Any) -> Any:
        """Return what was typed together with an earlier action, or say why it cannot be done any more."""
        planned = self._planned.pop(seat, [])
        if not planned:
            return None
        first, *rest = planned
        said = self._setup.words.label(view, first, self._names)
        try:
            self._state.apply(first)
        except ActionError as error:
            why = str(error).rstrip(".")
            print_scene([f"Typed before and not done, because things have changed: {said} ({why})."])
            return None
        print_scene([f"> {said}"])
        self._planned[seat] = rest
        return first

    def _confirmed(self, actions: Sequence[Any], view: Any) -> bool:
        """Whether what is done to the tower shall be done.

        Where nobody sits at the keyboard, a next line that is no answer is the next thing typed.
        """
        after = self._state
        for action in actions:
            if action not in after.legal_actions():
                break
            after = after.apply(action)
            if after.actor == JUDGE:
                break
        if after.actor != JUDGE or not self._setup.can_undo:
            return True
        said = ", then ".join(self._setup.words.label(view, action, self._names) for action in actions)
        while True:
            typed = self._line(f"{said}: Enter does it, `undo` does not. ")
            match typed.strip().casefold():
                case "" | "y" | "yes":
                    return True
                case "undo" | "n" | "no":
                    return False
                case "q" | "quit":
                    raise StoppedError
                case "?" | "help":
                    print_scene(HELP_ENTER)
                    continue
            if not sys.stdin.isatty():
                self._typed.append(typed)
                return True
            print_scene(["Nothing is done yet: Enter or `yes` does it, `undo` or `no` does not, `q` ends the game."])

    def _take_back(self, seat: int) -> None:
        if self._actions and self._actions[-1][0] == seat:
            self._planned.pop(seat, None)
            raise TakenBackError
        print_scene(["There is nothing to take back: somebody has answered, or it has been done to the tower."])

    def _choices(self, view: Any, actions: Sequence[Any], *, everything: bool = False) -> None:
        words, names = self._setup.words, self._names
        if not isinstance(actions, OpenActions):
            print_scene([words.question(view, names), *words.choices(view, actions, names)])
            return
        labels = [(number, words.label(view, action, names)) for number, action in enumerate(actions, 1)]
        left_out = 0
        if len(labels) > LISTED and not everything:
            left_out = len(labels) - LISTED
            labels = [*labels[: LISTED - 2], *labels[-2:]]
        print_scene([words.question(view, names), *(f"  {number:2}  {label}" for number, label in labels)])
        if left_out:
            print_scene([f"{left_out} more: `c` lists them all; any other may be typed, `?` says how."])

    def _hand_over(self, seat: int) -> None:
        """Nobody sees what was on the screen before, and nothing shows until the next one is there."""
        if not self._setup.has_secrets:
            print_scene(["", f"{self._names[seat]}:"])
            self._at_screen = seat
            return
        if self._at_screen is not None:
            if sys.stdout.isatty():
                print("\x1b[2J\x1b[3J\x1b[H", end="")
            else:
                print("\n" + "-" * width())
        self._line(f"{self._names[seat]}, take the screen and press Enter. ")
        self._at_screen = seat
        self._shown = None

    def _line(self, prompt: str) -> str:
        if self._typed:
            return self._typed.pop()
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
            path = offered_place() if self._people and self._actions else None
            if path is None:
                return
        write_file(path, self._line_of_record(), force=force)

    def go_on(self, path: Path) -> None:
        """Write the game back to the record in which it had been left: the old one is there until all is written."""
        write_whole(path, self._line_of_record(), force=True)
        say(f"wrote {path}: the game that was left has gone on in its own record")

    def _line_of_record(self) -> str:
        return record(self._setup, self._players, self._seed, self._actions, self._state, self._resumed).line()


class _Person:
    name = HUMAN

    def __init__(self, table: AtTable, seat: int) -> None:
        self._table = table
        self._seat = seat

    def choose(self, decision: Any) -> Any:
        """Ask at the keyboard."""
        return self._table.ask(self._seat, decision.actions)
