"""The controls of a film on the page: play, step, speed, time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from paletti_sim.tower.tower import Pose
from paletti_sim.views.motion import Motion, Part, poses_of
from paletti_sim.views.web.playing import Playing
from paletti_sim.views.web.stage import Stage

SPEEDS = ("0.1", "0.25", "0.5", "1", "2")
ENDLESS_S = 3600.0


class FilmBar:
    """Buttons and a slider in a folder of the page, and the film that they play on the stage.

    Args:
        server: of viser.
        stage: where the pieces move.
        ended: is told when a film has come to its end.
    """

    def __init__(self, server: Any, stage: Stage, ended: Callable[[], None]) -> None:
        self._server, self._stage, self._ended = server, stage, ended
        self._parts: dict[str, Part] = {}
        self._own = threading.local()
        gui = server.gui
        self._folder = gui.add_folder("Film", visible=False)
        with self._folder:
            self._caption = gui.add_markdown("")
            self._button = gui.add_button("Play", icon=None)
            self._steps = gui.add_button_group("Step", ("◀ back", "on ▶"))
            self._speed = gui.add_dropdown("Speed", SPEEDS, initial_value="1")
            self._slider = gui.add_slider("Time, s", 0.0, 1.0, 0.01, 0.0)
        self._playing = Playing(self._show)
        self._button.on_click(lambda _: self._playing.play(not self._playing.plays))
        self._steps.on_click(lambda event: self._playing.step(1 if event.target.value.startswith("on") else -1))
        self._speed.on_update(lambda event: self._playing.at_speed(float(event.target.value)))
        self._slider.on_update(self._slid)

    @property
    def playing(self) -> Playing:
        """The film and where it is."""
        return self._playing

    def load(self, film: Motion | None, *, play: bool) -> None:
        """Another film; None hides the controls."""
        self._folder.visible = film is not None and film.length_s > 0
        if film is not None:
            self._parts = {part.name: part for part in film.parts}
            self._set(lambda: setattr(self._slider, "max", max(0.01, round(film.length_s, 2))))
        self._playing.load(film, play=play)

    def close(self) -> None:
        """Ends the film's thread."""
        self._playing.close()

    def _slid(self, event: Any) -> None:
        # what the film itself moved is no wish of anybody; viser tells of both
        if event.client is not None:
            film, value = self._playing.film, float(event.target.value)
            # the slider is rounded, and its end is the film's
            self._playing.go(film.length_s if film is not None and value >= event.target.max else value)

    def _set(self, change: Callable[[], None]) -> None:
        change()

    def _show(self, film: Motion, seconds: float, plays: bool) -> None:
        rows = film.at(seconds)
        there = ~np.isnan(rows[:, 0])
        shown: dict[str, Pose | None] = {part.name: None for part in film.parts}
        names = [part.name for part, here in zip(film.parts, there, strict=True) if here]
        shown.update(zip(names, poses_of(rows[there].tolist()), strict=True))
        caption = film.caption_at(seconds)
        with self._server.atomic():
            self._stage.poses(shown, self._parts)
            self._slider.value = round(seconds, 2)
            label = "Pause" if plays else "Play"
            if self._button.label != label:
                self._button.label = label
            words = "" if caption is None else caption.words + ("" if caption.timed else " *(not in true time)*")
            if self._caption.content != words:
                self._caption.content = words
        if not plays and seconds >= film.length_s:
            self._ended()
