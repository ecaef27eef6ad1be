"""Where a tower comes to rest, and which columns carry: a linear program of least potential energy.

Every body may sink and tilt a little; no gap between faces may become negative. Where the weights lie lowest the
tower rests, the gaps that are closed there are the contacts, and the multipliers of their constraints are the normal
forces. Where the energy has no least value, the tower tips, and the way down is the mechanism.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import scipy.sparse

from paletti_sim.statics.linear import Program
from paletti_sim.statics.patches import ROUND_POINTS, Bodies, Patch, bodies_of
from paletti_sim.tower.pieces import Column
from paletti_sim.tower.tower import Tower

Array = npt.NDArray[np.float64]

MILLI = 1000.0  # motions are counted in thousandths of the mean column height, tilts in thousandths of a radian
FAR = 400.0  # a motion of so many thousandths is a fall
CLOSED = 1e-3  # gaps up to a millionth of the column height are closed
LEANING_ROUNDS = 8  # a rocked floor leans the columns below, which shifts what is above, which may rock it further
STEADY_M = 5e-6  # less than what simulation and equilibrium differ by


@dataclass(frozen=True)
class Tipping:
    """How a tower tips: `floor` about the patches `edge` (lower, upper); the load on it lies `shortfall_m` outside."""

    floor: str
    edge: tuple[tuple[str, str], ...]
    shortfall_m: float


@dataclass(frozen=True)
class Rest:
    """A tower at rest by least energy.

    `heave_m` (n,), `tilt_rad` (n, 2) about x and y; `forces_n` for each corner of each of the `contacts`, in order;
    `contacts` are the patches with at least one closed point. `shift_m` (n, 2, 2) tells how far faces were displaced by
    leaning columns. `tipping` is None when there is equilibrium.
    """

    bodies: Bodies
    heave_m: Array
    tilt_rad: Array
    contacts: tuple[Patch, ...]
    forces_n: tuple[Array, ...]
    shift_m: Array
    tipping: Tipping | None

    @property
    def balanced(self) -> bool:
        """Whether there is equilibrium."""
        return self.tipping is None

    @cached_property
    def loads_n(self) -> Mapping[str, float]:
        """Newtons on each column's top."""
        loads = {p.name: 0.0 for p in self.bodies.pieces if isinstance(p.piece, Column)}
        for patch, force in zip(self.contacts, self.forces_n, strict=True):
            name = self.bodies.name(patch.lower)
            if name in loads:
                loads[name] += float(force.sum())
        return loads


def come_to_rest(tower: Tower, leaning: bool = True, round_points: int = ROUND_POINTS) -> Rest:
    """Lets `tower` come to rest.

    Args:
        tower: where its pieces were put counts, not how they lie now.
        leaning: lets columns under a rocked floor lean flush with it, which shifts all above by their height times the
            tilt; without it the first-order answer, which is never less stable.
        round_points: corners of a round face.
    """
    lean, tilt = _known(tower)
    shifts = lean
    rest, program = _solve(bodies_of(tower, shifts, round_points), tower, shifts)
    for _ in range(LEANING_ROUNDS if leaning else 0):
        if not rest.balanced:
            break
        new = lean + _leaned(rest, tilt)
        if np.abs(new - shifts).max(initial=0.0) < STEADY_M:
            break
        shifts = new
        rest, program = _solve(bodies_of(tower, shifts, round_points, rest.bodies), tower, shifts, program)
    return rest


def _known(tower: Tower) -> tuple[Array, Array]:
    """What is known of a tower that has come to rest before: lean of each piece, as shifts of its faces (n, 2, 2), and
    its tilts about x and y (n, 2), in radians. Zero for pieces just put there."""
    lean, tilt = [], []
    for piece in tower.pieces:
        normal = np.array([0.0, 0.0, 1.0]) if piece.pose is None else piece.pose.rotation[:, 2]
        lean.append([[0.0, 0.0], normal[:2] * piece.piece.height_m])
        tilt.append([-normal[1], normal[0]])
    return np.array(lean).reshape(-1, 2, 2), np.array(tilt).reshape(-1, 2)


def _solve(bodies: Bodies, tower: Tower, shift: Array, like: Program | None = None) -> tuple[Rest, Program | None]:
    n = len(bodies.names)
    unit = tower.mean_column_height_m
    if n == 0:
        return Rest(bodies, np.zeros(0), np.zeros((0, 2)), (), (), shift, None), None
    matrix, gaps, owner = _gap_rows(bodies, unit)
    weights = np.zeros(3 * n)
    weights[::3] = bodies.weights_n / max(bodies.weights_n.sum(), 1e-30)
    # solved in its dual form, which has few rows: forces at the corners, and at stops that end motions at `FAR`
    many = len(gaps) + 6 * n
    each = np.arange(3 * n)
    forms = scipy.sparse.csc_matrix(
        (
            np.concatenate([matrix.data, np.repeat([1.0, -1.0], 3 * n)]),
            np.concatenate([matrix.indices, each, each]),
            np.concatenate([matrix.indptr, len(matrix.data) + 1 + np.arange(6 * n)]),
        ),
        shape=(3 * n, many),
    )
    like = like if like is not None and like.shape == forms.shape else None
    program = Program(forms, weights, weights, np.zeros(many), np.full(many, np.inf), like)
    if program.minimise(np.concatenate([gaps, np.full(6 * n, FAR)])) is None:
        raise ValueError("no forces balance the weights: a weight is not a number")
    motion = -program.row_dual
    moves = motion.reshape(n, 3)
    if (np.abs(moves) > FAR * 0.999).any():
        tipping = _tipping(bodies, tower)
        return Rest(bodies, moves[:, 0] * unit / MILLI, moves[:, 1:] / MILLI, (), (), shift, tipping), None
    left = matrix @ motion + gaps
    force = program.x[: len(gaps)] * bodies.weights_n.sum()
    contacts, forces = [], []
    for k, patch in enumerate(bodies.patches):
        rows = owner == k
        if (left[rows] <= CLOSED).any():
            contacts.append(patch)
            forces.append(np.maximum(force[rows], 0.0))
    rest = Rest(
        bodies,
        moves[:, 0] * unit / MILLI,
        moves[:, 1:] / MILLI,
        tuple(contacts),
        tuple(forces),
        shift,
        None,
    )
    return rest, program


