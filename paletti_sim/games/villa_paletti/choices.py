"""What may be done in a position. The same functions list the choices and check them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from paletti_sim.games.core.protocol import OpenActions
from paletti_sim.games.villa_paletti import board as at
from paletti_sim.games.villa_paletti.actions import (
    AGREE,
    CAUTION_MM,
    COLLAPSES,
    FALLS_OVER,
    GIVE_UP,
    OBJECT,
    PASS,
    PROPOSE,
    STANDS,
    STOP,
    STOPPED,
    AnyAction,
    Colour,
    Lay,
    Place,
    Put,
    Remove,
    Ruling,
    Take,
)
from paletti_sim.games.villa_paletti.board import Board
from paletti_sim.games.villa_paletti.permits import (
    Why,
    against_lay,
    against_place,
    against_put,
    against_ruling,
    against_take,
    placeable,
    takeable,
)
from paletti_sim.games.villa_paletti.pieces import COLOURS, colour_of, kind_of
from paletti_sim.games.villa_paletti.spots import Ground, floor_spots, put_spots, site_spots

STOPS = 0.05  # how often a random player stops or gives up at once
LAY_SPOTS = 16


class Choice(OpenActions[AnyAction]):
    """A choice in a position: some `words`, and actions that `against` refuses or not."""

    words: tuple[AnyAction, ...] = ()

    def __init__(self, board: Board) -> None:
        self.board = board

    @cached_property
    def examples(self) -> tuple[AnyAction, ...]:  # type: ignore[override]
        """Good examples first, then the words."""
        return (*self.listed(), *self.words)

    def listed(self) -> Sequence[AnyAction]:
        """Return legal actions beside the words."""
        raise NotImplementedError

    def against(self, action: AnyAction) -> Why:
        """Return why an action that is not one of the words is refused."""
        raise NotImplementedError

    def __contains__(self, action: object) -> bool:
        if any(action == word for word in self.words):
            return True
        return isinstance(action, self.of) and self.against(action) is None  # type: ignore[arg-type]

    of: type = Put

    def sample(self, rng: np.random.Generator) -> AnyAction:
        """Return a random legal action."""
        return self.examples[int(rng.random() * len(self.examples))]


class Takes(Choice):
    """A column to take, or words instead (propose, pass)."""

    of = Take

    def __init__(self, board: Board, words: tuple[AnyAction, ...] = ()) -> None:
        super().__init__(board)
        self.words = words

    def listed(self) -> Sequence[AnyAction]:
        """Each column, first with care, then boldly."""
        names = takeable(self.board)
        if self.board.rules.primer:
            return [Take(name, "hook" if colour_of(name) == "yellow" else "lift", None) for name in names]
        return [Take(name, "lift", caution) for caution in (CAUTION_MM, None) for name in names]

    def against(self, action: AnyAction) -> Why:
        """Return why a column may not be taken."""
        assert isinstance(action, Take)
        return against_take(self.board, action)


class Puts(Choice):
    """A place for the column in hand, or to stop."""

    of = Put

    @cached_property
    def words(self) -> tuple[AnyAction, ...]:  # type: ignore[override]
        """To stop (P-16); in the primer, which knows no stopping, only where the column finds no room."""
        return () if self.board.rules.primer and self.listed() else (STOP,)

    @cached_property
    def _listed(self) -> Sequence[AnyAction]:
        board = self.board
        assert board.attempt is not None
        column = board.pieces.columns[board.attempt.column]
        found = [Put(x, y) for x, y in put_spots(board, column)]
        if board.next_floor is None:
            # the red floor, where columns may stand on columns
            found += [Put(round(1000 * c.at_m[0], 1), round(1000 * c.at_m[1], 1)) for c in board.tower.top.columns]
            found = [put for put in dict.fromkeys(found) if against_put(board, put) is None]
        return found

    def listed(self) -> Sequence[AnyAction]:
        """Best spots, then a grid."""
        return self._listed

    def against(self, action: AnyAction) -> Why:
        """Return why the column may not be put there."""
        assert isinstance(action, Put)
        return against_put(self.board, action)

    def sample(self, rng: np.random.Generator) -> AnyAction:
        """Return a random place; once in a while stop."""
        board = self.board
        assert board.attempt is not None
        stops = rng.random() < STOPS and not board.rules.primer
        if not stops:
            if board.next_floor is None and rng.random() < 0.5 and self.listed():
                return self.listed()[int(rng.random() * len(self.listed()))]
            spot = Ground(board.tower, board.pieces.columns[board.attempt.column]).draw(rng)
            if spot is not None:
                return Put(*spot, float(int(60 * rng.random())))
        return super().sample(rng) if not stops else STOP


class Lays(Choice):
    """A place for the next floor, or to give up."""

    of = Lay

    def __init__(self, board: Board, must: bool = False) -> None:
        super().__init__(board)
        self._must = must

    @cached_property
    def words(self) -> tuple[AnyAction, ...]:  # type: ignore[override]
        """To give the idea up (P-22); the blue floor has to be laid if it can be."""
        return () if self._must and self.listed() else (GIVE_UP,)

    @cached_property
    def _listed(self) -> Sequence[AnyAction]:
        board = self.board
        assert board.next_floor is not None
        found: list[AnyAction] = []
        for spot in floor_spots(board):
            lay = Lay(board.next_floor, *spot)
            if against_lay(board, lay) is None:
                found.append(lay)
                if len(found) == LAY_SPOTS:
                    break
        return found

    def listed(self) -> Sequence[AnyAction]:
        """Places around the middle of the top columns."""
        return self._listed

    def against(self, action: AnyAction) -> Why:
        """Return why the floor may not be laid there."""
        assert isinstance(action, Lay)
        return against_lay(self.board, action)

    def sample(self, rng: np.random.Generator) -> AnyAction:
        """Return a place near a listed one; once in a while give up."""
        found = self.listed()
        if not found or (GIVE_UP in self.words and rng.random() < STOPS):
            return self.words[0]
        near = found[int(rng.random() * len(found))]
        assert isinstance(near, Lay)
        dx, dy, turn = (round(float(v), 1) for v in rng.normal(0, 8, 3))
        moved = Lay(near.floor, near.x_mm + dx, near.y_mm + dy, near.turn_deg + turn)
        return moved if moved in self else near


class Places(Choice):
    """Setup: a place on the site for a column of the box."""

    of = Place

    @cached_property
    def words(self) -> tuple[AnyAction, ...]:  # type: ignore[override]
        """To give up, only where no column finds room any more."""
        return () if self.listed() else (GIVE_UP,)

    @cached_property
    def _listed(self) -> Sequence[AnyAction]:
        board = self.board
        kinds = {kind_of(name): name for name in reversed(placeable(board))}
        spots = {kind: site_spots(board, board.pieces.columns[name]) for kind, name in kinds.items()}
        return [Place(name, x, y) for kind, name in kinds.items() for x, y in spots[kind]]

    def listed(self) -> Sequence[AnyAction]:
        """One column of each kind, on a grid."""
        return self._listed

    def against(self, action: AnyAction) -> Why:
        """Return why the column may not be set up there."""
        assert isinstance(action, Place)
        return against_place(self.board, action)

    def sample(self, rng: np.random.Generator) -> AnyAction:
        """Return a random column at a random place."""
        names = placeable(self.board)
        name = names[int(rng.random() * len(names))]
        spot = Ground(self.board.tower, self.board.pieces.columns[name]).draw(rng)
        return super().sample(rng) if spot is None else Place(name, *spot, float(int(60 * rng.random())))


class Rulings(Choice):
    """What the judge can say; the examples are without shifts."""

    of = Ruling

    def listed(self) -> Sequence[AnyAction]:
        """One ruling of each kind that is possible here."""
        board = self.board
        column = board.attempt.column if board.attempt else ""
        fallen = (next(iter(board.tower.by_name)),)
        found = (Ruling(STANDS), Ruling(STOPPED), Ruling(FALLS_OVER, (column,)), Ruling(COLLAPSES, fallen))
        return [ruling for ruling in found if against_ruling(board, ruling) is None]

    def against(self, action: AnyAction) -> Why:
        """Return why that cannot be said."""
        assert isinstance(action, Ruling)
        return against_ruling(self.board, action)

    def sample(self, rng: np.random.Generator) -> AnyAction:
        """Return a ruling, most often that the tower stands: so that random games last."""
        return self.examples[0] if rng.random() < 0.97 else super().sample(rng)


def choices(board: Board) -> Sequence[AnyAction]:  # noqa: PLR0911
    """Return what the actor may do."""
    if board.phase == at.OVER:
        return ()
    if board.pending is not None:
        return Rulings(board)
    match board.phase:
        case at.COLOUR:
            return tuple(Colour(colour) for colour in free_colours(board))
        case at.PLACE:
            return Places(board)
        case at.BLUE:
            return Lays(board, must=True)
        case at.LAY:
            return Lays(board)
        case at.PUT:
            return Puts(board)
        case at.ASKED:
            return (AGREE, OBJECT) if board.objects_with(board.deciding) else (AGREE,)
        case at.PENALTY:
            assert board.objector is not None
            return tuple(Remove(name) for name in board.below(board.colours[board.objector]))
        case at.TURN:
            return _turn(board)
    return Takes(board)


def _turn(board: Board) -> Sequence[AnyAction]:
    """The start of a turn: move, propose, or pass when there is neither."""
    words: tuple[AnyAction, ...] = (PROPOSE,) if board.may_propose else ()
    if board.rules.players == 2 and not board.rules.primer:
        own = [Colour(colour) for colour in board.colours[board.turn] if board.movable((colour,))]
        return (*own, *words) or (PASS,)
    if takeable(board):
        return Takes(board, words)
    if board.rules.primer and board.next_floor is not None:
        lays = Lays(board, must=True)
        return lays if lays.listed() else (PASS,)
    return words or (PASS,)


def free_colours(board: Board) -> tuple[str, ...]:
    """The colours that nobody has chosen."""
    return tuple(colour for colour in COLOURS if not any(colour in own for own in board.colours))
