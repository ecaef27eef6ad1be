"""One builder and a villa, as a Gymnasium environment: `paletti/Tower-v0`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt

from paletti_sim.adapters.judges import JudgeName, judge_named
from paletti_sim.adapters.rendering import check_size
from paletti_sim.adapters.tower_actions import (
    COLUMNS,
    REACH_MM,
    Act,
    LayNext,
    Numbered,
    PutUp,
    against,
    column_put_up,
    next_floor,
)
from paletti_sim.errors import PalettiError
from paletti_sim.games.villa_paletti.judge import Happening, TowerJudge
from paletti_sim.games.villa_paletti.layouts import LAYOUTS, laid_out
from paletti_sim.games.villa_paletti.pieces import Pieces, pieces_of
from paletti_sim.games.villa_paletti.plan import level_lines
from paletti_sim.stability.quick_judge import EquilibriumJudge
from paletti_sim.statics.rest import come_to_rest
from paletti_sim.tower.lying import top_m
from paletti_sim.tower.regulations import FLOOR_ORDER
from paletti_sim.tower.tower import Tower

PIECES = (*COLUMNS, *FLOOR_ORDER)
"""The rows of all observations: the 20 columns, then the five floors."""
RENDER_MODES = ("ansi", "rgb_array")
Actions = Literal["discrete", "continuous"]


class TowerEnv(gymnasium.Env[dict[str, Any], Any]):
    """A builder takes columns of any colour and puts them on top, and lays the next floor, as long as the villa stands.

    Observation, one row for each of `PIECES`, zeros for what is not in the villa: `pose` (25, 7) metres and a
    quaternion x, y, z, w; `size` (25, 4) extent along x and y and height in metres, and the mass in kilograms; `level`
    (25,) 1 on the base, 2 on the blue floor, …; `load` (25,) newtons on top of each column (of floors 0).

    Action, `discrete`: one number for a column and a place on a grid, or for the next floor and one of its places
    (`Numbered`); `info["action_mask"]` and `action_masks()` say which are allowed. `continuous`: four numbers from -1
    to 1: which piece (21 equal parts: `COLUMNS`, then the next floor), x, y (shares of 140 mm), and the turn (a share
    of 180 degrees). What is not allowed leaves all as it is and costs `illegal`; `info["illegal"]` says why.

    Reward: `height` times the rise of the villa in column heights, and `points` times the value of each column put up,
    less `fall` when something falls, which ends the episode. So does having nothing left to do.

    Args:
        actions: `discrete` or `continuous`.
        judge: `equilibrium` (some 10 ms an act) or `simulation` (some 300).
        layout: how the columns stand at the start: `scattered`, `ring` or `grid`.
        pitch: of the grid of places in mm.
        most: acts after which an episode is cut off.
        height: see Reward.
        points: see Reward.
        fall: see Reward.
        illegal: see Action.
        render_mode: `ansi` for a plan in letters, `rgb_array` for a picture.
        size: width and height of the picture in pixels.

    Raises:
        PalettiError: an argument that makes no sense.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        *,
        actions: Actions = "discrete",
        judge: JudgeName = "equilibrium",
        layout: str = "scattered",
        pitch: int = 20,
        most: int = 200,
        height: float = 1.0,
        points: float = 0.1,
        fall: float = 10.0,
        illegal: float = 0.1,
        render_mode: str | None = None,
        size: tuple[int, int] = (400, 400),
    ) -> None:
        for name, value, allowed in (("actions", actions, ("discrete", "continuous")), ("layout", layout, LAYOUTS)):
            if value not in allowed:
                raise PalettiError(f"{name}: wants {' or '.join(allowed)} (got {str(value)[:40]!r})")
        if render_mode not in (None, *RENDER_MODES):
            raise PalettiError(f"render_mode: wants {' or '.join(RENDER_MODES)} (got {str(render_mode)[:40]!r})")
        if not 5 <= pitch <= REACH_MM or most < 1:
            raise PalettiError(f"pitch and most: want 5 to {REACH_MM} mm, and 1 or more (got {pitch!r} and {most!r})")
        check_size(size)
        self._judge: TowerJudge = judge_named(judge)
        self._layout, self._most, self._size = layout, most, size
        self._height, self._points, self._fall, self._illegal = height, points, fall, illegal
        self.render_mode = render_mode
        self.numbered = Numbered(pitch)
        self._discrete = actions == "discrete"
        self.action_space = (
            gymnasium.spaces.Discrete(self.numbered.count)
            if self._discrete
            else gymnasium.spaces.Box(-1.0, 1.0, (4,), np.float32)
        )
        rows = len(PIECES)
        self.observation_space = gymnasium.spaces.Dict(
            {
                "pose": gymnasium.spaces.Box(-2.0, 2.0, (rows, 7), np.float32),
                "size": gymnasium.spaces.Box(0.0, 2.0, (rows, 4), np.float32),
                "level": gymnasium.spaces.Box(0, len(FLOOR_ORDER) + 1, (rows,), np.int8),
                "load": gymnasium.spaces.Box(0.0, 100.0, (rows,), np.float32),
            }
        )
        self._begun: tuple[Pieces, Tower] | None = None
        self._mask: npt.NDArray[np.int8] | None = None
        self._loads: Mapping[str, float] = {}
        self._acts = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Set up another villa: 20 columns of slightly different heights, and the blue floor on them."""
        super().reset(seed=seed, options=options)
        laid: Happening | None = None
        while laid is None or laid.tower is None:
            pieces = pieces_of(int(self.np_random.integers(2**32)))
            site = laid_out(self._layout, pieces, self.np_random)
            laid = self._judge.lay(site, pieces.floor(FLOOR_ORDER[0], 0.0, 0.0, 0.0))
        self._acts = 0
        self._stands(pieces, laid.tower)
        return self._seen(), self._info()

    @property
    def tower(self) -> Tower:
        """The villa as it stands; after a fall as it was before."""
        return self._now[1]

    @property
    def _now(self) -> tuple[Pieces, Tower]:
        if self._begun is None:
            raise PalettiError("begin with reset()")
        return self._begun

    def _stands(self, pieces: Pieces, tower: Tower) -> None:
        self._begun = (pieces, tower)
        self._mask = None
        # the judge by equilibrium has just found the loads of this very tower
        rest = self._judge.last if isinstance(self._judge, EquilibriumJudge) else None
        known = rest is not None and rest.bodies.names == tuple(piece.name for piece in tower.pieces)
        self._loads = (rest if rest is not None and known else come_to_rest(tower)).loads_n

    def action_masks(self) -> npt.NDArray[np.int8]:
        """Which of the discrete actions are allowed now (n,)."""
        if self._mask is None:
            pieces, tower = self._now
            self._mask = self.numbered.mask(tower, pieces)
        return self._mask

    def act_of(self, action: Any) -> Act:
        """Return what an action means."""
        if self._discrete:
            return self.numbered.act_of(int(action), self.tower)
        which, x, y, turn = (float(min(1.0, max(-1.0, value))) for value in action)
        piece = min(int((which + 1) / 2 * (len(COLUMNS) + 1)), len(COLUMNS))
        place = (x * REACH_MM, y * REACH_MM, turn * 180)
        return PutUp(COLUMNS[piece], *place) if piece < len(COLUMNS) else LayNext(*place)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Do what an action means."""
        pieces, before = self._now
        act = self.act_of(action)
        self._acts += 1
        cut = self._acts >= self._most
        why = against(before, pieces, act)
        if why is not None:
            return self._seen(), -self._illegal, False, cut, self._info(illegal=why)
        happened, worth = self._do(act, pieces, before)
        if happened.tower is None:
            return self._seen(), -self._fall, True, False, self._info(fallen=list(happened.fallen))
        self._stands(pieces, happened.tower)
        reward = self._height * (height_m(happened.tower) - height_m(before)) / before.mean_column_height_m
        done = not self.action_masks().any()
        more = {"fallen": list(happened.fallen)} if happened.fallen else {}
        return self._seen(), reward + self._points * worth, done, cut and not done, self._info(**more)

    def _do(self, act: Act, pieces: Pieces, tower: Tower) -> tuple[Happening, int]:
        """What an act does, and what the column that it puts up is worth."""
        if isinstance(act, LayNext):
            name = next_floor(tower)
            assert name is not None
            return self._judge.lay(tower, pieces.floor(name, act.x_mm, act.y_mm, act.turn_deg)), 0
        taken = self._judge.take(tower, act.column, "lift", None)
        if taken.tower is None:
            return taken, 0
        put = self._judge.put(taken.tower, column_put_up(taken.tower, pieces, act), None)
        worth = pieces.columns[act.column].points if put.what == "stands" else 0  # a column that falls over is lost
        return put, worth

    def _seen(self) -> dict[str, Any]:
        _, tower = self._now
        rows = len(PIECES)
        pose, size = np.zeros((rows, 7), np.float32), np.zeros((rows, 4), np.float32)
        level, load = np.zeros(rows, np.int8), np.zeros(rows, np.float32)
        for number, storey in enumerate(tower.levels, 1):
            for placed in (storey.floor, *storey.columns) if storey.floor else storey.columns:
                row, lies, piece = PIECES.index(placed.name), placed.pose, placed.piece
                assert lies is not None, "a judge says how everything stands"
                pose[row] = (*lies.position_m, *lies.quaternion)
                x0, y0, x1, y1 = piece.outline.shape.bounds
                size[row] = (x1 - x0, y1 - y0, piece.height_m, piece.mass_kg)
                level[row] = number
                load[row] = self._loads.get(placed.name, 0.0)
        return {"pose": pose, "size": size, "level": level, "load": load}

    def _info(self, **more: Any) -> dict[str, Any]:
        _, tower = self._now
        info: dict[str, Any] = {"height_mm": 1000 * height_m(tower), "floors": len(tower.floors), **more}
        if self._discrete:
            info["action_mask"] = self.action_masks().copy()
        return info

    def render(self) -> Any:
        """Return the villa as a picture or as a plan of its top level, as `render_mode` says."""
        _, tower = self._now
        if self.render_mode == "rgb_array":
            from paletti_sim.physics.picture import render

            return render(tower, self._size)
        if self.render_mode == "ansi":
            return "\n".join(level_lines(tower, len(tower.levels) - 1))
        gymnasium.logger.warn("render() needs a render_mode: make the environment with ansi or rgb_array")
        return None


def height_m(tower: Tower) -> float:
    """How high a tower at rest reaches above the base plate."""
    highest = (*tower.top.columns, tower.top.floor) if tower.top.floor else tower.top.columns
    return max((top_m(piece.piece, piece.pose) for piece in highest if piece.pose is not None), default=0.0)
