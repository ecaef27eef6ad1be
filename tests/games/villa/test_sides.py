"""Teams of two, and two players with two colours each."""

from __future__ import annotations

import pytest

from paletti_sim.games.core.contract import random_play
from paletti_sim.games.core.errors import IllegalActionError, OptionError
from paletti_sim.games.villa.actions import First, Put, Resolve, Turn
from paletti_sim.games.villa.scoring import rank_teams
from paletti_sim.games.villa.turns import FIRST, LAST_TOKEN, OVER, PLACE, TOKEN, WELL
from tests.games.villa.helpers import expert, resolving, setup, supply, texts

ALL = "+-b-+\np A y\n+-g-+"
TEAMS = expert(4, sides="teams", features="bridge,trees,gazebo")
TWO = expert(2, sides="two-colours", features="bridge,trees,gazebo")


@pytest.mark.rule("V-54")
def test_teams_play_by_all_other_rules():
    assert TEAMS.players == 4
    assert setup(4, sides="teams").new(0).supplies == setup(4).new(0).supplies
    assert TEAMS.new(3).supplies == (supply(7, "bridge", "trees", "gazebo"),) * 4
    end = random_play(TEAMS, 0)[-1][0]
    assert end.turns == tuple(number % 4 for number in range(len(end.turns)))  # always one team, then the other
    for players in (2, 3):
        with pytest.raises(OptionError, match="sides=teams is for 4 players"):
            setup(players, sides="teams")


@pytest.mark.rule("V-55")
def test_the_other_team_places_first_as_it_likes_then_the_partner_then_the_active_player():
    """The example: pink closes, all tie; blue chooses to place first, then yellow, then green, then pink."""
    table = resolving(TEAMS, ALL, "A", active=1)
    assert (table.phase, list(table.legal_actions())) == (FIRST, [First("yellow"), First("blue")])
    table = table.apply(First("blue"))
    assert texts(table.areas[0]) == "blue yellow green"
    assert (table.phase, table.actor) == (TOKEN, 1)
    assert Put("bridge") in table.legal_actions()  # since it is pink's turn, it may be a Feature
    assert texts(table.apply(Put("bridge")).areas[0]) == "blue yellow green pink-bridge"
    other = resolving(TEAMS, ALL, "A", active=1).apply(First("yellow"))
    assert texts(other.areas[0]) == "yellow blue green"
    with pytest.raises(IllegalActionError, match="V-55"):
        resolving(TEAMS, ALL, "A", active=1).apply(First("green"))
    # those who are not tied are left out; the partner comes before the active player wherever they sit
    pair = resolving(TEAMS, "+-p-+\ng A g\n+-p-+", "A", active=3)
    assert texts(pair.areas[0]) == "pink"
    assert pair.actor == 3


@pytest.mark.rule("V-G3")
def test_of_two_opponents_one_without_tokens_leaves_nothing_to_choose():
    for place, expected in ((2, "blue green"), (0, "yellow green")):
        table = resolving(TEAMS, ALL, "A", active=1, supplies={place: supply(0)})
        assert (table.phase, table.actor, texts(table.areas[0])) == (TOKEN, 1, expected)


@pytest.mark.rule("V-G22")
def test_the_opponent_at_the_left_decides_and_a_placed_feature_is_not_turned():
    for active in range(4):
        assert resolving(TEAMS, ALL, "A", active=active).actor == (active + 1) % 4
    # green has placed its Bridge already: nothing to turn
    table = resolving(TEAMS, "+-p-+\np A b\n+-p-+", "A", active=1, supplies={3: supply(6, "trees", "gazebo")})
    assert table.apply(Put("bridge")).supplies[3] == supply(6, "trees", "gazebo")


@pytest.mark.rule("V-56")
def test_the_partner_turns_the_same_feature():
    table = resolving(TEAMS, "+-p-+\np A b\n+-p-+", "A", active=1).apply(Put("trees"))
    assert table.supplies == (
        supply(7, "bridge", "trees", "gazebo"),
        supply(7, "bridge", "gazebo"),
        supply(7, "bridge", "trees", "gazebo"),
        supply(8, "bridge", "gazebo"),
    )
    # a Feature that is only turned over turns none of the partner
    off = resolving(TEAMS, "+-p-+\np A b\n+-p-+", "A", active=0, supplies={1: supply(0, "trees", "gazebo")}).apply(
        Turn("trees")
    )
    assert off.supplies[3] == supply(7, "bridge", "trees", "gazebo")


@pytest.mark.rule("V-57")
@pytest.mark.parametrize("made", [TEAMS, TWO, expert(4, sides="teams")])
def test_each_side_places_each_feature_at_most_once(made):
    placed = 0
    for seed in range(6):
        end = random_play(made, seed)[-1][0]
        for side in (0, 1):
            colours = made.seating.colours[side::2]
            shown = [t.feature for area in end.areas for t in area.stack if t.colour in colours and t.feature]
            assert len(shown) == len(set(shown))
            placed += len(shown)
    assert placed > 6


