"""What stands on what: bodies in a heap become the levels of a tower."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from paletti_sim.errors import Fault, FileFaultsError
from paletti_sim.tower.catalogue import game_pieces
from paletti_sim.tower.lying import covers
from paletti_sim.tower.mjcf_reading.bodies import Body, Ground, World
from paletti_sim.tower.outline import Outline, Point, turned
from paletti_sim.tower.pieces import Base, Column, Floor, Shape
from paletti_sim.tower.scenario import Scenario
from paletti_sim.tower.tower import Level, Placed, Setting, Tower

TOUCH_M = 1e-3
"""Faces no further apart than this touch: worlds leave a little air, or let bodies sink in a little."""
LEAST_BASE_M = 0.4
MARGIN_M = 0.1
LEAST_CARRIERS = 2
"""A body on fewer is a column upon a column."""


@dataclass
class _Standing:
    """A body with its piece, and what it stands on; nothing there: the ground."""

    body: Body
    placed: Placed
    upon: list[_Standing]
    is_floor: bool = False


def scenario_of(world: World, file: str, stem: str) -> tuple[Scenario, tuple[str, ...]]:
    """The scenario of a world, and what is not exactly as there.

    A body is a floor when it lies on two others or more and everything else is wholly above or below it; all others are
    columns, upon each other where they are.

    Raises:
        FileFaultsError: bodies that hang in the air or reach into the ground.
    """
    origin, base = _base(world)
    names = _names(world.bodies)
    standing = [
        _Standing(body, _column(body, name, origin), []) for body, name in zip(world.bodies, names, strict=True)
    ]
    standing.sort(key=lambda each: (each.body.low_m, each.placed.name))
    _find_carriers(standing, world.ground, base, file)
    for each in standing:
        each.is_floor = _is_floor(each, standing)
        if each.is_floor:
            each.placed = replace(each.placed, piece=_floor(each))
    tower = Tower(base, _levels(standing), _setting(world))
    columns = {each.placed.name: each.placed.piece for each in standing if isinstance(each.placed.piece, Column)}
    floors = {each.placed.name: each.placed.piece for each in standing if isinstance(each.placed.piece, Floor)}
    name = _plain(stem) or "imported"
    scenario = Scenario(
        name, tower, f"Read from {re.sub(r'[^ -~]', ' ', stem)}, an MJCF world.", own_columns=columns, own_floors=floors
    )
    return scenario, _notes(world, standing)


def _base(world: World) -> tuple[Point, Base]:
    """Where the middle of the base is in the world, and the base."""
    game, body = game_pieces().base, world.ground.body
    if body is not None:
        flat = Outline.circle(body.size[0])
        if body.kind == "box":
            x, y = body.size
            corners = turned(Outline.box(x, y).points, (0.0, 0.0), body.turn_rad)
            square = abs(math.remainder(body.turn_rad, math.pi)) < 1e-9
            flat = Outline.box(x, y) if square else Outline.polygon(corners.tolist())
        return body.middle[:2], replace(game, outline=flat, site=flat)
    reach = max(math.hypot(*each.middle[:2]) + math.hypot(*each.size) for each in world.bodies)
    outline = Outline.circle(max(LEAST_BASE_M, round(2 * (reach + MARGIN_M), 1)))
    return (0.0, 0.0), replace(game, outline=outline, site=outline)


def _names(bodies: Sequence[Body]) -> list[str]:
    """Ids like the bodies' names, each once."""
    found: list[str] = []
    for number, body in enumerate(bodies, 1):
        name = _plain(body.name) or f"body-{number}"
        name = f"{name}-piece" if name == "base" else name
        numbered = (f"{name}-{count}" for count in itertools.count(2))
        found.append(next(each for each in itertools.chain([name], numbered) if each not in found))
    return found


def _plain(name: str) -> str:
    plain = re.sub(r"[^a-z0-9_.-]+", "-", name.lower()).strip("-")[:60]
    return plain if re.match("[a-z]", plain) else f"body-{plain}" if plain else ""


