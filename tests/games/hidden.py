"""For each game: changes of a state that a player may not notice, written without looking at how views are made."""

from __future__ import annotations

from dataclasses import replace

from paletti_sim.games.core.streams import Streams
from paletti_sim.games.villannex.solitaire import Solitaire
from tests.games.core import toy

SECRET_STEPS = ("draft", "select", "flash", "build")


def villannex(state, player, rng):
    streams = Streams(int(rng.integers(2**40)), state.streams.used)
    if isinstance(state, Solitaire):
        if player is None:
            pool = [*state.hand, *state.deck]
            rng.shuffle(pool)
            size = len(state.hand)
            return replace(state, streams=streams, hand=tuple(sorted(pool[:size])), deck=tuple(pool[size:]))
        deck = [*state.deck]
        rng.shuffle(deck)
        return replace(state, streams=streams, deck=tuple(deck))
    public = {card for cards in (*state.shown, *state.known) for card in cards}
    others = [seat for seat in range(len(state.hands)) if seat != player]
    pool = [*state.deck]
    for seat in others:
        for place in (state.hands, state.aside, state.packs):
            pool += [card for card in place[seat] if card not in public]
    rng.shuffle(pool)

    def refill(place, seat):
        return tuple(sorted(card if card in public else pool.pop() for card in place[seat]))

    changed = {
        name: tuple(
            refill(getattr(state, name), seat) if seat in others else getattr(state, name)[seat]
            for seat in range(len(state.hands))
        )
        for name in ("hands", "aside", "packs")
    }
    new = replace(state, streams=streams, deck=tuple(pool), **changed)
    commits = list(state.commits)
    for seat in others:
        if not state.commits[seat]:
            continue
        # what another has chosen so far may be anything: let the seat choose again
        trial = replace(new, turn=seat, commits=tuple(() for _ in commits))
        finished = seat < state.turn
        while True:
            legal = trial.legal_actions()
            after = trial.apply(legal[int(rng.integers(len(legal)))]) if seat + 1 < len(commits) else None
            if after is None:
                break
            commits[seat] = after.commits[seat]
            if not finished or after.turn != seat:
                break
            trial = after
        if seat + 1 == len(commits):
            commits[seat] = tuple((card, -1) for card in new.hands[seat][:2])
    return replace(new, commits=tuple(commits))


def villa(state, player, rng):  # noqa: ARG001
    streams = Streams(int(rng.integers(2**40)), state.streams.used)
    bag = [*state.bag]
    if state.setup.options["draw"] == "bag":
        rng.shuffle(bag)
    return replace(state, streams=streams, bag=tuple(bag))


SHUFFLES = {"villa": villa, "villannex": villannex, "pegs": toy.shuffle}
