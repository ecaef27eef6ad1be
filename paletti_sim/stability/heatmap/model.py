"""A map and its documents."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import shapely

from paletti_sim.stability.heatmap.cells import ground_of
from paletti_sim.stability.heatmap.grow import HOLDS, SHIFTS
from paletti_sim.tower.tower import Tower

SCHEMA = "paletti/heatmap@1"

Kind = Literal["put", "take", "floor"]
Mode = Literal["hybrid", "simulate", "static"]
Array = npt.NDArray[np.float64]

NAMES = {-1: "not_allowed", 0: "topples", 1: "shifts", 2: "holds", 3: "undecided"}


@dataclass(frozen=True)
class HeatMap:
    """Where it is safe; metres and radians.

    For `put` and `floor`: `x_m` (nx,), `y_m` (ny,), and for `floor` also `turn_rad` (nt,); for `take`: `columns`. The
    other arrays have the shape (ny, nx), (nt, ny, nx) or (columns,): `outcome` as in `NAMES`, `margin_deg` (NaN where
    it was not computed: but for the best place and, with contours, cells of a coarse grid), `everywhere_deg` (for
    contours of `put`: of all cells that stand, estimated between the computed ones), `p_topple` (NaN without samples),
    `simulated`: which cells a simulation decided, `load_n` for `take`, with
    `load_range_n` (columns, 2), what equilibrium leaves open of it. `piece` is what is put, taken or laid; `tower`
    the tower that it is put on, drawn from; `says` one true sentence about the map; `best` the best place (x, y and
    turn) with its margin in degrees.
    """

    scenario: str
    kind: Kind
    mode: Mode
    piece: str
    tower: Tower
    outcome: npt.NDArray[np.int8]
    margin_deg: Array
    simulated: npt.NDArray[np.bool_]
    says: str
    x_m: Array = field(default_factory=lambda: np.zeros(0))
    y_m: Array = field(default_factory=lambda: np.zeros(0))
    turn_rad: Array = field(default_factory=lambda: np.zeros(0))
    columns: tuple[str, ...] = ()
    load_n: Array = field(default_factory=lambda: np.zeros(0))
    load_range_n: Array = field(default_factory=lambda: np.zeros((0, 2)))
    everywhere_deg: Array | None = None
    p_topple: Array | None = None
    samples: int = 0
    step_m: float = 0.0
    turned_rad: float = 0.0
    best: tuple[tuple[float, float, float], float | None] | None = None
    simulations: int = 0
    seconds: float = 0.0

    @property
    def stands(self) -> npt.NDArray[np.bool_]:
        """Where the tower stands afterwards."""
        found: npt.NDArray[np.bool_] = (self.outcome == HOLDS) | (self.outcome == SHIFTS)
        return found

    @property
    def stable_area_m2(self) -> float:
        """Of `put`: the area of the cells in which the tower stands, as far as they lie on the top floor."""
        rows, columns = np.nonzero(self.stands)
        x, y, half = self.x_m[columns], self.y_m[rows], self.step_m / 2
        squares = shapely.box(x - half, y - half, x + half, y + half)
        ground = ground_of(self.tower)
        shapely.prepare(ground)
        whole = shapely.covers(ground, squares)
        cut = shapely.area(shapely.intersection(squares[~whole], ground))
        return float(whole.sum() * self.step_m**2 + cut.sum())

    def counts(self) -> dict[str, int]:
        """How many cells have each outcome."""
        return {name: int((self.outcome == code).sum()) for code, name in NAMES.items()}

    def to_json(self) -> dict[str, Any]:
        """The document `paletti/heatmap@1`; millimetres and degrees."""
        document: dict[str, Any] = {
            "schema": SCHEMA,
            "scenario": self.scenario,
            "kind": self.kind,
            "piece": self.piece,
            "mode": self.mode,
        }
        if self.kind == "take":
            rows = zip(self.columns, self.outcome, self.margin_deg, self.load_n, self.load_range_n, strict=True)
            document["columns"] = [
                {
                    "column": name,
                    "outcome": NAMES[int(code)],
                    "margin_deg": None if np.isnan(margin) else round(float(margin), 3),
                    "load_n": None if np.isnan(load) else round(float(load), 4),
                    "load_range_n": None if np.isnan(ends).any() else [round(float(end), 4) for end in ends],
                }
                for name, code, margin, load, ends in rows
            ]
        else:
            document["grid"] = {
                "step_mm": round(1000 * self.step_m, 6),
                "x_mm": [round(1000 * float(self.x_m[k]), 6) for k in (0, -1)],
                "y_mm": [round(1000 * float(self.y_m[k]), 6) for k in (0, -1)],
                "cells": list(self.outcome.shape),
            }
            if self.kind == "floor":
                document["grid"]["turn_deg"] = [round(float(np.degrees(turn)), 6) for turn in self.turn_rad]
        document["counts"] = self.counts()
        document["best"] = None
        if self.best is not None:
            (x, y, turn), margin_of_best = self.best
            document["best"] = {
                "at": [round(1000 * x, 6), round(1000 * y, 6)],
                "turn": round(float(np.degrees(turn)), 6),
                "margin_deg": None if margin_of_best is None else round(margin_of_best, 3),
            }
        if self.kind == "put":
            document["stable_area_mm2"] = round(1e6 * self.stable_area_m2, 3)
        document |= {"simulations": self.simulations, "seconds": round(self.seconds, 3), "says": self.says}
        if self.samples:
            document["samples"] = self.samples
        return document

    def arrays(self) -> Mapping[str, npt.NDArray[Any]]:
        """The arrays of a data file, in millimetres and degrees."""
        odds = np.full(self.outcome.shape, np.nan) if self.p_topple is None else self.p_topple
        common: dict[str, npt.NDArray[Any]] = {
            "outcome": self.outcome,
            "margin_deg": self.margin_deg,
            "p_topple": odds,
        }
        if self.kind == "take":
            return {"column": np.array(self.columns), **common, "load_n": self.load_n}
        places: dict[str, npt.NDArray[Any]] = {
            "x_mm": np.round(1000 * self.x_m, 9),
            "y_mm": np.round(1000 * self.y_m, 9),
        }
        if self.kind == "floor":
            places["turn_deg"] = np.round(np.degrees(self.turn_rad), 9)
        return {**places, **common, "simulated": self.simulated}

    def npz(self) -> bytes:
        """The arrays as a file of numpy."""
        out = io.BytesIO()
        np.savez_compressed(out, **self.arrays())  # type: ignore[arg-type]
        return out.getvalue()

    def table(self) -> str:
        """The arrays as comma-separated values, one cell a line; empty where there is no value."""
        arrays = self.arrays()
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        if self.kind == "take":
            writer.writerow(["column", "outcome", "margin_deg", "load_n", "p_topple"])
            for k, name in enumerate(self.columns):
                cells = (arrays[key][k] for key in ("margin_deg", "load_n", "p_topple"))
                writer.writerow([name, NAMES[int(self.outcome[k])], *map(_number, cells)])
            return out.getvalue()
        turned = self.kind == "floor"
        names = ["x_mm", "y_mm", "outcome", "margin_deg", "p_topple", "simulated"]
        writer.writerow(["turn_deg", *names] if turned else names)
        for index in np.ndindex(self.outcome.shape):
            place = [arrays["turn_deg"][index[0]]] if turned else []
            place += [arrays["x_mm"][index[-1]], arrays["y_mm"][index[-2]]]
            writer.writerow(
                [
                    *map(_number, place),
                    NAMES[int(self.outcome[index])],
                    _number(arrays["margin_deg"][index]),
                    _number(arrays["p_topple"][index]),
                    int(self.simulated[index]),
                ]
            )
        return out.getvalue()


def _number(value: Any) -> str:
    return "" if np.isnan(value) else f"{float(value):.10g}"
