"""What the game for several and the solitaire game share: choosing cards, frames, and the scoring of a round."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from paletti_sim.games.core.errors import IllegalActionError
from paletti_sim.games.villannex.actions import AnyAction, Build, Produce, Select
from paletti_sim.games.villannex.cards import CardSet
from paletti_sim.games.villannex.scoring import Score, score

OPEN = -1
"""The frame of a card in a village for which none has been chosen yet."""

Village = tuple[tuple[str, int], ...]
"""Cards with the number of the frame that produces (from 1; 0: the card has none)."""


def selections(hand: Sequence[str]) -> tuple[Select, ...]:
    """Return all choices of four cards."""
    return tuple([Select(cards) for cards in combinations(hand, 4)])


def buildings(hand: Sequence[str]) -> tuple[Build, ...]:
    """Return all choices of two cards."""
    return tuple([Build(cards) for cards in combinations(hand, 2)])


def frames(village: Village, cards: CardSet) -> tuple[Produce, ...]:
    """Return the choices of a frame for the first card of a village that has none yet."""
    card = next(card for card, frame in village if frame == OPEN)
    number = len(cards.by_id[card].frames)
    return tuple([Produce(card, frame) for frame in range(1, number + 1)]) or (Produce(card, 0),)


def with_frame(village: Village, chosen: Produce) -> Village:
    """Return a village after a choice of `frames`."""
    return tuple([(card, chosen.frame if card == chosen.card else frame) for card, frame in village])


def is_open(village: Village) -> bool:
    """Whether a card of the village still waits for its frame."""
    return any(frame == OPEN for _, frame in village)


def score_round(cards: CardSet, rounds: Sequence[Sequence[Village]], number: int) -> Score:
    """Return the scoring of round `number` (from 0): its villages, with the cards of all rounds before as common area.

    The cards of earlier rounds have their effects, but no frames and no points (X-28, X-33, X-G9, X-G10).
    """
    by_id = cards.by_id
    in_play = [by_id[card] for villages in rounds[: number + 1] for village in villages for card, _ in village]
    return score([cards.production(village) for village in rounds[number]], in_play)


def refuse(action: AnyAction, rule: str, wanted: str) -> IllegalActionError:
    """Return the error for an action that is not among the legal ones."""
    return IllegalActionError(rule, f"{wanted} (got {action.to_json()})")
