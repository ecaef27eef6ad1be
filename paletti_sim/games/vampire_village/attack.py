"""The attacks: each kind in the order of the row, finished in all villages before the next begins (W-31)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from paletti_sim.games.vampire_village import events
from paletti_sim.games.vampire_village.actions import AnyAction, Drive, Lose
from paletti_sim.games.vampire_village.cards import ATTACKERS, kind_of
from paletti_sim.games.vampire_village.events import NOBODY, Event
from paletti_sim.games.vampire_village.phases import BUILDING, DRIVE, LOSE, OVER
from paletti_sim.games.vampire_village.seats import changed, left_of, less, right_of
from paletti_sim.games.vampire_village.village import defence, defended, find, without

if TYPE_CHECKING:
    from paletti_sim.games.vampire_village.table import Cards, Table

ROUNDS = 2


def strengths(monsters: Sequence[Cards], seat: int) -> tuple[tuple[str, int], ...]:
    """Return the strength of each attacking face beside a village, given the monsters beside all (W-38 to W-40)."""
    own, players = dict.fromkeys(monsters[seat]), len(monsters)
    return tuple([(face, _strength(face, monsters, seat, players)) for face in own if kind_of(face) in ATTACKERS])


def _strength(face: str, monsters: Sequence[Cards], seat: int, players: int) -> int:
    kind, _, what = face.partition("-")
    if kind == "werewolf":
        return monsters[seat].count(face)
    if what in ("left", "right"):
        other = monsters[(left_of if what == "left" else right_of)(seat, players)]
        return sum([each.startswith("witch-") for each in other])
    return int(what)


def of_kind(faces: Cards, kind: str) -> Cards:
    """Return the monsters of a kind."""
    return tuple([face for face in faces if face.startswith(kind)])


def begin(state: Table) -> Table:
    """After the demons: fix the strengths for the whole phase (W-41), and let the first kind attack."""
    fixed = tuple([strengths(state.monsters, seat) for seat in range(state.players)])
    done = [
        Event(events.STRENGTHS, seat, tuple([face for face, _ in pairs]), tuple([number for _, number in pairs]))
        for seat, pairs in enumerate(fixed)
        if pairs
    ]
    return _fight(replace(state, strengths=fixed, kind=0, turn=0, events=(*state.events, *done)))


def _fight(state: Table) -> Table:
    """Go on until somebody has to choose what is lost, or which attacker goes; or to the end of the round."""
    while True:
        if state.turn == state.players:
            state = replace(state, turn=0, kind=state.kind + 1)
        if state.kind == len(state.order):
            return _end(state)
        kind, seat = state.order[state.kind], state.turn
        attackers = of_kind(state.monsters[seat], kind)
        if not attackers:
            state = replace(state, turn=seat + 1)
            continue
        worth = dict(state.strengths[seat])
        attack = sum([worth[face] for face in attackers])  # W-42, of the fixed strengths (W-G9)
        line = defended(state.villages[seat], kind)
        against = defence(line, kind, state.setup.cards)
        done = [Event(events.ATTACK, seat, (kind, *attackers), (attack, against, len(line)))]
        if attack <= against:  # W-44: they stay
            done.append(Event(events.REPELLED, seat, (kind,)))
            state = replace(state, turn=seat + 1, events=(*state.events, *done))
            continue
        state = replace(state, events=(*state.events, *done))
        if len(line) > 1:
            return replace(state, phase=LOSE)
        # W-G7: where there is no village nothing can be lost, and the weakest attacker goes all the same
        state = _lost(state, line[0].card) if line else state
        if len(drives(state)) > 1:
            return replace(state, phase=DRIVE)
        state = _driven(state, drives(state)[0].monster)


def losses(state: Table) -> tuple[AnyAction, ...]:
    """Return the cards of the line that was broken into: any of them (W-45), heroes too (W-G21)."""
    return tuple([Lose(placed.card) for placed in defended(state.villages[state.turn], state.order[state.kind])])


def lose(state: Table, action: Lose) -> Table:
    """Discard a card of the line, and go on."""
    state = _lost(state, action.card)
    if len(drives(state)) > 1:
        return replace(state, phase=DRIVE)
    return _fight(_driven(state, drives(state)[0].monster))


def drives(state: Table) -> tuple[Drive, ...]:
    """Return which attacker can be discarded: a weakest (W-45, W-G10), or any after a hero's fight (W-46, W-G11)."""
    attackers = of_kind(state.monsters[state.turn], state.order[state.kind])
    worth = dict(state.strengths[state.turn])
    most = max if state.any_attacker else min
    limit = most([worth[face] for face in attackers])
    return tuple([Drive(face) for face in dict.fromkeys(attackers) if worth[face] <= limit])


def drive(state: Table, action: Drive) -> Table:
    """Discard an attacker, and go on with those left (W-47)."""
    return _fight(_driven(state, action.monster))


def _lost(state: Table, card: str) -> Table:
    seat, kind = state.turn, state.order[state.kind]
    village = state.villages[seat]
    hero = state.setup.cards.heroes.get(card)
    done = Event(events.LOSE, seat, (kind, card), (find(village, card).residents,))
    return replace(
        state,
        villages=changed(state.villages, seat, without(village, card)),
        lost=(*state.lost, card),
        any_attacker=hero is not None and kind in hero.symbols,
        events=(*state.events, done),
    )


def _driven(state: Table, face: str) -> Table:
    seat = state.turn
    done = Event(events.DRIVE, seat, (face,), (dict(state.strengths[seat])[face],))
    return replace(
        state,
        monsters=changed(state.monsters, seat, less(state.monsters[seat], face)),
        gone=(*state.gone, face),
        any_attacker=False,
        events=(*state.events, done),
    )


def _end(state: Table) -> Table:
    """The round is over: monsters that stayed will attack again (W-49), with strengths determined anew (W-41)."""
    done = Event(events.ENDED, NOBODY, (), (state.round,))
    none: tuple[tuple[tuple[str, int], ...], ...] = ((),) * state.players
    state = replace(state, kind=0, turn=0, strengths=none, events=(*state.events, done))
    if state.round == ROUNDS:
        return replace(state, phase=OVER)
    return replace(state, phase=BUILDING, round=state.round + 1)
