"""Scoring (X-16 to X-25): production, what was produced in all, values, points, bonuses, in this order.

No effect reads a value, so there is no cycle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paletti_sim.games.villannex.cards import Card, Condition, Count, Production, ValueEffect


@dataclass(frozen=True)
class Score:
    """The whole table of a scoring. One entry a village, in their order.

    `counts`: what was produced in all, effects included. `values`: what one icon of each resource is worth in each
    village (they differ only through effects that read the village's own production). `bonuses`: for each card with a
    bonus, its points in each village.
    """

    productions: tuple[Production, ...]
    counts: tuple[int, ...]
    values: tuple[tuple[int, ...], ...]
    bonuses: tuple[tuple[Card, tuple[int, ...]], ...]
    totals: tuple[int, ...]


def score(productions: Sequence[Production], cards: Sequence[Card]) -> Score:
    """Score villages by what each produces and all cards on the table, those of the common area included.

    Negative values and totals are allowed (X-G17); what counts as produced is never below 0.
    """
    counts = [sum(column) for column in zip(*productions, strict=True)]
    extra = [0, 0, 0, 0]
    values = [0, 0, 0, 0]
    for card in cards:
        for counting in card.counting:
            times = 1 if counting.per is None else _named(counting.per.of, cards)
            extra[counting.resource] += counting.add * times
        for resource, points in card.fixed:
            values[resource] += points
    if any(extra):
        counts = [max(0, count + more) for count, more in zip(counts, extra, strict=True)]
    own: list[ValueEffect] = []
    for card in cards:
        for effect in card.varying:
            if _reads_village(effect.per, effect.when):
                own.append(effect)
            else:
                values[effect.resource] += effect.add * _times(effect.per, effect.when, counts, productions[0], cards)
    every = [_own_values(values, own, counts, village, cards) if own else values for village in productions]
    totals = [
        sum([icons * value for icons, value in zip(village, worth, strict=True)])
        for village, worth in zip(productions, every, strict=True)
    ]
    bonuses = []
    for card in cards:
        if card.bonuses:
            paid = tuple([_bonus(card, counts, village, cards) for village in productions])
            bonuses.append((card, paid))
            totals = [total + more for total, more in zip(totals, paid, strict=True)]
    return Score(
        tuple(productions), tuple(counts), tuple(tuple(worth) for worth in every), tuple(bonuses), tuple(totals)
    )


def _own_values(
    values: list[int], effects: list[ValueEffect], counts: list[int], village: Production, cards: Sequence[Card]
) -> list[int]:
    worth = list(values)
    for effect in effects:
        worth[effect.resource] += effect.add * _times(effect.per, effect.when, counts, village, cards)
    return worth


def _bonus(card: Card, counts: list[int], village: Production, cards: Sequence[Card]) -> int:
    points = 0
    for bonus in card.bonuses:
        times = _times(bonus.per, bonus.when, counts, village, cards)
        if bonus.per_set:
            times *= sets(village, bonus.per_set)
        elif bonus.villages_with:
            times *= all(icons >= need for icons, need in zip(village, bonus.villages_with, strict=True))
        points += bonus.add * times
    return points


def sets(village: Production, of: Production) -> int:
    """Return how many sets a village's production makes, each icon used once.

    >>> sets((0, 0, 2, 3), (0, 0, 1, 1))
    2
    """
    return min(icons // need for icons, need in zip(village, of, strict=True) if need)


def _reads_village(per: Count | None, when: Condition | None) -> bool:
    return (per is not None and per.kind == "own") or (when is not None and when.count.kind == "own")


def _times(
    per: Count | None, when: Condition | None, counts: list[int], village: Production, cards: Sequence[Card]
) -> int:
    if when is not None and not when.holds(_number(when.count, counts, village, cards)):
        return 0
    return 1 if per is None else _number(per, counts, village, cards)


def _number(count: Count, counts: list[int], village: Production, cards: Sequence[Card]) -> int:
    if count.kind == "produced":
        return counts[count.resource]
    if count.kind == "own":
        return village[count.resource]
    return _named(count.of, cards)


def _named(name: str, cards: Sequence[Card]) -> int:
    return sum(card.name == name for card in cards)


def sources(result: Score, cards: Sequence[Card]) -> tuple[tuple[tuple[Card, tuple[int, ...]], ...], ...]:
    """Return for each resource the cards that change its value: (card, points of one icon in each village).

    A card whose condition is not met is listed with 0: the manual notes those too.
    """
    counts = list(result.counts)
    rows = []
    for resource in range(len(counts)):
        row = []
        for card in cards:
            effects = [e for e in card.effects if isinstance(e, ValueEffect) and e.resource == resource]
            if effects:
                points = tuple(
                    sum(e.add * _times(e.per, e.when, counts, village, cards) for e in effects)
                    for village in result.productions
                )
                row.append((card, points))
        rows.append(tuple(row))
    return tuple(rows)
