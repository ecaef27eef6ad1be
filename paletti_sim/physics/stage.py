"""One stage of a move: a tower is let go and comes to rest, or does not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from paletti_sim.physics.engine import one_at_a_time
from paletti_sim.physics.forces import Forces
from paletti_sim.physics.friction import near_slip
from paletti_sim.physics.preset import Preset
from paletti_sim.physics.settle import Ending, Frame, settle
from paletti_sim.physics.world import World
from paletti_sim.tower.tower import Pose, Tower

Push = tuple[str, tuple[float, float]]  # a piece, and newtons along x and y


@dataclass(frozen=True)
class StageResult:
    """How a stage ended.

    `tower` is the tower at rest (None unless `ending` is `rest`) and `loads_n` the newtons on each column's top there;
    `poses` is where every piece ended, `slipping` those for which exact friction cones had to decide, `seconds` the
    engine's time, `sank_m` how far a floor had sunk when a careful player stopped it.
    """

    ending: Ending
    tower: Tower | None
    poses: Mapping[str, Pose]
    fallen: tuple[str, ...]
    seconds: float
    slipping: tuple[str, ...] = ()
    loads_n: Mapping[str, float] = field(default_factory=dict)
    sank_m: float = 0.0


def run_stage(
    tower: Tower,
    preset: Preset,
    before: Mapping[str, Pose] | None = None,
    last: str | None = None,
    record: Callable[[Frame], None] | None = None,
    caution_m: float | None = None,
    push_n: Push | None = None,
) -> StageResult:
    """Lets `tower` go and watches it.

    Taking a column is this with the tower less the column: its floors are held where they are while it leaves, then let
    go gently as the weights come on. Setting down is this with one more piece, `last`, whose weight comes on after the
    others'. The world is built afresh, so the same tower gives the same bytes, whatever ran before.

    Args:
        tower: pieces in their poses of rest, or as they were put.
        preset: how finely to work.
        before: poses in which the tower stood before the move; a fall is measured against them.
        last: the piece that is set down last.
        record: is given each sample.
        caution_m: setting down is stopped when a floor has sunk by more than this.
        push_n: a lasting horizontal force on the centre of mass of a piece.

    Raises:
        NoAnswerError: the engine failed.
    """
    before = before or {}
    with one_at_a_time():
        world = _world(tower, preset, push_n)
        settled = settle(world, before, last, record, caution_m)
        slipping: tuple[str, ...] = ()
        forces: Forces | None = None
        if settled.ending in ("rest", "undecided"):
            forces = Forces.read(world)
            slipping = near_slip(world, forces)
            if slipping:
                world = _world(tower, preset, push_n, cones=True)
                settled = settle(world, before, last, record, caution_m)
        if settled.ending != "rest" or forces is None:
            return StageResult(
                settled.ending,
                None,
                settled.poses,
                settled.fallen,
                settled.seconds,
                slipping,
                sank_m=settled.sank_m,
            )
        if slipping:
            forces = Forces.read(world)
        loads = forces.loads_n(world)
    return StageResult("rest", tower.at_rest(settled.poses), settled.poses, (), settled.seconds, slipping, loads)


def _world(tower: Tower, preset: Preset, push_n: Push | None, cones: bool = False) -> World:
    world = World(tower, preset, cones=cones)
    if push_n is not None:
        world.push(*push_n)
    return world
