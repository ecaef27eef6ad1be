"""Handing monsters around, and the demons: W-26 to W-37."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from paletti_sim.games.core.errors import IllegalActionError
from paletti_sim.games.vampire_village.actions import Give, Ignore, Sacrifice, Suffer
from paletti_sim.games.vampire_village.cards import kind_of
from paletti_sim.games.vampire_village.phases import BUILDING, CHOOSE, DEMONS, GIVE, MONSTERS
from paletti_sim.games.vampire_village.table import onward
from tests.games.vampire_village.helpers import (
    cards_of,
    haunted,
    play_until,
    random_states,
    residents_of,
    setup,
    state_with,
    told,
    village,
)

EVERY_NUMBER = pytest.mark.parametrize("players", [2, 3, 4, 5])
ONE = village("mill")


def dealt(*hands):
    state = state_with([ONE] * len(hands), phase=MONSTERS)
    return replace(onward(state), dealt=tuple(tuple(sorted(hand)) for hand in hands))


@pytest.mark.rule("W-26")
def test_one_to_the_left_one_to_the_right_one_stays():
    state = dealt(
        ("vampire-1", "vampire-2", "vampire-3"),
        ("witch-2", "witch-left", "witch-right"),
        ("werewolf-grey", "werewolf-black", "demon-hero"),
    )
    assert len(state.legal_actions()) == 6
    state = state.apply(Give("vampire-1", "vampire-2")).apply(Give("witch-2", "witch-left"))
    state = state.apply(Give("werewolf-grey", "demon-hero"))
    # the next seat is the left neighbour: what seat 0 gives to the left comes to seat 1
    assert [event.cards for event in told(state, "arrive")] == [
        ("vampire-3", "werewolf-grey", "witch-left"),
        ("demon-hero", "vampire-1", "witch-right"),
        ("vampire-2", "werewolf-black", "witch-2"),
    ]
    assert list(state.monsters) == [event.cards for event in told(state, "arrive")]


def test_only_the_own_monsters_can_be_given():
    state = dealt(("vampire-1",) * 3, ("witch-2",) * 3, ("witch-2",) * 3)
    assert state.legal_actions() == (Give("vampire-1", "vampire-1"),)
    with pytest.raises(IllegalActionError, match="W-26"):
        state.apply(Give("vampire-1", "witch-2"))


@pytest.mark.rule("W-27")
@pytest.mark.rule("W-G19")
def test_of_two_players_each_gives_two_to_the_other():
    state = dealt(("vampire-1", "vampire-2", "vampire-3"), ("witch-2", "witch-2", "werewolf-grey"))
    kept = {next(iter({"vampire-1", "vampire-2", "vampire-3"} - {a.left, a.right})) for a in state.legal_actions()}
    assert len(state.legal_actions()) == 3
    assert kept == {"vampire-1", "vampire-2", "vampire-3"}
    with pytest.raises(IllegalActionError, match="W-27"):
        state.apply(Give("vampire-2", "vampire-1"))
    state = state.apply(Give("vampire-1", "vampire-3"))
    assert state.legal_actions() == (Give("werewolf-grey", "witch-2"), Give("witch-2", "witch-2"))
    state = state.apply(Give("witch-2", "witch-2"))
    assert state.monsters == (("vampire-2", "witch-2", "witch-2"), ("vampire-1", "vampire-3", "werewolf-grey"))


@pytest.mark.rule("W-28")
def test_gifts_are_secret_until_all_have_given():
    state = dealt(*[("vampire-1", "witch-2", "demon-hero")] * 3)
    others = {
        tuple(replace(state.apply(action).view(player), actor=0) for player in (1, 2, None))
        for action in state.legal_actions()
    }
    assert others == {tuple(state.view(player) for player in (1, 2, None))}
    for _ in range(3):
        state = state.apply(state.legal_actions()[0])
    for player in (0, 1, 2, None):
        assert state.view(player).monsters == state.monsters
        assert sum(map(len, state.monsters)) == 9


@pytest.mark.rule("W-29")
@EVERY_NUMBER
def test_each_gets_six_monsters_a_round(players):
    for seed in range(5):
        end = play_until(setup(players).new(seed), lambda state: state.is_over, seed)
        came = Counter()
        for event in told(end, "arrive"):
            came[event.player] += len(event.cards)
        assert came == dict.fromkeys(range(players), 12)


@pytest.mark.rule("W-30")
def test_the_second_deal_comes_when_the_first_lies_open():
    for state, _ in random_states(2, 4):
        if state.phase == GIVE:
            assert len(told(state, "arrive")) == 4 * (2 * (state.round - 1) + state.step)
            assert [len(hand) for hand in state.dealt] == [3] * 4
            assert len(state.monster_decks[state.round - 1]) == 30 - 12 * (state.step + 1)


@pytest.mark.rule("W-31")
def test_demons_come_first_then_kind_by_kind_in_all_villages():
    for seed in range(8):
        end = play_until(setup(4).new(seed), lambda state: state.is_over, seed)
        for number in (1, 2):
            start = next(k for k, event in enumerate(end.events) if (event.what, event.numbers) == ("round", (number,)))
            stop = next(k for k, event in enumerate(end.events) if (event.what, event.numbers) == ("ended", (number,)))
            part = end.events[start:stop]
            acts = [k for k, event in enumerate(part) if event.what in ("sacrifice", "suffer", "ignore")]
            fights = [(k, event.cards[0], event.player) for k, event in enumerate(part) if event.what == "attack"]
            assert max(acts, default=-1) < min(k for k, _, _ in fights)
            places = [(end.order.index(kind), player) for _, kind, player in fights]
            assert places == sorted(places)


@pytest.mark.rule("W-32")
def test_a_hero_dies_or_the_misdeed_is_suffered_and_the_demon_is_gone():
    here = village("mill inn slayer monk", mill=2, inn=1)
    state = haunted([here, ONE], [("demon-yellow",), ()])
    assert set(state.legal_actions()) == {
        Sacrifice("demon-yellow", "slayer"),
        Sacrifice("demon-yellow", "monk"),
        Suffer("demon-yellow"),
    }
    saved = state.apply(Sacrifice("demon-yellow", "slayer"))
    assert cards_of(saved.villages[0])[:3] == ["mill", "inn", "monk"]
    assert residents_of(saved.villages[0]) == {"mill": 2, "inn": 1}
    suffered = state.apply(Suffer("demon-yellow"))
    assert cards_of(suffered.villages[0])[:4] == ["mill", "inn", "slayer", "monk"]
    assert residents_of(suffered.villages[0]) == {"mill": 2}
    for after in (saved, suffered):
        assert after.monsters[0] == ()
        assert after.gone == ("demon-yellow",)


@pytest.mark.rule("W-33")
def test_the_only_way_is_gone_and_where_there_is_none_the_demon_goes():
    # no hero: the misdeed
    after = haunted([village("inn", inn=2), ONE], [("demon-yellow",), ()])
    assert residents_of(after.villages[0]) == {"inn": 1}
    # no yellow building: the hero, the only one
    after = haunted([village("mill slayer", mill=2), ONE], [("demon-yellow",), ()])
    assert cards_of(after.villages[0]) == ["mill"]
    # neither
    after = haunted([village("mill", mill=2), ONE], [("demon-yellow",), ()])
    assert residents_of(after.villages[0]) == {"mill": 2}
    assert [event.what for event in told(after, "ignore")] == ["ignore"]
    for state in (after, haunted([(), ()], [("demon-hero",), ("demon-fewest",)])):
        assert not any(map(any, [[kind_of(face) == "demon" for face in faces] for faces in state.monsters]))
        assert state.phase == CHOOSE


@pytest.mark.rule("W-34")
@pytest.mark.rule("W-G15")
def test_the_killer_demon_leaves_no_choice_but_which_hero():
    state = haunted([village("inn slayer monk", inn=3), ONE], [("demon-hero",), ()])
    assert set(state.legal_actions()) == {Sacrifice("demon-hero", "slayer"), Sacrifice("demon-hero", "monk")}
    with pytest.raises(IllegalActionError, match="W-32"):
        state.apply(Suffer("demon-hero"))
    after = haunted([village("inn slayer", inn=3), ONE], [("demon-hero",), ()])
    assert cards_of(after.villages[0]) == ["inn"]


@pytest.mark.rule("W-35")
def test_one_resident_less_on_each_yellow_building_that_has_any():
    here = village("mill inn market town-well", mill=2, inn=3, town_well=1)
    after = haunted([here, ONE], [("demon-yellow",), ()])
    assert residents_of(after.villages[0]) == {"mill": 2, "inn": 2}
    assert told(after, "suffer")[0].cards == ("demon-yellow", "inn", "town-well")


@pytest.mark.rule("W-36")
def test_the_building_with_the_fewest_residents_the_owner_breaks_ties():
    here = village("mill byre moat", "abbey inn .", mill=1, byre=2, inn=1)
    state = haunted([here, ONE], [("demon-fewest",), ()])
    assert set(state.legal_actions()) == {Suffer("demon-fewest", "mill"), Suffer("demon-fewest", "inn")}
    after = state.apply(Suffer("demon-fewest", "inn"))
    assert residents_of(after.villages[0]) == {"mill": 1, "byre": 2}
    assert cards_of(after.villages[0]) == ["mill", "byre", "moat", "abbey"]


@pytest.mark.rule("W-G16")
@pytest.mark.rule("W-G17")
@pytest.mark.rule("W-G18")
def test_residents_on_heroes_are_safe_from_misdeeds_and_lost_with_the_hero():
    here = village("mill slayer", mill=2, slayer=1)
    fewest = haunted([here, ONE], [("demon-fewest",), ()])
    assert set(fewest.legal_actions()) == {Suffer("demon-fewest", "mill"), Sacrifice("demon-fewest", "slayer")}
    died = fewest.apply(Sacrifice("demon-fewest", "slayer"))
    assert residents_of(died.villages[0]) == {"mill": 2}
    assert told(died, "sacrifice")[0].numbers == (1,)
    yellow = haunted([village("inn slayer", inn=1, slayer=1), ONE], [("demon-yellow",), ()])
    after = yellow.apply(Suffer("demon-yellow"))
    assert residents_of(after.villages[0]) == {"slayer": 1}


@pytest.mark.rule("W-37")
@pytest.mark.rule("W-G13")
@pytest.mark.parametrize(
    ("demon", "faces"),
    [
        ("demon-witch", {"witch-2", "witch-left"}),
        ("demon-werewolf", {"werewolf-black", "werewolf-grey"}),
        ("demon-vampire", {"vampire-1", "vampire-6"}),
    ],
)
def test_the_taker_chooses_any_monster_of_the_kind_from_the_right_neighbour(demon, faces):
    there = ("vampire-1", "vampire-6", "werewolf-black", "werewolf-grey", "witch-2", "witch-left")
    strong = village("thorn-wall moat abbey")
    # seat 0 is the right neighbour of seat 1
    state = haunted([strong, strong, strong], [there, (demon,), ("vampire-5", "witch-right")])
    assert (state.phase, state.turn) == (DEMONS, 1)
    assert {action.target for action in state.legal_actions()} == faces
    for face in faces:
        after = state.apply(Suffer(demon, face))
        assert told(after, "suffer")[0].cards == (demon, face)
        kind = kind_of(face)
        attacks = {event.player: event.cards[1:] for event in told(after, "attack") if event.cards[0] == kind}
        assert attacks[1] == (face,)
        assert face not in attacks.get(0, ())


@pytest.mark.rule("W-G26")
def test_a_monster_left_from_round_1_may_be_taken_in_round_2():
    strong = village("thorn-wall iron-oven moat abbey")
    state = state_with([strong, strong, strong], [("witch-left",), (), ()], phase=BUILDING)
    state = play_until(onward(replace(state, round=2)), lambda state: state.phase == GIVE and state.step == 1)
    state = replace(state, dealt=(("vampire-2",) * 3, ("demon-witch", "vampire-2", "vampire-2"), ("vampire-3",) * 3))
    state = replace(state, villages=(strong,) * 3, monsters=(("witch-left",), (), ()))
    for gift in (Give("vampire-2", "vampire-2"), Give("vampire-2", "vampire-2"), Give("vampire-3", "vampire-3")):
        state = state.apply(gift)
    took = [event for event in told(state, "suffer") if event.cards[1:] == ("witch-left",)]
    assert [event.player for event in took] == [1]


@pytest.mark.rule("W-G12")
def test_demons_act_seat_by_seat_and_the_owner_orders_the_own_ones():
    strong = village("thorn-wall moat abbey")
    # seat 1 takes the wolf of seat 0, then seat 2 may take that very wolf
    state = haunted([strong] * 3, [("werewolf-grey",), ("demon-werewolf",), ("demon-werewolf",)])
    assert [(event.player, event.cards[1]) for event in told(state, "suffer")] == [
        (1, "werewolf-grey"),
        (2, "werewolf-grey"),
    ]
    # seat 0 acts before seat 1 gets the wolf from it, and finds nothing at its right neighbour
    state = haunted([strong] * 3, [("demon-werewolf", "werewolf-grey"), ("demon-werewolf",), ()])
    assert [(event.what, event.player) for event in told(state, "ignore") + told(state, "suffer")] == [
        ("ignore", 0),
        ("suffer", 1),
    ]
    # the own demons in any order
    here = village("inn byre slayer", inn=1, byre=1)
    state = haunted([here, ONE], [("demon-fewest", "demon-yellow"), ()])
    yellow_first = state.apply(Suffer("demon-yellow"))
    assert set(yellow_first.legal_actions()) == {
        Suffer("demon-fewest", "byre"),
        Sacrifice("demon-fewest", "slayer"),
    }
    with pytest.raises(IllegalActionError, match="W-32"):
        yellow_first.apply(Suffer("demon-fewest", "inn"))


@pytest.mark.rule("W-G12")
def test_with_the_option_one_demon_of_each_acts_at_the_same_time_and_in_secret():
    strong = village("thorn-wall moat abbey")
    option = {"demons": "together"}
    # both take at the same time: seat 2 finds nothing at seat 1 yet
    state = haunted([strong] * 3, [("werewolf-grey",), ("demon-werewolf",), ("demon-werewolf",)], **option)
    assert [(event.what, event.player) for event in told(state, "suffer") + told(state, "ignore")] == [
        ("suffer", 1),
        ("ignore", 2),
    ]
    # two players take from each other what lay there before
    two = haunted(
        [strong] * 2,
        [("demon-vampire", "vampire-1", "vampire-2"), ("demon-vampire", "vampire-6", "vampire-5")],
        **option,
    )
    hidden = {replace(two.apply(action).view(1), actor=0) for action in two.legal_actions()}
    assert hidden == {two.view(1)}
    after = two.apply(Suffer("demon-vampire", "vampire-6"))
    assert {action.target for action in after.legal_actions()} == {"vampire-1", "vampire-2"}
    done = after.apply(Suffer("demon-vampire", "vampire-1"))
    assert {event.player: event.cards[1] for event in told(done, "suffer")} == {0: "vampire-6", 1: "vampire-1"}
    came = {event.player: set(event.cards) for event in told(done, "strengths")}
    assert came == {0: {"vampire-2", "vampire-6"}, 1: {"vampire-1", "vampire-5"}}


@pytest.mark.rule("W-G14")
def test_a_misdeed_that_would_do_nothing_is_no_choice():
    bare = village("inn byre slayer")
    for demon in ("demon-yellow", "demon-fewest", "demon-witch", "demon-werewolf", "demon-vampire"):
        after = haunted([bare, ONE], [(demon,), ("demon-hero",)])
        assert cards_of(after.villages[0]) == ["inn", "byre"], demon
    none = village("inn byre")
    for demon in ("demon-hero", "demon-yellow", "demon-fewest", "demon-witch"):
        after = haunted([none, ONE], [(demon,), ("vampire-1",)])
        assert told(after, "ignore", 0), demon


def test_a_demon_that_can_do_nothing_may_wait_for_another_one():
    here = village("inn byre", inn=1)
    state = haunted([here, ONE], [("demon-hero", "demon-yellow"), ()])
    assert set(state.legal_actions()) == {Ignore("demon-hero"), Suffer("demon-yellow")}


@pytest.mark.rule("W-52")
@EVERY_NUMBER
def test_no_demon_stays(players):
    for seed in range(6):
        for state, action in random_states(seed, players):
            if state.phase in ("lose", "drive", "choose", "place", "move") or action is None:
                assert not any(kind_of(face) == "demon" for faces in state.monsters for face in faces)
