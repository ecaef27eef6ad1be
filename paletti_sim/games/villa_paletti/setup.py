"""Villa Paletti made ready: number of players, options, pieces, and who advises."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from paletti_sim.games.core.bots import RandomBot
from paletti_sim.games.core.errors import OptionError
from paletti_sim.games.core.game import Game, Setup
from paletti_sim.games.core.options import Option, OptionValue
from paletti_sim.games.core.protocol import JUDGE
from paletti_sim.games.core.streams import Streams
from paletti_sim.games.villa_paletti import board as at
from paletti_sim.games.villa_paletti.actions import AGREE, STANDS, AnyAction, Lay, Ruling, read_action
from paletti_sim.games.villa_paletti.adviser import Adviser
from paletti_sim.games.villa_paletti.board import Board, Rules, everywhere
from paletti_sim.games.villa_paletti.bots import CautiousBot, GreedyBot
from paletti_sim.games.villa_paletti.layouts import BY_HAND, LAYOUTS, laid_out
from paletti_sim.games.villa_paletti.pieces import COLOURS, HEIGHT_TOLERANCE_M, KINDS, column_names, pieces_of
from paletti_sim.games.villa_paletti.state import Villa
from paletti_sim.games.villa_paletti.turns import begun, colours_begin
from paletti_sim.games.villa_paletti.views import VillaView
from paletti_sim.games.villa_paletti.words import VillaWords
from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.regulations import FLOOR_ORDER
from paletti_sim.tower.tower import Level, Tower

RULEBOOK, PUBLISHER = "rulebook", "publisher"
OPTIONS = (
    Option("rulings", RULEBOOK, "where copies of the game differ (P-G1, P-G16)", (RULEBOOK, PUBLISHER)),
    Option("layout", "scattered", "how the columns are set up (P-5, P-G15)", (*LAYOUTS, BY_HAND)),
    Option("colours", "", "each seat's colours, such as red,blue,yellow,green or red+blue,yellow+green"),
    Option("youngest", 0, "the seat of the youngest player, counted from 0 (P-7)", (0, 1, 2, 3)),
    Option("two-columns", False, "from the orange floor on, two columns suffice (P-24)"),
    Option("strict-cover", False, "a floor may not cover a column in part (P-G7)"),
    Option("free-overhang", False, "floors above blue may reach beyond the base plate (P-G8)"),
    Option("primer", False, "the short game: each wants one kind of column on top (P-37 to P-39)"),
    Option("pitch", 20, "the grid of places offered, in mm (any other place may be typed)", (10, 15, 20, 30)),
)
PRIMER_COLOURS = ("blue", "yellow", "green")
MOVES = 20 * 5 + 20 + 20 + 5
"""What can happen at most: 20 columns rise by five levels, are locked, leave the game; five floors are laid."""
CHOICES_OF_A_MOVE = 14
"""Of one such turn at most: colour, propose, three answers, take, ruling, put, ruling, remove, ruling, lay, ruling."""
IDLE_TURNS = 8
"""Between two of these: each of four players proposes in vain once, and passes."""


@dataclass(frozen=True, eq=False)
class VillaSetup(Setup[Villa, AnyAction]):
    """Players and options. `adviser` is whom bots and hints ask how safe a move looks."""

    game: Game
    players: int
    options: Mapping[str, OptionValue]
    adviser: Adviser | None = None

    needs_judge = True
    can_undo = True

    def advised_by(self, adviser: Adviser) -> VillaSetup:
        """Return the same with somebody who advises."""
        return replace(self, adviser=adviser)

    @cached_property
    def has_secrets(self) -> bool:  # type: ignore[override]
        """Only the kinds of the primer are secret."""
        return self.rules.primer

    @cached_property
    def rules(self) -> Rules:
        """The options that decide what is allowed."""
        options = self.options
        return Rules(
            self.players,
            publisher=options["rulings"] == PUBLISHER,
            two_columns=bool(options["two-columns"]),
            strict_cover=bool(options["strict-cover"]),
            free_overhang=bool(options["free-overhang"]),
            primer=bool(options["primer"]),
            by_hand=options["layout"] == BY_HAND,
            pitch_mm=int(options["pitch"]),
        )

    @cached_property
    def words(self) -> VillaWords:  # type: ignore[override]
        """How it speaks."""
        return VillaWords(self.adviser)

    def foreseen(self, state: Villa, player: int) -> Villa | None:
        """Return the state in which `player` decides next if the tower stands as it is and nobody objects."""
        while state.actor != player:
            if state.actor == JUDGE:
                state = state.apply(Ruling(STANDS))
            elif state.board.phase == at.ASKED:
                state = state.apply(AGREE)
            else:
                return None
        return state

    def new(self, seed: int) -> Villa:
        """Return the first state: by-hand the choice of colours, else the blue floor waits for the judge."""
        rules, youngest = self.rules, int(self.options["youngest"])
        rng, streams = Streams(seed).next("heights")
        heights = int(rng.integers(2**32))
        pieces = pieces_of(heights)
        rng, streams = streams.next("seal")
        # rolled again until it shows the number of a seat, where it has to
        face = int(rng.integers(self.players if not rules.publisher else len(COLOURS)))
        first = youngest if rules.publisher else (youngest + face) % self.players
        kinds: tuple[str, ...] = ()
        if rules.primer:
            rng, streams = streams.next("kinds")
            all_kinds = [f"{colour}-{kind}" for colour in PRIMER_COLOURS for kind in KINDS]
            kinds = tuple(all_kinds[place] for place in rng.permutation(len(all_kinds))[: self.players].tolist())
        tower = Tower(pieces.base, (Level(None),))
        if not rules.by_hand:
            rng, streams = streams.next("layout")
            tower = laid_out(str(self.options["layout"]), pieces, rng)
        colours = self._given() or ((),) * self.players
        # without a choice of colours the one before the youngest starts, who would choose last; of the primer the text
        # says nothing, and the youngest starts
        starts = youngest if rules.primer else (youngest - 1) % self.players
        board = Board(
            rules,
            heights,
            tower,
            at.BLUE,
            starts,
            starts,
            colours,
            first=first,
            rolled=COLOURS[face],
            box=column_names() if rules.by_hand else (),
        )
        if not rules.by_hand:
            return Villa(self, streams, kinds, replace(board, pending=Lay(FLOOR_ORDER[0], 0.0, 0.0)))
        chosen = rules.primer or all(colours)
        return Villa(self, streams, kinds, begun(board) if chosen else colours_begin(board))

    def _given(self) -> tuple[tuple[str, ...], ...]:
        """The colours that the option gives, none when it gives none."""
        text = str(self.options["colours"])
        if not text:
            return ()
        return tuple(tuple(part.strip() for part in seat.split("+")) for seat in text.split(","))

    def state_from_json(self, doc: Any) -> Villa:
        """Read a state."""
        return Villa.from_json(self, doc)

    def action_from_json(self, doc: Any) -> AnyAction:
        """Read an action."""
        return read_action(doc)

    def imagine(self, view: VillaView, rng: np.random.Generator) -> Villa:
        """Return a state that could be behind a view: other chance, and other kinds for the others in the primer."""
        kinds: tuple[str, ...] = ()
        if self.rules.primer:
            rest = [f"{colour}-{kind}" for colour in PRIMER_COLOURS for kind in KINDS]
            rest = [rest[place] for place in rng.permutation(len(rest)).tolist() if rest[place] != view.own_kind]
            kinds = tuple(view.own_kind if seat == view.player else rest[seat] for seat in range(self.players))
        return Villa(self, Streams(int(rng.integers(2**53)), self._streams_used), kinds, view.board)

    @cached_property
    def _streams_used(self) -> tuple[tuple[str, int], ...]:
        """Chance is used up before the first move, so this is the same all through a game."""
        return self.new(0).streams.used

    def inventory(self, state: Villa) -> Hashable:
        """Return all columns and floors of a state (P-1, P-3), checked for order and the Seal's chain of owners."""
        board = state.board
        laid = tuple(floor.name for floor in board.tower.floors)
        assert laid == FLOOR_ORDER[: len(laid)], f"floors out of order: {laid}"
        owners = board.seal.owners
        assert all(one != two for one, two in pairwise(owners)), f"nobody takes the Seal from oneself: {owners}"
        assert not owners or board.contested, "nobody holds the Seal before the green floor lies"
        assert set(board.locked) <= {column.name for column in board.tower.columns} | set(board.out), "locked in hand"
        return (*everywhere(board), *FLOOR_ORDER)

    @property
    def longest(self) -> int:
        """At most: every column rises, is locked and leaves, every floor is laid, and idle turns between them."""
        return 40 + MOVES * (CHOICES_OF_A_MOVE + IDLE_TURNS * CHOICES_OF_A_MOVE)

    @cached_property
    def data(self) -> Any:
        """All pieces."""
        found = game_pieces()
        base, columns, floors = found.base, found.columns.values(), found.floors.values()
        return {
            "base": [base.outline.kind, *base.outline.size, base.site.kind, *base.site.size],
            "columns": {c.name: [c.shape, *c.outline.size, c.height_m, c.mass_kg, c.points] for c in columns},
            "floors": {f.name: [f.height_m, f.mass_kg, [list(p) for p in f.outline.points]] for f in floors},
            "tolerance": HEIGHT_TOLERANCE_M,
        }


