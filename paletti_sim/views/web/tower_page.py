"""The page of one tower: click a column, take it, put it down, see what comes of it."""

from __future__ import annotations

import math
import threading
from typing import Any

from paletti_sim.errors import PalettiError
from paletti_sim.tower.pieces import Floor
from paletti_sim.tower.regulations import bears_columns
from paletti_sim.views.web import overlays
from paletti_sim.views.web.box import first_place, laid_about
from paletti_sim.views.web.film_bar import FilmBar
from paletti_sim.views.web.looks import height_m, look, markdown, part_of
from paletti_sim.views.web.session import Session, Shown
from paletti_sim.views.web.stage import Ray, Stage, hand_pose, spot_on

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
            self._hint = gui.add_markdown("")
            self._x = gui.add_slider("x, mm", -REACH_MM, REACH_MM, 0.5, 0.0)
            self._y = gui.add_slider("y, mm", -REACH_MM, REACH_MM, 0.5, 0.0)
            self._turn = gui.add_slider("turn, degrees", 0.0, 359.0, 1.0, 0.0)
            self._put = gui.add_button("Put it down")
        self._box = gui.add_folder("From the box", expand_by_default=False, visible=False)
        with self._box:
            self._boxed = gui.add_dropdown("Piece", ("-",))
            self._pick = gui.add_button("Take it from the box")
        self._says = gui.add_markdown("")
        self._odds = gui.add_markdown("")
        self._undo = gui.add_button("Undo", disabled=True)
        self._film = FilmBar(server, self._stage, self._film_ended)
        with gui.add_folder("Overlays"):
            self._loads = gui.add_checkbox(
                "Loads", False, hint="Newtons beside the columns that carry; the others are free"
            )
            self._contacts = gui.add_checkbox("Contact points", False)
            self._balances = gui.add_checkbox("Centres of mass and supports", False)
            self._wants_map = gui.add_checkbox("Map of the top floor", False)
            self._map_says = gui.add_markdown("")
        self._take.on_click(lambda _: session.take())
        self._pick.on_click(lambda _: session.pick(self._boxed.value))
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
        if shown.hand is None or shown.busy or name not in _landing(shown):
            self._session.choose(name)
            return
        laid = isinstance(shown.hand, Floor)
        spot = spot_on(shown.tower, shown.tower.top.name if laid else name, ray, _over_m(shown))
        if spot is None:
            return
        if isinstance(shown.hand, Floor):  # which is looked at over its place before it is laid
            self._set_place(laid_about(shown.hand, spot, math.radians(self._turn.value)))
        else:
            self._set_place(spot)
            self._session.put(*self._place())

    def _set_place(self, at_m: tuple[float, float]) -> None:
        self._x.value, self._y.value = (min(max(round(2000 * value) / 2, -REACH_MM), REACH_MM) for value in at_m)

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
                    self._begin_place(shown)
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
        if isinstance(shown.hand, Floor):
            self._put.label = f"Lay the {shown.hand.name} floor"
            self._hint.content = "Click where its middle shall be, or set the place of its origin; then lay it."
        else:
            self._put.label = f"Put {shown.hand.name} down" if shown.hand else "Put it down"
            self._hint.content = "Click on the top floor, or set the place and put it down."
        self._box.visible = bool(shown.box) and shown.hand is None and shown.stands and not shown.fell
        self._pick.disabled = bool(shown.busy)
        if shown.box and shown.hand is None and tuple(self._boxed.options) != shown.box:
            self._boxed.options = shown.box
            self._boxed.value = shown.box[0]  # the next floor, when there is one
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

    def _begin_place(self, shown: Shown) -> None:
        """A floor in hand begins over the top columns, a column where the last one was put."""
        if isinstance(shown.hand, Floor):
            at, turn = first_place(shown.tower, shown.hand)
            self._set_place(at)
            self._turn.value = round(math.degrees(turn)) % 360

    def _ghost(self) -> None:
        shown = self._session.shown
        if shown.hand is None:
            self._stage.ghost(None)
            return
        part = part_of(shown.hand)
        self._stage.ghost(part, hand_pose(shown.tower, shown.hand, *self._place(), over_m=_over_m(shown)))

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
        if not self._wants_map.value or shown.fell or not shown.stands or isinstance(shown.hand, Floor):
            self._stage.show_map(None)
            lays = self._wants_map.value and isinstance(shown.hand, Floor)
            self._map_says.content = "The map is of columns, and a floor is in hand." if lays else ""
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


def _landing(shown: Shown) -> set[str]:
    """What may be clicked to say where the piece in hand goes."""
    top = shown.tower.top
    names = {top.name} if top.floor else {"base", "site"}
    upon = isinstance(shown.hand, Floor) or bears_columns(shown.tower)
    return names | {column.name for column in top.columns} if upon else names


def _over_m(shown: Shown) -> float:
    """How high over what it is put on the piece in hand comes to lie: a floor lies on the columns."""
    if not isinstance(shown.hand, Floor):
        return 0.0
    return max((column.piece.height_m for column in shown.tower.top.columns), default=0.0)
