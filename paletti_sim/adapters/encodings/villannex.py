"""Villannex as numbers."""

from __future__ import annotations

from typing import Any

from paletti_sim.adapters.encodings.parts import Bag, EachSeat, Encoding, Fields, Number, OneOf, Rows, Seat, Tuple
from paletti_sim.games.villannex.setup import VillannexSetup

PHASES = ("draft", "select", "flash", "reveal", "next", "build", "pair", "frames", "over")
ACTIONS = ("Keep", "Select", "Show", "NameNext", "Build", "Produce", "TakePair")
SLOTS = 15
"""Choices of four cards out of six, and of two out of six: no step has more."""
POINTS = 60
FRAMES = 3
CARDS = 40
SOLITAIRE_ROUNDS = 4


def encoding(setup: VillannexSetup) -> Encoding:
    """Return how this game becomes numbers."""
    names, players = tuple(setup.cards.by_id), setup.players
    cards = Bag(names)
    village = Rows(Tuple(OneOf(names), Number(FRAMES)), 2)
    rounds = SOLITAIRE_ROUNDS if players == 1 else setup.rounds
    view = Fields(
        phase=OneOf(PHASES),
        actor=Seat(players),
        hand=cards,
        pack=cards,
        aside=cards,
        chosen=cards,
        village=village,
        shown=EachSeat(cards, players),
        known=EachSeat(cards, players),
        hand_sizes=EachSeat(Number(6), players),
        pack_sizes=EachSeat(Number(6), players),
        deck_size=Number(CARDS),
        pairs=Rows(cards, 2),
        out=cards,
        common=cards,
        rounds=Rows(EachSeat(village, players), rounds),
        totals=Rows(EachSeat(Number(POINTS), players), rounds),
    )
    action = Fields(kind=OneOf(ACTIONS), cards=cards, frame=Number(FRAMES), player=Seat(players), pair=Number(1))
    return Encoding(view, action, SLOTS, players, _see, _say)


def _see(view: Any) -> dict[str, Any]:
    doc = {key: getattr(view, key, None) for key in ("phase", "actor", "hand", "pack", "aside", "shown", "known")}
    doc |= {key: getattr(view, key, None) for key in ("hand_sizes", "pack_sizes", "deck_size", "pairs", "out")}
    # what one has chosen in secret: cards, or a village whose frames are being chosen
    commit = getattr(view, "commit", ())
    doc["chosen"] = [each if isinstance(each, str) else each[0] for each in commit]
    doc["village"] = getattr(view, "village", [each for each in commit if not isinstance(each, str)])
    doc["common"] = view.common
    doc["rounds"], doc["totals"] = view.rounds, view.totals
    return doc


def _say(action: Any) -> dict[str, Any]:
    said = {"kind": type(action).__name__, **{key: getattr(action, key, None) for key in ("frame", "player", "pair")}}
    said["cards"] = getattr(action, "cards", (action.card,) if hasattr(action, "card") else ())
    return said
