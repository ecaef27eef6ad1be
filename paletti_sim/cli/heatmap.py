"""`paletti heatmap`: where is it safe?"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paletti_sim.cli.check import PresetChoice
from paletti_sim.errors import PalettiError

if TYPE_CHECKING:
    from paletti_sim.stability.heatmap.known import Known
    from paletti_sim.stability.heatmap.model import HeatMap
    from paletti_sim.stability.heatmap.settings import Settings
    from paletti_sim.tower.scenario import Scenario

PICTURES = (".png", ".svg")
DATA = (".npz", ".csv", ".json")
PART = ".part"
STEP_MM = (0.1, 10_000.0)


class KindChoice(StrEnum):
    """What is asked."""

    put = "put"
    take = "take"
    floor = "floor"


class ModeChoice(StrEnum):
    """Who answers."""

    hybrid = "hybrid"
    simulate = "simulate"
    static = "static"


def heatmap(
    scenario: Annotated[str, typer.Argument(help="A tower that ships (see `paletti scenarios`) or a file.")],
    kind: Annotated[KindChoice, typer.Option(help="Put a column, take one, or lay the next floor.")] = KindChoice.put,
    take: Annotated[
        str | None, typer.Option(metavar="ID", help="The column that is put; taken first if it stands in the tower.")
    ] = None,
    floor: Annotated[
        str | None, typer.Option(metavar="NAME", help="The floor that is laid; else that of the file, or the next one.")
    ] = None,
    turn: Annotated[float | None, typer.Option(metavar="DEG", help="How the column is turned.")] = None,
    step: Annotated[float, typer.Option(metavar="MM", help="Between two cells.")] = 4.0,
    mode: Annotated[
        ModeChoice, typer.Option(help="Equilibrium with simulation along the border, simulation alone, or equilibrium.")
    ] = ModeChoice.hybrid,
    preset: Annotated[PresetChoice, typer.Option(help="How finely to simulate.")] = PresetChoice.accurate,
    samples: Annotated[
        int, typer.Option(metavar="N", min=0, max=100_000, help="Odds: ask N towers within the tolerances.")
    ] = 0,
    seed: Annotated[int, typer.Option(metavar="N", min=0, max=2**53, help="Of the samples.")] = 0,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, max=1024, help="Processes at work.")] = 1,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE.png|svg", help="Draw it there.")
    ] = None,
    data: Annotated[
        Path | None, typer.Option(metavar="FILE.npz|csv|json", help="Write the cells or columns there.")
    ] = None,
    ignore_rules: Annotated[bool, typer.Option("--ignore-rules", help="Skip the building regulations.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print a summary as JSON.")] = False,
) -> None:
    """Where is it safe to put a column, which may be taken, where may the next floor lie?

    The data hold the tilt margin of the best place, of each column that may be
    taken, and for puts of cells on a coarse grid (multiples of one step, at most
    72 of them); of other cells it is not computed. With --data, what is simulated
    is kept in FILE.part until FILE is written: after Ctrl-C or a crash the same
    command goes on from there.

    Ends with 0; with 1 when there is no safe place.
    """
    from paletti_sim.cli.output import print_json, write_file
    from paletti_sim.cli.places import refuse_bad_places, refuse_scenario
    from paletti_sim.stability.heatmap.known import Known
    from paletti_sim.stability.heatmap.settings import Settings
    from paletti_sim.tower.scenario import read_scenario

    if not STEP_MM[0] <= step <= STEP_MM[1]:
        raise PalettiError(f"--step: wants between {STEP_MM[0]} and {STEP_MM[1]:.0f} mm (got {step:g})")
    if turn is not None and not math.isfinite(turn):
        raise PalettiError(f"--turn: wants an angle in degrees (got {turn:g})")
    _refuse_misfits(kind, take, floor, turn)
    _refuse_ending("--output", output, PICTURES)
    _refuse_ending("--data", data, DATA)
    given = read_scenario(scenario)
    part = None if data is None else data.with_name(data.name + PART)
    for flag, path in (("--output", output), ("--data", data), ("--data", part)):
        refuse_scenario(given, flag, path)
    refuse_bad_places({"--output": output, "--data": data}, force=force)
    settings = Settings(
        step_m=step / 1000,
        mode=mode.value,
        preset=preset.value,
        samples=samples,
        seed=seed,
        jobs=jobs,
        margins=output is not None or data is not None,
        ignore_rules=ignore_rules,
        known=Known(part, force),
    )
    with _keeping(settings.known, data, force):
        found = _made(given, kind, settings, take, floor, turn)
        files = _files(found, output, data)
        if as_json:
            print_json(found.to_json())
        else:
            print(_words(found))
        for path, content in files:
            write_file(path, content, force=force)
    if not found.stands.any():
        raise typer.Exit(1)


@contextmanager
def _keeping(known: Known, data: Path | None, force: bool) -> Iterator[None]:
    """Keeps what is simulated until all that was asked is written; when it ends before, one line says so."""
    from paletti_sim.cli.output import say

    try:
        with known:
            yield
    except BaseException:
        if data is not None and known.labels:
            again = "the same command with --force" if data.exists() and not force else "the same command"
            say(f"what is done is kept in {data}{PART}: {again} goes on from there")
        raise


def _made(
    given: Scenario, kind: KindChoice, settings: Settings, take: str | None, floor: str | None, turn: float | None
) -> HeatMap:
    """The map, with a bar on stderr."""
    from dataclasses import replace

    from paletti_sim.cli.progress import growing
    from paletti_sim.stability.heatmap.floor import floor_map
    from paletti_sim.stability.heatmap.put import put_map
    from paletti_sim.stability.heatmap.take import take_map

    with growing("simulations") as told:
        asked = replace(settings, told=told)
        if kind is KindChoice.take:
            return take_map(given, asked)
        if kind is KindChoice.floor:
            return floor_map(given, asked, floor)
        return put_map(given, asked, take, None if turn is None else math.radians(turn))


def _files(found: HeatMap, output: Path | None, data: Path | None) -> list[tuple[Path, bytes | str]]:
    files: list[tuple[Path, bytes | str]] = []
    if data is not None:
        if data.suffix.lower() == ".json":
            import json

            files.append((data, json.dumps(_cells(found), ensure_ascii=False, indent=1) + "\n"))
        else:
            files.append((data, found.npz() if data.suffix.lower() == ".npz" else found.table()))
    if output is not None:
        from paletti_sim.views.heatmap import draw_heatmap

        out = io.BytesIO()
        vector = output.suffix.lower() == ".svg"
        draw_heatmap(found).savefig(out, format=output.suffix[1:].lower(), metadata={"Date": None} if vector else {})
        files.append((output, out.getvalue()))
    return files


def _cells(found: HeatMap) -> dict[str, object]:
    """The summary with the arrays in it; null where there is no value."""
    import numpy as np

    def plain(array: np.ndarray) -> object:
        values = array.astype(object)
        if array.dtype.kind == "f":
            values[np.isnan(array)] = None
        return values.tolist()

    return found.to_json() | {"cells": {name: plain(array) for name, array in found.arrays().items()}}


def _refuse_misfits(kind: KindChoice, take: str | None, floor: str | None, turn: float | None) -> None:
    if take is not None and kind is not KindChoice.put:
        raise PalettiError(f"--take names the column that is put: leave it out with --kind {kind.value}")
    if turn is not None and kind is not KindChoice.put:
        raise PalettiError(f"--turn turns the column that is put: leave it out with --kind {kind.value}")
    if floor is not None and kind is not KindChoice.floor:
        raise PalettiError("--floor names the floor that is laid: give --kind floor with it")


def _refuse_ending(flag: str, path: Path | None, endings: tuple[str, ...]) -> None:
    if path is not None and path.suffix.lower() not in endings:
        raise PalettiError(f"{flag}: {path} ends in none of {', '.join(endings)}, the kinds of file there are")


def _words(found: HeatMap) -> str:
    lines = [found.says]
    if found.kind == "take":
        for code, word in ((2, "hold"), (1, "shift but stand"), (0, "topple"), (3, "no answer")):
            names = [name for name, label in zip(found.columns, found.outcome, strict=True) if label == code]
            if names:
                lines.append(f"{word}: {', '.join(names)}")
    elif found.best is not None:
        (x, y, turn), margin = found.best
        turned = f",{math.degrees(turn):g}" if turn else ""
        far = "" if margin is None else f", where the table could tilt by {margin:.1f} degrees"
        lines.append(f"The best place is {1000 * x:g},{1000 * y:g}{turned}{far}.")
    if found.simulations:
        what = "columns" if found.kind == "take" else "cells"
        also = f"; with {found.samples} samples there were {found.simulations} simulations," if found.samples else ""
        lines.append(f"{found.simulated.sum()} {what} were simulated{also} in {found.seconds:.1f} s.")
    return "\n".join(lines)
