"""Cards and monsters in a few words. Arrows show the side: ← witches, ↑ werewolves, → vampires."""

from __future__ import annotations

from paletti_sim.games.vampire_village.cards import ATTACKERS, Building, VillageCard, kind_of, what_of

ARROWS = dict(zip(ATTACKERS, "←↑→", strict=True))
LEGEND = "Defence and symbols: ← against witches, ↑ against werewolves, → against vampires."

_DEMONS = {"hero": "killer demon", "yellow": "yellow demon", "fewest": "lonely demon"}
_MISDEEDS = {
    "hero": "a hero is discarded",
    "yellow": "1 resident less on each yellow building",
    "fewest": "the building with the fewest residents is discarded",
}


def monster_name(face: str) -> str:
    """Return a short name, at most 14 characters.

    >>> [monster_name(face) for face in ("witch-left", "werewolf-grey", "vampire-3", "demon-werewolf")]
    ['witch left', 'grey werewolf', 'vampire 3', 'werewolf thief']
    """
    kind, what = kind_of(face), what_of(face)
    if kind == "demon":
        return _DEMONS.get(what) or f"{what} thief"
    return f"{what} werewolf" if kind == "werewolf" else f"{kind} {what}"


def monster_text(face: str) -> str:
    """Return what a monster does."""
    kind, what = kind_of(face), what_of(face)
    if kind == "demon":
        return _MISDEEDS.get(what) or f"a {what} of the right neighbour comes over"
    if kind == "werewolf":
        return f"as strong as there are {what} werewolves at the village"
    if what in ("left", "right"):
        return f"as strong as the {what} neighbour has witches"
    return f"strength {what}"


def defence_text(building: Building) -> str:
    """Return the defence of a building, without what is 0.

    >>> defence_text(Building("a", "A", "yellow", (1, 0, 2)))
    '←1 →2'
    """
    sides = [f"{ARROWS[kind]}{value}" for kind, value in zip(ATTACKERS, building.defence, strict=True) if value]
    return " ".join(sides) or "no defence"


def card_text(card: VillageCard) -> str:
    """Return what a village card is and does."""
    if isinstance(card, Building):
        return f"{card.type}, {defence_text(card)}, {card.text}"
    return f"hero, {card.text}"


def verb(name: str, base: str) -> str:
    """Return a name with a verb; the person at the keyboard may be called You.

    >>> verb("You", "lose"), verb("Ann", "lose")
    ('You lose', 'Ann loses')
    """
    return f"{name} {base if name == 'You' else base + 's'}"


def whose(name: str) -> str:
    """Return the possessive.

    >>> whose("You"), whose("Ann")
    ('Your', "Ann's")
    """
    return "Your" if name == "You" else f"{name}'s"
