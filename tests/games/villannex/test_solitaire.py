"""The solitaire game: X-32 to X-38 and the rulings on it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paletti_sim.games.core.bots import Decision
from paletti_sim.games.core.errors import IllegalActionError, OptionError
from paletti_sim.games.core.streams import generator
from paletti_sim.games.villannex.actions import TakePair
from paletti_sim.games.villannex.common import score_round
from paletti_sim.games.villannex.solitaire import goal
from tests.games.villannex.helpers import advance, in_phase, setup

GREEDY = setup(1).game.bot("greedy", setup(1))


def greedily(state):
    return GREEDY.choose(Decision(state, 0, lambda: generator(0, "bot")))


def played_rounds(number):
    """A state in round `number` that was reached by clearing those before."""
    for seed in range(200):
        state = setup(1).new(seed)
        while not state.is_over and len(state.rounds) < number - 1:
            state = state.apply(greedily(state))
        if not state.is_over:
            return state
    raise AssertionError("never got there")


def cleared(state, points):
    """The state after its round, as if it had scored `points`."""
    totals = tuple((goal(number),) for number in range(1, len(state.rounds)))
    return replace(state, totals=(*totals, (points,)))


@pytest.mark.rule("X-32")
@pytest.mark.rule("X-34")
@pytest.mark.rule("X-G11")
@pytest.mark.rule("X-G13")
def test_six_cards_then_two_random_villages_from_the_first_round_on():
    state = setup(1).new(0)
    assert (len(state.hand), [len(pair) for pair in state.pairs], len(state.deck)) == (6, [2, 2], 22)
    rng, _ = replace(state.streams, used=()).next("deal")
    order = [setup(1).cards.ids[place] for place in rng.permutation(32)]
    assert state.hand == tuple(sorted(order[:6]))  # the hand is drawn first
    assert state.pairs == (tuple(order[6:8]), tuple(order[8:10]))


@pytest.mark.rule("X-34")
@pytest.mark.rule("X-G12")
def test_one_pair_is_kept_and_the_other_is_out_of_play():
    state = setup(1).new(0)
    assert state.legal_actions() == (TakePair(1), TakePair(2))
    for number in (1, 2):
        after = state.apply(TakePair(number))
        assert tuple(card for card, _ in after.village) == state.pairs[number - 1]
        assert after.out == state.pairs[2 - number]
    done = advance(state.apply(TakePair(2)), until=lambda s: len(s.rounds) == 1)
    played = {card for card, _ in done.rounds[0][0]}
    assert not played & set(state.pairs[0])
    with pytest.raises(IllegalActionError, match="X-34"):
        state.apply(TakePair(3))


@pytest.mark.rule("X-35")
def test_two_cards_of_the_hand_join_and_each_of_the_four_has_one_frame():
    state = setup(1).new(0).apply(TakePair(1))
    assert len(state.legal_actions()) == 15
    hand = state.hand
    state = state.apply(state.legal_actions()[3])
    assert len(state.village) == 4
    for card, _ in state.village:
        assert {action.card for action in state.legal_actions()} == {card}
        assert len(state.legal_actions()) == len(setup(1).cards.by_id[card].frames)
        state = state.apply(state.legal_actions()[0])
    village = state.rounds[0][0]
    assert all(frame == 1 for _, frame in village)
    assert {card for card, _ in village[2:]} < set(hand)
    assert state.totals[0] == score_round(setup(1).cards, state.rounds, 0).totals


@pytest.mark.rule("X-33")
def test_the_next_round_draws_up_to_six_and_keeps_the_last_village_in_play():
    state = played_rounds(1)
    before = advance(state, greedily, until=in_phase("frames"))
    state = advance(before, greedily, until=lambda s: len(s.rounds) == 1)
    assert not state.is_over
    assert set(before.hand) < set(state.hand)
    assert len(state.hand) == 6
    assert set(state.view(0).common) == {card for card, _ in state.rounds[0][0]}
    state = advance(state, greedily, until=lambda s: len(s.rounds) == 2)
    result = score_round(setup(1).cards, state.rounds, 1)
    assert result.productions == (setup(1).cards.production(state.rounds[1][0]),)
    assert result.totals == state.totals[1]
    assert {card for card, _ in state.rounds[0][0]} <= set(state.view(0).common) or state.is_over


@pytest.mark.rule("X-36")
def test_a_round_must_reach_twenty_times_its_number():
    assert [goal(number) for number in (1, 2, 3, 4)] == [20, 40, 60, 80]
    outcomes = set()
    for seed in range(120):
        state = advance(setup(1).new(seed), greedily if seed % 2 else lambda s: s.legal_actions()[0])
        points = [row[0] for row in state.totals]
        for number, scored in enumerate(points[:-1], 1):
            assert scored >= goal(number)
        if state.outcome.winners:
            assert len(points) == 4
            assert points[-1] >= 80
        else:
            assert points[-1] < goal(len(points))
            assert state.outcome.reason == f"failed in round {len(points)}"
        assert state.outcome.scores == (points[-1],)  # scores of rounds do not add up
        outcomes.add(state.outcome.reason)
    assert len(outcomes) >= 4


@pytest.mark.rule("X-37")
def test_the_fourth_round_wins_and_a_hundred_points_are_a_complete_victory():
    for seed in range(300):
        state = advance(setup(1).new(seed), greedily)
        if len(state.rounds) == 4:
            break
    for points, winners, reason in (
        (79, set(), "failed in round 4"),
        (80, {0}, "victory"),
        (99, {0}, "victory"),
        (100, {0}, "complete victory"),
    ):
        outcome = cleared(state, points).outcome
        assert (outcome.winners, outcome.reason) == (winners, reason)
    assert dict(cleared(state, 85).outcome.facts) == {
        "round 1 cleared": True,
        "round 2 cleared": True,
        "round 3 cleared": True,
        "round 4 cleared": True,
        "complete victory": False,
    }


@pytest.mark.rule("X-38")
def test_four_rounds_use_28_of_the_32_cards():
    assert len(played_rounds(4).deck) == 4


def test_the_solitaire_game_has_no_options_of_the_others():
    with pytest.raises(OptionError, match="solitaire"):
        setup().game.setup(1, {"rounds": "2"})
