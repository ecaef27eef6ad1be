"""What lies open on the table, as a value: what stands where, whose turn it is, and what is being done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from paletti_sim.games.core.protocol import JUDGE
from paletti_sim.games.villa_paletti.actions import AnyAction
from paletti_sim.games.villa_paletti.pieces import (
    COLOURS,
    GREEN,
    ORANGE,
    Pieces,
    colour_of,
    column_names,
    pieces_of,
)
from paletti_sim.games.villa_paletti.seal import Seal
from paletti_sim.tower.regulations import FLOOR_ORDER, LEAST_COVERED
from paletti_sim.tower.tower import Tower

COLOUR = "colour"  # who plays which colour
PLACE = "place"  # layout=by-hand: the columns come on the site
BLUE = "blue"  # layout=by-hand: the blue floor is laid
TURN = "turn"  # the start of a turn
MOVE = "move"  # the turn has begun: a column of the colour picked, or the own one after the neutral one
PUT = "put"  # a column is in hand
ASKED = "asked"  # does this player object?
OBJECTION = "objection"  # the objector has to take a column
PENALTY = "penalty"  # the proposer takes out a column of the objector
LAY = "lay"  # the proposer lays the floor
OVER = "over"

OWN, NEUTRAL, OBJECTED = "own", "neutral", "objection"
"""Why a column is moved."""


@dataclass(frozen=True)
class Rules:
    """The options that decide what is allowed."""

    players: int
    publisher: bool = False
    two_columns: bool = False
    strict_cover: bool = False
    free_overhang: bool = False
    primer: bool = False
    by_hand: bool = False
    pitch_mm: int = 20

    def least_covered(self, floor: str) -> int:
        """How many columns a floor must cover (P-21, P-24)."""
        return 2 if self.two_columns and FLOOR_ORDER.index(floor) >= ORANGE else LEAST_COVERED


@dataclass(frozen=True)
class Attempt:
    """A column on its way: why it is moved, how, and the tower before, to which all returns when it is stopped."""

    column: str
    purpose: str
    by: str
    caution_mm: float | None
    before: Tower


@dataclass(frozen=True)
class Ending:
    """Why the game is over. `toppler` did `act` with `piece`, and `fallen` fell; None and empty without a collapse."""

    reason: str
    winners: tuple[int, ...]
    toppler: int | None = None
    act: str = ""
    piece: str = ""
    fallen: tuple[str, ...] = ()


@dataclass(frozen=True)
class Event:
    """Something that everybody saw: what, by whom, with which piece, and more words."""

    kind: str
    player: int
    piece: str = ""
    more: tuple[str, ...] = ()


@dataclass(frozen=True)
class Board:
    """All that everybody sees.

    `deciding` is the player who decides now, unless `pending` waits for the judge. `heights` is the seed of the heights
    of the columns. `box` are columns not yet placed, `out` those out of the game, `locked` those that may not be moved
    again. `picked` is the colour of this turn with two players; `objector` who objected to the proposal of `turn`.
    `stalled` may not propose until something has moved. `first` picks the first colour, `rolled` is what the Seal
    showed.
    """

    rules: Rules
    heights: int
    tower: Tower
    phase: str
    turn: int
    deciding: int
    colours: tuple[tuple[str, ...], ...]
    first: int = 0
    rolled: str = ""
    box: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    locked: tuple[str, ...] = ()
    seal: Seal = field(default_factory=Seal)
    picked: str = ""
    objector: int | None = None
    stalled: tuple[int, ...] = ()
    passes: int = 0
    attempt: Attempt | None = None
    pending: AnyAction | None = None
    ending: Ending | None = None
    events: tuple[Event, ...] = ()

    def told(self, kind: str, piece: str = "", more: tuple[str, ...] = (), player: int | None = None) -> Board:
        """Return the board with one more event, by whoever decides unless `player` says otherwise."""
        who = self.deciding if player is None else player
        return replace(self, events=(*self.events, Event(kind, who, piece, more)))

    @property
    def actor(self) -> int | None:
        """Who decides now; `JUDGE` while an act waits for its ruling; None when the game is over."""
        if self.phase == OVER:
            return None
        return JUDGE if self.pending is not None else self.deciding

    @cached_property
    def pieces(self) -> Pieces:
        """The pieces with their heights."""
        return pieces_of(self.heights)

    @cached_property
    def neutral(self) -> str | None:
        """The colour that nobody owns with three players (P-34)."""
        if self.rules.primer or self.rules.players != 3 or not all(self.colours):
            return None
        return next(colour for colour in COLOURS if not any(colour in own for own in self.colours))

    @property
    def next_floor(self) -> str | None:
        """The floor that is built next (P-3), None after the red one."""
        laid = len(self.tower.floors)
        return FLOOR_ORDER[laid] if laid < len(FLOOR_ORDER) else None

    @cached_property
    def points(self) -> tuple[int, ...]:
        """Each player's points: the values of the own columns on the top level (P-26); stacked ones too (P-G14)."""
        worth = dict.fromkeys(COLOURS, 0)
        if self.tower.floors:
            for column in self.tower.top.columns:
                worth[colour_of(column.name)] += getattr(column.piece, "points", 0)
        return tuple(sum(worth[colour] for colour in own) for own in self.colours)

    @property
    def contested(self) -> bool:
        """Whether the contest for the Seal has begun: the green floor lies (P-25)."""
        return len(self.tower.floors) > GREEN

    @property
    def may_propose(self) -> bool:
        """Whether the one on turn may propose a floor: one is left, and no laying has just failed (P-G13, P-G19)."""
        return not self.rules.primer and self.next_floor is not None and self.turn not in self.stalled

    def movable(self, colours: Sequence[str]) -> tuple[str, ...]:
        """The columns of some colours that may be taken: below the top level and not locked (P-10, P-16, P-36)."""
        found = []
        for level in self.tower.levels[:-1]:
            names = [column.name for column in level.columns]
            for name in names:
                colour = colour_of(name)
                last = colour == self.neutral and sum(colour_of(other) == colour for other in names) == 1
                if colour in colours and name not in self.locked and not last:
                    found.append(name)
        return tuple(sorted(found))

    def below(self, colours: Sequence[str]) -> tuple[str, ...]:
        """The columns of some colours below the top level, locked ones too (P-G18)."""
        return tuple(
            sorted(
                column.name
                for level in self.tower.levels[:-1]
                for column in level.columns
                if colour_of(column.name) in colours
            )
        )

    def objects_with(self, player: int) -> tuple[str, ...]:
        """The columns with which a player may object: own ones, or the proposer's (P-G1)."""
        return self.movable(self.colours[self.turn if self.rules.publisher else player])

    def mine(self) -> tuple[str, ...]:
        """The columns that the one on turn may move as own ones; in the primer any whose colour may be moved (P-37)."""
        if self.rules.primer:
            return self.movable(("green", "blue", "yellow"))
        return self.movable((self.picked,) if self.picked else self.colours[self.turn])


def everywhere(board: Board) -> tuple[str, ...]:
    """Return the names of all columns, wherever they are: building, box, hand, out of the game.

    Raises:
        AssertionError: a column is missing or there twice.
    """
    in_hand = board.attempt is not None and board.phase == PUT
    hand = (board.attempt.column,) if board.attempt is not None and in_hand else ()
    found = sorted((*(column.name for column in board.tower.columns), *board.box, *board.out, *hand))
    assert found == sorted(column_names()), f"columns have come or gone: {found}"
    return tuple(found)
