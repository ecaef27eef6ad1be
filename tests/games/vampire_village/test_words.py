"""What is shown and told: the village as a picture, an attack step by step, what one knows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paletti_sim.games.core.errors import AmbiguousActionError
from paletti_sim.games.core.scene import Grid
from paletti_sim.games.vampire_village import events
from paletti_sim.games.vampire_village.actions import Drive, Give, Lose, Place, Sacrifice, Suffer
from paletti_sim.games.vampire_village.draw import WIDTH, draw
from paletti_sim.games.vampire_village.events import Event
from paletti_sim.games.vampire_village.news import tell
from paletti_sim.games.vampire_village.phases import CHOOSE, GIVE, OVER
from paletti_sim.games.vampire_village.village import Placed, free_cells
from tests.games.vampire_village.helpers import (
    attacked,
    haunted,
    placing,
    play_until,
    random_states,
    setup,
    state_with,
    told,
    village,
)

CARDS = setup().cards
NAMES = ["Ann", "Masha", "Cid"]
HERE = village(". town-well slayer", "mill inn .", town_well=2, mill=1, slayer=3)
FACES = (
    *("demon-hero", "demon-witch", "vampire-1", "vampire-1", "vampire-5"),
    *("werewolf-black", "werewolf-grey", "werewolf-grey", "witch-2", "witch-left", "witch-left"),
)
FIXED = {"vampire-1": 1, "vampire-5": 5, "werewolf-black": 1, "werewolf-grey": 2, "witch-2": 2, "witch-left": 3}


def texts(scene):
    return [part for part in scene if isinstance(part, str)]


def test_a_village_is_drawn_with_monsters_on_its_three_sides():
    assert draw(HERE, FACES, FIXED, CARDS) == [
        "above: black werewolf of 1, 2× grey werewolf of 2",
        "witches                    ┌──────────────┐┌──────────────┐ vampires",
        "1× 2                       │Town well     ││Slayer        │ 2× 1",
        "2× left =3                 │yellow ←1↑1→1 ││hero ←↑→      │ 1× 5",
        "                           │2 residents   ││3 residents   │",
        "                           └──────────────┘└──────────────┘",
        "           ┌──────────────┐┌──────────────┐",
        "           │Mill          ││Inn           │",
        "           │green ←1      ││yellow ←1↑1→1 │",
        "           │1 resident    ││              │",
        "           └──────────────┘└──────────────┘",
        "below: killer demon, witch thief",
    ]


def test_no_number_of_a_monster_beside_the_grid_is_cut_off():
    witches = ("witch-right",) * 12 + ("witch-left", "witch-3")
    lines = draw(HERE, (*witches, "vampire-1"), {"witch-right": 12, "witch-left": 2, "vampire-1": 1}, CARDS)
    assert [line[:14] for line in lines[:4]] == ["witches       ", "12× right =12 ", "1× left =2    ", "1× 3          "]
    assert lines[1].endswith("│ 1× 1")
    assert max(map(len, lines)) <= WIDTH
    # also where the cards need all the room that is left
    ids = [card.id for card in CARDS.village[0]]
    row = tuple(Placed(card, 0, column, 1) for column, card in enumerate(ids[:5]))
    for count in range(1, 6):
        drawn = draw(row[:count], (*witches, "vampire-1"), {"witch-right": 12, "vampire-1": 1}, CARDS)
        assert max(map(len, drawn)) <= WIDTH
        assert any("12× right =12" in line for line in drawn)


def test_the_numbers_of_the_choices_stand_where_the_card_would_lie():
    state = placing(village("mill", mill=2), "market")
    view = state.view(0)
    lines = texts(setup().words.table(view, NAMES[:2]))
    start = next(k for k, line in enumerate(lines) if line.startswith("Ann's village")) + 1
    assert lines[start : start + 7] == [
        "           [1]",
        "     ┌──────────────┐",
        "     │Mill          │",
        " [2] │green ←1      │ [3]",
        "     │2 residents   │",
        "     └──────────────┘",
        "           [4]",
    ]
    labels = [setup().words.label(view, action, NAMES) for action in state.legal_actions()]
    assert labels == [
        "above Mill (1 resident)",
        "left of Mill (2 residents)",
        "right of Mill (2 residents)",
        "below Mill (1 resident)",
    ]
    # who does not place sees no numbers
    assert not any("[1]" in line for line in texts(setup().words.table(state.view(1), NAMES[:2])))
    corner = placing(village("mill byre", "moat ."), "abbey")
    assert setup().words.label(corner.view(0), Place(1, 1), NAMES) == "below Byre, right of Moat"


def test_a_village_that_is_too_wide_tells_its_monsters_above():
    ids = [card.id for card in CARDS.village[0]]
    stairs = tuple(Placed(card, k // 3, k % 3 + 3 * (k // 3), k) for k, card in enumerate(ids[:9]))
    lines = draw(stairs, FACES, FIXED, CARDS)
    assert lines[:3] == [
        "above: black werewolf of 1, 2× grey werewolf of 2",
        "on the left: witch 2, 2× witch left of 3",
        "on the right: 2× vampire 1, vampire 5",
    ]
    assert max(map(len, lines)) <= WIDTH


def test_an_empty_village_is_drawn_too():
    assert draw((), ("witch-2",), {"witch-2": 2}, CARDS) == ["witches   (no village)", "1× 2"]
    assert draw((), (), {}, CARDS, {(0, 0): "[1]"}) == [" [1]"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 10**6), max_size=25), st.lists(st.sampled_from(FACES), max_size=12), st.booleans())
def test_no_village_is_wider_than_the_terminal(choices, faces, one_way):
    ids = [*CARDS.by_id]
    here = (Placed("mill", 0, 0, 2),)
    for number, choice in enumerate(choices):
        if number % 3 == 2 and len(here) > 1:
            here = here[1:] if one_way else tuple(each for k, each in enumerate(here) if k != choice % len(here))
        else:
            cells = free_cells(here, box=False)
            cell = max(cells, key=lambda cell: cell[1]) if one_way else cells[choice % len(cells)]
            here = (*here, Placed(ids[number + 1], *cell, choice % 12))
    free = {cell: f"[{number}]" for number, cell in enumerate(free_cells(here, box=False), 1)}
    for lines in (draw(here, faces, FIXED, CARDS), draw(here, faces, {}, CARDS, free)):
        assert max(map(len, lines)) <= WIDTH
        assert sum(line.count("┌") for line in lines) == len(here)
    assert all(any(mark in line for line in lines) for mark in free.values())


def test_the_witch_attack_is_told_step_by_step():
    masha = village("rowan-hedge byre", ". thorn-wall", ". herbalist", byre=1)
    right = (*village("thorn-wall"), Placed("iron-oven", 1, 0, 0))
    monsters = [("witch-2",) * 4, ("witch-2",) * 4 + ("witch-right",), ()]
    start = attacked([right, masha, village("mill")], monsters)
    words = setup(3).words
    assert words.question(start.view(1), NAMES) == "The witches break in. Which card is lost?"
    assert [words.label(start.view(1), action, NAMES) for action in start.legal_actions()] == [
        "Byre with 1 resident",
        "Thorn wall",
        "Herbalist",
    ]
    fought = start.apply(Lose("herbalist"))
    assert words.question(fought.view(1), NAMES) == "Which attacker is discarded?"
    assert [words.label(fought.view(1), action, NAMES) for action in fought.legal_actions()] == [
        "witch 2",
        "witch right (strength 4)",
    ]
    end = fought.apply(Drive("witch-right")).apply(Lose("byre"))
    assert texts(words.news(start.view(1), end.view(1), NAMES))[:10] == [
        "  Masha loses Herbalist.",
        "  The witch right with strength 4 is discarded.",
        "3 witches attack Masha's village, 6 against 5: a breach.",
        "  Masha loses Byre with 1 resident.",
        "  The witch 2 with strength 2 is discarded.",
        "2 witches attack Masha's village, 4 against 5.",
        "  The witches are repelled and stay.",
        "The attacks of round 1 are over.",
        "Round 2 begins: six new cards each.",
    ]
    before = texts(words.news(state_with([right, masha, ()], monsters).view(1), start.view(1), NAMES))
    assert before[-4:] == [
        "5 witches attack Masha's village, 12 against 3: a breach.",
        "  Masha loses Rowan hedge.",
        "  The witch 2 with strength 2 is discarded.",
        "4 witches attack Masha's village, 10 against 5: a breach.",
    ]


def test_every_event_has_its_words():
    happened = [
        (Event("place", 0, ("mill",), (0, 1, 3)), "Ann places Mill; 3 residents come."),
        (Event("place", 0, ("slayer",), (0, 1, 0)), "Ann places Slayer."),
        (Event("move", 0, ("mill", "inn")), "Ann's village: 1 resident walks from Mill to Inn."),
        (Event("arrive", 1, ("witch-2", "demon-yellow")), "To Masha's village come witch 2 and yellow demon."),
        (
            Event("sacrifice", 0, ("demon-hero", "slayer"), (2,)),
            "Ann discards the hero Slayer with 2 residents; the killer demon goes.",
        ),
        (Event("ignore", 0, ("demon-hero",)), "Ann's village: the killer demon cries out and goes."),
        (
            Event("suffer", 0, ("demon-yellow", "inn", "market"), (2,)),
            "Ann's village: the yellow demon takes 1 resident from Inn and Market.",
        ),
        (
            Event("suffer", 0, ("demon-fewest", "mill"), (1,)),
            "Ann's village: the lonely demon destroys Mill with 1 resident.",
        ),
        (
            Event("suffer", 0, ("demon-witch", "witch-left"), (0,)),
            "Ann's village: the witch thief brings witch left over from the right neighbour.",
        ),
        (Event("strengths", 0, ("vampire-1", "witch-left"), (1, 3)), "Ann's village, strength of each: witch left 3."),
        (
            Event("attack", 0, ("vampire", "vampire-4"), (4, 0, 0)),
            "1 vampire attacks Ann's village, 4 against 0, and no card is left.",
        ),
        (Event("drive", 0, ("vampire-4",), (4,)), "  The vampire 4 is discarded."),
        (Event("ended", -1, (), (2,)), "The attacks of round 2 are over."),
    ]
    for event, says in happened:
        assert list(tell([event], CARDS, NAMES)) == [says]
    assert list(tell([Event("strengths", 0, ("vampire-1",), (1,)), Event("round", -1, (), (1,))], CARDS, NAMES)) == []
    twice = [Event("move", 0, ("mill", "inn"))] * 2
    assert list(tell(twice, CARDS, NAMES)) == ["Ann's village: 2 residents walk from Mill to Inn."]
    you = ["You", "Masha"]
    assert list(tell([Event("arrive", 0, ("witch-2",))], CARDS, you)) == ["To your village come witch 2."]
    assert list(tell([Event("lose", 0, ("witch", "mill"), (0,))], CARDS, you)) == ["  You lose Mill."]


def test_all_that_happens_in_a_game_is_told():
    words = setup(4).words
    names = ["You", "Masha", "Cid", "Dan"]
    whats = set()
    for seed in range(10):
        first = setup(4).new(seed)
        last = play_until(first, lambda state: state.is_over, seed)
        news = words.news(first.view(None), last.view(None), names)
        whats |= {event.what for event in last.events}
        attacks = sum(" attack" in line and " against " in line for line in news)
        assert attacks == len(told(last, "attack"))
        assert sum(" discarded." in line and line.startswith("  The ") for line in news) == len(told(last, "drive"))
    assert whats == {value for name, value in vars(events).items() if name.isupper() and isinstance(value, str)}


def test_the_hand_says_where_the_rest_goes_and_what_others_hold():
    state = setup(3).new(0)
    words = setup(3).words
    scene = words.table(state.view(0), NAMES)
    assert [part.title for part in scene if isinstance(part, Grid)] == [
        "Your hand (what you do not choose goes to Masha)"
    ]
    later = play_until(state, lambda state: state.phase == CHOOSE and state.step == 1 and state.turn == 0)
    said = [line for line in texts(words.table(later.view(0), NAMES)) if " holds " in line]
    assert len(said) == 1
    assert said[0].startswith("Masha holds ")
    for card in later.hands[1]:
        assert CARDS.by_id[card].name in said[0]
    second = play_until(state, lambda state: state.round == 2)
    scene = words.table(second.view(0), NAMES)
    assert "Your hand (what you do not choose goes to Cid)" in [part.title for part in scene if isinstance(part, Grid)]


def test_gifts_and_demons_in_words():
    state = play_until(setup(3).new(1), lambda state: state.phase == GIVE)
    state = replace(state, dealt=(("demon-hero", "vampire-3", "werewolf-grey"), *state.dealt[1:]))
    words = setup(3).words
    assert words.question(state.view(0), NAMES) == (
        "Which monster goes to Masha on the left, which to Cid on the right?"
    )
    label = words.label(state.view(0), Give("vampire-3", "werewolf-grey"), NAMES)
    assert label == "left: vampire 3; right: grey werewolf; keep: killer demon"
    two = play_until(setup(2).new(1), lambda state: state.phase == GIVE)
    two = replace(two, dealt=(("demon-hero", "vampire-3", "werewolf-grey"), two.dealt[1]))
    assert setup().words.question(two.view(0), NAMES) == "Which two monsters do you give to Masha?"
    label = setup().words.label(two.view(0), Give("vampire-3", "werewolf-grey"), NAMES)
    assert label == "give vampire 3 and grey werewolf, keep killer demon"
    here = village("inn byre slayer", inn=1, byre=1)
    demon = haunted([here, village("mill")], [("demon-fewest", "demon-yellow", "demon-vampire"), ("vampire-2",)])
    labels = {action: setup().words.label(demon.view(0), action, NAMES) for action in demon.legal_actions()}
    assert labels[Suffer("demon-fewest", "byre")] == "lonely demon: lose Byre with 1 resident"
    assert labels[Suffer("demon-yellow")] == "yellow demon: lose 1 resident on yellow buildings"
    assert labels[Suffer("demon-vampire", "vampire-2")] == "vampire thief: take vampire 2"
    assert labels[Sacrifice("demon-yellow", "slayer")] == "yellow demon: discard the hero Slayer"
    with pytest.raises(AmbiguousActionError):
        setup().words.read("lonely", demon.view(0), demon.legal_actions(), NAMES)
    read = setup().words.read("vampire take", demon.view(0), demon.legal_actions(), NAMES)
    assert read == Suffer("demon-vampire", "vampire-2")


def test_the_summary_says_what_attacks_and_what_defends():
    state = attacked([village("rowan-hedge", "byre"), village("mill")], [("witch-2", "witch-2"), ()])
    lines = texts(setup().words.table(state.view(0), ["You", "Masha"]))
    assert lines[0] == "Round 1 of 2: attack of the witches. Order of attack: demons, witches, werewolves and vampires."
    assert lines[1] == "Masha's village: 1 card, 0 residents; witches: 1, werewolves: 0, vampires: 0."
    assert lines[2] == "Your village: 2 cards, 0 residents; witches 4 against 3, werewolves: 0, vampires: 0."


@pytest.mark.parametrize(
    ("villages", "says"),
    [
        ([village("mill", mill=5), village("byre", byre=4)], "You win with 5 points."),
        ([village("mill", mill=1), ()], "You win with 1 point."),
        ([village("mill", mill=4), village("byre inn", byre=4)], "Masha wins with 4 points, having more cards."),
        ([village("mill", mill=4), village("byre", byre=4)], "You and Masha share the victory with 4 points each."),
    ],
)
def test_the_end_says_who_won_and_how(villages, says):
    over = replace(state_with(villages), phase=OVER)
    grid, line = setup().words.end(over.view(0), over.outcome, ["You", "Masha"])
    assert line == says
    assert grid.columns == ("", "residents", "monsters", "points", "cards")


def test_who_only_watches_is_shown_all_villages_and_no_hand():
    for state, _ in random_states(3, 3):
        scene = setup(3).words.table(state.view(None), NAMES)
        assert not any(isinstance(part, Grid) for part in scene)
        assert sum("'s village: " in line for line in texts(scene)) == 3
