"""Cards in words. Effects are told from the data, so a card's text is always what it does."""

from __future__ import annotations

from paletti_sim.games.core.scene import listed
from paletti_sim.games.villannex.cards import (
    RESOURCES,
    BonusEffect,
    Condition,
    Count,
    CountEffect,
    Effect,
    Production,
    ValueEffect,
)


def icons_text(production: Production) -> str:
    """Return icons in words.

    >>> icons_text((1, 0, 2, 0))
    '1 wood + 2 livestock'
    """
    return " + ".join(f"{n} {name}" for n, name in zip(production, RESOURCES, strict=True) if n) or "nothing"


def signed(points: int) -> str:
    """Return points with their sign.

    >>> signed(3), signed(-3), signed(0)
    ('+3', '−3', '0')
    """
    return f"+{points}" if points > 0 else number(points)


def number(points: float) -> str:
    """Return a number with a real minus sign.

    >>> number(-3), number(4)
    ('−3', '4')
    """
    return f"{points:g}".replace("-", "−")


def effects_text(effects: tuple[Effect, ...]) -> str:
    """Return what effects do, in one or more sentences."""
    return " ".join(_sentence(effect) for effect in effects) or "No effect."


def _sentence(effect: Effect) -> str:
    if isinstance(effect, ValueEffect):
        said = f"{RESOURCES[effect.resource].capitalize()} {signed(effect.add)}{_per(effect.per)}"
        return f"{said}{_if(effect.when)}."
    if isinstance(effect, CountEffect):
        more = "more" if effect.add > 0 else "less"
        counts = "counts" if abs(effect.add) == 1 else "count"
        said = f"{abs(effect.add)} {more} {RESOURCES[effect.resource]} {counts} as produced"
        return f"{said}{_per(effect.per)}."
    return _bonus(effect)


def _bonus(effect: BonusEffect) -> str:
    points = f"{number(effect.add)} {'point' if abs(effect.add) == 1 else 'points'}"
    if effect.per_set:
        said = f"{points} for each {_set(effect.per_set)} in a village"
    elif effect.villages_with:
        wanted = [f"{n} or more {name}" for n, name in zip(effect.villages_with, RESOURCES, strict=True) if n]
        said = f"{points} for each village with {listed(wanted)}"
    else:
        said = f"{points} for each village"
    return f"{said}{_per(effect.per)}{_if(effect.when)}."


def _set(production: Production) -> str:
    if sum(production) == 1:
        return RESOURCES[production.index(1)]
    return f"set of {listed([f'{n} {name}' for n, name in zip(production, RESOURCES, strict=True) if n])}"


def _per(per: Count | None) -> str:
    if per is None:
        return ""
    if per.kind == "cards":
        return f" for each {per.of} on the table"
    return f" for each {per.of} produced{' in the village' if per.kind == 'own' else ''}"


def _if(when: Condition | None) -> str:
    if when is None:
        return ""
    count = when.count
    if when.at_least is not None and when.at_most is not None:
        bounds = f"{when.at_least} to {when.at_most}"
    else:
        bounds = f"{when.at_least} or more" if when.at_least is not None else f"{when.at_most} or fewer"
    if count.kind == "cards":
        return f" if {bounds} {count.of} are on the table"
    place = "in the village" if count.kind == "own" else "in all"
    return f" if {bounds} {count.of} were produced {place}"
