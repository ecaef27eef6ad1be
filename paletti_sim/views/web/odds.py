"""Odds that come in one sample after another, computed by a process of their own beside the page."""

from __future__ import annotations

import contextlib
import multiprocessing
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace

from paletti_sim.stability.odds import Odds
from paletti_sim.stability.sampling import LOOK, NARROW, outcome_of
from paletti_sim.tower.move import Move
from paletti_sim.tower.scenario import Scenario
from paletti_sim.tower.tower import Tower
from paletti_sim.workers import begin, signals_kept_back

Told = Callable[[Odds, bool], None]


class OddsAsker:
    """Asks one move at a time of sampled towers. The process begins with the first question and ends with `close`.

    Args:
        samples: how many towers at most; none when 0.
        preset: how finely to simulate them.
    """

    def __init__(self, samples: int, preset: str = "quick") -> None:
        self._samples = samples
        self._preset = preset
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._question = 0
        self._closed = False

    def ask(self, scenario: Scenario, move: Move, told: Told) -> None:
        """Begins with another question; `told` hears the odds so far after each sample, and whether they are done."""
        if self._samples == 0:
            return
        with self._lock:
            self._question += 1
            question = self._question
        self._next(question, _Asked(scenario, move, told), 0)

    def forget(self) -> None:
        """Nobody wants to know the last answer any more."""
        with self._lock:
            self._question += 1

    def close(self) -> None:
        """Ends the process."""
        with self._lock:
            self._question += 1
            self._closed = True
            pool, self._pool = self._pool, None
        if pool is None:
            return
        workers = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            with contextlib.suppress(OSError, ValueError):
                worker.terminate()
        for worker in workers:
            with contextlib.suppress(OSError, ValueError, AssertionError):
                worker.join(5)

    def _next(self, question: int, asked: _Asked, sample: int) -> None:
        with self._lock:
            if question != self._question or self._closed:
                return
            if self._pool is None:
                # a fork of a process with threads could wait for ever for a lock that one of them holds
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=begin)
            try:
                with signals_kept_back():
                    future = self._pool.submit(outcome_of, asked.scenario_with_move, 0, self._preset, sample)
            except (BrokenProcessPool, RuntimeError):
                self._pool = None
                return
        future.add_done_callback(lambda done: self._hear(done, question, asked, sample))

    def _hear(self, done: Future[str], question: int, asked: _Asked, sample: int) -> None:
        if done.cancelled() or done.exception() is not None:
            return  # closed, or a sample that the engine cannot answer: what is known stays
        with self._lock:
            if question != self._question or self._closed:
                return
        odds = asked.count(done.result(), self._samples)
        enough = (sample + 1) % LOOK == 0 and odds.high - odds.low <= NARROW
        last = enough or sample + 1 == self._samples
        asked.told(odds, last)
        if not last:
            self._next(question, asked, sample + 1)


class _Asked:
    def __init__(self, scenario: Scenario, move: Move, told: Told) -> None:
        self.scenario_with_move = replace(scenario, tower=unsettled(scenario.tower), moves=(move,))
        self.told = told
        self._fell = self._decided = self._undecided = 0

    def count(self, outcome: str, samples: int) -> Odds:
        self._undecided += outcome == "undecided"
        self._decided += outcome != "undecided"
        self._fell += outcome in ("topples", "illegal")
        return Odds.of(self._fell, self._decided, samples, self._undecided)


def unsettled(tower: Tower) -> Tower:
    """The tower as it would be put up again: the samples, whose columns have other heights, settle anew."""
    return replace(
        tower,
        levels=tuple(
            replace(
                level,
                floor=None if level.floor is None else replace(level.floor, pose=None),
                columns=tuple(replace(column, pose=None) for column in level.columns),
            )
            for level in tower.levels
        ),
    )
