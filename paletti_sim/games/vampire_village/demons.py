"""The demons, who act before all others (W-31): each is answered with a hero's death or suffers its misdeed.

A wave is one demon of one player, and after it the next; the first seats first. With the option `demons=together`
(W-G12) it is one demon of everybody who has any, chosen in secret and carried out at the same time. No two of them get
in each other's way: a demon acts on its owner's village, and from one right neighbour only one player can take.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from paletti_sim.games.vampire_village import events
from paletti_sim.games.vampire_village.actions import Answer, AnyAction, Ignore, Sacrifice, Suffer
from paletti_sim.games.vampire_village.cards import kind_of, what_of
from paletti_sim.games.vampire_village.events import Event
from paletti_sim.games.vampire_village.phases import ATTACKS, DEMONS
from paletti_sim.games.vampire_village.seats import changed, less, right_of
from paletti_sim.games.vampire_village.village import fewest, find, is_yellow, without

if TYPE_CHECKING:
    from paletti_sim.games.vampire_village.table import Cards, Table


def begin(state: Table) -> Table:
    """Go on to the next decision that a demon asks for, or to the attacks when no demon is left."""
    while True:
        waiting = [seat for seat, faces in enumerate(state.monsters) if any(map(_is_demon, faces))]
        if not waiting:
            return replace(state, phase=ATTACKS)
        if not state.wave:
            state = replace(state, wave=tuple(waiting if state.setup.demons_together else waiting[:1]))
        for seat in state.wave:
            if state.commits[seat]:
                continue
            ways = _answers(state, seat)
            if len(ways) > 1:
                return replace(state, phase=DEMONS, turn=seat)
            state = _committed(state, seat, ways[0])  # W-33: the only way must be gone
        state = _carried_out(state)


def answers(state: Table) -> tuple[AnyAction, ...]:
    """Return what the actor may do about any one of the own demons."""
    return _answers(state, state.turn)


def answer(state: Table, action: Answer) -> Table:
    """Take an answer, and go on."""
    return begin(_committed(state, state.turn, action))


def _is_demon(face: str) -> bool:
    return kind_of(face) == "demon"


def _answers(state: Table, seat: int) -> tuple[Answer, ...]:
    """The owner chooses which demon comes first (W-G12), a hero or the misdeed (W-32), and what that hits."""
    heroes = [placed.card for placed in state.villages[seat] if placed.card in state.setup.cards.heroes]
    found: list[Answer] = []
    for demon in dict.fromkeys(filter(_is_demon, state.monsters[seat])):
        ways: list[Answer] = [Sacrifice(demon, hero) for hero in heroes]
        ways += [Suffer(demon, target) for target in _targets(state, seat, what_of(demon))]
        found += ways or [Ignore(demon)]
    return tuple(found)


def _targets(state: Table, seat: int, misdeed: str) -> list[str]:
    """What a misdeed can hit: nothing when it would not affect the village (W-G14)."""
    cards, village = state.setup.cards, state.villages[seat]
    if misdeed == "hero":
        return []  # W-34: a hero dies in any case, and that is the other answer (W-G15)
    if misdeed == "yellow":
        return [""] if any(placed.residents and is_yellow(placed, cards) for placed in village) else []
    if misdeed == "fewest":
        return fewest(village, cards)
    # W-37, W-G13, W-G26: any of the kind that lies at the right neighbour, from round 1 too
    there = state.monsters[right_of(seat, state.players)]
    return [face for face in dict.fromkeys(there) if kind_of(face) == misdeed]


def _committed(state: Table, seat: int, chosen: Answer) -> Table:
    return replace(state, commits=changed(state.commits, seat, commit_of(chosen)))


def commit_of(chosen: Answer) -> Cards:
    """Return an answer as a commit: what is done, the demon, the target."""
    match chosen:
        case Sacrifice(demon, hero):
            return (events.SACRIFICE, demon, hero)
        case Suffer(demon, target):
            return (events.SUFFER, demon, target)
        case Ignore(demon):
            return (events.IGNORE, demon, "")


def _carried_out(state: Table) -> Table:
    """Carry out the answers of a wave."""
    none: tuple[Cards, ...] = ((),) * state.players
    wave, commits = state.wave, state.commits
    state = replace(state, wave=(), commits=none)
    for seat in wave:
        what, demon, target = commits[seat]
        state = replace(
            state,
            monsters=changed(state.monsters, seat, less(state.monsters[seat], demon)),
            gone=(*state.gone, demon),
        )
        if what == events.SACRIFICE:
            state = _discarded(state, seat, target, Event(what, seat, (demon, target)))
        elif what == events.IGNORE:
            state = replace(state, events=(*state.events, Event(what, seat, (demon,))))
        elif what_of(demon) == "yellow":
            state = _fewer_on_yellow(state, seat, demon)
        elif what_of(demon) == "fewest":
            state = _discarded(state, seat, target, Event(what, seat, (demon, target)))
        else:
            state = _taken(state, seat, demon, target)
    return state


def _discarded(state: Table, seat: int, card: str, done: Event) -> Table:
    """A card is lost with the residents on it (W-G16)."""
    village = state.villages[seat]
    done = replace(done, numbers=(find(village, card).residents,))
    return replace(
        state,
        villages=changed(state.villages, seat, without(village, card)),
        lost=(*state.lost, card),
        events=(*state.events, done),
    )


def _fewer_on_yellow(state: Table, seat: int, demon: str) -> Table:
    """One resident less on each yellow building that has any (W-35)."""
    village, cards = state.villages[seat], state.setup.cards
    hit = [placed.card for placed in village if placed.residents and is_yellow(placed, cards)]
    after = [replace(placed, residents=placed.residents - (placed.card in hit)) for placed in village]
    done = Event(events.SUFFER, seat, (demon, *hit), (len(hit),))
    return replace(state, villages=changed(state.villages, seat, tuple(after)), events=(*state.events, done))


def _taken(state: Table, seat: int, demon: str, face: str) -> Table:
    """A monster of the right neighbour comes to the taker, whom it attacks (W-37)."""
    giver = right_of(seat, state.players)
    left = changed(state.monsters, giver, less(state.monsters[giver], face))
    left = changed(left, seat, tuple(sorted((*left[seat], face))))
    done = Event(events.SUFFER, seat, (demon, face), (0,))
    return replace(state, monsters=left, events=(*state.events, done))