def _gap_rows(bodies: Bodies, unit: float) -> tuple[scipy.sparse.csr_matrix, Array, npt.NDArray[np.int64]]:
    """Rows (m, 3n) of how each corner's gap grows with heave and tilts, the gaps now (m,), each row's patch (m,)."""
    n = len(bodies.names)
    if not bodies.patches:
        return scipy.sparse.csr_matrix((0, 3 * n)), np.zeros(0), np.zeros(0, dtype=np.int64)
    counts = [len(patch.points_m) for patch in bodies.patches]
    owner = np.repeat(np.arange(len(counts)), counts)
    points = np.concatenate([patch.points_m for patch in bodies.patches])
    # the heave and the two tilts of the body below, then of that above
    body = np.array([(patch.lower, patch.upper) for patch in bodies.patches])[owner]
    arm = (points[:, None] - bodies.centres_m[body, :2]) / unit
    values = np.stack([np.ones(arm.shape[:2]), arm[..., 1], -arm[..., 0]], axis=-1)
    values[:, 0] *= -1
    loose = body >= 0
    columns = (3 * body[..., None] + np.arange(3))[loose].ravel()
    starts = np.concatenate([[0], 3 * np.cumsum(loose.sum(axis=1))])
    gaps = np.maximum([patch.gap_m for patch in bodies.patches], 0.0)[owner] / unit * MILLI
    return scipy.sparse.csr_matrix((values[loose].ravel(), columns, starts), shape=(len(owner), 3 * n)), gaps, owner


def _tipping(bodies: Bodies, tower: Tower) -> Tipping:
    """The way down when nothing holds: the fastest descent with all tilts at most one."""
    n = len(bodies.names)
    unit = tower.mean_column_height_m
    matrix, gaps, owner = _gap_rows(bodies, unit)
    cost = np.zeros(3 * n)
    cost[::3] = bodies.weights_n
    bound = np.ones(3 * n)
    bound[::3] = FAR
    program = Program(matrix, np.zeros(len(gaps)), np.full(len(gaps), np.inf), -bound, bound)
    program.minimise(cost)
    moves = program.x.reshape(n, 3)
    turning = np.hypot(moves[:, 1], moves[:, 2])
    floors = [k for k, piece in enumerate(bodies.pieces) if not isinstance(piece.piece, Column)] or list(range(n))
    body = next((k for k in floors if turning[k] > 1e-6), int(np.argmax(turning)))
    if turning[body] <= 1e-9:
        return Tipping(bodies.names[body], (), 0.0)
    left = matrix @ program.x
    stays = [
        (bodies.name(patch.lower), bodies.name(patch.upper))
        for k, patch in enumerate(bodies.patches)
        if patch.upper == body and left[owner == k].min(initial=1.0) < 1e-7
    ]
    sinking = -float((bodies.weights_n * moves[:, 0]).sum())
    borne = float(bodies.weights_n[body:].sum())
    return Tipping(bodies.names[body], tuple(stays), float(sinking / borne / turning[body] * unit))


def _leaned(rest: Rest, known_rad: Array) -> Array:
    """(n, 2, 2) how far faces shift when carrying columns lean flush with the floor on them.

    Only by what the tilts of `rest` are more than the `known_rad` ones (n, 2), for those have had their effect.
    """
    bodies = rest.bodies
    least = 1e-9 * bodies.weights_n.sum()
    carried: dict[int, list[int]] = {}
    grounds: dict[int, list[int]] = {}
    for patch, force in zip(rest.contacts, rest.forces_n, strict=True):
        if force.sum() > least:
            carried.setdefault(patch.lower, []).append(patch.upper)
            grounds.setdefault(patch.upper, []).append(patch.lower)
    columns = [isinstance(piece.piece, Column) for piece in bodies.pieces]
    more = [complex(*tilt) for tilt in (rest.tilt_rad - known_rad).tolist()]  # numbers are faster than arrays of two
    shift: list[tuple[complex, complex]] = []
    for k, piece in enumerate(bodies.pieces):
        below = [lower for lower in grounds.get(k, ()) if lower >= 0]
        foot = sum(shift[lower][1] for lower in below) / len(grounds[k]) if below else 0j
        tilt = more[k]
        if columns[k]:
            leaning_on = [upper for upper in carried.get(k, ()) if not columns[upper]] or below
            tilt = sum(more[other] for other in leaning_on) / len(leaning_on) if leaning_on else 0j
        # a tilt about x and y moves the top along y and -x, which is to turn it by a right angle
        shift.append((foot, foot + piece.piece.height_m * -1j * tilt))
    return np.array([[[face.real, face.imag] for face in faces] for faces in shift]).reshape(-1, 2, 2)
