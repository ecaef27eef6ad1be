"""The greedy bot: what it sees at once, and that it wins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paletti_sim.games.core.bots import Decision
from paletti_sim.games.core.match import play
from paletti_sim.games.core.streams import generator
from paletti_sim.games.vampire_village.actions import Drive, Give, Lose, Move, Place, Sacrifice, Suffer
from paletti_sim.games.vampire_village.bots import GreedyBot
from paletti_sim.games.vampire_village.outlook import WEIGHTS, attackers_of, besiege, endure, fort_of
from paletti_sim.games.vampire_village.phases import MONSTERS
from paletti_sim.games.vampire_village.table import onward
from tests.games.vampire_village.helpers import attacked, haunted, placing, random_states, setup, state_with, village

CARDS = setup().cards


def choice(state):
    return GreedyBot(state.setup).choose(Decision(state, state.actor, lambda: generator(1, "bot")))


def last_round(state):
    return replace(state, round=2)


def test_attacks_in_the_head_go_as_the_rules_say():
    # with one card a line there is nothing to choose: the head and the rules must agree
    here = village("moat", "silver-forge", "kennel", "palisade", kennel=2)
    for faces in (("werewolf-grey",) * 4, ("werewolf-grey",) * 2, ("werewolf-black", "werewolf-grey")):
        state = attacked([here, village("mill")], [faces, ()])
        fort = fort_of(here, CARDS, WEIGHTS[1])
        stay = besiege(fort, 1, list(attackers_of(faces, {})[1]), 0.0)
        assert stay == len(state.monsters[0])
        assert [(card[0], card[2]) for card in fort] == [(each.row, each.residents) for each in state.villages[0]]
    assert besiege([], 2, [1, 4], 0.0) == 0
    assert besiege([], 0, [0], 0.0) == 1
    assert attackers_of(("witch-left", "witch-2", "vampire-6", "demon-hero"), {"2": 2, "left": 3}) == ([2, 3], [], [6])
    assert endure(fort_of(village("abbey", abbey=3), CARDS, WEIGHTS[1]), ([], [], [5]), (2,), WEIGHTS[1]) > 4


def test_it_places_for_residents():
    state = last_round(placing(village("mill byre parsonage", "inn . ."), "market"))
    assert choice(state) in (Place(0, 3), Place(0, -1))


def test_it_loses_the_card_without_residents_and_drives_the_strongest_away():
    here = village("inn", "sexton", "mill", inn=2, mill=1)
    state = last_round(attacked([here, village("mill")], [("vampire-1", "vampire-6"), ()]))
    assert choice(state) == Lose("sexton")
    assert choice(state.apply(Lose("sexton"))) == Drive("vampire-6")


def test_it_lets_residents_walk_away_from_the_side_that_falls():
    state = last_round(
        placing(village("mill moat abbey", ". thorn-wall sundial", ". iron-oven chapel", mill=2), "herbalist")
    )
    state = replace(state, order=("witch", "werewolf", "vampire"), monsters=(("witch-2",) * 4, ()), step=6)
    # below the mill: both stand in the leftmost column, which falls, and the thorn wall behind them holds
    state = state.apply(Place(1, 0))
    assert choice(state) == Move("mill", "moat")


def test_it_answers_demons_by_what_is_left():
    state = last_round(haunted([village("inn slayer", inn=1), village("mill")], [("demon-fewest",), ()]))
    assert choice(state) == Sacrifice("demon-fewest", "slayer")
    state = last_round(haunted([village("inn slayer", inn=1, slayer=4), village("mill")], [("demon-yellow",), ()]))
    assert choice(state) == Suffer("demon-yellow")
    strong = village("thorn-wall moat abbey")
    taken = last_round(haunted([strong] * 2, [("demon-vampire",), ("vampire-1", "vampire-6")]))
    assert choice(taken) == Suffer("demon-vampire", "vampire-1")


def test_it_keeps_what_its_village_can_hold_and_gives_what_the_other_cannot():
    strong, weak = village("abbey", "sundial"), village("thorn-wall moat chapel", chapel=5)
    state = onward(state_with([strong, weak], phase=MONSTERS))
    state = last_round(replace(state, dealt=(("vampire-1", "vampire-5", "vampire-6"), state.dealt[1]), step=1))
    assert choice(state) == Give("vampire-5", "vampire-6")


@pytest.mark.parametrize(("players", "options"), [(2, {}), (5, {"grid_limit": "box", "demons": "together"})])
def test_it_plays_whole_games_legally_whatever_the_options(players, options):
    ready = setup(players, **options)
    played = play(ready, [ready.game.bot("greedy", ready)] * players, 3)
    assert played.state.is_over
    again = play(ready, [ready.game.bot("greedy", ready)] * players, 3)
    assert again.actions == played.actions


def test_it_wins_nearly_always_against_random_play():
    ready = setup(2)
    bots = [ready.game.bot("greedy", ready), ready.game.bot("random", ready)]
    won = sum(0 in play(ready, bots, seed).outcome.winners for seed in range(12))
    won += sum(1 in play(ready, bots[::-1], seed).outcome.winners for seed in range(12))
    assert won >= 22  # of these 24 games, which are always the same


def test_it_sees_only_its_view():
    for state, action in random_states(2, 3):
        if action is None or state.actor is None:
            continue
        other = state.setup.imagine(state.view(state.actor), generator(9, "other"))
        assert choice(other) == choice(state)
