"""Strengths, attacks and the end: W-38 to W-52."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paletti_sim.games.core.errors import IllegalActionError
from paletti_sim.games.vampire_village.actions import Drive, Lose, Suffer
from paletti_sim.games.vampire_village.attack import strengths
from paletti_sim.games.vampire_village.cards import ATTACKERS, kind_of
from paletti_sim.games.vampire_village.phases import ATTACKS, CHOOSE, DRIVE, LOSE, OVER
from paletti_sim.games.vampire_village.table import onward
from paletti_sim.games.vampire_village.village import Placed, defence, defended, residents
from tests.games.vampire_village.helpers import (
    attacked,
    cards_of,
    haunted,
    play_until,
    random_states,
    setup,
    state_with,
    told,
    village,
)

CARDS = setup().cards
ONE = village("mill")


def fights(state, player=None):
    """Returns attack and defence of each attack."""
    return [event.numbers[:2] for event in told(state, "attack", player)]


@pytest.mark.rule("W-38")
def test_witches_are_worth_2_or_the_witches_of_a_neighbour():
    monsters = [
        ("witch-2", "witch-left", "witch-right", "vampire-1"),
        ("witch-2", "witch-left"),
        ("werewolf-grey",),
        ("witch-right", "witch-right", "witch-2", "witch-2"),
    ]
    # the left neighbour is the next seat, the right one the seat before
    assert dict(strengths(monsters, 0)) == {"witch-2": 2, "witch-left": 2, "witch-right": 4, "vampire-1": 1}
    assert dict(strengths(monsters, 1)) == {"witch-2": 2, "witch-left": 0}
    assert dict(strengths(monsters, 3)) == {"witch-2": 2, "witch-right": 0}


@pytest.mark.rule("W-G19")
def test_of_two_players_both_witches_count_the_other_ones():
    monsters = [("witch-left", "witch-right"), ("witch-2", "witch-2", "witch-2")]
    assert dict(strengths(monsters, 0)) == {"witch-left": 3, "witch-right": 3}


@pytest.mark.rule("W-39")
def test_three_grey_werewolves_attack_with_nine():
    monsters = [("werewolf-grey",) * 3, ("werewolf-grey",) * 2]
    assert dict(strengths(monsters, 0)) == {"werewolf-grey": 3}
    state = attacked([village("moat", "silver-mine"), ONE], monsters)
    assert fights(state, 0)[0] == (9, 5)
    mixed = [("werewolf-grey",) * 3 + ("werewolf-black",), ()]
    assert dict(strengths(mixed, 0)) == {"werewolf-grey": 3, "werewolf-black": 1}


@pytest.mark.rule("W-40")
def test_vampires_have_their_strength_printed():
    faces = tuple(f"vampire-{number}" for number in range(1, 7))
    assert dict(strengths([faces, ()], 0)) == {face: number for number, face in enumerate(faces, 1)}
    assert {face for deck in CARDS.monsters for face in deck if kind_of(face) == "vampire"} == set(faces)


@pytest.mark.rule("W-41")
def test_strengths_are_fixed_after_the_demons_for_all_attacks():
    # seat 1 takes a witch first: then seat 0 has two and seat 1 one
    walls = village("thorn-wall moat abbey")
    monsters = [("witch-2", "witch-2", "witch-left"), ("demon-witch", "vampire-1")]
    state = haunted([walls, walls], monsters)
    state = state.apply(Suffer("demon-witch", "witch-left"))
    fixed = {event.player: dict(zip(event.cards, event.numbers, strict=True)) for event in told(state, "strengths")}
    assert fixed == {0: {"witch-2": 2}, 1: {"vampire-1": 1, "witch-left": 2}}
    # seat 0 loses witches, and yet the witch of seat 1 keeps the strength of the beginning
    state = attacked([ONE, village("rowan-hedge")], [("witch-2",) * 3, ("witch-left",)])
    assert fights(state, 0) == [(6, 1), (4, 0), (2, 0)]
    assert fights(state, 1) == [(3, 3)]


@pytest.mark.rule("W-41")
@pytest.mark.rule("W-49")
def test_who_stays_attacks_again_in_round_2_with_new_strengths():
    strong = village("thorn-wall moat abbey")
    state = attacked([strong, strong], [("witch-left", "werewolf-grey"), ("witch-2", "vampire-3")])
    assert (state.round, state.phase) == (2, CHOOSE)
    assert state.monsters == (("werewolf-grey", "witch-left"), ("vampire-3", "witch-2"))
    assert state.strengths == ((), ())
    again = replace(state, phase=ATTACKS, monsters=(("werewolf-grey", "werewolf-grey", "witch-left"), ("witch-2",) * 2))
    over = onward(again)
    first, second = told(over, "strengths", 0)
    assert dict(zip(first.cards, first.numbers, strict=True)) == {"werewolf-grey": 1, "witch-left": 1}
    assert dict(zip(second.cards, second.numbers, strict=True)) == {"werewolf-grey": 2, "witch-left": 2}
    assert over.phase == OVER


@pytest.mark.rule("W-49")
@pytest.mark.parametrize("players", [2, 4])
def test_monsters_left_over_attack_together_with_the_new_ones(players):
    for seed in range(10):
        left = second = None
        for state, _ in random_states(seed, players):
            if state.round == 2 and left is None:
                left = state.monsters
            if state.phase == "give" and state.round == 2 and state.step == 0:
                assert state.monsters == left
            if state.round == 2 and state.step == 2 and second is None:
                second = state.events
        came = [Counter(left[seat]) for seat in range(players)]
        for event in [event for event in second if event.what == "arrive"][-2 * players :]:
            came[event.player].update(event.cards)
        assert [sum(each.values()) for each in came] == [len(left[seat]) + 6 for seat in range(players)]


@pytest.mark.rule("W-42")
def test_an_attack_is_the_sum_over_the_attackers_of_the_kind():
    walls = village("thorn-wall moat abbey")
    state = attacked(
        [walls, ONE],
        [("vampire-1", "vampire-3", "werewolf-grey", "werewolf-black", "witch-2", "witch-left"), ("witch-2",)],
    )
    assert [(event.cards[0], event.numbers[:2]) for event in told(state, "attack", 0)] == [
        ("witch", (3, 5)),
        ("werewolf", (2, 5)),
        ("vampire", (4, 5)),
    ]


@pytest.mark.rule("W-43")
def test_the_line_nearest_to_the_attackers_defends():
    # the example of the rulebook: 3 + 2 in the leftmost column
    here = village("rowan-hedge moat", "herb-garden thorn-wall", ". chapel")
    left = defended(here, "witch")
    assert cards_of(left) == ["rowan-hedge", "herb-garden"]
    assert defence(left, "witch", CARDS) == 3 + 2
    assert cards_of(defended(here, "werewolf")) == ["rowan-hedge", "moat"]
    assert defence(defended(here, "werewolf"), "werewolf", CARDS) == 5
    assert cards_of(defended(here, "vampire")) == ["moat", "thorn-wall", "chapel"]
    assert defence(defended(here, "vampire"), "vampire", CARDS) == 3


@pytest.mark.rule("W-44")
def test_up_to_the_defence_they_are_repelled_and_stay():
    even = attacked([village("rowan-hedge byre"), ONE], [("witch-2", "witch-left"), ("witch-2",)])
    assert fights(even, 0) == [(3, 3)]
    assert [event.cards for event in told(even, "repelled", 0)] == [("witch",)]
    assert even.monsters[0] == ("witch-2", "witch-left")
    assert cards_of(even.villages[0]) == ["rowan-hedge", "byre"]
    more = attacked([village("rowan-hedge byre"), ONE], [("witch-2", "witch-2"), ()])
    assert fights(more, 0) == [(4, 3), (2, 0)]
    assert (more.villages[0], more.monsters[0]) == ((), ())


@pytest.mark.rule("W-45")
def test_a_breach_costs_any_card_of_the_line_with_its_residents_and_the_weakest_attacker():
    here = village("inn", "mill", "byre moat", mill=2, moat=4)
    state = attacked([here, ONE], [("witch-2", "witch-left", "witch-left"), ("witch-2", "witch-2", "witch-2")])
    assert fights(state) == [(8, 2)]
    assert set(state.legal_actions()) == {Lose("inn"), Lose("mill"), Lose("byre")}
    with pytest.raises(IllegalActionError, match="W-45"):
        state.apply(Lose("moat"))
    after = state.apply(Lose("mill"))
    assert cards_of(after.villages[0]) == ["inn", "byre", "moat"]
    assert told(after, "lose")[0].numbers == (2,)
    assert after.monsters[0] == ("witch-left", "witch-left")
    assert fights(after)[1] == (6, 1)


@pytest.mark.rule("W-46")
@pytest.mark.rule("W-G11")
def test_a_hero_with_the_symbol_lets_any_attacker_be_discarded():
    here = village("sexton", "herbalist", "mill")
    state = attacked([here, ONE], [("vampire-1", "vampire-4", "vampire-6"), ()])
    fought = state.apply(Lose("sexton"))
    assert (fought.phase, set(fought.legal_actions())) == (
        DRIVE,
        {Drive("vampire-1"), Drive("vampire-4"), Drive("vampire-6")},
    )
    assert fought.apply(Drive("vampire-6")).monsters[0] == ("vampire-1", "vampire-4")
    assert fought.apply(Drive("vampire-1")).monsters[0] == ("vampire-4", "vampire-6")
    # the herbalist fights witches: against vampires the weakest goes
    other = state.apply(Lose("herbalist"))
    assert (other.phase, other.monsters[0]) == (LOSE, ("vampire-4", "vampire-6"))
    with pytest.raises(IllegalActionError, match="W-45"):
        other.apply(Drive("vampire-6"))


@pytest.mark.rule("W-G10")
def test_the_owner_chooses_among_equally_weak_attackers():
    state = attacked([village("mill"), village("thorn-wall")], [("witch-2", "witch-left"), ("witch-2", "witch-2")])
    # strengths 2 and 2
    assert (state.phase, state.legal_actions()) == (DRIVE, (Drive("witch-2"), Drive("witch-left")))
    assert state.apply(Drive("witch-2")).gone[0] == "witch-2"
    with pytest.raises(IllegalActionError, match="W-45"):
        state.apply(Drive("vampire-1"))


@pytest.mark.rule("W-G9")
@pytest.mark.rule("W-47")
def test_it_goes_on_with_the_fixed_strengths_of_those_left_and_the_village_as_it_is():
    # four grey wolves with 4 each: 16, 12, 8, 4, and never 9, 4, 1
    here = village("moat", "silver-forge", "kennel", "palisade")
    state = attacked([here, ONE], [("werewolf-grey",) * 4, ()])
    assert fights(state, 0) == [(16, 5), (12, 3), (8, 2), (4, 3)]
    assert state.villages[0] == ()
    held = attacked([village("silver-forge", "moat", "kennel"), ONE], [("werewolf-grey",) * 2, ()])
    assert fights(held, 0) == [(4, 3), (2, 5)]
    assert held.monsters[0] == ("werewolf-grey",)


@pytest.mark.rule("W-48")
@pytest.mark.rule("W-G5")
def test_the_next_line_defends_when_one_is_empty_also_across_a_gap():
    here = village("mill . herb-garden", ". . rowan-hedge")
    state = attacked([here, ONE], [("witch-2",) * 3, ()])
    # 6 against 1, the mill is lost; 4 against 2 + 3 two columns on
    assert fights(state, 0) == [(6, 1), (4, 5)]
    assert cards_of(state.villages[0]) == ["herb-garden", "rowan-hedge"]
    assert [(placed.row, placed.column) for placed in state.villages[0]] == [(0, 2), (1, 2)]


def test_the_witch_attack_of_the_rulebook():
    masha = village("rowan-hedge byre", ". thorn-wall", ". herbalist", rowan_hedge=0, byre=1)
    right = village("thorn-wall")
    right = (*right, Placed("iron-oven", 1, 0, 0))
    # seat 0 is the right neighbour of seat 1 and has four witches
    monsters = [("witch-2",) * 4, ("witch-2",) * 4 + ("witch-right",), ()]
    state = attacked([right, masha, ONE], monsters)
    assert fights(state, 1) == [(12, 3), (10, 5)]
    assert cards_of(state.villages[1]) == ["byre", "thorn-wall", "herbalist"]
    assert state.monsters[1] == ("witch-2",) * 3 + ("witch-right",)
    state = state.apply(Lose("herbalist"))
    assert set(state.legal_actions()) == {Drive("witch-2"), Drive("witch-right")}
    state = state.apply(Drive("witch-right"))
    assert fights(state, 1) == [(12, 3), (10, 5), (6, 5)]
    state = state.apply(Lose("byre"))
    assert told(state, "lose", 1)[-1].numbers == (1,)
    assert fights(state, 1) == [(12, 3), (10, 5), (6, 5), (4, 5)]
    assert state.monsters[1] == ("witch-2", "witch-2")
    assert cards_of(state.villages[1]) == ["thorn-wall"]
    assert [event.what for event in state.events if event.player == 1 and event.what != "strengths"] == [
        "attack",
        "lose",
        "drive",
        "attack",
        "lose",
        "drive",
        "attack",
        "lose",
        "drive",
        "attack",
        "repelled",
    ]


@pytest.mark.rule("W-G7")
def test_without_a_village_nothing_is_lost_and_the_weakest_goes_each_time():
    state = attacked([(), ONE], [("vampire-1", "vampire-4"), ()])
    assert fights(state, 0) == [(5, 0), (4, 0)]
    assert told(state, "lose", 0) == []
    assert [event.cards for event in told(state, "drive", 0)] == [("vampire-1",), ("vampire-4",)]
    assert state.monsters[0] == ()
    # the fight of the last hero allows any attacker once; the others go as the weakest
    hero = attacked([village("sexton"), ONE], [("vampire-1", "vampire-4", "vampire-6"), ()])
    assert len(hero.legal_actions()) == 3
    alone = hero.apply(Drive("vampire-6"))
    assert [event.cards for event in told(alone, "drive", 0)] == [("vampire-6",), ("vampire-1",), ("vampire-4",)]
    weak = attacked([(), ONE], [("witch-left",), ()])
    assert fights(weak, 0) == [(0, 0)]
    assert weak.monsters[0] == ("witch-left",)


@pytest.mark.rule("W-G20")
def test_a_witch_of_strength_0_is_repelled_at_once_and_scores():
    state = attacked([village("byre"), ONE], [("witch-left",), ("vampire-1",)])
    assert fights(state, 0) == [(0, 0)]
    assert [event.what for event in state.events if event.player == 0][-1] == "repelled"
    over = replace(state, phase=OVER, villages=((), ()))
    assert over.outcome.scores == (1, 0)


@pytest.mark.rule("W-G21")
def test_a_line_of_heroes_defends_with_nothing_and_a_hero_must_go_first():
    here = village("herbalist thorn-wall", "slayer iron-oven")
    state = attacked([here, ONE], [("witch-2", "witch-2"), ()])
    assert fights(state, 0) == [(4, 0)]
    assert set(state.legal_actions()) == {Lose("herbalist"), Lose("slayer")}


@pytest.mark.rule("W-50")
@pytest.mark.rule("W-G17")
def test_a_point_for_each_resident_on_heroes_too_and_each_monster_that_stayed():
    ends = [
        (village("mill inn slayer", mill=2, inn=3, slayer=1), ("witch-2", "vampire-6")),
        (village("byre", byre=4), ("werewolf-grey",)),
    ]
    over = replace(state_with([here for here, _ in ends], [stay for _, stay in ends]), phase=OVER)
    assert over.outcome.scores == (8, 5)
    assert over.outcome.winners == {0}
    assert over.outcome.reason == "most points"


@pytest.mark.rule("W-50")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_game_ends_after_the_attacks_of_round_2(players):
    for seed in range(8):
        end = play_until(setup(players).new(seed), lambda state: state.is_over, seed)
        assert end.round == 2
        assert end.events[-1].what == "ended"
        assert end.outcome.scores == tuple(
            residents(here) + len(stay) for here, stay in zip(end.villages, end.monsters, strict=True)
        )
        best = max(end.outcome.scores)
        assert all(end.outcome.scores[seat] == best for seat in end.outcome.winners)


@pytest.mark.rule("W-51")
def test_a_tie_goes_to_more_cards_and_else_is_shared():
    rich, poor = village("mill byre slayer", mill=3), village("inn moat", inn=3)
    few = replace(state_with([rich, poor, village("abbey", abbey=1)]), phase=OVER)
    assert (few.outcome.winners, few.outcome.reason) == ({0}, "most cards in a tie")
    same = replace(state_with([rich, village("inn moat abbey", inn=3), ()]), phase=OVER)
    assert (same.outcome.winners, same.outcome.reason) == ({0, 1}, "tie")
    # more cards help nobody who has fewer points
    less = replace(state_with([village("mill byre slayer", mill=2), poor]), phase=OVER)
    assert less.outcome.winners == {1}


FACES = st.sampled_from(sorted({face for deck in CARDS.monsters for face in deck}))


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.lists(FACES, max_size=12), min_size=2, max_size=4),
    st.lists(st.integers(0, 12), min_size=4, max_size=4),
    st.permutations(ATTACKERS),
    st.integers(0, 10**6),
    st.booleans(),
)
def test_every_attack_ends_and_nothing_comes_or_goes(monsters, sizes, order, seed, together):
    ids = [card.id for card in CARDS.village[0]]
    villages = []
    for seat in range(len(monsters)):
        cards = [*ids[seat * 7 :], *ids][: sizes[seat]]
        villages.append(tuple(Placed(card, k // 4, k % 4, k % 3) for k, card in enumerate(cards)))
    option = {"demons": "together"} if together else {}
    start = haunted(villages, monsters, order=tuple(order), **option)
    end = play_until(start, lambda state: state.round == 2, seed)
    before = Counter(face for faces in monsters for face in faces)
    after = Counter(face for faces in end.monsters for face in faces) + Counter(end.gone)
    assert after == before
    assert Counter(card for here in villages for card in cards_of(here)) == Counter(
        [card for here in end.villages for card in cards_of(here)] + list(end.lost)
    )
    assert not any(kind_of(face) == "demon" for faces in end.monsters for face in faces)
    for here, there in zip(villages, end.villages, strict=True):
        known = {placed.card: placed for placed in here}
        assert all(0 <= placed.residents <= known[placed.card].residents for placed in there)
    for seat in range(len(monsters)):
        for kind in ATTACKERS:
            rows = [event for event in told(end, "attack", seat) if event.cards[0] == kind]
            sums = [event.numbers[0] for event in rows]
            numbers = [len(event.cards) - 1 for event in rows]
            assert numbers == list(range(numbers[0], numbers[0] - len(rows), -1)) if rows else True
            assert sums == sorted(sums, reverse=True)
            held = [event for event in told(end, "repelled", seat) if event.cards[0] == kind]
            assert len(held) <= 1
            left = sum(kind_of(face) == kind for face in end.monsters[seat])
            assert bool(held) == bool(left)
            if held:
                assert rows[-1].numbers[0] <= rows[-1].numbers[1]
            assert all(event.numbers[0] > event.numbers[1] for event in (rows[:-1] if held else rows))
