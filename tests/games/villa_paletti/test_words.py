"""What is shown and what is typed."""

from __future__ import annotations

import pytest

from paletti_sim.games.core.errors import AmbiguousActionError, UnreadableActionError
from paletti_sim.games.villa_paletti import notation
from paletti_sim.games.villa_paletti.actions import (
    AGREE,
    CAUTION_MM,
    GIVE_UP,
    OBJECT,
    PASS,
    PROPOSE,
    STOP,
    Colour,
    Lay,
    Place,
    Put,
    Remove,
    Take,
    read_action,
)
from paletti_sim.games.villa_paletti.plan import level_lines, short
from tests.games.villa_paletti.helpers import (
    RED,
    SEATS,
    STOPS,
    move,
    play,
    raised,
    setup,
    start,
    take,
    with_board,
)
from tests.games.villa_paletti.test_bots import HEXES, Says

NAMES = ["Ann", "Bob", "Cid", "Dee"]


def read(state, typed):
    return tuple(state.setup.words.read_all(typed, state.view(state.actor), state.legal_actions(), NAMES))


def test_the_short_notation():
    state = start(turn=RED)
    assert read(state, "red-hex > 10,-20") == (Take("red-hex"), Put(10.0, -20.0))
    assert read(state, " RED-HEX  hook >10,-20.5,15 ") == (Take("red-hex", "hook"), Put(10.0, -20.5, 15.0))
    assert read(state, "red-hex bold") == (Take("red-hex", "lift", None),)
    assert read(state, "red-hex careful 0.5 > 1,2") == (Take("red-hex", "lift", 0.5), Put(1.0, 2.0))
    assert read(state, "floor green 0,0,15") == (PROPOSE, Lay("green", 0.0, 0.0, 15.0))
    assert read(state, "floor green") == (PROPOSE,)
    assert read(state, "1") == (Take("red-hex"),)
    assert read(state, "propose") == (PROPOSE,)
    held = take(state, "red-hex")
    assert read(held, "> 10,-20") == read(held, "10, −20") == (Put(10.0, -20.0),)
    assert read(held, "stop") == (STOP,)
    two = start(2, turn=0)
    assert read(two, "red-hex > 1,2") == (Colour("red"), Take("red-hex"), Put(1.0, 2.0))
    asked = raised(state, blue=HEXES).apply(PROPOSE)
    assert read(asked, "object") == read(asked, "yes") == (OBJECT,)
    laying = play(asked, AGREE, AGREE, AGREE)
    assert read(laying, "0,0,15") == read(laying, "floor green 0,0,15") == (Lay("green", 0.0, 0.0, 15.0),)
    assert read(laying, "give up") == (GIVE_UP,)
    hand = setup(4, layout="by-hand", colours=SEATS[4]).new(0)
    assert read(hand, "green-hex > 5,6") == read(hand, "place green-hex 5,6") == (Place("green-hex", 5.0, 6.0),)
    failed = play(raised(state, blue=HEXES), PROPOSE, OBJECT, Take("blue-thin-2"), STOPS)
    assert read(failed, "remove blue-thick") == read(failed, "blue-thick") == (Remove("blue-thick"),)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("red-hx", "did you mean red-hex"),
        ("red-hex > ten", "a place is x,y"),
        ("red-hex > 1", "a place is x,y"),
        ("red-hex gently", "hook, bold or careful"),
        ("floor gren 0,0", "did you mean green"),
        ("floor green a,b", "a floor is laid as"),
        ("nonsense", "no choice is called"),
        ("99", "there is no choice 99"),
        ("", "type a number"),
    ],
)
def test_what_cannot_be_read_says_what_can(typed, says):
    with pytest.raises(UnreadableActionError, match=says):
        read(start(turn=RED), typed)


def test_a_beginning_that_fits_more_than_one_choice():
    with pytest.raises(AmbiguousActionError):
        read(start(turn=RED), "red thin")


