"""How a village may fare: attacks carried out in the head, with the losses that cost least, for the greedy bot.

A village is a list of plain tuples here, since thousands of attacks are imagined for one decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from paletti_sim.games.vampire_village.cards import ATTACKERS, Building, CardSet
from paletti_sim.games.vampire_village.village import Village

if TYPE_CHECKING:
    import numpy as np

Fort = list[tuple[int, int, int, tuple[int, int, int], tuple[bool, bool, bool], float]]
"""Cards as (row, column, residents, defence, symbols, worth of the card beside its residents)."""

Attackers = tuple[list[int], list[int], list[int]]
"""Strengths of the attackers of each kind, in the order of `ATTACKERS`, from the weakest."""

_NONE = (False, False, False)
_OPEN = (0, 0, 0)


@dataclass(frozen=True)
class Weights:
    """What something is worth, in points, at the end of the attacks of a round.

    `hero` and `card` are for each card that is left, `defence` for each point of defence on it; `monster` for each
    monster that stays; `reserve` is the defence that a line may expect from each card still to come.
    """

    card: float
    defence: float
    hero: float
    monster: float
    reserve: float


WEIGHTS = (Weights(0.3, 0.15, 0.5, -0.2, 0.35), Weights(0.02, 0.0, 0.02, 1.0, 0.6))
"""Of round 1, after which the village stands another attack, and of round 2, after which only points count."""


def fort_of(village: Village, cards: CardSet, weights: Weights) -> Fort:
    """Return a village as plain tuples."""
    fort: Fort = []
    for placed in village:
        card = cards.by_id[placed.card]
        place = placed.row, placed.column, placed.residents
        if isinstance(card, Building):
            worth = weights.card + weights.defence * sum(card.defence)
            fort.append((*place, card.defence, _NONE, worth))
        else:
            witch, werewolf, vampire = (kind in card.symbols for kind in ATTACKERS)
            fort.append((*place, _OPEN, (witch, werewolf, vampire), weights.hero))
    return fort


def attackers_of(faces: Iterable[str], witches: Mapping[str, int]) -> Attackers:
    """Return the strengths of monsters at a village; `witches` are the numbers for the left and right neighbour."""
    found: Attackers = ([], [], [])
    wolves: dict[str, int] = {}
    for face in faces:
        kind, _, what = face.partition("-")
        if kind == "witch":
            found[0].append(witches.get(what, 2))
        elif kind == "vampire":
            found[2].append(int(what))
        elif kind == "werewolf":
            wolves[what] = wolves.get(what, 0) + 1
    for number in wolves.values():
        found[1].extend([number] * number)
    for strengths in found:
        strengths.sort()
    return found


def besiege(fort: Fort, kind: int, strengths: list[int], reserve: float) -> int:
    """Let one kind attack, `fort` and `strengths` being used up on the way; return how many attackers stay."""
    while strengths:
        if not fort:
            if not sum(strengths):
                break
            strengths.pop(0)
            continue
        if kind == 1:
            first = min([card[0] for card in fort])
            line = [card for card in fort if card[0] == first]
        else:
            side = (min if kind == 0 else max)([card[1] for card in fort])
            line = [card for card in fort if card[1] == side]
        if sum(strengths) <= reserve + sum([card[3][kind] for card in line]):
            break
        gain = 0.4 * (strengths[-1] - strengths[0])  # a hero's fight takes the strongest instead of the weakest
        lost = min(line, key=lambda card: card[2] + card[5] + 0.4 * card[3][kind] - gain * card[4][kind])
        fort.remove(lost)
        strengths.pop(-1 if lost[4][kind] else 0)
    return len(strengths)


def endure(fort: Fort, attackers: Attackers, kinds: Sequence[int], weights: Weights, reserve: float = 0.0) -> float:
    """Return what is left of a village, in points, after attacks by these kinds in this order."""
    fort = list(fort)
    stay = 0
    for kind in kinds:
        stay += besiege(fort, kind, list(attackers[kind]), reserve)
    return sum([card[2] + card[5] for card in fort]) + weights.monster * stay


def sample(pool: Sequence[str], number: int, rng: np.random.Generator) -> tuple[list[str], dict[str, int]]:
    """Return some monsters of a pool, and numbers of witches that the neighbours may have."""
    faces = [pool[place] for place in rng.permutation(len(pool))[:number].tolist()]
    left, right = rng.integers(0, 4, 2).tolist()
    return faces, {"2": 2, "left": left, "right": right}


def misdeed_cost(face: str, village: Village, cards: CardSet, weights: Weights) -> float:
    """Return about what a demon costs a village, in points: the cheaper one of a hero and the misdeed."""
    heroes = [placed.residents + weights.hero for placed in village if placed.card in cards.heroes]
    hero = min(heroes, default=99.0)
    what = face.partition("-")[2]
    lived_in = [placed for placed in village if placed.residents and placed.card in cards.buildings]
    if what == "hero":
        return hero if heroes else 0.0
    if what == "yellow":
        return min(hero, sum(cards.buildings[placed.card].type == "yellow" for placed in lived_in))
    if what == "fewest":
        least = min((placed.residents for placed in lived_in), default=0)
        return min(hero, least + weights.card + weights.defence) if lived_in else 0.0
    return min(hero, 0.3)
