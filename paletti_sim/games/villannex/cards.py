"""The cards of Villannex and the small language of their effects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

RESOURCES = ("wood", "stone", "livestock", "grain")
Production = tuple[int, int, int, int]
"""Icons of each resource, in the order of `RESOURCES`."""

NOTHING: Production = (0, 0, 0, 0)
BUILDINGS = 24
OCCUPATIONS = 8


@dataclass(frozen=True)
class Count:
    """A number that an effect reads.

    `produced`: of a resource, in all villages, counting effects included (X-20). `own`: of a resource, in the village
    being scored (X-21). `cards`: cards of a name on the whole table (X-22).
    """

    kind: Literal["produced", "own", "cards"]
    of: str

    @cached_property
    def resource(self) -> int:
        """The place of the resource in `RESOURCES`."""
        return RESOURCES.index(self.of)

    def to_json(self) -> dict[str, Any]:
        """Return the count as the card file writes it."""
        return {self.kind: self.of}


@dataclass(frozen=True)
class Condition:
    """ "If": a count is at least or at most a number."""

    count: Count
    at_least: int | None = None
    at_most: int | None = None

    def holds(self, number: int) -> bool:
        """Return whether it is met by what was counted."""
        return (self.at_least is None or number >= self.at_least) and (self.at_most is None or number <= self.at_most)

    def to_json(self) -> dict[str, Any]:
        """Return the condition as the card file writes it."""
        bounds = {"at_least": self.at_least, "at_most": self.at_most}
        return {**self.count.to_json(), **{key: bound for key, bound in bounds.items() if bound is not None}}


@dataclass(frozen=True)
class ValueEffect:
    """Each icon of a resource is worth `add` more (for each `per`, if `when`)."""

    resource: int
    add: int
    per: Count | None = None
    when: Condition | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the effect as the card file writes it."""
        return {"value": RESOURCES[self.resource], "add": self.add, **_modifiers(self.per, self.when)}


@dataclass(frozen=True)
class CountEffect:
    """`add` more of a resource count as produced, in nobody's village (for each card of a name on the table)."""

    resource: int
    add: int
    per: Count | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the effect as the card file writes it."""
        return {"count": RESOURCES[self.resource], "add": self.add, **_modifiers(self.per, None)}


@dataclass(frozen=True)
class BonusEffect:
    """`add` points for every village: for each set it produced, or once if it produced enough, or in any case."""

    add: int
    per_set: Production | None = None
    villages_with: Production | None = None
    per: Count | None = None
    when: Condition | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the effect as the card file writes it."""
        needs = {"per_set": self.per_set, "villages_with": self.villages_with}
        return {
            "bonus": self.add,
            **{key: _icons(icons) for key, icons in needs.items() if icons},
            **_modifiers(self.per, self.when),
        }


Effect = ValueEffect | CountEffect | BonusEffect


@dataclass(frozen=True)
class Card:
    """A village card (X-2): a name, effects, and frames of resources. `origin` says where its text comes from."""

    id: str
    name: str
    kind: Literal["building", "occupation"]
    effects: tuple[Effect, ...]
    frames: tuple[Production, ...]
    origin: str = ""

    @cached_property
    def fixed(self) -> tuple[tuple[int, int], ...]:
        """What it adds to the values of resources in any case: (resource, points)."""
        return tuple(
            (effect.resource, effect.add)
            for effect in self.effects
            if isinstance(effect, ValueEffect) and effect.per is None and effect.when is None
        )

    @cached_property
    def varying(self) -> tuple[ValueEffect, ...]:
        """Its effects on values that depend on something."""
        return tuple(e for e in self.effects if isinstance(e, ValueEffect) and (e.per or e.when))

    @cached_property
    def counting(self) -> tuple[CountEffect, ...]:
        """Its effects on what counts as produced."""
        return tuple(effect for effect in self.effects if isinstance(effect, CountEffect))

    @cached_property
    def bonuses(self) -> tuple[BonusEffect, ...]:
        """Its bonuses."""
        return tuple(effect for effect in self.effects if isinstance(effect, BonusEffect))

    @cached_property
    def text(self) -> str:
        """Its effects in words."""
        from paletti_sim.games.villannex.text import effects_text

        return effects_text(self.effects)

    def to_json(self) -> dict[str, Any]:
        """Return what decides a game: everything but the origin."""
        return {
            "id": self.id,
            "name": self.name,
            "kind": self.kind,
            "effects": [effect.to_json() for effect in self.effects],
            "frames": [_icons(frame) for frame in self.frames],
        }


@dataclass(frozen=True)
class CardSet:
    """All cards of the game, in the order of their file."""

    cards: tuple[Card, ...]

    @cached_property
    def by_id(self) -> dict[str, Card]:
        """The cards by their ids."""
        return {card.id: card for card in self.cards}

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """All ids."""
        return tuple(card.id for card in self.cards)

    def production(self, village: Iterable[tuple[str, int]]) -> Production:
        """Return what a village produces: cards with the number of the frame that has a production card (X-4)."""
        wood = stone = livestock = grain = 0
        for card, frame in village:
            if frame > 0:
                icons = self.by_id[card].frames[frame - 1]
                wood += icons[0]
                stone += icons[1]
                livestock += icons[2]
                grain += icons[3]
        return (wood, stone, livestock, grain)

    def to_json(self) -> list[dict[str, Any]]:
        """Return all cards."""
        return [card.to_json() for card in self.cards]


def _icons(production: Production) -> dict[str, int]:
    return {name: number for name, number in zip(RESOURCES, production, strict=True) if number}


def _modifiers(per: Count | None, when: Condition | None) -> dict[str, Any]:
    return {**({"per": per.to_json()} if per else {}), **({"if": when.to_json()} if when else {})}
