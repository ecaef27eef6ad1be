"""Villa Paletti in words: the table in plan, questions, what happened, how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from paletti_sim.games.core.choice import pick
from paletti_sim.games.core.game import Words
from paletti_sim.games.core.protocol import Outcome
from paletti_sim.games.core.scene import Grid, Scene, counted, listed
from paletti_sim.games.villa_paletti import board as at
from paletti_sim.games.villa_paletti import notation
from paletti_sim.games.villa_paletti.actions import (
    AGREE,
    GIVE_UP,
    OBJECT,
    PASS,
    PROPOSE,
    STOP,
    AnyAction,
    Ruling,
    Take,
    Word,
)
from paletti_sim.games.villa_paletti.adviser import Adviser
from paletti_sim.games.villa_paletti.board import Board, Event
from paletti_sim.games.villa_paletti.hints import hints
from paletti_sim.games.villa_paletti.permits import purpose_now
from paletti_sim.games.villa_paletti.plan import WIDTH, level_lines, side_by_side, trimmed
from paletti_sim.games.villa_paletti.views import VillaView

_LABELS = {
    PROPOSE: "propose the next floor",
    AGREE: "agree: no objection",
    OBJECT: "object: show that a column can still be moved",
    STOP: "stop: the column goes back and is locked",
    GIVE_UP: "give up",
    PASS: "pass",
}
_RULED = {
    "stands": "the villa stands",
    "stopped": "broken off: a floor began to sink",
    "falls-over": "the column falls over",
    "collapses": "the villa collapses",
}


class VillaWords(Words):
    """Tells from views what stands there and what happened."""

    def __init__(self, adviser: Adviser | None = None) -> None:
        self._adviser = adviser

    def help(self, view: VillaView) -> tuple[str, ...]:  # noqa: ARG002
        """Return the short notation."""
        return notation.HELP

    def table(self, view: VillaView, names: Sequence[str]) -> Scene:
        """Return the two top levels in plan, the points and the Seal."""
        board = view.board
        tower = board.tower
        top = len(tower.levels) - 1
        title = f"On {_level(board, top)}"
        drawing = level_lines(tower, top)
        if top > 0:
            title = f"{title.ljust(WIDTH + 2)}Below, on {_level(board, top - 1)}"
            drawing = side_by_side(drawing, level_lines(tower, top - 1))
        lower = [
            f"On {_level(board, number)}: {listed([c.name for c in tower.levels[number].columns]) or 'nothing'}."
            for number in range(top - 2, -1, -1)
        ]
        return (title, *trimmed(drawing), *lower, *self._standing(view, names))

    def _standing(self, view: VillaView, names: Sequence[str]) -> Iterable[str | Grid]:
        board = view.board
        if board.rules.primer:
            if view.own_kind:
                yield f"Your kind: {view.own_kind}."
        elif all(board.colours):
            yield Grid(
                ("player", "colours", "points", "Seal"),
                tuple(
                    (name, listed(own), str(points), _seal(board, seat))
                    for seat, (name, own, points) in enumerate(zip(names, board.colours, board.points, strict=True))
                ),
                "llrl",
            )
            if board.neutral:
                yield f"Neutral: {board.neutral}."
        for title, columns in (("Locked", board.locked), ("Out of the game", board.out), ("In the box", board.box)):
            if columns:
                yield f"{title}: {listed(columns)}."
        if board.attempt and board.phase == at.PUT:
            yield f"In hand: {board.attempt.column}."

    def question(self, view: VillaView, names: Sequence[str]) -> str:  # noqa: PLR0911
        """Return what has to be decided."""
        board = view.board
        match board.phase:
            case at.COLOUR:
                return f"The Seal shows {board.rolled}. Which colour do you play?"
            case at.PLACE:
                return "Which column do you place, and where?"
            case at.BLUE:
                return "Where do you lay the blue floor?"
            case at.PUT:
                return f"Where do you put {board.attempt.column if board.attempt else 'the column'}?"
            case at.ASKED:
                return f"Do you object to the {board.next_floor} floor?"
            case at.OBJECTION:
                return "You object: which column do you take?"
            case at.PENALTY:
                return f"The objection of {names[board.objector or 0]} has failed: which column do you take out?"
            case at.LAY:
                return f"Where do you lay the {board.next_floor} floor?"
        if purpose_now(board) == at.NEUTRAL:
            return f"Which neutral column ({board.neutral}) do you take first?"
        two = board.rules.players == 2 and board.phase == at.TURN and not board.rules.primer
        return "Which colour do you move?" if two else "What do you do?"

    def label(self, view: VillaView, action: AnyAction, names: Sequence[str]) -> str:  # noqa: ARG002
        """Return an action in a few words."""
        if isinstance(action, Ruling):
            return _RULED.get(action.what, action.what)
        if isinstance(action, Take) and view.board.rules.primer:
            return notation.text(Take(action.column, action.by))
        if action == PROPOSE:
            return f"propose the {view.board.next_floor} floor"
        return (isinstance(action, Word) and _LABELS.get(action)) or notation.text(action)

    def read(self, text: str, view: VillaView, actions: Sequence[Any], names: Sequence[str]) -> Any:
        """Return the first action of what was typed."""
        return self.read_all(text, view, actions, names)[0]

    def read_all(self, text: str, view: VillaView, actions: Sequence[Any], names: Sequence[str]) -> Sequence[Any]:
        """Return what was typed, `red-hex > 10,-20` as two actions in a row.

        Raises:
            UnreadableActionError: it is neither a choice of the list nor the notation.
            AmbiguousActionError: it fits more than one choice.
        """
        found = notation.read(text, view.board)
        if found is not None:
            return found
        return (actions[pick(text, [self.label(view, action, names) for action in actions])],)

    def hint(self, view: VillaView, actions: Sequence[Any], names: Sequence[str]) -> Scene:
        """Return what an adviser thinks of the choices."""
        if self._adviser is None:
            return ("Nobody is there to advise.",)
        rated = hints(view.board, actions, self._adviser)
        if not rated:
            return ("There is nothing to weigh here.",)
        rows = tuple(
            (self.label(view, action, names), "falls" if margin is None else f"{margin:.2f}")
            for action, margin in rated
        )
        return (Grid(("choice", "tilt to spare (degrees)"), rows, "lr", "By equilibrium"),)

    def news(self, before: VillaView, after: VillaView, names: Sequence[str]) -> Scene:
        """Return what happened between two views."""
        new = after.board.events[len(before.board.events) :]
        return tuple(said for event in new if (said := _told(event, names)))

    def end(self, view: VillaView, outcome: Outcome, names: Sequence[str]) -> Scene:
        """Return how it ended and who won."""
        board, ending = view.board, view.board.ending
        assert ending is not None
        scene: list[str | Grid] = [f"{outcome.reason[0].upper()}{outcome.reason[1:]}."]
        if ending.toppler is not None:
            doing = {"take": "taking", "put": "putting", "lay": "laying", "remove": "taking out"}[ending.act]
            scene.append(f"{names[ending.toppler]} toppled it, {doing} {ending.piece}; {_fell(ending.fallen)} fell.")
        winners = [names[seat] for seat in sorted(outcome.winners)]
        scene.append(f"{listed(winners)} {'win' if winners == ['You'] else 'wins'}." if winners else "Nobody wins.")
        if not board.rules.primer and all(board.colours):
            scene.append(
                "Points: "
                + listed([f"{name} {points}" for name, points in zip(names, board.points, strict=True)])
                + f"; {counted(len(board.tower.floors), 'floor')}, "
                + f"{counted(len(board.tower.levels[0].columns), 'column')} on the ground."
            )
        return tuple(scene)


def _level(board: Board, number: int) -> str:
    floor = board.tower.levels[number].floor
    return "the building site" if floor is None else f"the {floor.name} floor"


def _seal(board: Board, seat: int) -> str:
    if board.seal.holder != seat:
        return ""
    previous = board.seal.previous
    return "holds it" if previous is None else f"holds it, {board.colours[previous][0]} on top"


def _fell(fallen: Sequence[str]) -> str:
    names = list(fallen[:5])
    return listed([*names, f"{len(fallen) - 5} more"] if len(fallen) > 5 else names)


_HAPPENED = {
    "colour": "{who} play{s} {piece}.",
    "place": "{who} place{s} {piece}.",
    "no room": "The other columns find no room and stay in the box.",
    "agreed": "Nobody objects.",
    "take": "{who} take{s} {piece}{how}.",
    "put": "{who} put{s} {piece} up at {place}.",
    "stop": "{who} stop{s}: the column goes back and is locked.",
    "stopped": "{who} break{s} off: a floor began to sink. {piece} goes back and is locked.",
    "fell over": "{piece} falls over and is out of play.",
    "propose": "{who} propose{s} the {piece} floor.",
    "object": "{who} object{s}.",
    "objection holds": "The objection holds; {piece} leaves the game.",
    "remove": "{who} take{s} {piece} out of the game.",
    "lay": "{who} lay{s} the {piece} floor.{few}",
    "give up": "{who} give{s} the {piece} floor up.",
    "pass": "{who} pass{es}.",
    "seal": "{who} take{s} the Master Builder's Seal.",
    "primer": "{piece} is the kind that {who} wanted on top.",
    "collapse": "The villa collapses: {fallen} fell.",
}


def _told(event: Event, names: Sequence[str]) -> str:
    """What happened, as one sentence; empty for what needs no word."""
    who = names[event.player]
    one = who != "You"
    if event.kind == "lay" and event.piece == "blue":
        return "The blue floor lies."
    return _HAPPENED.get(event.kind, "").format(
        who=who,
        s="s" if one else "",
        es="es" if one else "",
        piece=event.piece,
        how=" with the hook" if event.more == ("hook",) else "",
        place=",".join(event.more),
        few=f" It rests on {listed(event.more)} only." if event.more else "",
        fallen=_fell(event.more),
    )
