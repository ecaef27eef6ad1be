"""The same question asked of compas_cra: coupled rigid-block analysis (`pip install compas_cra`).

Blocks are prisms, contacts the patches of our geometry. Lengths are counted in mean column heights, weights in shares
of the mean one, because its tolerances are absolute.
"""

from __future__ import annotations

import contextlib
import io

import numpy as np

from paletti_sim.statics.patches import bodies_of
from paletti_sim.tower.tower import Tower

ROUND_POINTS = 24
TOUCHING = 1e-9  # of the mean column height


def stands_by_cra(tower: Tower) -> bool:
    """Whether compas_cra finds contact forces and motions that go together (its `cra_solve`).

    It is given the faces that touch while all floors lie flat; where columns have different heights that is not enough.
    """
    from compas_assembly.datastructures import Block
    from compas_cra.datastructures import CRA_Assembly
    from compas_cra.equilibrium import cra_solve

    bodies, unit = bodies_of(tower, round_points=ROUND_POINTS), tower.mean_column_height_m
    upright = _upright(np.asarray(tower.setting.down))
    assembly = CRA_Assembly()
    total = float(bodies.weights_n.sum())
    for k, piece in enumerate(bodies.pieces):
        middle = bodies.centres_m[k]
        plan = piece.corners_m(ROUND_POINTS) - piece.middle_m + middle[:2]
        assembly.add_block(_prism(Block, plan, middle[2], piece.piece.height_m, upright / unit), node=k)
        block = assembly.node_block(k)
        block.attributes["density"] = float(bodies.weights_n[k] / total * len(bodies.pieces) / block.volume())
    ground = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    assembly.add_block(_prism(Block, ground, -0.01, 0.02, upright / unit), node=-1)
    assembly.set_boundary_condition(-1)
    for patch in bodies.patches:
        if patch.gap_m > TOUCHING * unit:
            continue
        points = np.column_stack([patch.points_m, np.full(len(patch.points_m), patch.height_m)]) @ upright.T / unit
        assembly.add_to_interfaces(patch.lower, patch.upper, 1.0, points.tolist(), _frame(points[0], upright))
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            cra_solve(assembly, mu=tower.setting.friction)
        except ValueError:
            return False
    return True


def _prism(block, plan, middle, height, turned):
    n = len(plan)
    corners = [(*corner, middle + side * height / 2) for side in (-1, 1) for corner in plan]
    sides = [[k, (k + 1) % n, n + (k + 1) % n, n + k] for k in range(n)]
    faces = [list(range(n))[::-1], list(range(n, 2 * n)), *sides]
    return block.from_vertices_and_faces((np.array(corners) @ turned.T).tolist(), faces)


def _frame(point, upright):
    from compas.geometry import Frame

    return Frame(point.tolist(), upright[:, 0].tolist(), upright[:, 1].tolist())


def _upright(down: np.ndarray) -> np.ndarray:
    """The rotation (3, 3) that turns the table so that gravity points down."""
    z = -down / np.linalg.norm(down)
    x = np.array([1.0, 0.0, 0.0])
    x = x - (x @ z) * z
    x /= np.linalg.norm(x)
    return np.array([x, np.cross(z, x), z])
