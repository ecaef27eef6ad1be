"""The page of a whole game: the villa, whose turn it is, what may be done, and what happened."""

from __future__ import annotations

import math
import threading
from typing import Any

from paletti_sim.games.core.protocol import OpenActions
from paletti_sim.games.core.scene import Grid
from paletti_sim.games.villa_paletti import board as at
from paletti_sim.games.villa_paletti.actions import CAUTION_MM, Lay, Place, Put, Remove, Take, Word
from paletti_sim.tower.pieces import Column, Floor
from paletti_sim.tower.regulations import bears_columns
from paletti_sim.views.web.box import laid_about
from paletti_sim.views.web.film_bar import FilmBar
from paletti_sim.views.web.looks import height_m, look, markdown, part_of
from paletti_sim.views.web.stage import Ray, Stage, hand_pose, spot_on
from paletti_sim.views.web.table import Seen, WebTable

REACH_MM = 140.0
LOGGED = 12
LISTED = 40
LEVEL_M = 0.09  # how high columns are
KEPT = (
    "*There is no undo, as there is none at a table: what is done stays done. Only an attempt made with care is broken"
    " off by itself when a floor begins to sink, and then all is as before.*"
)
LEAST_HEIGHT_M = 0.35  # the camera leaves room for the villa to grow


