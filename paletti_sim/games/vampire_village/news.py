"""What happened, told from the list of events: an attack step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from paletti_sim.games.core.scene import counted, listed
from paletti_sim.games.vampire_village import events
from paletti_sim.games.vampire_village.cards import PLURALS, CardSet, kind_of, what_of
from paletti_sim.games.vampire_village.events import Event
from paletti_sim.games.vampire_village.text import monster_name, verb, whose


def tell(happened: Sequence[Event], cards: CardSet, names: Sequence[str]) -> Iterator[str]:
    """Yield one sentence or more for each event; walks of residents on the same way are told together."""
    for event, same in groupby(happened):
        yield from _Teller(event, len(list(same)), cards, names).lines()


def _with(residents: int) -> str:
    return f" with {counted(residents, 'resident')}" if residents else ""


class _Teller:
    def __init__(self, event: Event, times: int, cards: CardSet, names: Sequence[str]) -> None:
        self._event = event
        self._times = times
        self._cards = cards
        self._name = names[event.player] if event.player != events.NOBODY else ""

    def lines(self) -> Iterator[str]:
        line = getattr(self, f"_{self._event.what}")()
        if line:
            yield line

    def _card(self, place: int) -> str:
        return self._cards.by_id[self._event.cards[place]].name

    @property
    def _number(self) -> int:
        return self._event.numbers[0]

    def _round(self) -> str:
        return f"Round {self._number} begins: six new cards each." if self._number > 1 else ""

    def _ended(self) -> str:
        return f"The attacks of round {self._number} are over."

    def _place(self) -> str:
        come = self._event.numbers[2]
        said = f"; {counted(come, 'resident')} {'comes' if come == 1 else 'come'}" if come else ""
        return f"{verb(self._name, 'place')} {self._card(0)}{said}."

    def _move(self) -> str:
        walk = "walks" if self._times == 1 else "walk"
        who = f"{whose(self._name)} village: {counted(self._times, 'resident')}"
        return f"{who} {walk} from {self._card(0)} to {self._card(1)}."

    def _arrive(self) -> str:
        return f"To {whose(self._name).lower() if self._name == 'You' else whose(self._name)} village come " + (
            f"{listed([monster_name(face) for face in self._event.cards])}."
        )

    def _sacrifice(self) -> str:
        demon = monster_name(self._event.cards[0])
        return f"{verb(self._name, 'discard')} the hero {self._card(1)}{_with(self._number)}; the {demon} goes."

    def _ignore(self) -> str:
        return f"{whose(self._name)} village: the {monster_name(self._event.cards[0])} cries out and goes."

    def _suffer(self) -> str:
        demon, *hit = self._event.cards
        who = f"{whose(self._name)} village: the {monster_name(demon)}"
        if what_of(demon) == "yellow":
            return f"{who} takes 1 resident from {listed([self._cards.by_id[card].name for card in hit])}."
        if what_of(demon) == "fewest":
            return f"{who} destroys {self._card(1)}{_with(self._number)}."
        return f"{who} brings {monster_name(hit[0])} over from the right neighbour."

    def _strengths(self) -> str:
        said = [
            f"{monster_name(face)} {strength}"
            for face, strength in zip(self._event.cards, self._event.numbers, strict=True)
            if not what_of(face).isdigit()
        ]
        return f"{whose(self._name)} village, strength of each: {listed(said)}." if said else ""

    def _attack(self) -> str:
        attack, against, line = self._event.numbers
        kind, number = self._event.cards[0], len(self._event.cards) - 1
        who = f"{counted(number, kind, PLURALS[kind])} {'attacks' if number == 1 else 'attack'}"
        ending = "" if attack <= against else (": a breach" if line else ", and no card is left")
        village = "your village" if self._name == "You" else f"{whose(self._name)} village"
        return f"{who} {village}, {attack} against {against}{ending}."

    def _repelled(self) -> str:
        return f"  The {PLURALS[self._event.cards[0]]} are repelled and stay."

    def _lose(self) -> str:
        return f"  {verb(self._name, 'lose')} {self._card(1)}{_with(self._number)}."

    def _drive(self) -> str:
        face = self._event.cards[0]
        strength = f" with strength {self._number}" if kind_of(face) != "vampire" else ""
        return f"  The {monster_name(face)}{strength} is discarded."
