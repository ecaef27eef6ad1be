"""How columns are taken, said for moves that are given."""

from __future__ import annotations

import math

import pytest

from paletti_sim.errors import PalettiError
from paletti_sim.tower.move import LayFloor, Move, handled

TAKE = Move(take="c0")
HOOK = Move(take="c0", by="hook", towards_rad=1.0, caution_m=0.003)
LAY = Move(floor=LayFloor("plate", (0.0, 0.0)))


def test_what_is_not_said_stays_as_the_moves_have_it() -> None:
    assert handled((HOOK, LAY), None, None, None) == (HOOK, LAY)
    assert handled((HOOK,), None, None, 1.0) == (Move(take="c0", by="hook", towards_rad=1.0, caution_m=0.001),)
    assert handled((HOOK,), "hook", 90.0, None)[0].towards_rad == pytest.approx(math.pi / 2)
    # a lift goes nowhere
    assert handled((HOOK,), "lift", None, None) == (Move(take="c0", caution_m=0.003),)


@pytest.mark.parametrize("turns", [-2, -1, 0, 1, 1000])
def test_directions_that_are_one_give_the_same_move(turns: int) -> None:
    assert handled((TAKE, LAY), "hook", 30.0 + 360 * turns, None) == handled((TAKE, LAY), "hook", 30.0, None)


@pytest.mark.parametrize(
    ("moves", "by", "direction", "caution", "says"),
    [
        ((LAY,), "hook", None, None, "give --take"),
        ((TAKE,), None, 30.0, None, "give --by hook"),
        ((TAKE,), "hook", math.nan, None, "--direction"),
        ((TAKE,), None, None, 0.05, "--caution"),
        ((TAKE,), None, None, math.nan, "--caution"),
        ((TAKE,), "hand", None, None, "--by"),
    ],
)
def test_what_makes_no_sense_is_refused(moves, by, direction, caution, says: str) -> None:
    with pytest.raises(PalettiError, match=says):
        handled(moves, by, direction, caution, "--")
