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


def vampire_village(state, player, rng):
    players, number = len(state.villages), state.round - 1
    onward = 1 if number == 0 else -1
    # hands go on by one seat with each pick: hand `n` began at seat `n`, and the player has held some of them
    held = set() if player is None else {(player - onward * pick) % players for pick in range(state.step + 1)}
    in_building = state.phase in ("choose", "place", "move")
    secret = [
        seat
        for seat in range(players)
        if seat != player and not (in_building and (seat - onward * state.step) % players in held)
    ]

    def refilled(places, deck, seats):
        pool = [*deck, *(card for seat in seats for card in places[seat])]
        rng.shuffle(pool)
        new = list(places)
        for seat in seats:
            new[seat] = tuple(sorted(pool.pop() for _ in places[seat]))
        return tuple(new), tuple(pool)

    hands, deck = refilled(state.hands, state.decks[number], secret)
    others = [seat for seat in range(players) if seat != player]
    dealt, monsters = refilled(state.dealt, state.monster_decks[number], others)
    decks = [tuple(rng.permutation(cards).tolist()) for cards in state.decks]
    monster_decks = [tuple(rng.permutation(faces).tolist()) for faces in state.monster_decks]
    decks[number], monster_decks[number] = deck, monsters
    new = replace(
        state,
        streams=Streams(int(rng.integers(2**40)), state.streams.used),
        starting=tuple(rng.permutation(state.starting).tolist()),
        hands=hands,
        dealt=dealt,
        decks=tuple(decks),
        monster_decks=tuple(monster_decks),
    )
    commits = list(state.commits)
    for seat in others:
        if state.commits[seat]:
            # what another has chosen may be anything: let the seat choose again
            legal = replace(new, turn=seat).legal_actions()
            doc = legal[int(rng.integers(len(legal)))].to_json()
            if state.phase == "choose":
                commits[seat] = (doc["choose"],)
            elif state.phase == "give":
                commits[seat] = tuple(doc["give"])
            else:
                what = next(key for key in doc if key != "demon")
                demon = doc.get("demon", doc[what])
                commits[seat] = (what, demon, "" if what == "ignore" else doc[what])
    return replace(new, commits=tuple(commits))


def villa_paletti(state, player, rng):
    kinds = list(state.kinds)
    if kinds:
        pool = [f"{colour}-{kind}" for colour in ("blue", "yellow", "green") for kind in ("thin", "hex", "thick")]
        if player is not None:
            pool.remove(kinds[player])
        rng.shuffle(pool)
        kinds = [kind if seat == player else pool.pop() for seat, kind in enumerate(kinds)]
    streams = Streams(int(rng.integers(2**40)), state.streams.used)
    return replace(state, streams=streams, kinds=tuple(kinds))


def villa(state, player, rng):  # noqa: ARG001
    streams = Streams(int(rng.integers(2**40)), state.streams.used)
    bag = [*state.bag]
    if state.setup.options["draw"] == "bag":
        rng.shuffle(bag)
    return replace(state, streams=streams, bag=tuple(bag))


SHUFFLES = {
    "villa-paletti": villa_paletti,
    "villannex": villannex,
    "villa": villa,
    "vampire-village": vampire_village,
    "pegs": toy.shuffle,
}
