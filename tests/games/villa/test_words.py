"""What is told and asked at the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paletti_sim.games.core.contract import random_play
from paletti_sim.games.core.errors import UnreadableActionError
from paletti_sim.games.core.scene import Drawing, Grid
from paletti_sim.games.villa.actions import Place, Put, Resolve, Swap, read_action
from paletti_sim.games.villa.features import FEATURES
from paletti_sim.games.villa.hedges import COLOURS
from paletti_sim.games.villa.lattice import point
from paletti_sim.games.villa.scoring import Points, rank_single
from paletti_sim.games.villa.supply import Supply
from paletti_sim.games.villa.text import score_scene
from paletti_sim.games.villa.turns import LAST_HEDGE, LAST_TOKEN
from tests.games.villa.helpers import expert, resolving, setup, supply

NAMES = ("You", "Ann")


def told(scene):
    parts = []
    for part in scene:
        if isinstance(part, str):
            parts.append(part)
        elif isinstance(part, Drawing):
            parts.append("\n".join(part.plain))
        else:
            parts.append("\n".join(" ".join(row) for row in part.rows))
    return "\n".join(parts)


@pytest.fixture
def middle():
    """A state with a dozen hedges down."""
    return next(
        state for state, _ in random_play(setup(), 3) if len(state.layout.laid) == 13 and state.phase == "place"
    )


def test_places_are_offered_by_number_with_previews(middle):
    words, view, actions = setup().words, middle.view(0), middle.legal_actions()
    overview = words.choices(view, actions, NAMES)
    assert f"{len(actions)} choices" in told(overview)
    grid = next(part for part in overview if isinstance(part, Grid))
    closing = {
        number for number, action in enumerate(actions, 1) if len(middle.apply(action).areas) > len(middle.areas)
    }
    assert {int(row[0]) for row in grid.rows} <= closing
    assert len(grid.rows) == min(12, len(closing))
    assert f"{len(closing)} of them close an area" in told(overview)
    every = words.look_up("closing", view, actions, NAMES)[0]
    assert {int(row[0]) for row in every.rows} == closing
    assert len(words.look_up("all", view, actions, NAMES)[0].rows) == len(actions)
    number = min(closing)
    preview = words.look_up(f"{number}?", view, actions, NAMES)
    after = middle.apply(actions[number - 1])
    new = set(after.layout.colours) - set(middle.layout.colours)
    assert len(new) == 4
    drawn = told(preview)
    assert sum(drawn.count(f"={letter}=") for letter in "BPYG") + drawn.count("\n") > 0
    area = after.areas[len(middle.areas)]
    assert f"closes {area.size} space" in drawn
    assert words.look_up("0?", view, actions, NAMES) == (f"there is no choice 0: type 1 to {len(actions)}",)


def test_places_through_a_joint(middle):
    words, view, actions = setup().words, middle.view(0), middle.legal_actions()
    for x, y in ((0, 1), (1, 0)):
        found = words.look_up(f"{x},{y}", view, actions, NAMES)[0]
        expected = set()
        for number, action in enumerate(actions, 1):
            pose = setup().hedges.by_id[middle.hedge].poses[action.turn]
            if point(x, y) in {point(action.x, action.y) + each for each in pose.points}:
                expected.add(number)
        if isinstance(found, str):
            assert not expected
            assert found == f"no choice uses {x},{y}"
        else:
            assert {int(row[0]) for row in found.rows} == expected
    assert words.look_up("nonsense", view, actions, NAMES) == ()


def test_places_are_read_by_number_or_by_what_they_are(middle):
    words, view, actions = setup().words, middle.view(0), middle.legal_actions()
    assert words.read(" 5 ", view, actions, NAMES) == actions[4]
    assert words.read(words.label(view, actions[9], NAMES).upper(), view, actions, NAMES) == actions[9]
    for text, says in (
        ("0", "there is no choice 0"),
        ("99999", "type 1 to"),
        ("x", "or a place such as 2,-1 turn 3"),
        ("90,90 turn 0", "V-11"),
        ("0,0 turn 9", "or a place such as"),
    ):
        with pytest.raises(UnreadableActionError, match=says.replace("?", r"\?")):
            words.read(text, view, actions, NAMES)
    strict = setup(2, flip="no")
    state = strict.new(0)
    with pytest.raises(UnreadableActionError, match="not laid in this turn"):
        strict.words.read("0,1 turn 0 flipped", state.view(0), state.legal_actions(), NAMES)


def test_what_happened_is_told():
    made = expert(2, features="bird-bath,trees,gazebo")
    text = "+-b-+-p-+\nb A b B p\n+-g-+-y-+"
    start = resolving(made, text, "A", stacks={"B": "pink-trees"})
    placed = start.apply(Put("bird-bath"))
    swapped = placed.apply(Swap(2))
    words = made.words
    assert words.question(start.view(0), NAMES) == "Which token of blue goes to area 1 (1 space)?"
    assert words.label(start.view(0), Put("bird-bath"), NAMES) == "the Bird Bath, its Feature side up"
    assert words.label(placed.view(0), Swap(2), NAMES) == "area 2: pink Trees"
    assert words.question(placed.view(0), NAMES) == "With which token does the Bird Bath change places?"
    assert told(words.news(start.view(0), swapped.view(0), NAMES)) == (
        "  Area 1 now holds pink Trees.\n  Area 2 now holds blue Bird Bath."
    )
    turned = replace(swapped, supplies=(swapped.supplies[0], supply(8, "bird-bath", "gazebo")))
    assert "The Trees of pink was turned over" not in told(words.news(start.view(0), turned.view(0), NAMES))  # it lies
    turned = replace(swapped, supplies=(swapped.supplies[0], supply(8, "bird-bath", "trees")))
    assert told(words.news(swapped.view(0), turned.view(0), NAMES)) == "  The Gazebo of pink was turned over."
    order = resolving(setup(2), text, "AB").view(0)
    assert setup(2).words.label(order, Resolve(2), NAMES) == "area 2: 1 space, most segments: pink"
    assert set(words.help(start.view(0))) == {
        f"{name}: {about}." for name, about in zip(("Bird Bath", "Trees", "Gazebo"), _abouts(), strict=True)
    }


def _abouts():
    from paletti_sim.games.villa.features import ABOUT

    return [ABOUT[each] for each in ("bird-bath", "trees", "gazebo")]


def test_news_names_who_lays_what():
    played = random_play(setup(3), 1)
    names = ("You", "Ann", "Bob")
    news = told(setup(3).words.news(played[0][0].view(0), played[4][0].view(0), names))
    lines = [line for line in news.splitlines() if " lay" in line]
    assert [line.split()[0] for line in lines] == ["You", "Ann", "Bob", "You"]
    assert lines[0].startswith(f"You lay {played[0][0].hedge} at ")


def test_the_end_is_told_with_all_points():
    for made in (setup(2), expert(4, sides="teams"), expert(2, sides="two-colours")):
        end = random_play(made, 2)[-1][0]
        names = [f"P{seat}" for seat in range(made.players)]
        scene = made.words.end(end.view(None), end.outcome, names)
        assert f"{int(max(end.outcome.scores))} point" in scene[-1]
        assert all(names[seat] in scene[-1] for seat in end.outcome.winners)
        grid = scene[0]
        assert [int(row[4]) for row in grid.rows] == [points.total for points in end.points]
        assert [row[1] for row in grid.rows] == [COLOURS[colour] for colour in made.seating.colours]


def test_who_placed_a_last_token_is_named():
    made = setup(3)
    last = random_play(made, 2)[-1][0]
    names = ["You", "Ann", "Bob"]
    for empty in ((0,), (1,), (0, 2)):
        supplies = tuple(Supply(0 if seat in empty else 3) for seat in range(3))
        end = replace(last, supplies=supplies, reason=LAST_TOKEN)
        scene = made.words.end(end.view(None), end.outcome, names)
        assert [part for part in scene if isinstance(part, str) and "last" in part] == [
            f"{('You have', 'Ann has', 'Bob has')[seat]} placed the last token of "
            f"{COLOURS[made.seating.colours[seat]]}."
            for seat in empty
        ]
    full = replace(last, supplies=(Supply(1),) * 3, reason=LAST_HEDGE)
    assert "The last hedge was placed." in made.words.end(full.view(None), full.outcome, names)


def test_what_features_scored_is_told_apart():
    features = (("column", 0, 4), ("flowerbed", 1, 1), ("well", 2, 0))
    points = [Points(features, 2, 5), Points((), 0, 0)]
    ranking = rank_single(points)
    scene = score_scene(points, (0, 1), ("Ann", "Bob"), ranking, sides=False)
    assert scene[1:] == ("  blue: Column in area 1: 4 points; Flowerbed in area 2: 1 point",)


@pytest.mark.parametrize(
    "doc",
    [
        {},
        {"place": [1, 2]},
        {"place": [1, 2], "turn": 8},
        {"place": [1, 2, 3], "turn": 0},
        {"place": [1, True], "turn": 0},
        {"place": [1, 10**9], "turn": 0},
        {"resolve": 0},
        {"swap": "1"},
        {"first": "red"},
        {"first": ["blue"]},
        {"put": "tree"},
        {"turn": "neutral"},
        {"pass": False},
        {"pass": True, "put": "well"},
        [],
        None,
    ],
)
def test_what_is_no_action_is_refused(doc):
    with pytest.raises(UnreadableActionError, match="no action of villa"):
        read_action(doc)


def test_actions_are_read_as_they_are_written():
    for action in (Place(7, -3, 12), Resolve(2), Swap(40), Put(), *(Put(each) for each in FEATURES)):
        assert read_action(action.to_json()) == action
