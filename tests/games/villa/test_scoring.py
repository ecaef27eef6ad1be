"""Points and winners."""

from __future__ import annotations

import pytest

from paletti_sim.games.core.contract import random_play
from paletti_sim.games.villa.scoring import Points, points_of, rank_single, rank_teams
from paletti_sim.games.villa.supply import Supply
from tests.games.villa.helpers import BLUE, GREEN, PINK, YELLOW, areas_of, expert, setup

SIZES = """
    +-b-+-p-+-y-+
    b A b B     y
    +-g-+-y-+-b-+
    p C         g
    +   +   +   +
    p           g
    +-b-+-b-+-b-+
"""


@pytest.mark.rule("V-27")
def test_an_area_is_worth_its_spaces_and_at_most_four():
    """The examples: 1, 2 and 6 spaces are 1, 2 and 4 points."""
    assert [(area.size, area.points) for area in areas_of(SIZES)] == [(1, 1), (2, 2), (6, 4)]


@pytest.mark.rule("V-30")
def test_every_token_scores_the_full_value_whoever_else_is_there():
    areas = areas_of(SIZES, {"A": "blue", "B": "pink blue", "C": "green pink"})
    totals = [points_of(areas, colour, 2).total for colour in (BLUE, PINK, YELLOW, GREEN)]
    assert totals == [1 + 2, 2 + 4, 0, 4]


@pytest.mark.rule("V-31")
def test_most_points_then_more_tokens_then_a_shared_victory():
    def winners(*given):
        ranking = rank_single([Points((), total, placed) for total, placed in given])
        return ranking.winners, ranking.decided_by

    assert winners((5, 9), (7, 1), (6, 3)) == ({1}, "")
    assert winners((7, 3), (7, 4), (6, 9)) == ({1}, "more tokens placed")
    assert winners((7, 4), (7, 4), (7, 3)) == ({0, 1}, "")


@pytest.mark.rule("V-35")
def test_features_score_and_count_as_tokens_for_areas():
    areas = areas_of(SIZES, {"C": "pink-column"})
    points = points_of(areas, PINK, 1)
    assert points.features == (("column", 2, 2 * 2),)
    assert (points.areas, points.total) == (4, 8)


@pytest.mark.rule("V-45")
def test_several_tokens_of_a_colour_in_an_area_score_each():
    areas = areas_of(SIZES, {"C": "pink blue pink-bird-bath"})
    assert points_of(areas, PINK, 2).total == 8


@pytest.mark.rule("V-58")
@pytest.mark.rule("V-59")
def test_a_team_has_the_lower_of_two_scores():
    """The example: pink 30 and green 27 beat blue 28 and yellow 26."""

    def teams(*given):
        ranking = rank_teams([Points((), total, placed) for total, placed in given], two_players=False)
        return ranking.scores, ranking.winners, ranking.decided_by

    assert teams((28, 5), (30, 5), (26, 5), (27, 5)) == ((26, 27), {1}, "")
    assert teams((28, 5), (26, 5), (26, 5), (30, 6)) == ((26, 26), {1}, "more tokens placed")
    assert teams((26, 5), (26, 4), (26, 5), (26, 6)) == (
        (26, 26),
        {1},
        "the single player who placed most tokens",
    )
    assert teams((26, 6), (26, 4), (26, 4), (26, 6)) == ((26, 26), {0, 1}, "")


@pytest.mark.rule("V-64")
def test_with_two_colours_the_lower_one_counts():
    def players(*given):
        ranking = rank_teams([Points((), total, placed) for total, placed in given], two_players=True)
        return ranking.scores, ranking.winners, ranking.decided_by

    assert players((10, 5), (9, 5), (3, 5), (9, 5)) == ((3, 9), {1}, "")
    assert players((9, 5), (9, 5), (9, 6), (9, 5)) == ((9, 9), {0}, "more tokens placed")
    assert players((9, 6), (9, 4), (9, 4), (9, 6)) == ((9, 9), {0, 1}, "")
    assert players((9, 9), (9, 5), (9, 1), (9, 5)) == ((9, 9), {0, 1}, "")


@pytest.mark.rule("V-G28")
def test_placed_tokens_are_counted_by_colour_turned_ones_too():
    assert Supply(3, ("well",)).placed == 6
    assert Supply(3, ("well", "bridge")).less_feature("bridge").placed == 6
    for made in (expert(4, sides="teams"), expert(2, sides="two-colours"), setup(3)):
        for state, _ in random_play(made, 5):
            for colour, supply in zip(made.seating.colours, state.supplies, strict=True):
                lying = sum(token.colour == colour for area in state.areas for token in area.stack)
                assert supply.placed == lying


def test_the_outcome_is_made_of_these_points():
    state = random_play(expert(3), 8)[-1][0]
    totals = []
    for colour in range(3):
        total = 0
        for area in state.areas:
            total += area.points * sum(token.colour == colour for token in area.stack)
        totals.append(total + sum(points for _, _, points in state.points[colour].features))
    assert state.outcome.scores == tuple(totals)
    assert state.outcome.winners == rank_single(state.points).winners
