"""A whole game of Villa Paletti at the page, without the page: whose turn, what was done, what became of it.

People decide through `do` and `say`, whoever sits at a browser for the seat that is on turn; bots and the judge decide
in one thread of the table. All that is to be seen is one `Seen`, a value, told to everybody who watches.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from paletti_sim.errors import PalettiError
from paletti_sim.games.core.bots import Bot, Decision
from paletti_sim.games.core.errors import ActionError, EndlessGameError, OptionError
from paletti_sim.games.core.game import Setup
from paletti_sim.games.core.match import Seats
from paletti_sim.games.core.protocol import JUDGE, Judge, State
from paletti_sim.games.core.record import Player, Record, record
from paletti_sim.games.core.replay import HUMAN, replay
from paletti_sim.games.core.scene import Scene
from paletti_sim.games.villa_paletti.actions import COLLAPSES, Ruling
from paletti_sim.games.villa_paletti.board import Board
from paletti_sim.views.game_film import fall_of
from paletti_sim.views.motion import Motion

PACE_S = 0.7  # after what a bot does, so that people can follow

Watcher = Callable[["Seen"], None]


@dataclass(frozen=True)
class Seen:
    """All that is to be seen: the open table, who decides (None when it is over), what may be done and what was.

    `person`: whether the one who decides is one of those at the page. `actions` are then the choices listed. `log` is
    what happened, the newest last; `says` answers the last thing that was tried; `busy` says who thinks; `end` is how
    the game ended. `film` is how the villa fell.
    """

    board: Board
    actor: int | None
    person: bool = False
    question: str = ""
    actions: Sequence[Any] = ()
    table: Scene = ()
    log: tuple[str, ...] = ()
    says: str = ""
    busy: str = ""
    end: Scene = ()
    film: Motion | None = None


class WebTable:
    """One game between people at browsers and bots.

    Args:
        setup: the game made ready.
        players: who sits where.
        seed: of all chance.
        judge: who says what happens to the tower.
        left: a game that goes on where its record ends.
        pace_s: how long to wait after a bot.

    Raises:
        OptionError: people whose secrets everybody at the page would see.
    """

    def __init__(
        self,
        setup: Setup[Any, Any],
        players: Sequence[Player],
        seed: int,
        judge: Judge,
        left: Record | None = None,
        pace_s: float = PACE_S,
    ) -> None:
        self._setup, self._players, self._seed, self._pace_s = setup, list(players), seed, pace_s
        self._names = [player.name for player in players]
        self._people = [seat for seat, player in enumerate(players) if player.by == HUMAN]
        if setup.has_secrets and len(self._people) > 1:
            raise OptionError("everybody at the page would see the secret kinds of all: play this without --web")
        self._lock = threading.RLock()
        self._watchers: list[Watcher] = []
        self._closed = threading.Event()
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="table")
        self._state: State[Any] = setup.new(seed)
        self._actions: list[tuple[int, Any]] = []
        self._log: list[str] = []
        self._resumed = list(left.resumed) if left else []
        for step in replay(left, setup) if left else ():
            self._did(step.actor, step.action, step.after)
        if left:
            self._resumed.append(len(self._actions))
        bots: list[Bot] = [
            _Nobody() if seat in self._people else setup.game.bot(player.by, setup)
            for seat, player in enumerate(players)
        ]
        self._seats = Seats(setup, bots, seed, judge, len(self._actions))
        self._film: Motion | None = None
        self._planned: list[Any] = []
        self._seen = self._look()

    @property
    def seen(self) -> Seen:
        """What is to be seen now."""
        with self._lock:
            return self._seen

    @property
    def names(self) -> list[str]:
        """The players' names, by seats."""
        return self._names

    @property
    def words(self) -> Any:
        """How the game speaks."""
        return self._setup.words

    @property
    def view(self) -> Any:
        """What those at the page may see of the table."""
        return self._state.view(self._people[0] if len(self._people) == 1 else None)

    def watch(self, watcher: Watcher) -> None:
        """`watcher` is given everything that is to be seen, now and after every change, in order, by any thread."""
        with self._lock:
            self._watchers.append(watcher)
            watcher(self._seen)

    def start(self) -> None:
        """Bots and the judge decide as long as it is their turn."""
        with self._lock:
            if not self._closed.is_set():
                self._worker.submit(self._run)

    def do(self, action: Any) -> bool:
        """What a person decides who is on turn. Returns whether it was done; why not is said."""
        with self._lock:
            if not self._asked():
                return False
            actor = self._state.actor
            assert actor is not None
            try:
                after = self._state.apply(action)
            except ActionError as error:
                self._planned.clear()
                self._tell(says=str(error))
                return False
            self._did(actor, action, after)
            self._tell()
            self.start()
            return True

    def say(self, typed: str) -> bool:
        """The same, typed as at the keyboard: a number, enough of a name, `red-hex > 10,-20`."""
        with self._lock:
            if not self._asked():
                return False
            actor = self._state.actor
            try:
                first, *rest = self._setup.words.read_all(
                    typed, self._state.view(actor), self._state.legal_actions(), self._names
                )
            except ActionError as error:
                self._tell(says=str(error))
                return False
            self._planned = rest
            return self.do(first)

    def record(self) -> Record:
        """The record of the game so far."""
        with self._lock:
            return record(self._setup, self._players, self._seed, self._actions, self._state, self._resumed)

    def idle(self, seconds: float) -> bool:
        """Waits until bots and judge have done what is theirs, at most so long; for tests and scripts."""
        done = threading.Event()
        with suppress(RuntimeError):
            self._worker.submit(done.set)
        return done.wait(seconds)

    def close(self) -> None:
        """Ends the table's thread; what is being simulated is still brought to its end."""
        self._closed.set()
        with self._lock:
            self._watchers.clear()
        self._worker.shutdown(wait=True, cancel_futures=True)

    def _asked(self) -> bool:
        """Whether a person at the page is on turn; else that is said."""
        actor = self._state.actor
        if actor is None:
            self._tell(says="The game is over.")
        elif actor not in self._people:
            self._tell(says=f"It is not your turn: {self._seen.busy or 'wait'}.")
        else:
            return True
        return False

    def _run(self) -> None:
        try:
            while not self._closed.is_set() and self._state.actor is not None and self._state.actor not in self._people:
                self._one()
            self._go_on()
        except PalettiError as error:
            self._tell(says=str(error))
        except Exception as error:
            self._tell(says=f"This went wrong inside: {type(error).__name__}: {error}")

    def _one(self) -> None:
        """One decision of a bot or of the judge."""
        if len(self._actions) >= self._setup.longest:
            raise EndlessGameError(f"{self._setup.game.id}: not over after {self._setup.longest} actions")
        state: Any = self._state
        actor = state.actor
        who = "the tower is let go" if actor == JUDGE else f"{self._names[actor]} thinks"
        self._tell(busy=who)
        action = self._seats.decide(state)
        after = state.apply(action)
        film = None
        if isinstance(action, Ruling) and action.what == COLLAPSES:
            film = fall_of(state.board, f"{self._setup.game.title}, seed {self._seed}")
        with self._lock:
            if actor != JUDGE:
                self._planned.clear()  # somebody else's turn has come between
            self._film = film
            self._did(actor, action, after)
            self._tell()
        if actor != JUDGE:
            self._closed.wait(self._pace_s)

    def _go_on(self) -> None:
        """What a person typed together with the last thing, if it can be done now."""
        with self._lock:
            # a person may have decided just now: then the judge is still to speak, and this is asked again after him
            if self._planned and self._state.actor in self._people:
                self.do(self._planned.pop(0))  # which says why not, if it cannot be done after all

    def _did(self, actor: int, action: Any, after: State[Any]) -> None:
        news = self._setup.words.news(self._state.view(None), after.view(None), self._names)
        self._state = after
        self._actions.append((actor, action))
        self._log += [line for line in news if isinstance(line, str)]

    def _look(self) -> Seen:
        state: Any = self._state
        actor = state.actor
        person = actor in self._people
        view, words = self.view, self._setup.words
        asked = actor is not None and actor != JUDGE
        outcome = state.outcome
        return Seen(
            state.board,
            actor,
            person,
            question=words.question(view, self._names) if asked else "",
            actions=state.legal_actions() if person else (),
            table=words.table(view, self._names),
            log=tuple(self._log),
            end=() if outcome is None else words.end(view, outcome, self._names),
            film=self._film,
        )

    def _tell(self, *, says: str = "", busy: str = "") -> None:
        with self._lock:
            if self._closed.is_set():
                return
            self._seen = replace(self._look(), says=says, busy=busy)
            for watcher in self._watchers:
                watcher(self._seen)


class _Nobody:
    """Sits on the seat of a person, who decides through the page."""

    name = HUMAN

    def choose(self, decision: Decision) -> Any:
        """Never asked."""
        raise AssertionError(f"seat {decision.player} decides for itself")