def test_every_action_is_written_as_it_is_read():
    state = raised(start(turn=RED), blue=HEXES)
    for action in state.legal_actions():
        assert read(state, state.setup.words.label(state.view(0), action, NAMES)) == (action,)
    held = take(state, "red-thin-1")
    for action in held.legal_actions():
        label = held.setup.words.label(held.view(0), action, NAMES)
        assert read(held, label) == (action,)
    assert notation.text(Take("red-hex", "hook", 1.0)) == "red-hex hook careful 1"


def test_actions_survive_json_and_nothing_else_does():
    for action in (
        Take("red-hex"),
        Take("red-hex", "hook", None),
        Put(1.0, 2.0),
        Lay("blue", 0.0, 0.5, 45.0),
        Place("red-hex", 1.0, 2.0),
        Remove("red-hex"),
        Colour("red"),
        PASS,
        STOPS,
    ):
        assert read_action(action.to_json()) == action
    for doc in (
        None,
        [],
        {},
        {"do": "fly"},
        {"do": ["stop"]},
        {"take": "red-hex"},
        {"take": "red-hex", "by": "teeth", "caution": 2.0},
        {"take": "red-hex", "by": "lift", "caution": True},
        {"put": [1, 2]},
        {"put": [1, 2, float("inf")]},
        {"put": [1, 2, 1e9]},
        {"put": "here"},
        {"colour": "red", "more": 1},
        {"ruling": "stands", "poses": {"blue": [0.0]}},
        {"ruling": "stands", "poses": []},
        {"ruling": "stands", "note": 3},
        {"ruling": "stands", "fallen": "blue"},
    ):
        with pytest.raises(UnreadableActionError):
            read_action(doc)


def test_the_plan_shows_each_column_where_it_stands():
    tower = start().board.tower
    lines = level_lines(tower, 0)
    text = "\n".join(lines)
    for column in tower.levels[0].columns:
        assert text.count(short(column.name)) == 1
    # the upper one is further up, the right one further right
    at = {
        c.name: next((row, line.index(short(c.name))) for row, line in enumerate(lines) if short(c.name) in line)
        for c in tower.levels[0].columns
    }
    for one in tower.levels[0].columns:
        for two in tower.levels[0].columns:
            if one.at_m[1] - two.at_m[1] > 0.02:
                assert at[one.name][0] < at[two.name][0]
            if one.at_m[0] - two.at_m[0] > 0.02:
                assert at[one.name][1] > at[two.name][1]


def test_the_table_fits_a_page_and_says_who_has_what():
    state = raised(start(turn=RED), blue=HEXES, green=["red-thick"])
    state = with_board(state, locked=("red-thin-1",), out=())
    scene = state.setup.words.table(state.view(0), NAMES)
    lines = [part for part in scene if isinstance(part, str)]
    drawing = lines[: next(k for k, line in enumerate(lines) if line.startswith("On the building site"))]
    assert len(drawing) > 10
    assert max(map(len, drawing)) <= 80
    assert "On the green floor" in lines[0]
    assert "Below, on the blue floor" in lines[0]
    assert any(line.startswith("On the building site: ") for line in lines)
    assert "Locked: red-thin-1." in lines


def test_a_move_is_told():
    before = start(turn=RED)
    after = move(before, "red-hex", by="hook")
    told = before.setup.words.news(before.view(1), after.view(1), NAMES)
    assert told[0] == "Ann takes red-hex with the hook."
    assert told[1].startswith("Ann puts red-hex up at ")
    assert before.setup.words.news(after.view(1), after.view(1), NAMES) == ()


def test_a_hint_names_the_safest_choices():
    ready = setup(4, colours=SEATS[4], layout="grid").advised_by(Says({"red-hex": 5.0}, 1.0))
    words = ready.words
    state = start(turn=RED)
    grid = words.hint(state.view(0), state.legal_actions(), NAMES)[0]
    assert grid.rows[0] == ("red-hex", "5.00")
    assert len(grid.rows) == 5
    assert setup(4).words.hint(state.view(0), state.legal_actions(), NAMES) == ("Nobody is there to advise.",)
    asked = raised(state, blue=HEXES).apply(PROPOSE)
    assert words.hint(asked.view(1), asked.legal_actions(), NAMES) == ("There is nothing to weigh here.",)
    assert CAUTION_MM == 2.0
