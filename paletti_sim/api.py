"""The few names at the top of the package, for scripts and notebooks. Here lengths are millimetres, angles degrees."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from paletti_sim.errors import PalettiError
from paletti_sim.physics.preset import PRESETS, PresetName
from paletti_sim.stability.check import Checker
from paletti_sim.stability.sampling import find_odds
from paletti_sim.tower import scenario as files
from paletti_sim.tower.move import MOST_MM, STAND, By, LayFloor, Move, Put, handled
from paletti_sim.views.notebook import ShownHeatMap, ShownLoads
from paletti_sim.views.notebook import ShownScenario as Scenario
from paletti_sim.views.notebook import ShownVerdict as Verdict

if TYPE_CHECKING:
    from PIL.Image import Image

    from paletti_sim.stability.heatmap.model import Kind, Mode

__all__ = ["PalettiError", "Scenario", "Verdict", "check", "heatmap", "load", "loads", "read_scenario", "show"]

MM = 1000.0
STEP_MM = (0.1, 10_000.0)
MOST_PIXELS = 4096


def load(name_or_path: str | Path) -> Scenario:
    """The scenario that ships under a name, or the one in a file.

    Raises PalettiError: there is neither, or the file has faults; its text has one line for each of them.

    >>> load("first-move").name
    'first-move'
    >>> load("first-mve")
    Traceback (most recent call last):
    paletti_sim.errors.PalettiError: no scenario first-mve: neither a file nor one that ships; did you mean first-move?
    """
    return Scenario.of(files.read_scenario(str(name_or_path)))


def read_scenario(name_or_path: str | Path) -> Scenario:
    """The same as `load`.

    >>> read_scenario("first-move") == load("first-move")
    True
    """
    return load(name_or_path)


def check(
    scenario: files.Scenario | str | Path,
    *,
    take: str | None = None,
    put: Sequence[float] | None = None,
    floor: str | None = None,
    at: Sequence[float] | None = None,
    stand: bool = False,
    by: By | None = None,
    direction: float | None = None,
    caution: float | None = None,
    preset: PresetName = "accurate",
    samples: int = 0,
    seed: int = 0,
    jobs: int = 1,
    ignore_rules: bool = False,
) -> Verdict:
    """Does this move topple the tower? The same question as `paletti check`, and the same answer.

    Without `take`, `floor` and `stand` it asks the moves of the file, each on the tower that the last one left, and
    gives the verdict of the last one, or of the first after which no tower is left to go on with. A file without a move
    asks whether its tower stands.

    Args:
        scenario: what `load` gave, or the name or path to read.
        take: the column to take, from the tower or from the box.
        put: where to set it down on the top floor: x, y in mm, and its turn in degrees when it has one.
        floor: the floor to lay, with `at`: x, y in mm, and its turn in degrees when it has one.
        at: see `floor`.
        stand: ask no move, only whether the tower stands.
        by: how columns are taken: `lift` or `hook`; None as the file says.
        direction: where the hook draws, in degrees, counter-clockwise from +x; None the shortest free way.
        caution: give up when a floor sinks by more than so many mm before the column is free or stands by itself.
        preset: how finely to simulate: `quick`, `accurate` or `reference`.
        samples: ask up to so many towers drawn within the file's tolerances, for the verdict's `odds`.
        seed: of the samples; the same seed gives the same ones.
        jobs: processes that work on the samples.
        ignore_rules: skip the building regulations, never the physical faults.

    Returns:
        The verdict; `outcome` is `holds`, `shifts`, `topples`, `undecided` or `illegal`, `to_json()` the whole of it.

    Raises:
        PalettiError: the scenario cannot be read, or the question makes no sense.
        NoAnswerError: a PalettiError too; the simulation failed.

    >>> check("first-move", stand=True).outcome
    'holds'
    >>> verdict = check("first-move", take="red-thick", put=(500, 0), preset="quick")
    >>> verdict.outcome in ("topples", "illegal")  # half a metre to the right there is nothing to put it on
    True
    >>> check("first-move", take="red-thin-1", put=(10, -20, 0, 0))
    Traceback (most recent call last):
    paletti_sim.errors.PalettiError: put: wants x, y or x, y, turn in millimetres and degrees (got (10, -20, 0, 0))
    """
    if samples < 0 or jobs < 1:
        raise PalettiError(f"samples and jobs: want 0 or more, and 1 or more (got {samples!r} and {jobs!r})")
    if preset not in PRESETS:
        raise PalettiError(f"preset: wants one of {', '.join(PRESETS)} (got {preset!r})")
    asked = _move(take, put, floor, at, stand)
    given = _given(scenario)
    moves = handled((given.moves or (STAND,)) if asked is None else (asked,), by, direction, caution)
    checker = Checker(
        given.tower,
        given.columns,
        given.floors,
        scenario=given.name,
        preset=PRESETS[preset],
        ignore_rules=ignore_rules,
    )
    results = checker.ask_all(moves)
    verdict = Verdict.of(results[-1].verdict)
    if not samples or verdict.outcome == "illegal":
        return verdict
    odds = find_odds(given, moves[: len(results)], samples, seed=seed, preset=preset, jobs=jobs)
    return replace(verdict, odds=odds, seed=seed)


def loads(scenario: files.Scenario | str | Path) -> ShownLoads:
    """What each column carries once the tower has come to rest, in newtons, by static equilibrium.

    Args:
        scenario: what `load` gave, or the name or path to read.

    Returns:
        The loads; `columns` has `least_n` and `greatest_n` for each, which differ where mechanics leaves a range, and
        is empty when there is no equilibrium. `to_json()` is what `paletti loads --json` prints.

    Raises:
        PalettiError: the scenario cannot be read.

    >>> top_down = loads("leaning-stack").columns[::-1]  # blocks of 50 g, one on the other
    >>> [(load.column, round(load.greatest_n, 2)) for load in top_down]
    [('block-5', 0.0), ('block-4', 0.49), ('block-3', 0.98), ('block-2', 1.47), ('block-1', 1.96)]
    """
    from paletti_sim.stability.loads import loads as ask

    given = _given(scenario)
    return ShownLoads.of(ask(given.tower, given.name))


def heatmap(
    scenario: files.Scenario | str | Path,
    kind: Kind = "put",
    *,
    take: str | None = None,
    floor: str | None = None,
    turn: float | None = None,
    step: float = 4.0,
    mode: Mode = "hybrid",
    preset: PresetName = "accurate",
    samples: int = 0,
    seed: int = 0,
    jobs: int = 1,
    ignore_rules: bool = False,
) -> ShownHeatMap:
    """Where is it safe to put a column, which may be taken, where may the next floor lie? As `paletti heatmap`.

    Args:
        scenario: what `load` gave, or the name or path to read.
        kind: `put`, `take` or `floor`.
        take: the column that is put; taken first if it stands in the tower. None: the file's, else a thin red one.
        floor: the floor that is laid; None the next one.
        turn: how the column is turned, in degrees.
        step: between two cells, in mm.
        mode: `hybrid` (equilibrium, and simulation along the border), `simulate` or `static`.
        preset: how finely to simulate.
        samples: for odds, ask so many towers within the tolerances.
        seed: of the samples.
        jobs: processes at work.
        ignore_rules: skip the building regulations.

    Returns:
        The map; `outcome` holds a number a cell (-1 not allowed, 0 topples, 1 shifts, 2 holds, 3 undecided).

    Raises:
        PalettiError: the scenario cannot be read, or the question makes no sense.

    >>> found = heatmap("past-the-edge", step=20, mode="static")
    >>> found.outcome.shape, found.counts()["topples"] > 0, found.stands.any()
    ((15, 15), True, np.True_)
    """
    from paletti_sim.stability.heatmap.floor import floor_map
    from paletti_sim.stability.heatmap.put import put_map
    from paletti_sim.stability.heatmap.settings import Settings
    from paletti_sim.stability.heatmap.take import take_map

    for name, value, allowed in (
        ("kind", kind, ("put", "take", "floor")),
        ("mode", mode, ("hybrid", "simulate", "static")),
        ("preset", preset, tuple(PRESETS)),
    ):
        if value not in allowed:
            raise PalettiError(f"{name}: wants one of {', '.join(allowed)} (got {value!r})")
    if samples < 0 or jobs < 1 or not STEP_MM[0] <= step <= STEP_MM[1]:
        raise PalettiError(
            f"samples, jobs and step: want 0 or more, 1 or more, and {STEP_MM[0]} to {STEP_MM[1]:.0f} mm"
            f" (got {samples!r}, {jobs!r} and {step!r})"
        )
    if turn is not None and not math.isfinite(turn):
        raise PalettiError(f"turn: wants an angle in degrees (got {turn!r})")
    for name, given_value, of in (("take", take, "put"), ("turn", turn, "put"), ("floor", floor, "floor")):
        if given_value is not None and kind != of:
            raise PalettiError(f"{name} belongs to kind={of!r}: leave it out (kind is {kind!r})")
    given = _given(scenario)
    settings = Settings(
        step_m=step / MM, mode=mode, preset=preset, samples=samples, seed=seed, jobs=jobs, ignore_rules=ignore_rules
    )
    if kind == "take":
        return ShownHeatMap.of(take_map(given, settings))
    if kind == "floor":
        return ShownHeatMap.of(floor_map(given, settings, floor))
    return ShownHeatMap.of(put_map(given, settings, take, None if turn is None else math.radians(turn)))


def show(
    scenario: files.Scenario | str | Path, size: tuple[int, int] = (800, 800), *, yaw: float = 30.0, pitch: float = 20.0
) -> Image:
    """A picture of the tower as the file puts it up.

    Args:
        scenario: what `load` gave, or the name or path to read.
        size: width and height in pixels.
        yaw: turn of the camera about the tower in degrees.
        pitch: how far the camera looks down in degrees, between -89 and 89.

    Returns:
        A Pillow image: `.save("tower.png")` writes it; a notebook shows it.

    Raises:
        PalettiError: the scenario cannot be read, or there is no such picture.

    >>> show("first-move", (64, 48)).size
    (64, 48)
    """
    if len(size) != 2 or not all(isinstance(n, int) and 0 < n <= MOST_PIXELS for n in size):
        raise PalettiError(f"size: wants width and height between 1 and {MOST_PIXELS} pixels (got {size!r})")
    if not (-89 <= pitch <= 89 and math.isfinite(yaw)):
        raise PalettiError(f"pitch: wants an angle between -89 and 89 degrees (got {pitch!r}, yaw {yaw!r})")
    from PIL import Image

    from paletti_sim.physics.picture import render

    return Image.fromarray(render(_given(scenario).tower, size, yaw, -pitch))


def _given(scenario: files.Scenario | str | Path) -> files.Scenario:
    return scenario if isinstance(scenario, files.Scenario) else load(scenario)


def _move(
    take: str | None, put: Sequence[float] | None, floor: str | None, at: Sequence[float] | None, stand: bool
) -> Move | None:
    """The move that the arguments ask, None for that of the file."""
    given = {name for name, value in (("take", take), ("put", put), ("floor", floor), ("at", at)) if value is not None}
    if stand and given:
        raise PalettiError("stand asks no move: leave out take, put, floor and at")
    if "floor" in given and given & {"take", "put"}:
        raise PalettiError("a move is either take and put or floor: leave one out")
    if ("floor" in given) != ("at" in given):
        raise PalettiError("floor and at go together: give both")
    if put is not None and take is None:
        raise PalettiError("put needs take: which column?")
    if stand:
        return STAND
    if floor is not None and at is not None:
        return Move(floor=LayFloor(floor, *_place("at", at)))
    if take is None:
        return None
    return Move(take=take, put=None if put is None else Put(*_place("put", put)))


def _place(name: str, values: Sequence[float]) -> tuple[tuple[float, float], float]:
    """Millimetres and degrees as metres and radians."""
    try:
        numbers = [float(value) for value in values]
    except (TypeError, ValueError):
        numbers = []
    if len(numbers) not in (2, 3) or not all(abs(number) <= MOST_MM for number in numbers):
        raise PalettiError(f"{name}: wants x, y or x, y, turn in millimetres and degrees (got {values!r})")
    x, y, turn = (*numbers, 0.0)[:3]
    return (x / MM, y / MM), math.radians(turn)
