"""Known truths of mechanics beside what equilibrium and the simulation say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paletti_sim.outside.mujoco_engine import settle_in_mujoco
from paletti_sim.physics.motion import MOVED_SHARE, shift_m
from paletti_sim.physics.preset import Preset
from paletti_sim.physics.stage import run_stage
from paletti_sim.stability.load_truths import eight_columns, loads_by_hand
from paletti_sim.stability.truths import TRUTHS, Truth
from paletti_sim.statics.cones import Cones
from paletti_sim.statics.equilibrium import Equilibrium
from paletti_sim.statics.loads import column_loads
from paletti_sim.statics.rest import come_to_rest
from paletti_sim.tower.tower import Pose, Tower

SCHEMA = "paletti/validate@1"
LOW, HIGH = 0.5, 1.5  # of the limit; where the answer flips is looked for between them
# width of the bracket at its end
STATIC_WITHIN, CONES_WITHIN, SIMULATED_WITHIN = 1e-4, 1e-6, 4e-3
ROUND_POINTS, DIRECTIONS = 72, 48  # finer than a verdict asks for
CONE_POINTS = 720  # of a round face where it is not a whole one: 0.001 % too small

STATIC_PERCENT = 0.2
CONES_PERCENT = 0.01
SAFE_PERCENT = 4.0  # too early
SEVERAL_STOREYS_PERCENT = 6.0  # too early where several storeys lean at once
UNSAFE_PERCENT = 1.5  # too late
LOAD_PERCENT = 1.0  # of the whole weight
LOAD_SEED = 3


@dataclass(frozen=True)
class Row:
    """One truth: what closed-form mechanics says, and where each source finds the limit, in `unit`.

    Sources: `static` equilibrium by linear programs, `cones` with exact friction cones, `simulated`, and `mujoco` when
    it was asked. `errors` are in per cent: of the limit, for loads of the whole weight.
    """

    name: str
    unit: str
    exact: float
    found: Mapping[str, float]
    errors: Mapping[str, float]
    passed: bool

    def to_json(self) -> dict[str, Any]:
        """A row of the document `paletti/validate@1`."""
        document: dict[str, Any] = {"truth": self.name, "unit": self.unit, "exact": round(self.exact, 6)}
        document |= {source: round(value, 6) for source, value in self.found.items()}
        document |= {f"{source}_error_percent": round(error, 5) for source, error in self.errors.items()}
        return document | {"passed": self.passed}


def validate(preset: Preset, truths: Sequence[Truth] = tuple(TRUTHS), outside: bool = False) -> Iterator[Row]:
    """Bisects the limit of each truth, by every source; with `outside` by MuJoCo too.

    Raises:
        MissingExtraError: MuJoCo is asked and not installed.
    """
    sources: dict[str, tuple[Callable[[Truth, float], bool], float]] = {
        "static": (balanced, STATIC_WITHIN),
        "cones": (balanced_by_cones, CONES_WITHIN),
        "simulated": (lambda truth, factor: stands(truth, factor, preset), SIMULATED_WITHIN),
    }
    if outside:
        sources["mujoco"] = (stands_in_mujoco, SIMULATED_WITHIN)
    for truth in truths:
        limits = {
            source: bisected(lambda factor, truth=truth, asked=asked: asked(truth, factor), within)  # type: ignore[misc]
            for source, (asked, within) in sources.items()
        }
        errors = {source: 100 * (limit - 1) for source, limit in limits.items()}
        exact, unit = truth.measure(1.0)
        found = {source: truth.measure(limit)[0] for source, limit in limits.items()}
        yield Row(truth.name, unit, exact, found, errors, _passed(errors, truth.storeys))


def validate_loads(preset: Preset, outside: bool = False) -> Iterator[Row]:
    """Which three of eight unequal columns carry a plate, and with what load: a row for each of them."""
    tower = eight_columns(LOAD_SEED)
    exact = loads_by_hand(tower)
    weight = sum(exact.values())
    ranges = column_loads(come_to_rest(tower, round_points=ROUND_POINTS))
    simulated = run_stage(tower, preset).loads_n
    sources: dict[str, Mapping[str, float]] = {
        "static": {name: (load.least_n + load.greatest_n) / 2 for name, load in ranges.items()},
        "simulated": simulated,
    }
    if outside:
        sources["mujoco"] = settle_in_mujoco(tower).loads_n
    names = [name for name in exact if exact[name] > 0 or any(loads.get(name, 0.0) > 0 for loads in sources.values())]
    for name in names:
        found = {source: loads.get(name, 0.0) for source, loads in sources.items()}
        errors = {source: 100 * (load - exact[name]) / weight for source, load in found.items()}
        passed = all(abs(errors[source]) <= LOAD_PERCENT for source in ("static", "simulated"))
        yield Row(f"eight unequal columns: the load of {name}", "N", exact[name], found, errors, passed)


def _passed(errors: Mapping[str, float], storeys: int) -> bool:
    safe = SAFE_PERCENT if storeys == 1 else SEVERAL_STOREYS_PERCENT
    return (
        abs(errors["static"]) <= STATIC_PERCENT
        and abs(errors["cones"]) <= CONES_PERCENT
        and -safe <= errors["simulated"] <= UNSAFE_PERCENT
    )


def bisected(holds: Callable[[float], bool], within: float) -> float:
    """The factor at which `holds` flips from yes to no; an end of the bracket where it never does."""
    low, high = LOW, HIGH
    if not holds(low):
        return low
    if holds(high):
        return high
    while high - low > within:
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return (low + high) / 2


def balanced(truth: Truth, factor: float) -> bool:
    """Whether a truth's tower is in equilibrium, by linear programs."""
    tower = truth.tower(factor)
    rest = come_to_rest(tower, round_points=ROUND_POINTS)
    return rest.balanced and Equilibrium(rest, tower, DIRECTIONS).balanced(_force(truth, factor))


def balanced_by_cones(truth: Truth, factor: float) -> bool:
    """Whether a truth's tower is in equilibrium, with exact friction cones."""
    tower = truth.tower(factor)
    rest = come_to_rest(tower, round_points=CONE_POINTS)
    return rest.balanced and Cones(rest, tower).balanced(_force(truth, factor))


def stands(truth: Truth, factor: float, preset: Preset) -> bool:
    """Whether it comes to rest in the simulation; where the question is whether it slides, where it was put."""
    tower = truth.tower(factor)
    result = run_stage(tower, preset, push_n=truth.push(factor))
    return result.ending == "rest" and _stayed(truth, tower, result.poses)


def stands_in_mujoco(truth: Truth, factor: float, timestep_s: float | None = None) -> bool:
    """The same in MuJoCo, with another time step than usual when one is given."""
    tower = truth.tower(factor)
    settled = settle_in_mujoco(tower, truth.push(factor), timestep_s)
    return settled.stands and _stayed(truth, tower, settled.poses)


def _stayed(truth: Truth, tower: Tower, poses: Mapping[str, Pose]) -> bool:
    if not truth.slides:
        return True
    moved = max(shift_m(pose, poses[piece.name]) for piece, pose in tower.resting())
    return moved < MOVED_SHARE * tower.mean_column_height_m


def _force(truth: Truth, factor: float) -> tuple[float, float]:
    push = truth.push(factor)
    return (0.0, 0.0) if push is None else push[1]
