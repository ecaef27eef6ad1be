"""Areas, tokens and points as text and tables."""

from __future__ import annotations

from collections.abc import Sequence

from paletti_sim.games.core.scene import Grid, Scene, counted
from paletti_sim.games.villa.garden import Area, Token, adjacent
from paletti_sim.games.villa.hedges import COLOURS
from paletti_sim.games.villa.scoring import Points, Ranking


def feature_name(feature: str) -> str:
    """Return a Feature as people name it.

    >>> feature_name("bird-bath")
    'Bird Bath'
    """
    return feature.replace("-", " ").title()


def token_text(token: Token) -> str:
    """Return a token in words.

    >>> token_text(Token(1, "well")), token_text(Token(0))
    ('pink Well', 'blue')
    """
    return f"{COLOURS[token.colour]} {feature_name(token.feature)}".rstrip()


def tokens_text(stack: Sequence[Token]) -> str:
    """Return the tokens of a stack from below."""
    return ", ".join(token_text(token) for token in stack) or "none"


def area_grid(areas: Sequence[Area]) -> Grid:
    """Return a table of all areas: spaces, segments by colour with what Fountains added, tokens, neighbours."""
    rows = []
    for number, area in enumerate(areas):
        segments = [
            f"{count}{f'+{bonus}' if bonus else ''}" for count, bonus in zip(area.counts, area.bonus, strict=True)
        ]
        beside = ", ".join(str(other + 1) for other in adjacent(areas, number))
        rows.append((str(number + 1), str(area.size), *segments, tokens_text(area.stack), beside))
    columns = ("area", "spaces", *COLOURS, "tokens from below", "adjacent")
    return Grid(columns, tuple(rows), "rrrrrrll", "Areas")


def score_scene(
    points: Sequence[Points], colours: Sequence[int], owners: Sequence[str], ranking: Ranking, *, sides: bool
) -> Scene:
    """Return the points of each colour, what Features scored, and of sides the lower of two."""
    rows = []
    for owner, colour, one in zip(owners, colours, points, strict=True):
        features = sum(number for _, _, number in one.features)
        numbers = (features, one.areas, one.total, one.placed)
        rows.append((owner, COLOURS[colour], *(str(number) for number in numbers)))
    scene: list[str | Grid] = [
        Grid(("", "colour", "Features", "areas", "points", "tokens placed"), tuple(rows), "llrrrr", "Points")
    ]
    for colour, one in zip(colours, points, strict=True):
        scored = [
            f"{feature_name(name)} in area {at + 1}: {counted(number, 'point')}"
            for name, at, number in one.features
            if number
        ]
        if scored:
            scene.append(f"  {COLOURS[colour]}: {'; '.join(scored)}")
    if sides:
        for side, score in enumerate(ranking.scores):
            names = list(dict.fromkeys((owners[side], owners[side + 2])))
            scene.append(f"  {' and '.join(names)}: the lower of two is {score}.")
    return tuple(scene)
