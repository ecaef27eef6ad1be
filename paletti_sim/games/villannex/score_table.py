"""The table of a scoring as in the manual: one row a resource, one column a village, then the bonuses and the total."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paletti_sim.games.core.scene import Grid, Scene
from paletti_sim.games.villannex.cards import RESOURCES, Card
from paletti_sim.games.villannex.scoring import Score, sources
from paletti_sim.games.villannex.text import number, signed


def score_grid(score: Score, names: Sequence[str], title: str = "") -> Grid:
    """Return the table; a cell of a resource is icons × value = points."""
    rows = []
    for place, resource in enumerate(RESOURCES):
        cells = [
            f"{village[place]} × {number(worth[place])} = {number(village[place] * worth[place])}"
            for village, worth in zip(score.productions, score.values, strict=True)
        ]
        rows.append((resource, *cells, str(score.counts[place])))
    rows += [(card.name, *(number(points) for points in row), "") for card, row in score.bonuses]
    rows.append(("total", *(number(total) for total in score.totals), ""))
    columns = ("", *names, "in all")
    return Grid(columns, tuple(rows), "l" + "r" * (len(names) + 1), title, frozenset({len(rows) - 1}))


def notes(score: Score, cards: Sequence[Card], names: Sequence[str]) -> list[str]:
    """Return why each resource is worth what it is, and which counts are more than what was produced."""
    lines = []
    for place, (resource, row) in enumerate(zip(RESOURCES, sources(score, cards), strict=True)):
        said = [f"{card.name} {_points(points, names)}" for card, points in row] or ["no such building, so 0 points"]
        produced = sum(village[place] for village in score.productions)
        counted = f" ({produced} produced, counted as {score.counts[place]})" if produced != score.counts[place] else ""
        lines.append(f"{resource}: {', '.join(said)}{counted}")
    return lines


def _points(points: tuple[int, ...], names: Sequence[str]) -> str:
    if len(set(points)) == 1:
        return signed(points[0])
    return "/".join(signed(each) for each in points) + f" ({'/'.join(names)})"


def score_scene(score: Score, cards: Sequence[Card], names: Sequence[str], title: str = "") -> Scene:
    """Return the table with its notes."""
    return (score_grid(score, names, title), *(f"  {note}" for note in notes(score, cards, names)))


def score_json(score: Score, names: Sequence[str]) -> dict[str, Any]:
    """Return the table as JSON."""
    villages = [
        {
            "name": name,
            "produces": dict(zip(RESOURCES, score.productions[place], strict=True)),
            "values": dict(zip(RESOURCES, score.values[place], strict=True)),
            "points": {
                resource: icons * worth
                for resource, icons, worth in zip(RESOURCES, score.productions[place], score.values[place], strict=True)
            },
            "bonuses": {card.id: points[place] for card, points in score.bonuses},
            "total": score.totals[place],
        }
        for place, name in enumerate(names)
    ]
    return {"counts": dict(zip(RESOURCES, score.counts, strict=True)), "villages": villages}
