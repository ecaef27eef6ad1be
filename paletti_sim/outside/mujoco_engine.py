"""The same question asked of MuJoCo: true masses, stiff contacts, elliptic friction cones."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from paletti_sim.errors import MissingExtraError
from paletti_sim.tower.collapse import COLUMN_TILT_RAD, FLOOR_TILT_RAD, SINK_SHARE, Foreign
from paletti_sim.tower.mjcf import mjcf
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.tower import GRAVITY_M_S2, Pose, Tower

FALL_TIMES = 15  # how long to watch, in times sqrt(2 H / 3 g): an almost balanced fall grows like cosh(t / tau)
WINDOW_S = 0.25
STILL = 2e-5  # mean motion from window to window, in mean column heights, twice, and not growing


def mujoco() -> Any:
    """The mujoco module.

    Raises:
        MissingExtraError: it is not installed.
    """
    try:
        import mujoco as module
    except ImportError:
        raise MissingExtraError("MuJoCo is not installed: pip install 'paletti-sim[test]'") from None
    return module


@dataclass(frozen=True)
class Settled:
    """Whether the tower stood, where its pieces were at the end, and the newtons on top of each column then."""

    stands: bool
    poses: Mapping[str, Pose]
    loads_n: Mapping[str, float]


def settle_in_mujoco(
    tower: Tower, push_n: tuple[str, tuple[float, float]] | None = None, timestep_s: float | None = None
) -> Settled:
    """Lets `tower` go and watches it until it rests, falls, or the time of an almost balanced fall is up.

    Args:
        tower: what is let go.
        push_n: a horizontal force on a piece's centre of mass.
        timestep_s: another step than the file's; MuJoCo makes contacts softer where it is longer.

    Raises:
        MissingExtraError: MuJoCo is not installed.
    """
    module = mujoco()
    model = module.MjModel.from_xml_string(mjcf(tower))
    if timestep_s is not None:
        model.opt.timestep = timestep_s
    data = module.MjData(model)
    pieces = list(tower.resting())
    start = np.array([pose.position_m for _, pose in pieces])
    columns = np.array([isinstance(piece.piece, Column) for piece, _ in pieces])
    steepest = np.cos(np.where(columns, COLUMN_TILT_RAD, FLOOR_TILT_RAD))
    height = tower.mean_column_height_m
    top = max((pose.position_m[2] for _, pose in pieces), default=height) + height / 2
    if push_n is not None:
        body = 1 + [piece.name for piece, _ in pieces].index(push_n[0])
        data.xfrc_applied[body, :2] = push_n[1]
    foreign = Foreign(tower)
    names = ["base", *(piece.name for piece, _ in pieces)]
    steps = round(max(FALL_TIMES * math.sqrt(2 * top / (3 * GRAVITY_M_S2)), 4 * WINDOW_S) / model.opt.timestep)
    window = round(WINDOW_S / model.opt.timestep)
    means: list[np.ndarray[Any, Any]] = []
    moves: list[float] = []
    sum_ = np.zeros((len(pieces), 3))
    for k in range(1, steps + 1):
        module.mj_step(model, data)
        sum_ += data.xpos[1:]
        if k % 25 == 0:
            upright = data.xmat[1:, 8]
            if ((data.xpos[1:, 2] < start[:, 2] - SINK_SHARE * height) | (upright < steepest)).any():
                return Settled(False, _poses(pieces, data), {})
        if k % window == 0:
            means.append(sum_ / window)
            sum_ = np.zeros_like(sum_)
            if len(means) > 1:
                moves.append(float(np.abs(means[-1] - means[-2]).max()) / height)
            if foreign.among(_pairs(model, data, names)):
                return Settled(False, _poses(pieces, data), {})
            if len(moves) > 1 and max(moves[-2:]) < STILL and moves[-1] <= moves[-2]:
                break
    return Settled(True, _poses(pieces, data), _loads(module, model, data, tower, names))


def _pairs(model: Any, data: Any, names: list[str]) -> set[tuple[str, str]]:
    """Names of the pieces that touch."""
    bodies = model.geom_bodyid
    return {(names[bodies[c.geom1]], names[bodies[c.geom2]]) for c in data.contact[: data.ncon] if c.dist < 0}


def _loads(module: Any, model: Any, data: Any, tower: Tower, names: list[str]) -> dict[str, float]:
    """The force of each column's contacts with what lies on it, along the base's normal."""
    loads = {column.name: 0.0 for column in tower.columns}
    order = {name: k for k, name in enumerate(names)}
    force = np.zeros(6)
    for k in range(data.ncon):
        contact = data.contact[k]
        one, other = (names[model.geom_bodyid[geom]] for geom in (contact.geom1, contact.geom2))
        lower = min(one, other, key=lambda name: order[name])
        if lower in loads:
            module.mj_contactForce(model, data, k, force)
            loads[lower] += abs(float((contact.frame.reshape(3, 3).T @ force[:3])[2]))
    return loads


def _poses(pieces: list[Any], data: Any) -> dict[str, Pose]:
    found = {}
    for k, (piece, _) in enumerate(pieces, start=1):
        w, x, y, z = (float(value) for value in data.xquat[k])
        px, py, pz = (float(value) for value in data.xpos[k])
        found[piece.name] = Pose((px, py, pz), (x, y, z, w))
    return found
