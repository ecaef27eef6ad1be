"""The greedy bot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paletti_sim.games.core.bots import Decision
from paletti_sim.games.core.match import play
from paletti_sim.games.core.streams import generator
from paletti_sim.games.villa.actions import Pass, Put
from paletti_sim.games.villa.bots import GreedyBot
from tests.games.villa.helpers import areas_of, expert, layout_of, resolving, setup, supply


def choice(state, made):
    return GreedyBot(made).choose(Decision(state, state.actor, lambda: generator(0, "x")))


@pytest.mark.parametrize(("colours", "closes"), [("pink,blue", True), ("blue,pink", False)])
def test_it_closes_what_it_leads_and_keeps_off_what_it_feeds(colours, closes):
    """A pocket of pink: one hedge closes four spaces for pink."""
    made = setup(2, colours=colours)
    text = """
        +-p-+-p-+
        p       p
        +       +
        p       p
        +       +
    """
    state = replace(made.new(0), layout=layout_of(text), hedge="L-1")
    after = state.apply(choice(state, made))
    assert (sum(area.points for area in after.areas if 1 in area.owners) == 4) == closes


def test_it_beats_random_play():
    made = setup(2)
    won = 0
    for seed in range(6):
        bots = [made.game.bot(name, made) for name in (("greedy", "random") if seed % 2 else ("random", "greedy"))]
        won += play(made, bots, seed).outcome.winners == {1 - seed % 2}
    assert won == 6


def test_it_places_features_that_bring_much_and_keeps_those_that_do_not():
    made = expert(2, features="column,statue,gazebo")
    text = "+-b-+-b-+\nb A     b\n+-b-+-b-+"
    assert choice(resolving(made, text, "A"), made) == Put("column")  # 12 points
    poor = expert(2, features="statue,flowerbed,gazebo")
    assert choice(resolving(poor, text, "A"), poor) == Put()
    # at the end of the game, whatever brings a point; and rather a Feature that may stay one than a turned one
    last = resolving(expert(2, features="bridge,statue,well"), text, "A", bag=("L-1",))
    assert choice(last, last.setup) == Put("bridge")
    forced = resolving(made, text, "A", supplies={0: supply(0, "statue", "gazebo")})
    assert isinstance(choice(forced, made), Put)


def test_it_swaps_only_if_that_helps():
    made = expert(2, features="bird-bath,statue,gazebo")
    text = "+-b-+-b-+-b-+-b-+\nb A b B         b\n+-b-+-p-+-b-+-b-+"
    assert areas_of(text)[1].size == 3
    better = resolving(made, text, "A", stacks={"B": "pink"}).apply(Put("bird-bath"))
    assert choice(better, made) != Pass()
    small = "+-b-+-b-+-b-+-b-+\nb A         b B b\n+-b-+-b-+-b-+-p-+"
    worse = resolving(made, small, "A", stacks={"B": "pink"}).apply(Put("bird-bath"))
    assert choice(worse, made) == Pass()
