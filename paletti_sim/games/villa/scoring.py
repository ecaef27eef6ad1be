"""Points of each colour, and who wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paletti_sim.games.villa.features import feature_points
from paletti_sim.games.villa.garden import Area


@dataclass(frozen=True)
class Points:
    """What a colour has: points of each Feature with its area, points of areas, number of tokens placed."""

    features: tuple[tuple[str, int, int], ...]
    areas: int
    placed: int

    @property
    def total(self) -> int:
        """Feature points and area points (V-35)."""
        return self.areas + sum(points for _, _, points in self.features)


def points_of(areas: Sequence[Area], colour: int, placed: int, by: str = "majority") -> Points:
    """Return the points of a colour that has placed so many tokens.

    Each token scores the full value of its area, whoever else is there (V-30); so do several of one colour (V-45).
    """
    features = []
    total = 0
    for number, area in enumerate(areas):
        for token in area.stack:
            if token.colour == colour:
                total += area.points
                if token.feature:
                    scored = feature_points(areas, number, colour, token.feature, by)
                    features.append((token.feature, number, scored))
    return Points(tuple(features), total, placed)


@dataclass(frozen=True)
class Ranking:
    """Who wins: seats or teams, the score of each, and what decided ("" while points alone did)."""

    scores: tuple[int, ...]
    winners: frozenset[int]
    decided_by: str


def rank(scores: Sequence[int], breakers: Sequence[tuple[str, Sequence[int]]]) -> Ranking:
    """Return who has most points; equal ones are told apart by each of `breakers` in turn, more is better.

    >>> rank([5, 7, 7], [("more tokens placed", [9, 3, 4])])
    Ranking(scores=(5, 7, 7), winners=frozenset({2}), decided_by='more tokens placed')
    """
    best = [each for each, score in enumerate(scores) if score == max(scores)]
    decided = ""
    for name, values in breakers:
        if len(best) > 1:
            decided = name
            most = max(values[each] for each in best)
            best = [each for each in best if values[each] == most]
    return Ranking(tuple(scores), frozenset(best), decided if len(best) == 1 else "")


def rank_single(points: Sequence[Points]) -> Ranking:
    """Each for himself: most points, then more tokens placed, then a shared victory (V-31)."""
    return rank([each.total for each in points], [("more tokens placed", [each.placed for each in points])])


def rank_teams(points: Sequence[Points], *, two_players: bool) -> Ranking:
    """Two sides of two colours each, opposite colours together; a side's score is the lower of its two (V-58, V-64).

    Equal teams: more tokens of both, then the single player who placed most, then a draw (V-59). With two players and
    two colours each: more tokens, then a shared victory (V-64).

    >>> given = [Points((), total, 5) for total in (28, 30, 26, 27)]
    >>> rank_teams(given, two_players=False)
    Ranking(scores=(26, 27), winners=frozenset({1}), decided_by='')
    """
    sides = [(points[side], points[side + 2]) for side in (0, 1)]
    scores = [min(one.total, other.total) for one, other in sides]
    breakers = [("more tokens placed", [one.placed + other.placed for one, other in sides])]
    if not two_players:
        single = [max(one.placed, other.placed) for one, other in sides]
        breakers.append(("the single player who placed most tokens", single))
    return rank(scores, breakers)
