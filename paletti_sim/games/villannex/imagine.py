"""A whole state that could be behind a view: hidden cards dealt at random among the places where they may be."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from paletti_sim.games.core.streams import Streams
from paletti_sim.games.villannex import table as tables
from paletti_sim.games.villannex.solitaire import Solitaire
from paletti_sim.games.villannex.views import SolitaireView, TableView

if TYPE_CHECKING:
    from paletti_sim.games.villannex.setup import VillannexSetup

Cards = tuple[str, ...]


def hidden_cards(setup: VillannexSetup, view: TableView) -> list[str]:
    """Return the cards that the one who looks has not seen anywhere."""
    seen = {*view.hand, *view.pack, *view.aside, *chain(*view.shown), *chain(*view.known)}
    seen.update(card for villages in view.rounds for village in villages for card, _ in village)
    return [card for card in setup.cards.ids if card not in seen]


def imagine_hands(
    setup: VillannexSetup, view: TableView, rng: np.random.Generator
) -> tuple[list[Cards], list[Cards], list[Cards], Cards]:
    """Return hands, cards set aside and packs of all, and the deck."""
    hidden = hidden_cards(setup, view)
    pool: list[str] = [hidden[place] for place in rng.permutation(len(hidden)).tolist()]
    hands, asides, packs = [], [], []
    for player in range(view.players):
        if player == view.player:
            hands.append(view.hand)
            asides.append(view.aside)
            packs.append(view.pack)
            continue
        built = {card for villages in view.rounds for village in villages for card, _ in village}
        sure = [card for card in view.shown[player] if card not in built]
        loose = [card for card in view.known[player] if card not in built and card not in sure]
        if view.actor is None:
            # the game is over: what was shown and not built is in the hand, or was set aside before
            loose, sure = [*loose, *sure], []
        free = view.hand_sizes[player] - len(sure) + view.aside_sizes[player] - len(loose)
        rest = [*loose, *pool[:free]]
        pool = pool[free:]
        rest = [rest[place] for place in rng.permutation(len(rest)).tolist()]
        split = view.hand_sizes[player] - len(sure)
        hands.append(tuple(sorted((*sure, *rest[:split]))))
        asides.append(tuple(sorted(rest[split:])))
        packs.append(tuple(pool[: view.pack_sizes[player]]))
        pool = pool[view.pack_sizes[player] :]
    return hands, asides, packs, tuple(pool)


def imagine_table(setup: VillannexSetup, view: TableView, rng: np.random.Generator) -> tables.Table:
    """Return a state of a game for several; those who have decided before the actor are given random choices."""
    hands, asides, packs, deck = imagine_hands(setup, view, rng)
    none: tuple[Any, ...] = ((),) * view.players
    state = tables.Table(
        setup,
        Streams(int(rng.integers(2**53)), (("deal", 1),)),
        view.phase,
        0,
        deck,
        tuple(packs),
        tuple(hands),
        tuple(asides),
        view.shown,
        view.known,
        none,
        view.rounds,
        view.totals,
    )
    turn = 0 if view.actor is None else view.actor
    return tables.with_choices(state, turn, _choices(state, view, turn, rng))


def _choices(state: tables.Table, view: TableView, turn: int, rng: np.random.Generator) -> Sequence[tuple[Any, ...]]:
    """Return the hidden choices of this step: the own one, and random ones of the others who have decided."""
    choices: list[tuple[Any, ...]] = []
    for player in range(view.players):
        if player == view.player:
            choices.append(view.commit)
        elif player < turn and view.phase in tables.TOGETHER:
            choices.append(tables.random_choice(state, player, rng))
        else:
            choices.append(())
    return choices


def imagine_solitaire(setup: VillannexSetup, view: SolitaireView, rng: np.random.Generator) -> Solitaire:
    """Return a state of the solitaire game: another order of the deck."""
    seen = {*view.hand, *view.out, *chain(*view.pairs), *(card for card, _ in view.village)}
    seen.update(card for villages in view.rounds for village in villages for card, _ in village)
    hidden = [card for card in setup.cards.ids if card not in seen]
    pool = tuple([hidden[place] for place in rng.permutation(len(hidden)).tolist()])
    hand = view.hand if view.player is not None else tuple(sorted(pool[: view.hand_size]))
    deck = pool if view.player is not None else pool[view.hand_size :]
    streams = Streams(int(rng.integers(2**53)), (("deal", 1),))
    return Solitaire(
        setup, streams, view.phase, deck, hand, view.pairs, view.village, view.out, view.rounds, view.totals
    )
