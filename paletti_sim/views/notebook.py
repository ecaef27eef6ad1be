"""How answers show themselves in a notebook: the same objects, with a picture or a table of themselves."""

from __future__ import annotations

import io
from dataclasses import dataclass, fields
from html import escape
from typing import Any

from paletti_sim.stability.heatmap.model import HeatMap
from paletti_sim.stability.loads import Loads
from paletti_sim.stability.verdict import Verdict
from paletti_sim.tower.scenario import Scenario

PIXELS = (480, 480)


def _values(of: Any) -> dict[str, Any]:
    return {each.name: getattr(of, each.name) for each in fields(of)}


def _table(rows: list[tuple[str, Any]], head: tuple[str, ...] = ()) -> str:
    """Rows as HTML; what is None or empty is left out."""
    shown = [row for row in rows if row[-1] not in (None, "", ())]
    top = f"<tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr>" if head else ""
    first = "td" if head else "th"
    body = (
        f'<tr><{first} style="text-align:left">{escape(str(row[0]))}</{first}>'
        f"{''.join(f'<td>{escape(str(cell))}</td>' for cell in row[1:])}</tr>"
        for row in shown
    )
    return f"<table>{top}{''.join(body)}</table>"


@dataclass(frozen=True)
class ShownScenario(Scenario):
    """A tower, what is known about how exactly it was built, and the moves asked about it; `tower` holds the pieces.

    A notebook shows its picture.

    >>> from paletti_sim import load
    >>> scenario = load("first-move")
    >>> scenario.name, len(scenario.tower.columns), scenario.moves[0].take
    ('first-move', 20, 'red-thin-1')
    """

    @classmethod
    def of(cls, scenario: Scenario) -> ShownScenario:
        """The same scenario."""
        return scenario if isinstance(scenario, cls) else cls(**_values(scenario))

    def _repr_png_(self) -> bytes:
        from PIL import Image

        from paletti_sim.physics.picture import render

        out = io.BytesIO()
        Image.fromarray(render(self.tower, PIXELS)).save(out, "png")
        return out.getvalue()


@dataclass(frozen=True)
class ShownVerdict(Verdict):
    """What a move does to a tower: `outcome` is `holds`, `shifts`, `topples`, `undecided` or `illegal`.

    Every field is one of the JSON document that `to_json` gives, with its unit in its name. A notebook shows a table.

    >>> from paletti_sim import check
    >>> verdict = check("does-not-stand", stand=True)
    >>> verdict.outcome, verdict.fallen, verdict.static.shortfall_mm > 0
    ('topples', ('blue',), True)
    """

    @classmethod
    def of(cls, verdict: Verdict) -> ShownVerdict:
        """The same verdict."""
        return cls(**_values(verdict))

    def _repr_html_(self) -> str:
        said = self.to_json()
        static, odds = said["static"] or {}, said["odds"] or {}
        tilt, short = static.get("tilt_margin_deg"), static.get("shortfall_mm")
        rows: list[tuple[str, Any]] = [
            ("outcome", self.outcome),
            ("rule", self.rule),
            ("falls", ", ".join(self.fallen)),
            ("after", None if said["at_s"] is None else f"{said['at_s']:g} s"),
            ("carrying", ", ".join(self.carrying)),
            ("free", ", ".join(self.free)),
            ("could tilt by", None if tilt is None else f"{tilt:g} degrees"),
            ("outside by", None if short is None else f"{short:g} mm"),
            ("topples in", f"{100 * odds['topples']:.1f} % of {odds['samples']}" if odds else None),
            ("because", self.explanation),
            *(("warning", warning) for warning in self.warnings),
        ]
        return _table(rows)


@dataclass(frozen=True)
class ShownLoads(Loads):
    """What each column carries in newtons, as `columns`. A notebook shows a table."""

    @classmethod
    def of(cls, loads: Loads) -> ShownLoads:
        """The same loads."""
        return cls(**_values(loads))

    def _repr_html_(self) -> str:
        if not self.columns:
            return _table([("no equilibrium", self.scenario)])
        rows: list[Any] = [
            (load.floor, load.column, f"{load.least_n:.3f}", f"{load.greatest_n:.3f}") for load in self.columns
        ]
        return _table(rows, ("on", "column", "least N", "greatest N"))


@dataclass(frozen=True)
class ShownHeatMap(HeatMap):
    """Where it is safe: arrays by place, `best`, `counts()`. A notebook shows its picture."""

    @classmethod
    def of(cls, found: HeatMap) -> ShownHeatMap:
        """The same map."""
        return cls(**_values(found))

    def _repr_png_(self) -> bytes:
        from paletti_sim.views.heatmap import draw_heatmap

        out = io.BytesIO()
        draw_heatmap(self).savefig(out, format="png")
        return out.getvalue()