class TablePage:
    """Controls and scene of a table. The server is the caller's; `close` ends all that the page began."""

    def __init__(self, server: Any, table: WebTable) -> None:
        self._server, self._table = server, table
        self._lock = threading.RLock()
        self._drawn: Seen | None = None
        self._chosen = ""
        self._choices: dict[str, Any] = {}
        self._stage = Stage(server.scene, self._clicked)
        tower = table.seen.board.tower
        self._stage.base(tower)
        look(server, max(LEAST_HEIGHT_M, height_m(tower)))
        gui = server.gui
        gui.set_panel_label("Villa Paletti")
        self._turn = gui.add_markdown("")
        self._says = gui.add_markdown("")
        self._card = gui.add_markdown("")
        self._careful = gui.add_button(
            "Take it with care", visible=False, hint="Broken off when a floor begins to sink"
        )
        self._boldly = gui.add_button("Take it, come what may", visible=False)
        self._out = gui.add_button("Take it out of the game", visible=False)
        self._words = gui.add_button_group("Or", ("-",), visible=False)
        self._place = gui.add_folder("Place", visible=False)
        with self._place:
            self._hint = gui.add_markdown("")
            self._x = gui.add_slider("x, mm", -REACH_MM, REACH_MM, 0.5, 0.0)
            self._y = gui.add_slider("y, mm", -REACH_MM, REACH_MM, 0.5, 0.0)
            self._degrees = gui.add_slider("turn, degrees", 0.0, 359.0, 1.0, 0.0)
            self._there = gui.add_button("Put it there")
        self._all = gui.add_folder("All choices", expand_by_default=False, visible=False)
        with self._all:
            self._list = gui.add_dropdown("Choice", ("-",))
            self._do = gui.add_button("Do it")
            self._typed = gui.add_text("Or type", "")
            self._say = gui.add_button("Say it")
        self._standing = gui.add_markdown("")
        self._film = FilmBar(server, self._stage, lambda: None)
        with gui.add_folder("What happened"):
            self._log = gui.add_markdown("")
        gui.add_markdown(KEPT)
        self._careful.on_click(lambda _: table.do(Take(self._chosen, "lift", self._caution())))
        self._boldly.on_click(lambda _: table.do(Take(self._chosen, "lift", None)))
        self._out.on_click(lambda _: table.do(Remove(self._chosen)))
        self._there.on_click(lambda _: self._put())
        self._do.on_click(lambda _: self._do_listed(self._list.value))
        self._words.on_click(lambda event: self._do_listed(event.target.value))
        self._say.on_click(lambda _: table.say(self._typed.value))
        for slider in (self._x, self._y, self._degrees):
            slider.on_update(lambda _: self._ghost())
        table.watch(self._draw)

    @property
    def film(self) -> FilmBar:
        """The film of the fall, when there was one."""
        return self._film

    @property
    def chosen(self) -> str:
        """The piece that was clicked."""
        return self._chosen

    @property
    def place(self) -> tuple[tuple[float, float], float]:
        """What the sliders say: metres and radians."""
        return (self._x.value / 1000, self._y.value / 1000), math.radians(self._degrees.value)

    def start(self) -> None:
        """Begins the game."""
        self._table.start()

    def close(self) -> None:
        """Ends the page's threads, and the table's."""
        self._table.close()
        self._film.close()

    def _caution(self) -> float | None:
        return None if self._table.seen.board.rules.primer else CAUTION_MM

    def _clicked(self, name: str, ray: Ray) -> None:
        seen = self._table.seen
        board = seen.board
        top = board.tower.top
        lands = name == (top.floor.name if top.floor else "site")
        on_column = name in {column.name for column in top.columns}
        upon = on_column and bears_columns(board.tower)
        if seen.person and board.phase in (at.PUT, at.PLACE) and (lands or upon):
            spot = spot_on(board.tower, name, ray)
            if spot is not None:
                self.set_place(spot)
                self._put()
            return
        floor = self._floor_in_hand(seen)
        if floor is not None and (lands or on_column):
            # a floor is looked at over its place before it is laid
            spot = spot_on(board.tower, top.name, ray, LEVEL_M)
            if spot is not None:
                self.set_place(laid_about(floor, spot, self.place[1]))
            return
        with self._lock:
            self._chosen = name if name in board.tower.by_name else ""
            self._draw_choice(seen)

    def set_place(self, at_m: tuple[float, float], turn_deg: float | None = None) -> None:
        """Moves the sliders; metres and degrees."""
        if turn_deg is not None:
            self._degrees.value = turn_deg % 360
        self._x.value, self._y.value = (min(max(round(2000 * value) / 2, -REACH_MM), REACH_MM) for value in at_m)

    def _floor_in_hand(self, seen: Seen) -> Floor | None:
        board = seen.board
        if not seen.person or not self._place.visible or board.phase not in (at.LAY, at.BLUE) or not board.next_floor:
            return None
        return board.pieces.floors[board.next_floor]

    def _put(self) -> None:
        """What the sliders say, as the action that is due."""
        board = self._table.seen.board
        where = self._x.value, self._y.value, self._degrees.value
        match board.phase:
            case at.PUT:
                self._table.do(Put(*where))
            case at.PLACE:
                self._table.do(Place(self._to_place(), *where))
            case at.LAY | at.BLUE | at.TURN if board.next_floor is not None:
                self._table.do(Lay(board.next_floor, *where))

    def _to_place(self) -> str:
        listed = self._choices.get(self._list.value)
        return listed.column if isinstance(listed, Place) else ""

    def _do_listed(self, label: str) -> None:
        action = self._choices.get(label)
        if action is not None:
            self._table.do(action)

    def _draw(self, seen: Seen) -> None:
        """Called by the table, one at a time and in order."""
        with self._lock, self._server.atomic():
            before, self._drawn = self._drawn, seen
            if before is None or seen.board.tower is not before.board.tower:
                self._stage.pieces(seen.board.tower)
                self._chosen = self._chosen if self._chosen in seen.board.tower.by_name else ""
            if seen.film is not None and (before is None or seen.film is not before.film):
                self._film.load(seen.film, play=True)
            self._turn.content = self._whose(seen)
            self._says.content = markdown(seen.says)
            self._standing.content = _markdown_of(seen.table)
            self._log.content = "  \n".join(markdown(line) for line in seen.log[-LOGGED:]) or "*nothing yet*"
            if before is None or seen.board is not before.board or seen.person != before.person:
                self._draw_choices(seen)
                self._start_place(seen)
            self._draw_choice(seen)
            self._ghost()

    def _whose(self, seen: Seen) -> str:
        if seen.end:
            return f"### The game is over\n{_markdown_of(seen.end)}"
        if seen.actor is None or seen.actor < 0:
            return f"### {markdown(seen.busy or 'the tower is let go')} …"
        who = markdown(self._table.names[seen.actor])
        return f"### {who}\n{markdown(seen.question) if seen.person else f'*{markdown(seen.busy)} …*'}"

    def _draw_choices(self, seen: Seen) -> None:
        """The list of all choices, and the words among them as buttons."""
        words, view = self._table.words, self._table.view
        names = self._table.names
        actions = list(seen.actions)
        some = [action for action in actions if not isinstance(action, Word)][:LISTED]
        spoken = [action for action in actions if isinstance(action, Word) or not isinstance(seen.actions, OpenActions)]
        self._choices = {words.label(view, action, names): action for action in (*some, *spoken)}
        self._all.visible = bool(self._choices)
        if self._choices:
            self._list.options = tuple(self._choices)
        labels = tuple(words.label(view, action, names) for action in spoken if not isinstance(action, Remove))
        self._words.visible = bool(labels)
        if labels:
            self._words.options = labels

    def _draw_choice(self, seen: Seen) -> None:
        """The column that was clicked, and whether it may be taken."""
        tower, name = seen.board.tower, self._chosen
        self._stage.choose(tower, name if seen.film is None else "")
        removable = seen.person and Remove(name) in seen.actions
        careful = seen.person and Take(name, "lift", self._caution()) in seen.actions
        boldly = seen.person and Take(name, "lift", None) in seen.actions
        self._careful.visible = careful and not seen.board.rules.primer
        self._boldly.visible, self._out.visible = boldly, removable
        if not name:
            self._card.content = "Click a column." if seen.person and seen.board.phase in (at.TURN, at.MOVE) else ""
            return
        parts = [f"**{name}**", f"level {tower.level_of(name)}"]
        if name in seen.board.locked:
            parts.append("locked (P-16)")
        if seen.person and seen.board.phase in (at.TURN, at.MOVE, at.OBJECTION) and not (careful or boldly):
            parts.append(markdown(self._why_not(name)))
        self._card.content = ", ".join(part for part in parts if part)

    def _why_not(self, name: str) -> str:
        from paletti_sim.games.villa_paletti.permits import against_take

        if name not in {column.name for column in self._table.seen.board.tower.columns}:
            return ""
        why = against_take(self._table.seen.board, Take(name, "lift", self._caution()))
        return "" if why is None else f"may not be taken ({why[0]}): {why[1]}"

    def _start_place(self, seen: Seen) -> None:
        """Sliders for a place, beginning at the first of the good examples."""
        example = next((action for action in seen.actions if isinstance(action, Put | Lay | Place)), None)
        self._place.visible = seen.person and example is not None
        if example is None:
            return
        self._x.value, self._y.value = example.x_mm, example.y_mm
        self._degrees.value = example.turn_deg % 360
        if isinstance(example, Lay):
            self._hint.content = "Click where its middle shall be, or set the place of its origin; then lay it."
            self._there.label = f"Lay the {example.floor} floor there"
        else:
            self._hint.content = "Click on the top floor, or set the place."
            self._there.label = "Put it there"

    def _ghost(self) -> None:
        """What is in hand, over its place."""
        seen = self._table.seen
        board = seen.board
        piece: Column | Floor | None = self._floor_in_hand(seen)
        if seen.person and board.phase == at.PUT and board.attempt is not None:
            piece = board.pieces.columns[board.attempt.column]
        if piece is None:
            self._stage.ghost(None)
            return
        self._stage.ghost(part_of(piece), hand_pose(board.tower, piece, *self.place, over_m=LEVEL_M))


def _markdown_of(scene: Any) -> str:
    """Text and tables of a scene as Markdown; drawings in characters are left out, for the villa itself is there."""
    blocks = []
    for part in scene:
        if isinstance(part, Grid):
            rows = ["| " + " | ".join(part.columns) + " |", "|" + "---|" * len(part.columns)]
            rows += ["| " + " | ".join(markdown(cell) for cell in row) + " |" for row in part.rows]
            blocks.append("\n".join(rows))
        elif isinstance(part, str) and not _is_drawing(part):
            blocks.append(markdown(part))
    return "\n\n".join(blocks)


def _is_drawing(line: str) -> bool:
    """Lines of the plan in characters, and their titles, are text too: many spaces in a row give them away."""
    return "   " in line or line.startswith(("On ", "+", "|")) or not any(letter.isalpha() for letter in line)
