"""Any game as a PettingZoo environment in which agents act one after the other (AEC)."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from paletti_sim.adapters.encodings import encoding_of
from paletti_sim.adapters.encodings.parts import Array
from paletti_sim.adapters.judges import JudgeName, referee_named
from paletti_sim.adapters.rendering import check_size, image_of, text_of
from paletti_sim.errors import PalettiError
from paletti_sim.games import find_game
from paletti_sim.games.core.errors import EndlessGameError
from paletti_sim.games.core.protocol import JUDGE, Judge, Outcome, State
from paletti_sim.games.core.streams import game_seed

Reward = Literal["win", "score"]
RENDER_MODES = ("ansi", "rgb_array")


class TableEnv(AECEnv[str, dict[str, Any], int | None]):
    """A game of `paletti games`, one agent a player, by the names `player_0`, `player_1`, ….

    An action is the number of one of the legal actions, in the order in which the game lists them; `action_mask` says
    how many there are, and row k of `actions` describes action k, so that nothing has to be learnt about the order.
    `observation` is what the player may see and nothing else. Where a place can be chosen freely (Villa Paletti) the
    actions are the places that the game offers. What a game lists beyond `slots` is thinned out evenly; `legal` holds
    the actions themselves. Rewards come at the end.

    Args:
        game: its id.
        players: how many play; None: two, or the least of the game.
        seed: the same seed gives the same games one after the other; `reset(seed=...)` plays the game of that seed
            (that of `paletti play --seed`) and goes on from there.
        options: those of the game, as for `paletti play --set`.
        judge: who says what happens to the tower of Villa Paletti: `equilibrium` (some 10 ms), `simulation` (some 300).
        reward: `win`: 1 for who wins, -1 for who loses, 0 for all where nobody or everybody wins. `score`: the points.
        seal_points: Villa Paletti alone: so much for each point by which the own columns on the top level, which decide
            about the Seal, have become worth more since the last action.
        slots: actions to choose from at most; None as the game needs.
        render_mode: `ansi` for text, `rgb_array` for a picture (height, width, 3).
        size: width and height of pictures of a villa or a garden; tables in words are as large as they are.

    Raises:
        OptionError: an unknown game, a wrong number of players, or wrong options.
        PalettiError: any other argument that makes no sense.
    """

    metadata = {"name": "paletti", "render_modes": RENDER_MODES, "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        seed: int = 0,
        options: dict[str, object] | None = None,
        judge: JudgeName = "equilibrium",
        reward: Reward = "win",
        seal_points: float = 0.0,
        slots: int | None = None,
        render_mode: str | None = None,
        size: tuple[int, int] = (400, 400),
    ) -> None:
        super().__init__()
        found = find_game(game)
        self.setup = found.setup(max(2, found.least) if players is None else players, options)
        if reward not in ("win", "score"):
            raise PalettiError(f"reward: wants win or score (got {str(reward)[:40]!r})")
        if seal_points and found.id != "villa-paletti":
            raise PalettiError(f"seal_points: {found.id} has no Seal, only villa-paletti has")
        if slots is not None and slots < 1:
            raise PalettiError(f"slots: wants 1 or more (got {slots!r})")
        if render_mode not in (None, *RENDER_MODES):
            raise PalettiError(f"render_mode: wants {' or '.join(RENDER_MODES)} (got {str(render_mode)[:40]!r})")
        check_size(size)
        self._judge: Judge | None = referee_named(judge) if self.setup.needs_judge else None
        self._reward, self._seal_points = reward, seal_points
        self._root, self._games = seed, 0
        self.render_mode, self._size = render_mode, size
        self.metadata = {**self.metadata, "name": f"paletti_{found.id.replace('-', '_')}"}
        self.encoding = encoding_of(self.setup)
        self._slots = self.encoding.slots if slots is None else slots
        self.possible_agents = [f"player_{seat}" for seat in range(self.setup.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._names = [f"Player {seat}" for seat in range(self.setup.players)]
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._space())
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self._slots) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.state_now: State[Any] | None = None
        self.legal: tuple[Any, ...] = ()

    def _space(self) -> gymnasium.spaces.Dict:
        def box(low: float, *shape: int) -> gymnasium.spaces.Box:
            return gymnasium.spaces.Box(low, 1.0, shape, np.float32)

        return gymnasium.spaces.Dict(
            {
                "observation": box(-1.0, self.encoding.view.size),
                "actions": box(-1.0, self._slots, self.encoding.action.size),
                "action_mask": gymnasium.spaces.Box(0, 1, (self._slots,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """Return what an agent's observations look like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """Return what an agent's actions look like."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin the next game, or the one of a seed, after which others follow that depend on that seed alone."""
        if seed is None:
            seed = game_seed(self._root, self._games)
            self._games += 1
        else:
            self._root, self._games = seed, 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._actions = 0
        self._go_to(self.setup.new(seed))
        self._points = self._points_now()

    @property
    def now(self) -> State[Any]:
        """The position: for searches and for looking; an agent that shall not cheat looks at its observations."""
        if self.state_now is None:
            raise PalettiError("begin with reset()")
        return self.state_now

    def _go_to(self, state: State[Any]) -> None:
        """Let the judge answer, and find out who decides between what."""
        while state.actor == JUDGE:
            assert self._judge is not None
            state = state.apply(self._judge.rule(state))
        self.state_now = state
        self.legal = thinned(state.legal_actions(), self._slots)
        if state.actor is not None:
            self.agent_selection = self.possible_agents[state.actor]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent may see; the actions are there for whoever decides."""
        state, seat = self.now, self._seats[agent]
        mask = np.zeros(self._slots, np.int8)
        rows: Sequence[Any] = ()
        if state.actor == seat:
            rows = self.legal
            mask[: len(rows)] = 1
        return {
            "observation": self.encoding.of_view(state.view(seat)),
            "actions": self.encoding.of_actions(rows, seat, self._slots),
            "action_mask": mask,
        }

    def step(self, action: int | None) -> None:
        """Do the legal action of that number for `agent_selection`; None for one that is done with the game.

        Raises:
            PalettiError: there is no legal action of that number.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= int(action) < len(self.legal):
            raise PalettiError(f"{agent} has {len(self.legal)} actions, from 0 on (got {action!r}): see action_mask")
        if self._actions >= self.setup.longest:
            raise EndlessGameError(f"{self.setup.game.id}: not over after {self.setup.longest} actions")
        self._actions += 1
        self._cumulative_rewards[agent] = 0.0
        self._go_to(self.now.apply(self.legal[int(action)]))
        self._give_rewards()
        self._accumulate_rewards()

    def _give_rewards(self) -> None:
        points, before = self._points_now(), self._points
        self._points = points
        outcome = self.now.outcome
        for seat, agent in enumerate(self.possible_agents):
            reward = self._seal_points * (points[seat] - before[seat])
            if outcome is not None:
                reward += _at_the_end(outcome, seat) if self._reward == "win" else float(outcome.scores[seat])
                self.terminations[agent] = True
                self.infos[agent] = {"outcome": outcome.to_json()}
            self.rewards[agent] = reward

    def _points_now(self) -> tuple[float, ...]:
        """Of each player, what decides about the Seal."""
        if not self._seal_points:
            return (0.0,) * self.setup.players
        state: Any = self.now
        return tuple(float(points) for points in state.board.points)

    def state(self) -> Array:
        """Return what somebody who sees all players' observations sees: those one after the other."""
        views = [self.encoding.of_view(self.now.view(seat)) for seat in range(self.setup.players)]
        return np.concatenate(views)

    @property
    def state_space(self) -> gymnasium.Space[Any]:
        """What `state` looks like."""
        return gymnasium.spaces.Box(-1.0, 1.0, (self.encoding.view.size * self.setup.players,), np.float32)

    def render(self) -> Any:
        """Return the table as everybody may see it: text or a picture, as `render_mode` says."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: make the environment with ansi or rgb_array")
            return None
        if self.render_mode == "ansi":
            return text_of(self.setup, self.now, self._names)
        return image_of(self.setup, self.now, self._names, self._size)

    def copy(self) -> TableEnv:
        """Return the same game to go on with elsewhere, for searches: positions are values, so this is cheap."""
        other = copy.copy(self)
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            setattr(other, name, copy.copy(getattr(self, name)))
        return other

    def close(self) -> None:
        """Nothing is held open."""


def thinned(actions: Sequence[Any], most: int) -> tuple[Any, ...]:
    """Return at most so many of some actions, evenly over the list, in its order.

    >>> thinned("abcdefgh", 3), thinned("abc", 9)
    (('a', 'c', 'f'), ('a', 'b', 'c'))
    """
    count = len(actions)
    if count <= most:
        return tuple(actions)
    return tuple(actions[place * count // most] for place in range(most))


def _at_the_end(outcome: Outcome, seat: int) -> float:
    if not outcome.winners or (len(outcome.winners) == len(outcome.scores) > 1):
        return 0.0
    return 1.0 if seat in outcome.winners else -1.0
