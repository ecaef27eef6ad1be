"""The page of a record: a film with its controls, and nothing to do but look."""

from __future__ import annotations

from typing import Any

import numpy as np

from paletti_sim.tower.pieces import Base
from paletti_sim.tower.tower import Level, Tower
from paletti_sim.views.motion import Motion
from paletti_sim.views.web.film_bar import FilmBar
from paletti_sim.views.web.looks import look
from paletti_sim.views.web.stage import Ray, Stage


class FilmPage:
    """A film in the browser. The server is the caller's; `close` ends the film's thread."""

    def __init__(self, server: Any, film: Motion) -> None:
        self._stage = Stage(server.scene, self._clicked)
        (base, _), (site, _) = film.fixed
        plate = Base(base.outline, site.outline, base.height_m, base.colour, site.colour)
        self._stage.base(Tower(plate, (Level(None),)))
        high = np.nanmax(film.poses[0][:, 2], initial=0.05)
        look(server, float(high) + 0.05)
        server.gui.set_panel_label(film.title)
        self._name = server.gui.add_markdown("Click a piece to hear its name.")
        self._bar = FilmBar(server, self._stage, lambda: None)
        self._bar.load(film, play=False)

    @property
    def film(self) -> FilmBar:
        """The film."""
        return self._bar

    def start(self) -> None:
        """Nothing has to be computed for a film."""

    def close(self) -> None:
        """Ends the film's thread."""
        self._bar.close()

    def _clicked(self, name: str, _: Ray) -> None:
        self._name.content = f"**{name}**"
