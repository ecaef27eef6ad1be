"""What every game owes the protocol, as checks for any set-up; the tests run them over all games."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import islice
from typing import Any

import numpy as np

from paletti_sim.games.core.errors import IllegalActionError
from paletti_sim.games.core.game import Setup, digest
from paletti_sim.games.core.protocol import JUDGE, OpenActions, State, draw
from paletti_sim.games.core.streams import generator

Shuffle = Callable[[Any, "int | None", np.random.Generator], Any]
"""Returns a state with everything changed that a player (None: who watches) may not see: (state, player, rng)."""


class BrokenContractError(AssertionError):
    """A game does not do what the protocol asks."""


def check(holds: object, what: str) -> None:
    """Raise BrokenContractError unless `holds`."""
    if not holds:
        raise BrokenContractError(what)


def random_play(setup: Setup[Any, Any], seed: int) -> list[tuple[State[Any], Any]]:
    """Play at random to the end, rulings of a judge included, and return each state with the action taken there.

    Raises:
        BrokenContractError: an actor without actions, an impossible actor, a game that does not end, cards or tokens
            that come or go.
    """
    rng = generator(seed, "random play")
    state = setup.new(seed)
    played: list[tuple[State[Any], Any]] = []
    inventory = setup.inventory(state)
    while not state.is_over:
        check(len(played) < setup.longest, f"seed {seed}: not over after {setup.longest} actions")
        check(state.actor is not None, f"seed {seed}: nobody decides, and the game is not over")
        check(state.actor == JUDGE or 0 <= (state.actor or 0) < setup.players, f"seed {seed}: actor {state.actor}")
        actions = state.legal_actions()
        check(len(actions) > 0, f"seed {seed}: player {state.actor} has no action after {len(played)}")
        action = draw(actions, rng)
        played.append((state, action))
        state = state.apply(action)
        check(setup.inventory(state) == inventory, f"seed {seed}: not the same cards and tokens after {action}")
    check(state.actor is None, f"seed {seed}: somebody decides in a game that is over")
    check(len(state.legal_actions()) == 0, f"seed {seed}: there are actions in a game that is over")
    outcome = state.outcome
    check(outcome is not None, f"seed {seed}: a game that is over has no outcome")
    assert outcome is not None
    check(len(outcome.scores) == setup.players, f"seed {seed}: {len(outcome.scores)} scores")
    check(outcome.winners <= set(range(setup.players)), f"seed {seed}: winners {outcome.winners}")
    played.append((state, None))
    return played


def check_same_seed(setup: Setup[Any, Any], seed: int) -> None:
    """The same seed gives the same game."""
    one, two = random_play(setup, seed), random_play(setup, seed)
    check(one == two, f"seed {seed}: not the same states and actions again")
    check(digest(one[-1][0].to_json()) == digest(two[-1][0].to_json()), f"seed {seed}: not the same JSON again")


def check_round_trips(setup: Setup[Any, Any], seed: int) -> None:
    """Every state and action survives JSON, and the state that comes back goes on as before."""
    for state, action in random_play(setup, seed):
        doc = json.loads(json.dumps(state.to_json(), allow_nan=False))
        again = setup.state_from_json(doc)
        check(again == state, f"seed {seed}: a state is another one after JSON")
        check(again.to_json() == state.to_json(), f"seed {seed}: a state's JSON is another one after JSON")
        check(list(again.legal_actions()) == list(state.legal_actions()), f"seed {seed}: other actions after JSON")
        if action is not None:
            read = setup.action_from_json(json.loads(json.dumps(action.to_json(), allow_nan=False)))
            check(read == action, f"seed {seed}: {action} is another action after JSON")
            check(again.apply(read) == state.apply(action), f"seed {seed}: another state after JSON and {action}")


def check_views(setup: Setup[Any, Any], seed: int, shuffle: Shuffle) -> int:
    """Views leak nothing, can be written as JSON, and can be imagined behind; return how many were really tried.

    A view of a state in which everything was changed that the player may not see is the same view, and so are the
    player's own actions.
    """
    rng = generator(seed, "views")
    tried = 0
    for state, _ in random_play(setup, seed):
        for player in [*range(setup.players), None]:
            view = state.view(player)
            json.dumps(view.to_json(), allow_nan=False)
            check(view.actor == state.actor, f"seed {seed}: a view has another actor")
            other = shuffle(state, player, rng)
            tried += other != state
            check(other.view(player) == view, f"seed {seed}: the view of {player} shows what is hidden")
            if player is not None and state.actor == player:
                same = list(other.legal_actions()) == list(state.legal_actions())
                check(same, f"seed {seed}: the actions of {player} depend on what is hidden")
            imagined = setup.imagine(view, rng)
            check(imagined.view(player) == view, f"seed {seed}: what {player} imagines does not look the same")
            check(setup.inventory(imagined) == setup.inventory(state), f"seed {seed}: imagined cards are others")
    return tried


def check_refusals(setup: Setup[Any, Any], seed: int, most: int = 50) -> int:
    """Actions of other moments, at most so many, are refused with a rule's id; return how many were refused."""
    played = random_play(setup, seed)
    actions = list({action: None for state, _ in played for action in islice(state.legal_actions(), 50)})
    actions = actions[:: max(1, len(actions) // most)]
    refused = 0
    for state, _ in played:
        legal = state.legal_actions()
        for action in actions:
            if action in legal:
                continue
            try:
                state.apply(action)
            except IllegalActionError as error:
                check(error.rule, f"seed {seed}: {action} is refused without a rule")
                refused += 1
            else:
                raise BrokenContractError(f"seed {seed}: {action} is not legal and is applied")
    return refused


def check_words(setup: Setup[Any, Any], seed: int, width: int = 76) -> None:
    """A game can be told: every step has a question and labels that differ and fit a line."""
    names = [f"Player {seat}" for seat in range(setup.players)]
    words = setup.words
    before: State[Any] | None = None
    for state, _ in random_play(setup, seed):
        for player in [*range(setup.players), None]:
            words.table(state.view(player), names)
            if before is not None:
                words.news(before.view(player), state.view(player), names)
        before = state
        if state.actor is None or state.actor == JUDGE:
            continue
        view = state.view(state.actor)
        actions = state.legal_actions()
        labels = [words.label(view, each, names) for each in actions]
        check(words.question(view, names).strip(), f"seed {seed}: no question")
        check(all(0 < len(label) <= width for label in labels), f"seed {seed}: labels that do not fit: {labels}")
        check(len(set(labels)) == len(labels), f"seed {seed}: labels that are the same: {labels}")
        if not isinstance(actions, OpenActions):
            for number, (each, label) in enumerate(zip(actions, labels, strict=True), 1):
                check(words.read(str(number), view, actions, names) == each, f"seed {seed}: {number} is not read")
                check(words.read(label, view, actions, names) == each, f"seed {seed}: {label!r} is not read")
    assert before is not None
    outcome = before.outcome
    assert outcome is not None
    check(words.end(before.view(None), outcome, names), f"seed {seed}: no words for the end")
