"""A position of Vampire Village, and the way through its phases.

All act at the same time; here they decide in the order of their seats. What is chosen in secret shows to nobody else
until the last one has chosen. Where there is only one way to go on in an attack it is gone without a question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from paletti_sim.games.core.errors import IllegalActionError
from paletti_sim.games.core.protocol import Outcome
from paletti_sim.games.core.streams import Streams
from paletti_sim.games.vampire_village import attack, building, demons, monsters
from paletti_sim.games.vampire_village.actions import AnyAction, Place
from paletti_sim.games.vampire_village.cards import ATTACKERS
from paletti_sim.games.vampire_village.events import Event, event_from_json
from paletti_sim.games.vampire_village.phases import (
    ATTACKS,
    BUILDING,
    CHOOSE,
    DEMONS,
    DRIVE,
    GIVE,
    LOSE,
    MISDEEDS,
    MONSTERS,
    MOVE,
    OVER,
    PLACE,
)
from paletti_sim.games.vampire_village.views import TableView
from paletti_sim.games.vampire_village.village import Placed, Village, free_cells, residents, village_from_json

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from paletti_sim.games.vampire_village.setup import VampireSetup

Cards = tuple[str, ...]
START_RESIDENTS = 2

_RULES = {
    CHOOSE: ("W-7", "choose one card of your hand"),
    PLACE: ("W-12", "place the card that you chose"),
    MOVE: ("W-24", "let a resident walk who stood beside the hero, to a card beside its own; or stay"),
    GIVE: ("W-26", "give one of your monsters to the left and one to the right"),
    DEMONS: ("W-32", "discard a hero or suffer the misdeed of one of your demons"),
    LOSE: ("W-45", "discard a card of the line that was broken into"),
    DRIVE: ("W-45", "discard a weakest attacker, or after a hero's fight any"),
    OVER: ("W-50", "the game is over"),
}


@dataclass(frozen=True)
class Table:
    """A position.

    `step` counts the picks of this building phase, or the deals of this monster phase, that are done. `commits` are
    choices that the others do not know yet, empty for who has not chosen. `chosen` are the cards that were revealed and
    wait for their place. `decks` are the cards of each round not dealt (the rest of a round's village cards has left
    the game, W-5). `order` is the row of initiative behind the demons (W-4), `kind` the place in it of the attack that
    goes on. `walkers` are residents who may still walk, by card, with `moves` steps (W-G28). `wave` are the players
    whose demons act now. `any_attacker` says whether a hero's fight lets the owner discard any attacker (W-46).
    """

    setup: VampireSetup = field(compare=False, repr=False)
    streams: Streams
    phase: str
    round: int
    step: int
    turn: int
    order: Cards
    kind: int
    starting: Cards
    decks: tuple[Cards, ...]
    monster_decks: tuple[Cards, ...]
    hands: tuple[Cards, ...]
    dealt: tuple[Cards, ...]
    commits: tuple[Cards, ...]
    chosen: Cards
    villages: tuple[Village, ...]
    monsters: tuple[Cards, ...]
    strengths: tuple[tuple[tuple[str, int], ...], ...]
    walkers: tuple[tuple[str, int], ...]
    moves: int
    wave: tuple[int, ...]
    any_attacker: bool
    lost: Cards
    gone: Cards
    events: tuple[Event, ...]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.villages)

    @property
    def actor(self) -> int | None:
        """Who decides now; None when the game is over."""
        return None if self.phase == OVER else self.turn

    @property
    def is_over(self) -> bool:
        """Whether the attacks of round 2 are done."""
        return self.phase == OVER

    @cached_property
    def outcome(self) -> Outcome | None:
        """Residents and monsters that stayed (W-50); a tie goes to more cards, then it is shared (W-51)."""
        if self.phase != OVER:
            return None
        scores = [residents(village) + len(stay) for village, stay in zip(self.villages, self.monsters, strict=True)]
        best = [player for player, score in enumerate(scores) if score == max(scores)]
        most = max(len(self.villages[player]) for player in best)
        winners = frozenset(player for player in best if len(self.villages[player]) == most)
        reason = "most points" if len(best) == 1 else "most cards in a tie" if len(winners) == 1 else "tie"
        facts = (("a village was destroyed", any(not village for village in self.villages)),)
        return Outcome(reason, winners, tuple(map(float, scores)), facts)

    @cached_property
    def _legal(self) -> tuple[AnyAction, ...]:
        chooses = _CHOICES.get(self.phase)
        return chooses(self) if chooses else ()

    def legal_actions(self) -> Sequence[AnyAction]:
        """Return what the actor may do."""
        return self._legal

    def apply(self, action: AnyAction) -> Self:
        """Return the state after an action of the actor.

        Raises:
            IllegalActionError: a rule forbids it.
        """
        if action not in self._legal:
            raise self._refuse(action)
        after: Self = onward(_DO[self.phase](self, action))
        return after

    def _refuse(self, action: AnyAction) -> IllegalActionError:
        rule, wanted = _RULES[self.phase]
        if self.phase == PLACE and isinstance(action, Place):
            near = {(placed.row, placed.column) for placed in self.villages[self.turn]}
            row, column = action.row, action.column
            beside = near & {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
            if not near:
                rule, wanted = "W-G6", "the first card of an empty village goes to row 0, column 0"
            elif not beside or (row, column) in near:
                rule, wanted = "W-10", "a card goes to a free place beside another one"
            else:
                rule, wanted = "W-11", "no more than 4 cards in a row or in a column"
        elif self.phase == GIVE and self.players == 2:
            rule, wanted = "W-27", "give two of your monsters to the other player"
        return IllegalActionError(rule, f"{wanted} (got {action.to_json()})")

    def view(self, player: int | None) -> TableView:
        """Return what a player may see: the own cards and choices, what passed through the own hands, and the table."""
        return TableView(
            player=player,
            actor=self.actor,
            phase=self.phase,
            round=self.round,
            step=self.step,
            order=self.order,
            kind=self.kind,
            hand=() if player is None else self.hands[player],
            dealt=() if player is None else self.dealt[player],
            commit=() if player is None else self.commits[player],
            known=((),) * self.players if player is None else building.known(self, player),
            hand_size=len(self.hands[0]),
            dealt_size=len(self.dealt[0]),
            chosen=self.chosen,
            villages=self.villages,
            monsters=self.monsters,
            strengths=self.strengths,
            walkers=self.walkers,
            moves=self.moves,
            wave=self.wave,
            any_attacker=self.any_attacker,
            lost=self.lost,
            gone=self.gone,
            events=self.events,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the whole state."""
        doc: dict[str, Any] = {"streams": self.streams.to_json()}
        doc |= {name: getattr(self, name) for name in _PLAIN}
        doc |= {name: list(getattr(self, name)) for name in _LISTS}
        doc |= {name: [list(cards) for cards in getattr(self, name)] for name in _LISTS_OF_LISTS}
        doc["strengths"] = [[list(pair) for pair in pairs] for pairs in self.strengths]
        doc["villages"] = [[placed.to_json() for placed in village] for village in self.villages]
        doc["events"] = [event.to_json() for event in self.events]
        return doc

    @classmethod
    def from_json(cls, setup: VampireSetup, doc: dict[str, Any]) -> Self:
        """Read what `to_json` wrote."""
        values: dict[str, Any] = {name: doc[name] for name in _PLAIN}
        values |= {name: tuple(doc[name]) for name in _LISTS}
        values |= {name: tuple(tuple(cards) for cards in doc[name]) for name in _LISTS_OF_LISTS}
        return cls(
            setup=setup,
            streams=Streams.from_json(doc["streams"]),
            strengths=tuple(tuple((face, number) for face, number in pairs) for pairs in doc["strengths"]),
            villages=tuple(village_from_json(village) for village in doc["villages"]),
            events=tuple(event_from_json(event) for event in doc["events"]),
            **values,
        )

    @classmethod
    def new(cls, setup: VampireSetup, seed: int) -> Self:
        """Return the first state: decks shuffled apart (W-1), a starting card each (W-2), the row drawn (W-4)."""
        rng, streams = Streams(seed).next("deal")
        cards, players = setup.cards, setup.players
        starting = _shuffled([card.id for card in cards.starting], rng)
        decks = [_shuffled([card.id for card in round_], rng) for round_ in cards.village]
        monster_decks = [_shuffled(faces, rng) for faces in cards.monsters]
        none: tuple[Cards, ...] = ((),) * players
        state = cls(
            setup=setup,
            streams=streams,
            phase=BUILDING,
            round=1,
            step=0,
            turn=0,
            order=_shuffled(ATTACKERS, rng),
            kind=0,
            starting=starting[players:],
            decks=tuple(decks),
            monster_decks=tuple(monster_decks),
            hands=none,
            dealt=none,
            commits=none,
            chosen=(),
            villages=tuple((Placed(card, 0, 0, START_RESIDENTS),) for card in starting[:players]),
            monsters=none,
            strengths=((),) * players,
            walkers=(),
            moves=0,
            wave=(),
            any_attacker=False,
            lost=(),
            gone=(),
            events=(),
        )
        first: Self = onward(state)
        return first


