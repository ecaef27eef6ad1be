"""The page of one tower: click a column, take it, put it down, see what comes of it."""

from __future__ import annotations

import math
import threading
from typing import Any

from paletti_sim.errors import PalettiError
from paletti_sim.views.web import overlays
from paletti_sim.views.web.film_bar import FilmBar
from paletti_sim.views.web.looks import column_part, height_m, look, markdown
from paletti_sim.views.web.session import Session, Shown
from paletti_sim.views.web.stage import Ray, Stage, hand_pose, spot_on_top

REACH_MM = 140.0


class TowerPage:
    """Controls and scene of a session. The server is the caller's; `close` ends all that the page began."""

    def __init__(self, server: Any, session: Session) -> None:
        self._server, self._session = server, session
        self._lock = threading.RLock()
        self._drawn: Shown | None = None
        self._stage = Stage(server.scene, self._clicked)
        self._stage.base(session.scenario.tower)
        self._map: tuple[Any, overlays.Map | None] = (None, None)
        gui = server.gui
        gui.set_panel_label(session.scenario.name)
        look(server, height_m(session.scenario.tower))
        self._about = gui.add_markdown(markdown(session.scenario.about))
        self._card = gui.add_markdown("Click a column.")
        self._take = gui.add_button("Take it", disabled=True)
        self._hand = gui.add_folder("In hand", visible=False)
        with self._hand:
            gui.add_markdown("Click on the top floor, or set the place and put it down.")
            self._x = gui.add_slider("x, mm", -REACH_MM, REACH_MM, 0.5, 0.0)
            self._y = gui.add_slider("y, mm", -REACH_MM, REACH_MM, 0.5, 0.0)
            self._turn = gui.add_slider("turn, degrees", 0.0, 359.0, 1.0, 0.0)
            self._put = gui.add_button("Put it down")
        self._says = gui.add_markdown("")
        self._odds = gui.add_markdown("")
        self._undo = gui.add_button("Undo", disabled=True)
        self._film = FilmBar(server, self._stage, self._film_ended)
        with gui.add_folder("Overlays"):
            self._loads = gui.add_checkbox("Loads", False)
            self._contacts = gui.add_checkbox("Contact points", False)
            self._balances = gui.add_checkbox("Centres of mass and supports", False)
            self._wants_map = gui.add_checkbox("Map of the top floor", False)
            self._map_says = gui.add_markdown("")
        self._take.on_click(lambda _: session.take())
        self._put.on_click(lambda _: session.put(*self._place()))
        self._undo.on_click(lambda _: session.undo())
        for slider in (self._x, self._y, self._turn):
            slider.on_update(lambda _: self._ghost())
        for box in (self._loads, self._contacts, self._balances, self._wants_map):
            box.on_update(lambda _: self._draw_overlays())
        session.watch(self._draw)

    @property
    def film(self) -> FilmBar:
        """The film of the last move."""
        return self._film

    def start(self) -> None:
        """Lets the tower come to rest."""
        self._session.start()

    def close(self) -> None:
        """Ends the page's threads, and the session's."""
        self._session.close()
        self._film.close()

    def _clicked(self, name: str, ray: Ray) -> None:
        shown = self._session.shown
        if shown.hand is not None and not shown.busy and name == shown.tower.top.name:
            spot = spot_on_top(shown.tower, ray)
            if spot is not None:
                self._x.value, self._y.value = (round(2000 * value) / 2 for value in spot)
                self._session.put(*self._place())
            return
        self._session.choose(name)

    def _place(self) -> tuple[tuple[float, float], float]:
        return (self._x.value / 1000, self._y.value / 1000), math.radians(self._turn.value)

    def _draw(self, shown: Shown) -> None:
        """Called by the session, one at a time and in order."""
        with self._lock:
            before, self._drawn = self._drawn, shown
            with self._server.atomic():
                self._draw_words(shown)
                if before is None or shown.tower is not before.tower or shown.films != before.films:
                    self._draw_tower(shown)
                if before is None or (shown.chosen, shown.tower) != (before.chosen, before.tower):
                    self._stage.choose(shown.tower, "" if shown.fell else shown.chosen)
                if before is None or shown.hand != before.hand:
                    self._ghost()
        changed = before is None or shown.loads is not before.loads or shown.hand != before.hand
        if changed or (before and shown.fell != before.fell):
            self._draw_overlays()

    def _draw_words(self, shown: Shown) -> None:
        self._card.content = shown.card or ("" if shown.hand else "Click a column.")
        self._take.disabled = not shown.may_take or bool(shown.busy) or shown.hand is not None
        self._take.label = f"Take {shown.chosen}" if shown.may_take and shown.hand is None else "Take it"
        self._hand.visible = shown.hand is not None
        self._put.disabled = bool(shown.busy) or shown.hand is None
        self._put.label = f"Put {shown.hand.name} down" if shown.hand else "Put it down"
        self._undo.disabled = bool(shown.busy) or not shown.can_undo
        self._says.content = f"*{shown.busy} …*" if shown.busy else markdown(shown.says)
        self._odds.content = shown.odds

    def _draw_tower(self, shown: Shown) -> None:
        """The film of what happened, and then the tower as it stands; a fallen one stays as it fell."""
        self._stage.pieces(shown.tower)
        self._film.load(shown.film, play=True)

    def _film_ended(self) -> None:
        shown = self._drawn
        if shown is not None and not shown.fell:
            self._stage.pieces(shown.tower)

    def _ghost(self) -> None:
        shown = self._session.shown
        if shown.hand is None:
            self._stage.ghost(None)
            return
        part = column_part(shown.hand)
        self._stage.ghost(part, hand_pose(shown.tower, part, *self._place()))

    def _draw_overlays(self) -> None:
        with self._lock:
            shown = self._session.shown
            loads = None if shown.fell else shown.loads
            with self._server.atomic():
                self._stage.show_loads(overlays.load_tags(shown.tower, loads) if loads and self._loads.value else [])
                points, forces = overlays.contact_points(loads) if loads and self._contacts.value else ([], [])
                self._stage.show_contacts(points, forces)
                self._stage.show_balances(
                    overlays.balances(shown.tower, loads) if loads and self._balances.value else []
                )
            self._draw_map(shown)

    def _draw_map(self, shown: Shown) -> None:
        if not self._wants_map.value or shown.fell or not shown.stands:
            self._stage.show_map(None)
            self._map_says.content = ""
            return
        column = shown.hand.name if shown.hand else (shown.chosen if shown.may_take else overlays.MAP_COLUMN)
        key = (shown.tower, column)
        if self._map[0] != key:
            self._map_says.content = "*the map is being computed …*"
            found, says = None, ""
            try:
                found = overlays.put_cells(self._session.scenario, shown.tower, column)
                says = found.says
            except PalettiError as error:
                says = str(error)
            self._map = (key, found)
            self._map_says.content = says
        elif self._map[1] is not None:
            self._map_says.content = self._map[1].says
        self._stage.show_map(self._map[1])
