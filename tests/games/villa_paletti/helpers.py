"""Small builders for tests of Villa Paletti."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import pytest

from paletti_sim.games import find_game
from paletti_sim.games.core.errors import IllegalActionError
from paletti_sim.games.villa_paletti.actions import COLLAPSES, FALLS_OVER, STANDS, STOPPED, Lay, Put, Ruling, Take
from paletti_sim.games.villa_paletti.poses import flat
from paletti_sim.games.villa_paletti.spots import Ground
from paletti_sim.tower.regulations import FLOOR_ORDER

SEATS = {2: "red+yellow,blue+green", 3: "red,blue,yellow", 4: "red,blue,yellow,green"}
RED, BLUE, YELLOW, GREEN = range(4)
STAND = Ruling(STANDS)
STOPS = Ruling(STOPPED)


@cache
def _setup(players, options):
    return find_game("villa-paletti").setup(players, dict(options))


def setup(players=4, **options):
    named = {key.replace("_", "-"): value for key, value in options.items()}
    return _setup(players, tuple(sorted(named.items())))


def start(players=4, turn=0, **options):
    """The first turn, colours given, all columns on a grid under the blue floor; `turn` is on turn."""
    given = {"layout": "grid", **options}
    if not options.get("primer"):
        given.setdefault("colours", SEATS[players])
    state = setup(players, **given).new(0).apply(STAND)
    return with_board(state, turn=turn, deciding=turn)


def with_board(state, **changed):
    return replace(state, board=replace(state.board, **changed))


def raised(state, keep=None, **floors):
    """The state with columns raised to the middle of floors: `raised(state, green=["red-hex"])` lays blue and green.

    With `keep`, only those ground columns stay; the others are out of the game.
    """
    board = state.board
    up = [name for names in floors.values() for name in names]
    ground = names(board.tower, 0)
    out = sorted(ground - {*up, *keep}) if keep is not None else []
    tower = replace(board.tower, levels=board.tower.levels[:1])
    for name in (*up, *out):
        if name in tower.by_name:
            tower = tower.without(name)
    highest = max(FLOOR_ORDER.index(floor) for floor in floors)
    for number, floor in enumerate(FLOOR_ORDER[: highest + 1]):
        tower = flat(tower.with_floor(board.pieces.floor(floor, 0.0, 0.0, 0.0)))
        for name in floors.get(FLOOR_ORDER[number], ()):
            middle = tower.top.floor.plan.centroid
            free = Ground(tower, board.pieces.columns[name]).grid(8)
            x, y = min(free, key=lambda at: math.dist(at, (1000 * middle.x, 1000 * middle.y)))
            tower = flat(tower.with_column(board.pieces.column(name, float(x), float(y), 0.0)))
    return with_board(state, tower=tower, out=tuple(sorted(out)))


def play(state, *actions):
    for action in actions:
        state = state.apply(action)
    return state


def spot(state, number=0):
    """A listed place for the column in hand, or for the floor."""
    return [action for action in state.legal_actions() if isinstance(action, Put | Lay)][number]


def take(state, column, **how):
    return play(state, Take(column, **how), STAND)


def move(state, column, **how):
    """A whole move that the tower bears."""
    held = take(state, column, **how)
    return play(held, spot(held), STAND)


def lay(state):
    """The floor in question is laid and lies."""
    return play(state, spot(state), STAND)


def takes(state):
    """The columns that the actor may take."""
    return {action.column for action in state.legal_actions() if isinstance(action, Take)}


def words(state):
    """The choices of the actor that are only words."""
    return {action.word for action in state.legal_actions() if hasattr(action, "word")}


def names(tower, level):
    return {column.name for column in tower.levels[level].columns}


def collapse(*fallen):
    return Ruling(COLLAPSES, fallen)


def falls_over(column):
    return Ruling(FALLS_OVER, (column,))


def refused(state, action, rule):
    """The action is refused by this rule, and the words say something."""
    with pytest.raises(IllegalActionError) as error:
        state.apply(action)
    assert error.value.rule == rule, str(error.value)
    assert error.value.what
    return error.value.what


def in_phase(state, phase):
    assert state.board.phase == phase
    return state
