"""Views and actions of each game as arrays of numbers, for programs that learn."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from paletti_sim.adapters.encodings.parts import Encoding
from paletti_sim.games.core.errors import OptionError, near
from paletti_sim.games.core.game import Setup

_ENCODINGS = {
    "vampire-village": "paletti_sim.adapters.encodings.vampire_village",
    "villa": "paletti_sim.adapters.encodings.villa",
    "villa-paletti": "paletti_sim.adapters.encodings.villa_paletti",
    "villannex": "paletti_sim.adapters.encodings.villannex",
}


def encoding_of(setup: Setup[Any, Any]) -> Encoding:
    """Return how a game made ready becomes numbers.

    Raises:
        OptionError: nobody has said so for this game.
    """
    if setup.game.id not in _ENCODINGS:
        raise OptionError(f"{setup.game.id} has no encoding as numbers: {near(setup.game.id, _ENCODINGS)}")
    found: Encoding = import_module(_ENCODINGS[setup.game.id]).encoding(setup)
    return found