def _column(body: Body, name: str, origin: Point) -> Placed:
    outline = Outline.circle(body.size[0]) if body.kind == "cylinder" else Outline.box(*body.size)
    shape: Shape = "round" if body.kind == "cylinder" else "box"
    at = (body.middle[0] - origin[0], body.middle[1] - origin[1])
    return Placed(Column(name, outline, body.height_m, body.mass_kg, body.colour, shape), at, body.turn_rad)


def _floor(each: _Standing) -> Floor:
    piece = each.placed.piece
    return Floor(piece.name, piece.outline, piece.height_m, piece.mass_kg, piece.colour)


def _find_carriers(standing: list[_Standing], ground: Ground, base: Base, file: str) -> None:
    """Fill in what each body stands on."""
    faults = []
    for each in standing:
        body, plan = each.body, each.placed.plan
        under = [
            other
            for other in standing
            if other is not each and other.body.low_m < body.low_m and covers(plan, other.placed)
        ]
        tops = [*(other.body.high_m for other in under), *([ground.height_m] if _over(base, each) else [])]
        below = max((top for top in tops if top < body.middle[2]), default=None)
        gap = math.inf if below is None else body.low_m - below
        if below is None:
            what = "there is nothing under it"
        elif abs(gap) > TOUCH_M:
            where = "hangs in the air, {:.3g} mm above" if gap > 0 else "reaches {:.3g} mm into"
            what = f"it {where.format(1000 * abs(gap))} what is under it"
        else:
            each.upon = [other for other in under if abs(body.low_m - other.body.high_m) <= TOUCH_M]
            continue
        faults.append(Fault(body.line, body.column, f"body {body.name}", what))
    if faults:
        raise FileFaultsError(file, faults)


def _over(base: Base, each: _Standing) -> bool:
    return bool(base.outline.shape.intersects(each.placed.plan))


def _is_floor(each: _Standing, standing: list[_Standing]) -> bool:
    if len(each.upon) < LEAST_CARRIERS or any(other.is_floor for other in each.upon):
        return False
    low, high = each.body.low_m + TOUCH_M, each.body.high_m - TOUCH_M
    return all(other is each or other.body.high_m <= low or other.body.low_m >= high for other in standing)


def _levels(standing: list[_Standing]) -> tuple[Level, ...]:
    levels = [Level(None)]
    for each in standing:
        if each.is_floor:
            levels.append(Level(each.placed))
            continue
        upon = tuple(other.placed.name for other in each.upon if not other.is_floor)
        column = replace(each.placed, upon=upon)
        levels[-1] = replace(levels[-1], columns=(*levels[-1].columns, column))
    return tuple(levels)


def _frictions(world: World) -> list[float]:
    """The frictions of all pairs with the ground, and of bodies: of a pair MuJoCo takes the greater one."""
    return sorted(
        {max(body.friction, world.ground.friction) for body in world.bodies} | {b.friction for b in world.bodies}
    )


def _setting(world: World) -> Setting:
    x, y, z = world.down
    tilt = math.atan2(math.hypot(x, y), -z)
    return Setting(friction=_frictions(world)[0], tilt_rad=tilt, towards_rad=math.atan2(y, x) if tilt else 0.0)


def _notes(world: World, standing: list[_Standing]) -> tuple[str, ...]:
    notes = []
    frictions = _frictions(world)
    if len(frictions) > 1:
        notes.append(
            f"friction is {', '.join(f'{value:g}' for value in frictions)} there; a scenario has one, and has the least"
        )
    gaps = [abs(each.body.low_m - other.body.high_m) for each in standing for other in each.upon]
    gaps += [abs(each.body.low_m - world.ground.height_m) for each in standing if not each.upon]
    if max(gaps) > 1e-6:
        notes.append(f"gaps and overlaps of up to {1000 * max(gaps):.3g} mm are closed")
    return tuple(notes)
