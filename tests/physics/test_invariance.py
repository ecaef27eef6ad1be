"""A verdict does not depend on where the scene is seen from, on its scale, on masses as such, nor on order or names."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paletti_sim.physics.motion import shift_m
from paletti_sim.physics.stage import StageResult, run_stage
from paletti_sim.tower.outline import Outline
from paletti_sim.tower.pieces import Prism
from paletti_sim.tower.tower import Level, Placed, Tower
from tests.physics.helpers import FAST, column, floor, ground, legs, square, storey, tower

few = settings(derandomize=True, max_examples=5, deadline=None, database=None)

BLOB = Outline.polygon([(-0.1, -0.08), (0.11, -0.1), (0.09, 0.02), (0.02, 0.0), (0.03, 0.1), (-0.09, 0.09)])


def mixed(load_at: tuple[float, float], heights: float = 1.0) -> Tower:
    """Unequal columns of three shapes under a concave floor with a load."""
    shapes = [Outline.circle(0.02), Outline.hexagon(0.02), Outline.box(0.02, 0.03), Outline.circle(0.03)]
    places = [(-0.07, -0.06), (0.07, -0.07), (-0.06, 0.06), (0.0, -0.03)]
    columns = tuple(
        Placed(column(f"c{k}", 0.09 + heights * (-1) ** k * 1e-4, 0.02, shape), at, 0.3 * k)
        for k, (shape, at) in enumerate(zip(shapes, places, strict=True))
    )
    load = Placed(column("load", 0.09, 0.3), load_at)
    return tower(ground(columns), Level(Placed(floor("blob", BLOB), (0.0, 0.0), 0.1), (load,)), friction=0.5)


def two_storeys(out: float, tilt_deg: float = 2.0) -> Tower:
    upper = Placed(column("load", 0.09, 0.4), (out, 0.01))
    return tower(
        ground(legs(square(0.05))),
        storey("lower", legs([(0.04, 0.03), (-0.04, 0.035), (0.0, -0.05)], "d"), turn=0.2),
        Level(Placed(floor("upper", Outline.circle(0.22)), (0.0, 0.0)), (upper,)),
        tilt_deg=tilt_deg,
        towards_deg=20,
    )


CASES: dict[str, tuple[Callable[[], Tower], str]] = {
    "concave floor that holds its load": (lambda: mixed((-0.05, 0.0)), "rest"),
    "concave floor whose load is too far out": (lambda: mixed((0.0, 0.08)), "fell"),
    "two storeys that stand": (lambda: two_storeys(0.02), "rest"),
    "two storeys with a load too far out": (lambda: two_storeys(0.095), "fell"),
    "columns that lean": (
        lambda: tower(
            ground(legs(square(0.06), outline=Outline.circle(0.015))),
            storey("p"),
            friction=1.2,
            tilt_deg=11,
            towards_deg=70,
        ),
        "fell",
    ),
    "columns that nearly lean": (
        lambda: tower(
            ground(legs(square(0.06), outline=Outline.circle(0.015))),
            storey("p"),
            friction=1.2,
            tilt_deg=8,
            towards_deg=70,
        ),
        "rest",
    ),
}
every_case = pytest.mark.parametrize("name", CASES)


def changed(standing: Tower, piece: Callable[[Placed], Placed], **rest: Any) -> Tower:
    return replace(
        standing,
        levels=tuple(
            Level(level.floor and piece(level.floor), tuple(piece(c) for c in level.columns))
            for level in standing.levels
        ),
        **rest,
    )


def scaled(outline: Outline, by: float) -> Outline:
    sizes = [size * by for size in outline.size]
    match outline.kind:
        case "circle":
            return Outline.circle(*sizes)
        case "box":
            return Outline.box(*sizes)
        case "hexagon":
            return Outline.hexagon(*sizes)
    return Outline.polygon([(by * x, by * y) for x, y in outline.points])


def mirrored(outline: Outline) -> Outline:
    return Outline.polygon([(x, -y) for x, y in outline.points]) if outline.kind == "polygon" else outline


def turned_scene(standing: Tower, turn: float) -> Tower:
    """All pieces, and downhill, turned about the middle of the round base."""
    c, s = math.cos(turn), math.sin(turn)

    def piece(placed: Placed) -> Placed:
        x, y = placed.at_m
        return replace(placed, at_m=(c * x - s * y, s * x + c * y), turn_rad=placed.turn_rad + turn)

    setting = replace(standing.setting, towards_rad=standing.setting.towards_rad + turn)
    return changed(standing, piece, setting=setting)


def mirrored_scene(standing: Tower) -> Tower:
    def piece(placed: Placed) -> Placed:
        x, y = placed.at_m
        prism = replace(placed.piece, outline=mirrored(placed.piece.outline))
        return replace(placed, piece=prism, at_m=(x, -y), turn_rad=-placed.turn_rad)

    setting = replace(standing.setting, towards_rad=-standing.setting.towards_rad)
    return changed(standing, piece, setting=setting)


def scaled_scene(standing: Tower, by: float, mass: float) -> Tower:
    def piece(placed: Placed) -> Placed:
        prism: Prism = placed.piece
        prism = replace(
            prism,
            outline=scaled(prism.outline, by),
            height_m=prism.height_m * by,
            mass_kg=prism.mass_kg * mass,
        )
        return replace(placed, piece=prism, at_m=(placed.at_m[0] * by, placed.at_m[1] * by))  # type: ignore[arg-type]

    base = standing.base
    larger = replace(
        base,
        outline=scaled(base.outline, by),
        site=scaled(base.site, by),
        thickness_m=base.thickness_m * by,
    )
    return changed(standing, piece, base=larger)


def shifts(standing: Tower, result: StageResult) -> dict[str, float]:
    return {piece.name: shift_m(pose, result.poses[piece.name]) for piece, pose in standing.resting()}


def check_same(name: str, other: Tower, by: float = 1.0, mass: float = 1.0) -> None:
    """The same ending; at rest, everything within a twentieth of what counts as moved (1 mm for columns of 90 mm)."""
    standing, ending = CASES[name][0](), CASES[name][1]
    here, there = run_stage(standing, FAST), run_stage(other, FAST)
    assert (here.ending, there.ending) == (ending, ending)
    if ending == "rest":
        right = {piece: shift * by for piece, shift in shifts(standing, here).items()}
        assert shifts(other, there) == {piece: pytest.approx(shift, abs=by * 5e-5) for piece, shift in right.items()}
        assert sum(there.loads_n.values()) == pytest.approx(sum(here.loads_n.values()) * mass, rel=2e-3)


@every_case
def test_the_cases_end_as_they_should(name: str) -> None:
    assert run_stage(CASES[name][0](), FAST).ending == CASES[name][1]


@every_case
@few
@given(turn_deg=st.floats(1, 359))
def test_turned(name: str, turn_deg: float) -> None:
    check_same(name, turned_scene(CASES[name][0](), math.radians(turn_deg)))


@every_case
def test_mirrored(name: str) -> None:
    check_same(name, mirrored_scene(CASES[name][0]()))


@every_case
@pytest.mark.parametrize(("by", "mass"), [(0.2, 1.0), (5.0, 1.0), (1.0, 0.01), (1.0, 300.0), (5.0, 125.0)])
def test_scaled(name: str, by: float, mass: float) -> None:
    check_same(name, scaled_scene(CASES[name][0](), by, mass), by, mass)


@every_case
@pytest.mark.parametrize("by", [0.25, 4.0])
def test_scaled_by_a_power_of_two_it_is_the_same_to_the_last_digit(name: str, by: float) -> None:
    """In its own units the engine sees one and the same tower, and by such factors nothing is rounded."""
    standing = CASES[name][0]()
    other = scaled_scene(standing, by, by**3)
    here, there = run_stage(standing, FAST), run_stage(other, FAST)
    assert (there.ending, there.fallen) == (here.ending, here.fallen)
    assert there.seconds == here.seconds * math.sqrt(by)
    for piece, pose in here.poses.items():
        assert there.poses[piece].position_m == tuple(by * value for value in pose.position_m)
        assert there.poses[piece].quaternion == pose.quaternion
    assert there.loads_n == {piece: load * by**3 for piece, load in here.loads_n.items()}


@every_case
@few
@given(seed=st.integers(0, 2**16))
def test_listed_in_another_order(name: str, seed: int) -> None:
    standing = CASES[name][0]()
    rng = np.random.default_rng(seed)
    levels = tuple(
        replace(level, columns=tuple(level.columns[k] for k in rng.permutation(len(level.columns))))
        for level in standing.levels
    )
    check_same(name, replace(standing, levels=levels))


@pytest.mark.parametrize("name", ["two storeys that stand", "two storeys with a load too far out", "columns that lean"])
def test_equal_pieces_swapped(name: str) -> None:
    """Two columns alike change places: only the names differ."""
    standing = CASES[name][0]()
    first, second, *others = standing.levels[0].columns
    swapped = (replace(first, piece=second.piece), replace(second, piece=first.piece), *others)
    other = replace(standing, levels=(Level(None, swapped), *standing.levels[1:]))
    here, there = run_stage(standing, FAST), run_stage(other, FAST)
    assert here.ending == there.ending == CASES[name][1]
    names = {first.name: second.name, second.name: first.name}
    if here.ending == "rest":
        renamed = {names.get(piece, piece): load for piece, load in there.loads_n.items()}
        assert renamed == here.loads_n
    else:
        assert {names.get(piece, piece) for piece in there.fallen} == set(here.fallen)
