"""Plays a record again, and finds out whether the same comes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from paletti_sim.games.core.errors import ActionError, IllegalActionError, OptionError, RecordError
from paletti_sim.games.core.game import Game, Setup, digest
from paletti_sim.games.core.match import Seats, Step
from paletti_sim.games.core.protocol import JUDGE, Judge, State
from paletti_sim.games.core.record import Record

HUMAN = "human"


def setup_of(record: Record, game: Game, settings: Mapping[str, object] | None = None) -> Setup[Any, Any]:
    """Return the set-up under which a record was played; `settings` replace options of the record.

    Raises:
        RecordError: its options are not those of the game, or it was played with other data.
    """
    try:
        setup = game.setup(len(record.players), {**record.options, **(settings or {})})
    except OptionError as error:
        raise RecordError(f"this record is damaged: {error}") from None
    if setup.data_hash != record.data:
        raise RecordError(
            f"this record was played with other data of {game.id} than those here "
            f"({record.data[:16]}, here {setup.data_hash}): it cannot be played again"
        )
    return setup


def replay(record: Record, setup: Setup[Any, Any]) -> Iterator[Step]:
    """Yield the steps of a record.

    Raises:
        RecordError: an action is unreadable, against the rules, of somebody else, or after the end.
    """
    state: State[Any] = setup.new(record.seed)
    for number, done in enumerate(record.actions):
        where = f"this record is damaged: action {number + 1} of {len(record.actions)}"
        actor = state.actor
        if actor is None:
            raise RecordError(f"{where} comes after the end of the game")
        if actor != done.by:
            raise RecordError(f"{where} is of player {done.by}, but player {actor} has to decide")
        try:
            action = setup.action_from_json(done.do)
            after = state.apply(action)
        except IllegalActionError as error:
            raise RecordError(f"{where} is against rule {error}") from None
        except ActionError as error:
            raise RecordError(f"{where}: {error}") from None
        yield Step(number, state, actor, action, after)
        state = after


@dataclass(frozen=True)
class Verification:
    """What playing a record again showed. `differences` is empty when all is the same."""

    actions: int
    decided_again: int
    differences: tuple[str, ...]

    @property
    def same(self) -> bool:
        """Whether the same came out."""
        return not self.differences


def verify(record: Record, setup: Setup[Any, Any], judge: Judge | None = None) -> Verification:
    """Play a record again and compare: every choice of a bot, every ruling of the judge, the end.

    What people chose is taken from the record and checked against the rules.

    Raises:
        RecordError: the record cannot be played.
        OptionError: it names a bot that does not exist.
    """
    people = {seat for seat, player in enumerate(record.players) if player.by == HUMAN}
    stand_in = next(iter(setup.game.bots))
    bots = [
        setup.game.bot(stand_in if seat in people else player.by, setup) for seat, player in enumerate(record.players)
    ]
    seats = Seats(setup, bots, record.seed, judge)
    state: State[Any] = setup.new(record.seed)
    again = 0
    differences: list[str] = []
    for step in replay(record, setup):
        state = step.after
        if step.number in record.resumed:
            seats = Seats(setup, bots, record.seed, judge, step.number)
        if step.actor in people or differences:
            continue  # after a first difference a bot's random stream is no longer the same
        again += 1
        choice = seats.decide(step.before)
        if choice != step.action:
            who = "the judge" if step.actor == JUDGE else record.players[step.actor].name
            differences.append(f"action {step.number + 1}: {who} decides otherwise now")
    outcome = state.outcome
    if (None if outcome is None else outcome.to_json()) != record.outcome:
        differences.append("the outcome is another one")
    if digest(state.to_json()) != record.state:
        differences.append("the last state is another one")
    return Verification(len(record.actions), again, tuple(differences))