def _places(state: Table) -> tuple[AnyAction, ...]:
    return tuple([Place(*cell) for cell in free_cells(state.villages[state.turn], box=state.setup.box)])


_CHOICES: dict[str, Callable[[Table], tuple[AnyAction, ...]]] = {
    CHOOSE: building.choices,
    PLACE: _places,
    MOVE: building.walks,
    GIVE: monsters.gifts,
    DEMONS: demons.answers,
    LOSE: attack.losses,
    DRIVE: attack.drives,
}
_DO: dict[str, Callable[[Any, Any], Any]] = {
    CHOOSE: building.choose,
    PLACE: building.place,
    MOVE: building.walk,
    GIVE: monsters.give,
    DEMONS: demons.answer,
    LOSE: attack.lose,
    DRIVE: attack.drive,
}
_BEGINNINGS: dict[str, Callable[[Any], Any]] = {
    BUILDING: building.begin,
    MONSTERS: monsters.begin,
    MISDEEDS: demons.begin,
    ATTACKS: attack.begin,
}


def onward(state: Any) -> Any:
    """Go through what nobody decides."""
    while state.phase in _BEGINNINGS:
        state = _BEGINNINGS[state.phase](state)
    return state


_PLAIN = ("phase", "round", "step", "turn", "kind", "moves", "any_attacker")
_LISTS = ("order", "starting", "chosen", "wave", "lost", "gone")
_LISTS_OF_LISTS = ("decks", "monster_decks", "hands", "dealt", "commits", "monsters", "walkers")


def _shuffled(cards: Sequence[str], rng: np.random.Generator) -> Cards:
    return tuple([cards[place] for place in rng.permutation(len(cards)).tolist()])
