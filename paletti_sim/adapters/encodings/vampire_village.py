"""Vampire Village as numbers."""

from __future__ import annotations

from typing import Any

from paletti_sim.adapters.encodings.parts import (
    FLAG,
    Bag,
    EachSeat,
    Encoding,
    Fields,
    Number,
    OneOf,
    Rows,
    Seat,
    Seated,
    Tuple,
)
from paletti_sim.games.vampire_village.cards import ATTACKERS
from paletti_sim.games.vampire_village.setup import VampireSetup

PHASES = ("choose", "place", "move", "give", "demons", "lose", "drive", "over")
ACTIONS = ("Choose", "Place", "Move", "Stay", "Give", "Sacrifice", "Suffer", "Ignore", "Lose", "Drive")
SLOTS = 64
REACH = 8
"""How far from its starting card a village can grow, in cards: twice in a line of four."""
VILLAGE = 16
STRONG = 12
RESIDENTS = 12


def encoding(setup: VampireSetup) -> Encoding:
    """Return how this game becomes numbers."""
    players, names = setup.players, tuple(setup.cards.by_id)
    faces = tuple(dict.fromkeys(face for deck in setup.cards.monsters for face in sorted(deck)))
    cards, monsters, cell = Bag(names), Bag(faces, 6), Number(REACH)
    view = Fields(
        phase=OneOf(PHASES),
        actor=Seat(players),
        round=Number(2),
        step=Number(6),
        order=Rows(OneOf(ATTACKERS), len(ATTACKERS)),
        kind=Number(len(ATTACKERS)),
        hand=cards,
        dealt=monsters,
        chosen_card=Bag((*names, *faces)),
        known=EachSeat(cards, players),
        hand_size=Number(6),
        dealt_size=Number(3),
        chosen=EachSeat(OneOf(names), players),
        villages=EachSeat(Rows(Tuple(OneOf(names), cell, cell, Number(RESIDENTS)), VILLAGE), players),
        monsters=EachSeat(monsters, players),
        strengths=EachSeat(Rows(Tuple(OneOf(faces), Number(STRONG)), len(faces)), players),
        walkers=Rows(Tuple(OneOf(names), Number(RESIDENTS)), VILLAGE),
        moves=Number(6),
        wave=Seated(players),
        any_attacker=FLAG,
        lost=cards,
        gone=Bag(faces, 12),
    )
    things = OneOf((*names, *faces))
    action = Fields(kind=OneOf(ACTIONS), one=things, other=things, row=cell, column=cell)
    return Encoding(view, action, SLOTS, players, _see, _say)


def _see(view: Any) -> dict[str, Any]:
    doc = {name: getattr(view, name) for name in type(view).__dataclass_fields__}
    doc["chosen_card"] = view.commit
    doc["villages"] = [[placed.to_json() for placed in village] for village in view.villages]
    return doc


def _say(action: Any) -> dict[str, Any]:
    said: dict[str, Any] = {"kind": type(action).__name__}
    for key in ("card", "origin", "demon", "monster", "left"):
        if hasattr(action, key):
            said["one"] = getattr(action, key)
    for key in ("target", "hero", "right"):
        if hasattr(action, key):
            said["other"] = getattr(action, key)
    said["row"], said["column"] = getattr(action, "row", None), getattr(action, "column", None)
    return said
