"""Setup and building: W-1 to W-25."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paletti_sim.games.core.errors import IllegalActionError, OptionError
from paletti_sim.games.vampire_village.actions import Choose, Lose, Move, Place, Stay
from paletti_sim.games.vampire_village.cards import ATTACKERS
from paletti_sim.games.vampire_village.phases import CHOOSE, GIVE, LOSE, MOVE, PLACE
from paletti_sim.games.vampire_village.village import Placed, arriving, free_cells, residents
from tests.games.vampire_village.helpers import (
    cards_of,
    placing,
    play_until,
    random_states,
    residents_of,
    setup,
    state_with,
    told,
    village,
)

CARDS = setup().cards
EVERY_NUMBER = pytest.mark.parametrize("players", [2, 3, 4, 5])


@pytest.mark.rule("W-1")
def test_two_decks_of_thirty_of_each_sort_shuffled_apart():
    assert [len(deck) for deck in (*CARDS.village, *CARDS.monsters)] == [30, 30, 30, 30]
    one, two = setup(2).new(1), setup(2).new(2)
    for state in (one, two):
        dealt = [card for hand in state.hands for card in hand]
        assert sorted([*dealt, *state.decks[0]]) == sorted(card.id for card in CARDS.village[0])
        assert sorted(state.decks[1]) == sorted(card.id for card in CARDS.village[1])
        assert [sorted(deck) for deck in state.monster_decks] == [sorted(faces) for faces in CARDS.monsters]
    assert all(one.decks[k] != two.decks[k] and one.monster_decks[k] != two.monster_decks[k] for k in (0, 1))


@pytest.mark.rule("W-2")
@EVERY_NUMBER
def test_each_has_one_random_starting_card_with_two_residents(players):
    firsts = set()
    for seed in range(40):
        state = setup(players).new(seed)
        assert [len(here) for here in state.villages] == [1] * players
        assert all(here[0].residents == 2 for here in state.villages)
        cards = [here[0].card for here in state.villages]
        assert sorted([*cards, *state.starting]) == sorted(card.id for card in CARDS.starting)
        firsts.add(cards[0])
    assert len(firsts) == 6


@pytest.mark.rule("W-3")
@pytest.mark.rule("W-G23")
def test_the_supply_of_100_and_25_times_3_residents_never_runs_out():
    most = 0
    for seed in range(40):
        for state, _ in random_states(seed, 5):
            most = max(most, sum(residents(here) for here in state.villages))
    assert 20 < most <= 100 * 1 + 25 * 3


@pytest.mark.rule("W-4")
def test_demons_first_and_the_others_in_an_order_drawn_once():
    orders = Counter(setup(2).new(seed).order for seed in range(300))
    assert set(orders) == set(permutations(ATTACKERS))
    for state, _ in random_states(3, 3):
        assert state.order == setup(3).new(3).order


@pytest.mark.rule("W-5")
@EVERY_NUMBER
def test_six_cards_each_and_the_rest_of_round_1_leaves_the_game(players):
    state = setup(players).new(4)
    assert [len(hand) for hand in state.hands] == [6] * players
    rest = state.decks[0]
    assert len(rest) == 30 - 6 * players
    end = play_until(state, lambda state: state.is_over)
    assert end.decks[0] == rest
    assert not set(rest) & {event.cards[0] for event in told(end, "place")}


@pytest.mark.rule("W-6")
def test_two_rounds_of_building_monsters_and_attacks_in_this_order():
    for seed in range(10):
        parts = []
        for state, action in random_states(seed, 3):
            part = {CHOOSE: "building", PLACE: "building", MOVE: "building", GIVE: "monsters"}.get(
                state.phase, "attack"
            )
            if action is not None and (not parts or parts[-1] != (state.round, part)):
                parts.append((state.round, part))
        wanted = [(number, part) for number in (1, 2) for part in ("building", "monsters", "attack")]
        assert [each for each in wanted if each in parts] == parts
        assert parts[0] == (1, "building")


@pytest.mark.rule("W-7")
def test_choices_are_secret_until_all_have_chosen():
    state = setup(3).new(0)
    before = [state.view(player) for player in (1, 2, None)]
    views = set()
    for action in state.legal_actions():
        after = state.apply(action)
        views.add(tuple(replace(after.view(player), actor=0) for player in (1, 2, None)))
        assert after.view(0).commit == (action.card,)
    assert views == {tuple(before)}
    for _ in range(2):
        state = state.apply(state.legal_actions()[0])
    last = state.apply(state.legal_actions()[0])
    assert last.phase == PLACE
    assert all(last.view(player).chosen == last.chosen for player in (0, 1, 2, None))
    with pytest.raises(IllegalActionError, match="W-7"):
        setup(3).new(0).apply(Choose("moat"))


def follow_hands(players, number):
    """Plays at random and returns, for each pick, hands before and after and the cards chosen."""
    rows = []
    start = None
    for state, _ in random_states(5, players):
        if state.round != number:
            continue
        if state.phase == CHOOSE and state.turn == 0:
            start = state.hands
        if state.phase == PLACE and state.turn == 0 and start is not None:
            rows.append((start, state.hands, state.chosen))
            start = None
    return rows


@pytest.mark.rule("W-8")
@pytest.mark.rule("W-G22")
@pytest.mark.parametrize(("number", "step"), [(1, 1), (2, -1)])
@EVERY_NUMBER
def test_cards_go_to_the_left_in_round_1_and_to_the_right_in_round_2(players, number, step):
    rows = follow_hands(players, number)
    assert len(rows) == 5
    for before, after, chosen in rows:
        for seat in range(players):
            rest = sorted(set(before[seat]) - {chosen[seat]})
            assert list(after[(seat + step) % players]) == rest


@pytest.mark.rule("W-9")
@pytest.mark.rule("W-12")
@EVERY_NUMBER
def test_six_picks_and_the_last_card_is_placed_without_a_choice(players):
    placed = Counter()
    chosen = Counter()
    handed = {}
    for state, action in random_states(6, players):
        if state.phase == PLACE and state.step == 5:
            handed[state.round] = [hand[0] for hand in state.hands]
        if state.phase == PLACE and state.step == 6:
            assert list(state.chosen) == handed[state.round]
            assert state.hands == ((),) * players
        if isinstance(action, Choose):
            chosen[state.round] += 1
        if isinstance(action, Place):
            placed[state.round] += 1
    assert chosen == {1: 5 * players, 2: 5 * players}
    assert placed == {1: 6 * players, 2: 6 * players}


def test_what_was_chosen_can_only_be_placed():
    state = placing(village("mill"), "moat")
    assert all(isinstance(action, Place) for action in state.legal_actions())
    with pytest.raises(IllegalActionError, match="W-12"):
        state.apply(Stay())


@pytest.mark.rule("W-10")
def test_a_card_lies_beside_another_one():
    state = placing(village("mill byre"), "moat")
    beside = {(-1, 0), (-1, 1), (0, -1), (0, 2), (1, 0), (1, 1)}
    assert {(action.row, action.column) for action in state.legal_actions()} == beside
    for row in range(-3, 4):
        for column in range(-3, 5):
            if (row, column) not in beside:
                with pytest.raises(IllegalActionError, match="W-10"):
                    state.apply(Place(row, column))


@pytest.mark.rule("W-11")
@pytest.mark.parametrize("limit", ["count", "box"])
def test_no_more_than_four_in_a_row_or_column(limit):
    row = placing(village("mill byre moat abbey"), "inn", grid_limit=limit)
    column = placing(village("mill", "byre", "moat", "abbey"), "inn", grid_limit=limit)
    assert {action.row for action in row.legal_actions()} == {-1, 1}
    assert {action.column for action in column.legal_actions()} == {-1, 1}
    for state, place in ((row, Place(0, -1)), (row, Place(0, 4)), (column, Place(-1, 0)), (column, Place(4, 0))):
        with pytest.raises(IllegalActionError, match="W-11"):
            state.apply(place)


@pytest.mark.rule("W-G4")
def test_the_limit_counts_cards_or_wants_a_box():
    # rows staggered by three: no line has more than four cards, but they do not fit into four columns
    stairs = village("mill byre moat", ". . abbey inn")
    there = {limit: set(free_cells(stairs, box=limit == "box")) for limit in ("count", "box")}
    assert there["count"] - there["box"] == {(1, 4), (0, -1)}
    assert there["box"] < there["count"]
    # cards apart in a row with a gap count, the gap does not
    gap = village("mill byre . moat abbey", "inn arcade stables apothecary .")
    assert (0, 2) not in free_cells(gap, box=False)
    assert (0, 5) not in free_cells(gap, box=False)
    fifth = village("mill byre . moat", "inn arcade stables apothecary")
    assert {(0, 2), (0, 4)} <= set(free_cells(fifth, box=False))
    assert (0, 2) in free_cells(fifth, box=True)
    assert (0, 4) not in free_cells(fifth, box=True)


@pytest.mark.rule("W-G5")
def test_a_village_in_two_parts_keeps_its_places_and_both_can_grow():
    parts = village("mill byre . . moat")
    cells = set(free_cells(parts, box=False))
    assert {(0, 2), (0, 3), (-1, 4), (1, 0)} <= cells
    after = placing(parts, "abbey").apply(Place(1, 4))
    assert after.villages[0] == (*parts, Placed("abbey", 1, 4, 0))


@pytest.mark.rule("W-G6")
def test_into_an_empty_village_a_card_goes_anywhere():
    state = placing((), "tavern")
    assert state.legal_actions() == (Place(0, 0),)
    assert cards_of(state.apply(Place(0, 0)).villages[0]) == ["tavern"]
    with pytest.raises(IllegalActionError, match="W-G6"):
        state.apply(Place(3, 3))


@pytest.mark.rule("W-13")
def test_a_building_has_a_type_three_defences_and_a_rule():
    inn = CARDS.buildings["inn"]
    assert (inn.type, inn.defence, inn.per) == ("yellow", (1, 1, 1), "hero")
    hall = CARDS.buildings["town-hall"]
    assert (hall.type, hall.defence, hall.per, hall.per_type) == ("yellow", (2, 2, 2), "type", "yellow")
    assert len(CARDS.buildings) == 6 + 24 + 24
    for building in CARDS.buildings.values():
        assert len(building.defence) == 3
        side = {"green": 0, "blue": 1, "red": 2}.get(building.type)
        if side is not None:
            assert [k for k in range(3) if building.defence[k]] == [side]
        else:
            assert len(set(building.defence)) == 1


@pytest.mark.rule("W-14")
def test_residents_come_at_once_and_the_new_building_counts():
    before = placing(village("mill byre"), "bakery")
    after = before.apply(Place(0, 2))
    assert residents_of(after.villages[0]) == {"bakery": 3}
    assert told(after, "place")[-1].numbers == (0, 2, 3)


@pytest.mark.rule("W-15")
@pytest.mark.rule("W-20")
def test_a_resident_for_each_building_of_a_type_as_in_the_example():
    # a building for yellow roofs; with the new one there are two: two residents
    after = placing(village("mill inn"), "town-well").apply(Place(1, 0))
    assert residents_of(after.villages[0]) == {"town-well": 2}
    more = placing(village("mill inn market", "arcade slayer ."), "town-well").apply(Place(2, 0))
    assert residents_of(more.villages[0]) == {"town-well": 4}


@pytest.mark.rule("W-G8")
def test_the_new_building_counts_only_if_it_has_the_type_shown():
    apothecary = CARDS.buildings["apothecary"]
    assert (apothecary.type, apothecary.per_type) == ("yellow", "green")
    assert arriving(apothecary, 1, 0, village("mill"), CARDS) == 1
    assert arriving(apothecary, 1, 0, village("byre"), CARDS) == 0
    assert arriving(CARDS.buildings["herb-garden"], 1, 0, village("byre"), CARDS) == 1


@pytest.mark.rule("W-16")
def test_a_resident_for_each_hero():
    here = village("mill slayer monk", "byre . priest")
    assert arriving(CARDS.by_id["inn"], 2, 0, here, CARDS) == 3
    assert arriving(CARDS.by_id["inn"], 2, 0, village("mill"), CARDS) == 0


@pytest.mark.rule("W-17")
def test_a_resident_for_each_building_of_the_row_beside_it_or_not():
    here = village("mill byre slayer", ". moat .", "abbey . sundial")
    assert arriving(CARDS.by_id["market"], 0, 3, here, CARDS) == 3
    assert arriving(CARDS.by_id["market"], 2, 1, here, CARDS) == 3
    assert arriving(CARDS.by_id["market"], 2, 3, here, CARDS) == 3
    assert arriving(CARDS.by_id["market"], -1, 0, here, CARDS) == 1


@pytest.mark.rule("W-18")
def test_a_resident_for_each_building_of_the_column_beside_it_or_not():
    here = village("mill byre", ". moat", "abbey slayer", "inn .")
    assert arriving(CARDS.by_id["arcade"], 1, 0, here, CARDS) == 4
    assert arriving(CARDS.by_id["arcade"], 3, 1, here, CARDS) == 3
    assert arriving(CARDS.by_id["arcade"], 0, 2, here, CARDS) == 1


@pytest.mark.rule("W-19")
def test_some_buildings_bring_nobody():
    none = [building.id for building in CARDS.buildings.values() if not building.per]
    assert len(none) == 6 + 6 + 6
    here = village("mill slayer moat", "byre inn abbey")
    assert all(arriving(CARDS.by_id[card], 2, 0, here, CARDS) == 0 for card in none)


@pytest.mark.rule("W-21")
def test_residents_do_not_change_when_later_cards_come():
    for seed in range(15):
        for state, action in random_states(seed, 2):
            if isinstance(action, Place):
                after = state.apply(action)
                for seat, before in enumerate(state.villages):
                    assert after.villages[seat][: len(before)] == before


@pytest.mark.rule("W-22")
def test_heroes_have_symbols_and_moves_and_bring_nobody():
    for here in (village("mill"), village("mill slayer", "inn byre")):
        for hero in CARDS.heroes.values():
            assert arriving(hero, 1, 0, here, CARDS) == 0
            assert len(hero.symbols) <= 3
            assert hero.moves >= 0
    assert {len(hero.symbols) for hero in CARDS.heroes.values()} == {1, 2, 3}
    assert min(hero.moves for hero in CARDS.heroes.values()) == 0


@pytest.mark.rule("W-23")
def test_each_point_moves_one_resident_one_card_and_the_rest_is_lost():
    # the trapper has four steps
    state = placing(village("mill moat", "slayer inn", mill=2), "trapper").apply(Place(-1, 0))
    assert (state.phase, state.moves) == (MOVE, 4)
    state = state.apply(Move("mill", "moat")).apply(Move("moat", "inn")).apply(Move("mill", "slayer"))
    assert residents_of(state.villages[0]) == {"inn": 1, "slayer": 1}
    assert state.moves == 1
    done = state.apply(Stay())
    assert (done.phase, done.turn, done.moves, done.walkers) == (PLACE, 1, 0, ())
    # the last point ends it without a question
    assert state.apply(Move("inn", "moat")).turn == 1


@pytest.mark.rule("W-23")
def test_residents_walk_onto_the_new_hero_and_no_step_leads_off_the_village():
    state = placing(village("mill moat", "byre .", mill=1), "trapper").apply(Place(-1, 0))
    wanted = {Move("mill", "moat"), Move("mill", "byre"), Move("mill", "trapper"), Stay()}
    assert set(state.legal_actions()) == wanted
    for wrong in (Move("mill", "mill"), Move("moat", "mill"), Move("mill", "abbey"), Move("mill", "inn")):
        with pytest.raises(IllegalActionError, match="W-24"):
            state.apply(wrong)


@pytest.mark.rule("W-24")
def test_only_residents_beside_the_new_hero_walk_but_anywhere():
    here = village("mill byre moat", "abbey inn .", mill=1, moat=3, inn=2)
    state = placing(here, "herbalist").apply(Place(2, 0))
    # below the abbey, where nobody lives: nobody may walk
    assert (state.phase, state.turn) == (PLACE, 1)
    state = placing(here, "herbalist").apply(Place(-1, 0))
    assert state.walkers == (("mill", 1),)
    state = state.apply(Move("mill", "byre")).apply(Move("byre", "moat"))
    # three were on the moat before: only the one who came may go on
    assert state.walkers == (("moat", 1),)
    assert set(state.legal_actions()) == {Move("moat", "byre"), Stay()}
    state = state.apply(Move("moat", "byre"))
    assert residents_of(state.villages[0]) == {"byre": 1, "moat": 3, "inn": 2}


@pytest.mark.rule("W-G28")
def test_who_may_walk_belongs_to_the_resident_and_not_to_the_card():
    state = placing(village("mill inn", mill=2, inn=5), "herbalist").apply(Place(-1, 0))
    assert state.walkers == (("mill", 2),)
    state = state.apply(Move("mill", "inn"))
    assert state.walkers == (("inn", 1), ("mill", 1))
    state = state.apply(Move("inn", "mill"))
    assert state.walkers == (("mill", 2),)
    assert Move("inn", "mill") not in state.legal_actions()


@pytest.mark.rule("W-25")
def test_the_example_of_five_points_for_four_residents():
    # four residents above and below the hero, and one at the upper right who may not walk
    here = village(". inn moat", ". . abbey", ". mill .", inn=1, mill=3, moat=1)
    here = (*here, Placed("byre", 2, 2, 0))
    state = placing(here, "herbalist").apply(Place(1, 1))
    assert state.walkers == (("inn", 1), ("mill", 3))
    for _ in range(3):
        state = state.apply(Move("mill", "byre"))
    assert Move("moat", "abbey") not in state.legal_actions()
    assert state.moves == 2
    state = state.apply(Move("inn", "moat")).apply(Move("moat", "abbey"))
    assert residents_of(state.villages[0]) == {"byre": 3, "abbey": 1, "moat": 1}
    assert (state.phase, state.turn) == (PLACE, 1)


@pytest.mark.rule("W-G3")
def test_a_starting_card_is_a_building_like_others():
    assert all(not card.is_hero for card in CARDS.starting)
    here = village("mill")
    assert arriving(CARDS.by_id["apothecary"], 0, 1, here, CARDS) == 1
    assert arriving(CARDS.by_id["market"], 0, 1, here, CARDS) == 2
    assert arriving(CARDS.by_id["arcade"], 1, 0, here, CARDS) == 2


@pytest.mark.rule("W-G1")
@pytest.mark.rule("W-G2")
def test_two_to_five_players_with_six_starting_cards():
    assert len(CARDS.starting) == 6
    for players in (0, 1, 6):
        with pytest.raises(OptionError, match="2 to 5 players"):
            setup().game.setup(players)
    for players in (2, 3, 4, 5):
        end = play_until(setup(players).new(1), lambda state: state.is_over)
        assert len(end.starting) == 6 - players


@pytest.mark.rule("W-G24")
@EVERY_NUMBER
def test_round_2_has_its_own_cards_and_the_same_order(players):
    first = setup(players).new(7)
    state = play_until(first, lambda state: state.round == 2)
    dealt = [card for hand in state.hands for card in hand]
    assert [len(hand) for hand in state.hands] == [6] * players
    assert set(dealt) <= {card.id for card in CARDS.village[1]}
    assert len(state.decks[1]) == 30 - 6 * players
    assert len(state.monster_decks[1]) == 30
    assert state.order == first.order
    assert (state.phase, state.step, state.turn) == (CHOOSE, 0, 0)


@pytest.mark.rule("W-G25")
def test_the_order_of_placing_makes_no_difference():
    for seed in range(10):
        start = play_until(setup(3).new(seed), lambda state: state.phase == PLACE and state.step == 3)
        if any(CARDS.by_id[card].is_hero for card in start.chosen):
            continue
        results = set()
        for order in permutations(range(3)):
            villages = start.villages
            for seat in order:
                state = replace(start, turn=seat, villages=villages)
                villages = state.apply(state.legal_actions()[-1]).villages
            results.add(villages)
        assert len(results) == 1


@pytest.mark.rule("W-G27")
@EVERY_NUMBER
def test_who_passed_cards_on_knows_them_and_nothing_else(players):
    hidden_seen = False
    notes = {}  # what each player can have written down: the contents of hands that were held, by number of the hand
    for state, action in random_states(8, players):
        step = 1 if state.round == 1 else -1
        if state.phase == CHOOSE and state.turn == 0:
            if state.step == 0:
                notes = {player: {} for player in range(players)}
            for player in range(players):
                notes[player][(player - step * state.step) % players] = set(state.hands[player])
        if state.phase in (CHOOSE, PLACE, MOVE) and state.hands[0]:
            for player in range(players):
                view = state.view(player)
                for seat in range(players):
                    number = (seat - step * state.step) % players
                    wanted = set() if seat == player else notes[player].get(number, set())
                    assert set(view.known[seat]) == wanted
                    hidden_seen |= seat != player and not wanted
            assert state.view(None).known == ((),) * players
        if isinstance(action, Choose) and state.turn == players - 1:
            for seat, commit in enumerate([*state.commits[:-1], (action.card,)]):
                for player in range(players):
                    number = (seat - step * state.step) % players
                    notes[player].get(number, set()).discard(commit[0])
    assert hidden_seen


@pytest.mark.rule("W-G11")
def test_walking_is_optional_and_so_is_taking_the_weakest_after_a_hero_has_fought():
    state = placing(village("mill", mill=2), "trapper").apply(Place(0, 1))
    assert state.apply(Stay()).villages == state.villages
    fight = state_with([village("herbalist", "mill"), ()], [("witch-left", "witch-2"), ("witch-2",)])
    fight = replace(fight, phase=LOSE, strengths=((("witch-left", 1), ("witch-2", 2)), (("witch-2", 2),)))
    after = fight.apply(Lose("herbalist"))
    assert {action.monster for action in after.legal_actions()} == {"witch-left", "witch-2"}


@given(st.lists(st.tuples(st.integers(0, 10**6), st.booleans()), max_size=26), st.booleans())
def test_there_is_always_a_place_and_no_line_is_too_long(choices, box):
    ids = [card.id for card in (*CARDS.village[0], *CARDS.village[1])]
    here = (Placed("mill", 0, 0, 2),)
    placed = 0
    for number, (choice, lose) in enumerate(choices):
        if lose and here:
            here = tuple(each for k, each in enumerate(here) if k != choice % len(here))
        elif placed < 12:
            cells = free_cells(here, box=box)
            assert cells
            here = (*here, Placed(ids[number], *cells[choice % len(cells)], 0))
            placed += 1
        rows, columns = Counter(each.row for each in here), Counter(each.column for each in here)
        assert max([0, *rows.values(), *columns.values()]) <= 4
        assert len({(each.row, each.column) for each in here}) == len(here)
    assert free_cells(here, box=box)
