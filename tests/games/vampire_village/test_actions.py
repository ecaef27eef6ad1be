"""Actions as JSON: what is no action is refused in one sentence."""

from __future__ import annotations

import pytest

from paletti_sim.games.core.errors import UnreadableActionError
from paletti_sim.games.vampire_village.actions import (
    Choose,
    Drive,
    Give,
    Ignore,
    Lose,
    Move,
    Place,
    Sacrifice,
    Stay,
    Suffer,
    read_action,
)

ALL = [
    (Choose("mill"), {"choose": "mill"}),
    (Place(-1, 2), {"place": [-1, 2]}),
    (Move("mill", "byre"), {"move": ["mill", "byre"]}),
    (Stay(), {"stay": True}),
    (Give("witch-2", "vampire-1"), {"give": ["witch-2", "vampire-1"]}),
    (Sacrifice("demon-hero", "slayer"), {"sacrifice": "slayer", "demon": "demon-hero"}),
    (Suffer("demon-yellow"), {"suffer": "", "demon": "demon-yellow"}),
    (Ignore("demon-hero"), {"ignore": "demon-hero"}),
    (Lose("mill"), {"lose": "mill"}),
    (Drive("witch-2"), {"drive": "witch-2"}),
]


@pytest.mark.parametrize(("action", "doc"), ALL)
def test_each_action_is_written_and_read(action, doc):
    assert action.to_json() == doc
    assert read_action(doc) == action


@pytest.mark.parametrize(
    "doc",
    [
        None,
        [],
        {},
        "stay",
        {"choose": 3},
        {"place": [1]},
        {"place": [True, False]},
        {"place": [1, 10**20]},
        {"place": "ab"},
        {"move": ["mill"]},
        {"stay": False},
        {"stay": 1},
        {"give": ["a", "b", "c"]},
        {"suffer": ""},
        {"sacrifice": "slayer", "demon": 3},
        {"choose": "mill", "lose": "mill"},
        {"fly": "mill"},
    ],
)
def test_anything_else_is_no_action(doc):
    with pytest.raises(UnreadableActionError, match="no action of vampire-village"):
        read_action(doc)
