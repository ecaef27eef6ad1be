"""Scoring: X-4 to X-8, X-16 to X-26 and the rulings on it, with both worked examples of the rulebook."""

from __future__ import annotations

import pytest

from paletti_sim.games.villannex.cards import Count
from paletti_sim.games.villannex.common import score_round
from paletti_sim.games.villannex.score_table import notes, score_grid
from paletti_sim.games.villannex.scoring import score, sets
from tests.games.villannex.helpers import (
    GRAIN,
    STONE,
    at_least,
    at_most,
    bonus,
    building,
    cards,
    count,
    occupation,
    produced,
    setup,
    totals,
    value,
)

YOU, LEFT, RIGHT = (1, 2, 1, 1), (0, 2, 0, 2), (0, 0, 2, 3)
IN_PLAY = ("stone-bridge", "cook", "walls", "trading-post", "grain-field", "toll-gate")


@pytest.fixture
def three():
    return score([YOU, LEFT, RIGHT], cards(*IN_PLAY))


@pytest.mark.rule("X-26")
@pytest.mark.rule("X-5")
def test_the_small_example_is_worth_7():
    assert totals([(1, 0, 2, 1)], cards("charcoal-hut", "cook")) == (7,)


@pytest.mark.rule("X-26")
def test_the_small_example_can_be_laid_with_our_cards():
    village = (("charcoal-hut", 2), ("cook", 1))
    assert setup().cards.production(village) == (1, 0, 2, 1)
    assert score_round(setup().cards, [[village]], 0).totals == (7,)


@pytest.mark.rule("X-26")
def test_the_three_player_example_cell_by_cell(three):
    assert three.totals == (27, 26, 22)
    grid = score_grid(three, ("You", "Left", "Right"))
    assert grid.columns == ("", "You", "Left", "Right", "in all")
    assert grid.rows == (
        ("wood", "1 × 0 = 0", "0 × 0 = 0", "0 × 0 = 0", "1"),
        ("stone", "2 × 9 = 18", "2 × 9 = 18", "0 × 9 = 0", "4"),
        ("livestock", "1 × 0 = 0", "0 × 0 = 0", "2 × 0 = 0", "3"),
        ("grain", "1 × 4 = 4", "2 × 4 = 8", "3 × 4 = 12", "8"),
        ("Cook", "5", "0", "10", ""),
        ("total", "27", "26", "22", ""),
    )
    assert grid.strong == {5}


@pytest.mark.rule("X-26")
def test_the_notes_of_the_rows_are_those_of_the_manual(three):
    said = notes(three, cards(*IN_PLAY), ("You", "Left", "Right"))
    assert said[1] == "stone: Stone bridge +4, Walls +5"
    assert said[2] == "livestock: no such building, so 0 points"
    assert said[3] == "grain: Grain field +4 (6 produced, counted as 8)"


@pytest.mark.rule("X-16")
def test_production_is_counted_for_each_village_and_resource(three):
    assert three.productions == (YOU, LEFT, RIGHT)
    assert setup().cards.production((("stone-bridge", 1), ("walls", 1))) == (1, 2, 0, 0)


@pytest.mark.rule("X-4")
def test_only_frames_with_a_production_card_produce():
    by_id = setup().cards.by_id
    assert setup().cards.production((("walls", 2), ("grain-field", 0))) == by_id["walls"].frames[1]


@pytest.mark.rule("X-17")
def test_values_add_up_over_all_villages_and_none_is_zero(three):
    assert three.values == ((0, 9, 0, 4),) * 3
    assert totals([(3, 3, 3, 3)], []) == (0,)


@pytest.mark.rule("X-18")
@pytest.mark.rule("X-G17")
def test_points_are_count_times_value_and_may_be_negative():
    hut = cards("charcoal-hut")
    assert totals([(2, 1, 0, 0), (0, 3, 0, 0), (0, 0, 5, 5)], hut) == (1, -9, 0)


@pytest.mark.rule("X-7")
@pytest.mark.rule("X-6")
def test_a_building_changes_the_value_for_everyone():
    walls = cards("walls")
    assert totals([(0, 1, 0, 0), (0, 2, 0, 0)], walls) == (5, 10)
    assert totals([(0, 1, 0, 0), (0, 2, 0, 0)], []) == (0, 0)


@pytest.mark.rule("X-8")
@pytest.mark.rule("X-19")
@pytest.mark.rule("X-25")
def test_an_occupation_pays_every_village_that_meets_it(three):
    ((cook, points),) = three.bonuses
    assert (cook.id, points) == ("cook", (5, 0, 10))
    fair = occupation(bonus(3, villages_with=(0, 0, 0, 2)))
    paid = score([YOU, LEFT, RIGHT], [fair]).bonuses[0][1]
    assert paid == (0, 3, 3)  # "Villages with 2 or more grain" are Left and Right


