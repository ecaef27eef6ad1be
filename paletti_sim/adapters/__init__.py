"""Towers and games where people already work: environments for programs that learn, and files of other engines.

`aec` makes a PettingZoo environment of any game, `builder` a Gymnasium environment of one builder. Importing this
package registers the latter as `paletti/Tower-v0` where Gymnasium is installed (extra `rl`).
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from paletti_sim.adapters.table_env import TableEnv
    from paletti_sim.adapters.tower_env import TowerEnv

__all__ = ["aec", "builder"]

TOWER = "paletti/Tower-v0"
MISSING = "{name} is not installed: pip install 'paletti-sim[rl]'"


def _need(name: str, module: str) -> None:
    """Raise MissingExtraError where a library is not installed."""
    if find_spec(module) is None:
        from paletti_sim.errors import MissingExtraError

        raise MissingExtraError(MISSING.format(name=name))


def aec(game: str, **options: Any) -> TableEnv:
    """Return a PettingZoo environment of a game; the options are those of `paletti_sim.adapters.table_env.TableEnv`.

    Raises:
        MissingExtraError: PettingZoo is not installed.
        OptionError: an unknown game, a wrong number of players, or wrong options.

    >>> env = aec("villannex", players=3, seed=0)
    >>> env.reset()
    >>> observation, reward, terminated, truncated, info = env.last()
    >>> env.agent_selection, int(observation["action_mask"].sum())  # which four of six cards
    ('player_0', 15)
    >>> env.step(7)
    >>> env.agent_selection
    'player_1'
    """
    _need("PettingZoo", "pettingzoo")
    from paletti_sim.adapters.table_env import TableEnv

    return TableEnv(game, **options)


def builder(**options: Any) -> TowerEnv:
    """Return the Gymnasium environment of one builder; see `paletti_sim.adapters.tower_env.TowerEnv`.

    Raises:
        MissingExtraError: Gymnasium is not installed.
    """
    _need("Gymnasium", "gymnasium")
    from paletti_sim.adapters.tower_env import TowerEnv

    return TowerEnv(**options)


def register() -> None:
    """Make `paletti/Tower-v0` known to Gymnasium; done on import where it is installed."""
    _need("Gymnasium", "gymnasium")
    import gymnasium

    if TOWER not in gymnasium.registry:
        gymnasium.register(TOWER, entry_point="paletti_sim.adapters.tower_env:TowerEnv")


if find_spec("gymnasium") is not None:
    register()