@pytest.mark.rule("V-60")
def test_two_players_with_two_colours_each():
    assert TWO.seating.owners == (0, 1, 0, 1)
    assert TWO.new(0).supplies == (supply(7, "bridge", "trees", "gazebo"),) * 4
    end = random_play(TWO, 2)[-1][0]
    assert set(end.turns) == {0, 1}
    assert len(end.outcome.scores) == 2
    with pytest.raises(OptionError, match="is for 2 players"):
        expert(3, sides="two-colours")
    with pytest.raises(OptionError, match="add rules=expert"):
        setup(2, sides="two-colours")


@pytest.mark.rule("V-61")
def test_the_token_is_of_the_colour_that_has_most():
    table = resolving(TWO, "+-y-+\ny A b\n+-p-+", "A", active=0)
    assert table.actor == 0
    assert texts(table.apply(Put()).areas[0]) == "yellow"
    assert [each.left for each in table.apply(Put()).supplies] == [10, 10, 9, 10]


@pytest.mark.rule("V-62")
def test_of_two_own_tied_colours_only_the_upper_may_be_a_feature():
    text = "+-b-+\nb A y\n+-y-+"
    table = resolving(TWO, text, "A", active=0)
    assert (table.phase, table.actor) == (FIRST, 0)
    assert set(table.legal_actions()) == {First("blue"), First("yellow")}
    after = table.apply(First("yellow"))
    assert texts(after.areas[0]) == "yellow"  # the lower one is neutral, without a choice
    assert (after.phase, after.actor) == (TOKEN, 0)
    assert texts(after.apply(Put("gazebo")).areas[0]) == "yellow blue-gazebo"
    # a lower colour with Features only: one is turned
    poor = resolving(TWO, text, "A", active=0, supplies={2: supply(0, "bridge", "trees")}).apply(First("yellow"))
    assert list(poor.legal_actions()) == [Turn("bridge"), Turn("trees")]


@pytest.mark.rule("V-63")
def test_the_other_own_colour_turns_the_same_feature():
    table = resolving(TWO, "+-y-+\ny A b\n+-p-+", "A", active=0).apply(Put("bridge"))
    assert table.supplies[0] == supply(8, "trees", "gazebo")
    assert table.supplies[2] == supply(7, "trees", "gazebo")
    assert table.supplies[1] == table.supplies[3] == supply(7, "bridge", "trees", "gazebo")


@pytest.mark.rule("V-G24")
def test_either_colour_running_out_ends_the_game():
    for place, text in ((0, "+-b-+\nb A y\n+-p-+"), (2, "+-y-+\ny A b\n+-p-+")):
        table = resolving(TWO, text, "A", active=1, supplies={place: supply(1)})
        assert (table.phase, table.reason) == (OVER, LAST_TOKEN)


@pytest.mark.rule("V-G25")
def test_the_opponent_orders_his_own_tied_colours_both_neutral():
    table = resolving(TWO, "+-p-+\np A g\n+-g-+", "A", active=0)
    assert (table.phase, table.actor, table.active) == (FIRST, 1, 0)
    after = table.apply(First("green"))
    assert texts(after.areas[0]) == "green pink"
    assert after.phase == PLACE
    assert after.supplies[1] == after.supplies[3] == supply(6, "bridge", "trees", "gazebo")
    # all four: the opponent's first, then the own, on top perhaps a Feature
    four = resolving(TWO, ALL, "A", active=0)
    assert four.actor == 1
    own = four.apply(First("pink"))
    assert (own.phase, own.actor) == (FIRST, 0)
    top = own.apply(First("blue"))
    assert texts(top.areas[0]) == "pink green blue"
    assert texts(top.apply(Put("trees")).areas[0]) == "pink green blue yellow-trees"


@pytest.mark.rule("V-G26")
def test_own_colours_that_win_two_areas_may_each_place_a_feature():
    table = resolving(TWO, "+-b-+-y-+\nb A g B y\n+-b-+-y-+", "AB", active=0).apply(Resolve(1))
    table = table.apply(Put("bridge")).apply(Put("trees"))
    assert [texts(area) for area in table.areas] == ["blue-bridge", "yellow-trees"]
    assert table.supplies[0] == supply(8, "gazebo")
    assert table.supplies[2] == supply(8, "gazebo")


def test_a_well_of_the_second_colour():
    made = expert(2, sides="two-colours", features="well,trees,gazebo")
    table = resolving(made, "+-b-+\nb A y\n+-p-+", "A", active=0).apply(Put())
    assert (table.phase, table.actor) == (WELL, 0)
    after = table.apply(Put("well"))
    assert texts(after.areas[0]) == "blue yellow-well"
    assert after.supplies[0] == supply(7, "trees", "gazebo")  # blue's Well was turned


@pytest.mark.parametrize("made", [TEAMS, TWO])
def test_the_outcome_is_that_of_the_sides(made):
    end = random_play(made, 4)[-1][0]
    ranking = rank_teams(end.points, two_players=made is TWO)
    assert end.outcome.scores == tuple(ranking.scores[seat % 2] for seat in range(made.players))
    assert end.outcome.winners == {seat for seat in range(made.players) if seat % 2 in ranking.winners}