@pytest.mark.rule("X-20")
def test_produced_means_in_all_villages_with_counting_effects(three):
    assert three.counts == (1, 4, 3, 8)
    hall = building(value("grain", 1, per=produced("grain")))
    worth = score([(0, 0, 0, 1), (0, 0, 0, 2)], [hall, *cards("trading-post")]).values
    assert [row[GRAIN] for row in worth] == [5, 5]


@pytest.mark.rule("X-21")
@pytest.mark.rule("X-G18")
def test_in_each_village_means_the_village_being_scored():
    lodge = building(value("wood", 1, per=Count("own", "wood")))
    result = score([(1, 0, 0, 0), (3, 0, 0, 0)], [lodge])
    assert result.totals == (1, 9)
    pair = occupation(bonus(2, when=at_least(Count("own", "stone"), 2)))
    assert score([YOU, LEFT, RIGHT], [pair]).bonuses[0][1] == (2, 2, 0)


@pytest.mark.rule("X-22")
def test_existed_counts_cards_in_all_villages():
    fair = building(value("wood", 1, per=Count("cards", "Trading Post")))
    assert score([YOU, LEFT, RIGHT], [fair, *cards(*IN_PLAY)]).values[2][0] == 1  # there is 1 Trading Post
    twice = [fair, *cards("trading-post"), building(name="Trading Post")]
    assert totals([(2, 0, 0, 0)], twice) == (4,)


@pytest.mark.rule("X-23")
def test_if_counts_once_when_true():
    hall = building(value("wood", 3, when=at_least(produced("stone"), 2)))
    for stone, points in ((1, 0), (2, 3), (4, 3)):
        assert totals([(1, stone, 0, 0)], [hall]) == (points,)


@pytest.mark.rule("X-24")
def test_for_each_counts_as_often_as_it_is_fulfilled():
    bridge = score([YOU, LEFT, RIGHT], cards("stone-bridge"))
    assert bridge.values[0][STONE] == 4  # "for each 1 stone that were produced" happens 4 times
    assert [sets(village, (0, 0, 1, 1)) for village in (YOU, LEFT, RIGHT)] == [1, 0, 2]


@pytest.mark.rule("X-24")
def test_a_set_uses_each_icon_once():
    assert sets((4, 0, 0, 2), (2, 0, 0, 1)) == 2
    assert sets((4, 0, 0, 1), (2, 0, 0, 1)) == 1
    assert sets((0, 0, 0, 5), (0, 0, 0, 2)) == 2


@pytest.mark.rule("X-G2")
def test_of_the_note_on_5_or_more_and_3_or_fewer_neither_happens_for_stone():
    many = building(value("wood", 9, when=at_least(produced("stone"), 5)))
    few = building(value("wood", 9, when=at_most(produced("stone"), 3)))
    result = score([YOU, LEFT, RIGHT], [many, few])
    assert result.counts[STONE] == 4
    assert result.values[0][0] == 0


@pytest.mark.rule("X-G2")
def test_limits_read_the_count_with_counting_effects():
    few = building(value("grain", 2, when=at_most(produced("grain"), 3)))
    assert totals([(0, 0, 0, 2)], [few]) == (4,)
    assert totals([(0, 0, 0, 2)], [few, *cards("trading-post")]) == (0,)


@pytest.mark.rule("X-G3")
def test_the_grain_of_the_trading_post_is_scored_by_no_village_and_makes_no_sets():
    result = score([(0, 0, 3, 1), (0, 0, 0, 0)], cards("trading-post", "grain-field", "cook"))
    assert result.counts[GRAIN] == 3
    assert result.totals == (4 + 5, 0)


@pytest.mark.rule("X-G19")
def test_several_effects_on_one_resource_add_and_every_card_is_unique():
    assert len(set(setup().cards.ids)) == 32
    assert totals([(0, 1, 0, 0)], cards("walls", "quarry")) == (8,)


@pytest.mark.rule("X-G20")
def test_a_resource_without_a_building_is_worth_nothing_but_counts_for_sets_and_conditions():
    mill = building(value("wood", 2, when=at_least(produced("livestock"), 2)))
    result = score([(1, 0, 2, 1)], [mill, *cards("cook")])
    assert result.values[0][2] == 0
    assert result.totals == (2 + 5,)


def test_what_counts_as_produced_is_never_below_zero():
    thief = building(count("stone", -5), value("wood", 1, per=produced("stone")))
    result = score([(2, 1, 0, 0)], [thief])
    assert (result.counts[STONE], result.totals) == (0, (0,))


def test_a_count_for_each_card_of_a_name():
    fair = building(count("stone", 2, per=Count("cards", "Trading Post")))
    assert score([(0, 1, 0, 0)], [fair]).counts[STONE] == 1
    assert score([(0, 1, 0, 0)], [fair, *cards("trading-post")]).counts[STONE] == 3
