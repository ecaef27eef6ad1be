"""Plays a film by the clock: pause, step, speed, any time. Draws nothing; whoever watches is given times."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import numpy as np

from paletti_sim.views.motion import Motion

TICK_S = 1 / 30


class Playing:
    """A film and where it is.

    Args:
        show: is given the film, the time, and whether it plays, after every change, by any thread and one at a time.
    """

    def __init__(self, show: Callable[[Motion, float, bool], None]) -> None:
        self._show = show
        self._lock = threading.RLock()
        self._wake = threading.Condition(self._lock)
        self._film: Motion | None = None
        self._time = 0.0
        self._playing = False
        self._speed = 1.0
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="film", daemon=True)
        self._thread.start()

    @property
    def film(self) -> Motion | None:
        """What is loaded."""
        return self._film

    @property
    def seconds(self) -> float:
        """Where it is."""
        return self._time

    @property
    def plays(self) -> bool:
        """Whether it runs."""
        return self._playing

    def load(self, film: Motion | None, *, play: bool) -> None:
        """Another film, from its beginning; None: none."""
        with self._lock:
            self._film, self._time = film, 0.0
            self._playing = play and film is not None and film.length_s > 0
            self._tell()

    def play(self, on: bool) -> None:
        """Runs or pauses; at its end it begins again."""
        with self._lock:
            if self._film is None:
                return
            if on and self._time >= self._film.length_s:
                self._time = 0.0
            self._playing = on and self._film.length_s > 0
            self._tell()

    def go(self, seconds: float) -> None:
        """To a time, paused."""
        with self._lock:
            if self._film is not None:
                self._playing = False
                self._time = min(max(0.0, seconds), self._film.length_s)
                self._tell()

    def step(self, by: int) -> None:
        """To the next frame, or with -1 to the one before; paused."""
        with self._lock:
            if self._film is None:
                return
            times = self._film.seconds
            if by > 0:
                place = int(np.searchsorted(times, self._time + 1e-5, side="right"))
            else:
                place = int(np.searchsorted(times, self._time - 1e-5, side="left")) - 1
            self.go(float(times[min(max(place, 0), len(times) - 1)]))

    def at_speed(self, speed: float) -> None:
        """How many seconds of the film a second shows."""
        with self._lock:
            self._speed = speed

    def close(self) -> None:
        """Ends the thread."""
        with self._lock:
            self._closed = True
            self._wake.notify_all()
        self._thread.join(5)

    def _tell(self) -> None:
        if self._film is not None and not self._closed:
            self._show(self._film, self._time, self._playing)
        self._wake.notify_all()

    def _run(self) -> None:
        last = time.monotonic()
        while True:
            with self._lock:
                while not self._playing and not self._closed:
                    self._wake.wait()
                    last = time.monotonic()
                if self._closed:
                    return
                film, now = self._film, time.monotonic()
                if film is not None:
                    self._time += (now - last) * self._speed
                    if self._time >= film.length_s:
                        self._time, self._playing = film.length_s, False
                    self._tell()
                last = now
            time.sleep(TICK_S)