def ready(players: int, options: Mapping[str, OptionValue]) -> VillaSetup:
    """Return the game made ready.

    Raises:
        OptionError: options that contradict each other or the number of players.
    """
    if int(options["youngest"]) >= players:
        raise OptionError(f"option youngest is a seat from 0 to {players - 1} (got {options['youngest']})")
    setup = VillaSetup(GAME, players, dict(options))
    given = setup._given()
    if given:
        if options["primer"]:
            raise OptionError("in the primer nobody has colours: leave out the option colours")
        each = 2 if players == 2 else 1
        flat = [colour for own in given for colour in own]
        wrong = next((colour for colour in flat if colour not in COLOURS), None)
        if wrong is not None:
            raise OptionError(f"option colours: there is no colour {wrong[:40]!r}: there are {', '.join(COLOURS)}")
        if len(given) != players or any(len(own) != each for own in given) or len(set(flat)) != len(flat):
            how = "two different colours, joined by +," if each == 2 else "one colour"
            raise OptionError(
                f"option colours gives each of {players} seats {how} of its own (got {str(options['colours'])[:60]!r})"
            )
    return setup


GAME = Game(
    id="villa-paletti",
    title="Villa Paletti",
    about="Take columns out of the villa and put them on top, until it falls.",
    least=2,
    most=4,
    options=OPTIONS,
    bots={"random": RandomBot, "cautious": CautiousBot, "greedy": GreedyBot},
    ready=ready,
    bots_about={
        "random": "takes any legal choice",
        "cautious": "does what leaves the villa safest, breaks off in time, proposes a floor when it must",
        "greedy": "weighs points and the Seal against the risk, objects when the odds are good",
    },
)
