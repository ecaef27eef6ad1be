"""What the page of one tower knows and does; it draws nothing, so it can be tested without a browser.

All that is to be seen is one `Shown`, a value; whoever draws watches the session and is given every new one. Commands
(choose, take, pick, put, undo) come from any thread and answer at once; what takes time is done by one thread of the
session, one thing at a time, and a command that comes meanwhile is refused in words.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from paletti_sim.errors import PalettiError
from paletti_sim.physics.preset import PRESETS
from paletti_sim.stability.check import Checked, Checker
from paletti_sim.stability.loads import Loads, loads
from paletti_sim.stability.odds import Odds
from paletti_sim.stability.record import Clip, clip_of
from paletti_sim.tower.move import STAND, LayFloor, Move, Put
from paletti_sim.tower.pieces import Column, Floor
from paletti_sim.tower.scenario import Scenario
from paletti_sim.tower.tower import Tower
from paletti_sim.views.motion import Motion, fixed_parts, joined, parts_of, thinned
from paletti_sim.views.web.box import in_box, piece_of
from paletti_sim.views.web.card import card_of
from paletti_sim.views.web.looks import part_of
from paletti_sim.views.web.odds import OddsAsker

SEEN_M = 5e-4  # a stage in which nothing moves by more is not played

Watcher = Callable[["Shown"], None]


@dataclass(frozen=True)
class Shown:
    """All that is to be seen.

    `tower` is at rest when `stands`; after a collapse it is the one before, and `film` shows how it fell. `hand` is the
    column or floor in hand, `box` what may come from the box, `chosen` the piece that was clicked and `card` what there
    is to say of it. `says` is the last answer and `odds` how likely it was; `busy` says what is being computed, empty
    when nothing is. `film` is the last motion, with a number of its own in `films`. `can_undo`: there is something to
    take back.
    """

    tower: Tower
    stands: bool = False
    fell: bool = False
    hand: Column | Floor | None = None
    box: tuple[str, ...] = ()
    chosen: str = ""
    card: str = ""
    may_take: bool = False
    says: str = ""
    odds: str = ""
    busy: str = ""
    loads: Loads | None = None
    film: Motion | None = None
    films: int = 0
    can_undo: bool = False


@dataclass(frozen=True)
class _Mark:
    """A place to come back to: who answers there, and what was seen."""

    checker: Checker
    shown: Shown
    before_take: Tower | None = None


class Session:
    """One tower, its moves, and all who look at it.

    Args:
        scenario: the tower; its own moves are left out.
        preset: how finely to simulate.
        samples: for the odds; 0 gives none.
    """

    def __init__(self, scenario: Scenario, *, preset: str = "accurate", samples: int = 16) -> None:
        self._scenario = scenario
        self._checker = Checker(
            scenario.tower,
            scenario.columns,
            scenario.floors,
            scenario=scenario.name,
            preset=PRESETS[preset],
            film=True,
        )
        self._lock = threading.RLock()
        self._watchers: list[Watcher] = []
        self._marks: list[_Mark] = []
        self._before_take: Tower | None = None
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="tower")
        self._odds = OddsAsker(samples)
        self._closed = False
        self._shown = Shown(scenario.tower)

    @property
    def shown(self) -> Shown:
        """What is to be seen now."""
        with self._lock:
            return self._shown

    @property
    def scenario(self) -> Scenario:
        """The tower as it was given, and all pieces."""
        return self._scenario

    def watch(self, watcher: Watcher) -> None:
        """`watcher` is given everything that is to be seen, now and after every change, in order, by any thread."""
        with self._lock:
            self._watchers.append(watcher)
            watcher(self._shown)

    def start(self) -> None:
        """Lets the tower come to rest."""
        self._begin("the tower comes to rest", lambda: self._settled(self._checker.ask(STAND)))

    def choose(self, name: str) -> None:
        """A piece was clicked; an empty name chooses none."""
        with self._lock:
            self._show(chosen=name if name in self._shown.tower.by_name else "")

    def take(self, name: str = "") -> bool:
        """Takes a column, the chosen one unless named. Returns whether that has begun."""
        with self._lock:
            shown = self._shown
            name = name or shown.chosen
            if self._refused(shown, need_hand=False):
                return False
            if not name or name not in {column.name for column in shown.tower.columns}:
                self._show(says="Click a column first.")
                return False
            move = Move(take=name)
            self._begin(f"{name} is taken", lambda: self._taken(name, self._ask(move)))
            return True

    def pick(self, name: str) -> bool:
        """Takes a floor or a column from the box. Returns whether that was done."""
        with self._lock:
            shown = self._shown
            if self._refused(shown, need_hand=False):
                return False
            piece = piece_of(self._scenario, name) if name in shown.box else None
            if piece is None:
                self._show(says=f"There is no {name} in the box.")
                return False
            self._odds.forget()
            self._marks.append(_Mark(self._checker.copy(), shown, self._before_take))
            self._before_take = None
            self._show(hand=piece, chosen="", says="", odds="", can_undo=True)
            return True

    def put(self, at_m: tuple[float, float], turn_rad: float = 0.0) -> bool:
        """Puts the column in hand on the top floor, or lays the floor in hand. Returns whether that has begun."""
        with self._lock:
            shown = self._shown
            if self._refused(shown, need_hand=True):
                return False
            assert shown.hand is not None
            name = shown.hand.name
            if isinstance(shown.hand, Floor):
                move, what = Move(floor=LayFloor(name, at_m, turn_rad)), "laid"
            else:
                move, what = Move(take=name, put=Put(at_m, turn_rad)), "put down"
            self._begin(f"{name} is {what}", lambda: self._put(move, self._ask(move)))
            return True

    def undo(self) -> bool:
        """Takes the last step back. Returns whether there was one."""
        with self._lock:
            if self._shown.busy or not self._marks:
                return False
            self._odds.forget()
            mark = self._marks.pop()
            self._checker, self._before_take = mark.checker, mark.before_take
            self._shown = replace(mark.shown, films=self._shown.films + 1, film=None, can_undo=bool(self._marks))
            self._show(chosen=self._shown.chosen)
            return True

    def idle(self, seconds: float) -> bool:
        """Waits until nothing is being computed, at most so long; for tests and scripts."""
        done = threading.Event()
        with suppress(RuntimeError):
            self._worker.submit(done.set)
        return done.wait(seconds)

    def close(self) -> None:
        """Ends the thread and the process of the odds; what is being simulated is still brought to its end."""
        with self._lock:
            self._closed = True
            self._watchers.clear()
        self._odds.close()
        self._worker.shutdown(wait=True, cancel_futures=True)

    def _refused(self, shown: Shown, *, need_hand: bool) -> bool:
        """Whether nothing can be done now, which is said."""
        why = ""
        if shown.busy:
            why = f"One thing at a time: {shown.busy}."
        elif shown.fell:
            why = "The villa has fallen: undo takes it back."
        elif not shown.stands:
            why = "This tower does not stand."
        elif need_hand and shown.hand is None:
            why = "Take a column first, or a floor from the box."
        elif not need_hand and shown.hand is not None:
            why = f"{shown.hand.name} is in hand: put it down, or undo."
        if why and not shown.busy:
            self._show(says=why)
        return bool(why)

    def _begin(self, what: str, job: Callable[[], None]) -> None:
        def run() -> None:
            try:
                job()
            except PalettiError as error:
                self._change(says=str(error))
            except Exception as error:
                self._change(says=f"This went wrong inside: {type(error).__name__}: {error}")
            finally:
                self._change(busy="")

        with self._lock:
            if self._closed:
                return
            self._odds.forget()
            self._show(busy=what)
            self._worker.submit(run)

    def _ask(self, move: Move) -> tuple[_Mark, Checked]:
        with self._lock:
            mark = _Mark(self._checker.copy(), self._shown, self._before_take)
        return mark, self._checker.ask(move)

    def _settled(self, checked: Checked) -> None:
        tower = checked.tower
        standing = self._scenario.tower if tower is None else tower
        self._change(
            tower=standing,
            stands=tower is not None,
            fell=tower is None,
            says=answer(checked),
            film=film_of(checked, self._scenario.tower),
            films=self.shown.films + 1,
            loads=loads(standing, self._scenario.name) if tower is not None else None,
        )

    def _taken(self, name: str, asked: tuple[_Mark, Checked]) -> None:
        mark, checked = asked
        before = mark.shown.tower
        hand = None
        if checked.tower is not None and checked.verdict.outcome != "illegal":
            piece = before.by_name[name].piece
            assert isinstance(piece, Column)
            hand = piece
        self._moved(mark, checked, hand, before, Move(take=name))

    def _put(self, move: Move, asked: tuple[_Mark, Checked]) -> None:
        mark, checked = asked
        before = mark.before_take or mark.shown.tower
        self._moved(mark, checked, None, before, move)

    def _moved(self, mark: _Mark, checked: Checked, hand: Column | None, before: Tower, move: Move) -> None:
        outcome = checked.verdict.outcome
        if outcome in ("illegal", "undecided"):
            # nothing was done: the next question begins where this one began
            with self._lock:
                self._checker = mark.checker
            self._change(says=answer(checked))
            return
        tower = checked.tower
        found = None if tower is None else loads(tower, self._scenario.name)
        with self._lock:
            self._marks.append(replace(mark, shown=replace(mark.shown, busy="")))
            self._before_take = before if hand is not None else None
            self._show(
                tower=mark.shown.tower if tower is None else tower,
                fell=tower is None,
                hand=hand,
                chosen="",
                says=answer(checked),
                odds="",
                loads=found,
                film=film_of(checked, mark.shown.tower, mark.shown.hand),
                films=self._shown.films + 1,
                can_undo=True,
            )
        self._odds.ask(replace(self._scenario, tower=before, moves=()), move, self._hear_odds)

    def _hear_odds(self, odds: Odds, done: bool) -> None:
        so_far = "" if done else f" ({odds.samples} of {odds.asked} so far)"
        self._change(odds=f"{odds.words()}{so_far}")

    def _change(self, **parts: object) -> None:
        with self._lock:
            if not self._closed:
                self._show(**parts)

    def _show(self, **parts: object) -> None:
        """Under the lock: a new value, told to all."""
        shown = replace(self._shown, **parts)  # type: ignore[arg-type]
        card, may_take = card_of(shown.tower, shown.chosen, shown.loads)
        box = tuple(
            name for name in in_box(self._scenario, shown.tower) if shown.hand is None or name != shown.hand.name
        )
        self._shown = replace(shown, card=card, may_take=may_take and shown.stands and not shown.fell, box=box)
        for watcher in self._watchers:
            watcher(self._shown)


def answer(checked: Checked) -> str:
    """A verdict in words, as `paletti check` says it."""
    verdict = checked.verdict
    lines = [f"{verdict.outcome.upper()}  {verdict.explanation}"]
    lines += [f"note: {warning}" for warning in verdict.warnings]
    return "\n".join(lines)


def film_of(checked: Checked, tower: Tower, hand: Column | Floor | None = None) -> Motion | None:
    """What is worth seeing of a check, None when nothing moves; `tower` is the one before the move, without `hand`."""
    clips = [clip_of(film) for film in checked.films]
    worth = [clip for clip in clips if _moves(clip)]
    if not worth:
        return None
    after = checked.tower or tower
    parts = {part.name: part for part in (*parts_of(tower), *parts_of(after), *([part_of(hand)] if hand else []))}
    names = list(parts)  # one that is in no clip is in hand, and not to be seen
    times, frames, captions = joined(worth, names, [_piece(checked)])
    seconds, poses = thinned(times, frames)
    return Motion(
        checked.verdict.scenario,
        fixed_parts(tower),
        tuple(parts[name] for name in names),
        seconds,
        poses,
        tuple(captions),
    )


def _piece(checked: Checked) -> str:
    move = checked.verdict.move
    return move.take or (move.floor.name if move.floor else "")


def _moves(clip: Clip) -> bool:
    places = clip.poses[..., :3]
    return clip.true_masses or bool(np.abs(places - places[:1]).max(initial=0.0) > SEEN_M)
