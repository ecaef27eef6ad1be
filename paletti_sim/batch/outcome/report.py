"""One page with figures of what came out, which needs nothing but itself."""

from __future__ import annotations

import html
import io
from collections.abc import Sequence
from typing import Any

import numpy as np

from paletti_sim.batch.outcome.columns import Columns
from paletti_sim.batch.outcome.summary import ByBot, ByParameter, Group, Summary

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; color: #222; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; } h2 { margin-top: 2.5rem; border-top: 1px solid #ddd; padding-top: 1rem; }
table { border-collapse: collapse; margin: .5rem 0 1rem; } th, td { padding: .2rem .7rem; text-align: right; }
th { border-bottom: 1px solid #999; } td:first-child, th:first-child { text-align: left; }
td.words { text-align: left; } svg { max-width: 100%; height: auto; } p.note { color: #666; }
"""
INK, WOOD = "#7a1f1f", "#b98a4b"
MOST_BINS = 40


def page(summary: Summary, columns: Columns) -> str:
    """The whole page, as HTML with its figures in it."""
    parts = [f"<h1>{_text(summary.plan)}</h1>", _counts(summary)]
    for tower in summary.towers:
        title = f"{tower.subject}: {tower.parameter or 'all cases'} <small>(entry {tower.entry})</small>"
        parts.append(f"<h2>{title}</h2>" if not tower.parameter else f"<h3>{title}</h3>")
        if tower.parameter:
            parts.append(_rate_figure(tower))
        parts.append(_table_of_groups(tower.groups))
    parts += [_games(table) for table in summary.games]
    margins = columns.margin_deg[~np.isnan(columns.margin_deg)]
    if len(margins):
        parts.append("<h2>Margins</h2><p>How far the table could be tilted, where equilibrium holds.</p>")
        parts.append(_histogram(margins, "tilt margin in degrees"))
    seconds = columns.seconds[~np.isnan(columns.seconds)]
    if len(seconds):
        told = f"{summary.work_seconds:,.0f} s of work in all, {seconds.mean():.3g} s a case"
        parts.append(f"<h2>Times</h2><p>{told}.</p>")
        parts.append(_histogram(seconds, "seconds of a case"))
    parts.append(_failures(summary))
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{_text(summary.plan)}</title>'
        f"<style>{STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _text(value: object) -> str:
    return html.escape(str(value))


def _counts(summary: Summary) -> str:
    told = ", ".join(f"{count:,} {_text(status)}" for status, count in summary.statuses.items())
    return f"<p>{summary.cases:,} cases: {told}. Shares are given with their 95 % intervals (Wilson).</p>"


def _table(head: Sequence[str], rows: Sequence[Sequence[object]], words: bool = False) -> str:
    cell = '<td class="words">' if words else "<td>"
    body = "".join("<tr>" + "".join(f"{cell}{_text(value)}</td>" for value in row) + "</tr>" for row in rows)
    return "<table><tr>" + "".join(f"<th>{_text(name)}</th>" for name in head) + f"</tr>{body}</table>"


def _table_of_groups(groups: Sequence[Group]) -> str:
    head, *rows = filled(GROUP_HEAD, [group_cells(group) for group in groups])
    return _table(head, rows)


def filled(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Head and rows of a table without the columns in which nothing stands, but for the first two.

    >>> filled(("value", "cases", "holds", "shifts"), [("all", "0", "0", "-"), ("1", "2", "2", "")])
    [('value', 'cases', 'holds'), ('all', '0', '0'), ('1', '2', '2')]
    """
    kept = [k for k in range(len(head)) if any(row[k] not in ("", "0", "-") for row in rows) or k < 2]
    return [tuple(row[k] for k in kept) for row in (head, *rows)]


COUNTED = ("holds", "shifts", "topples", "illegal", "undecided")
GROUP_HEAD = ("value", "cases", *COUNTED, "topple rate", "95 %", "odds", "95 %", "margin")
BOT_HEAD = ("bot", "won", "shared", "share", "95 %", "mean score")


def group_cells(group: Group) -> tuple[str, ...]:
    """A group as cells under `GROUP_HEAD`."""
    counts = [group.outcomes.get(name, 0) for name in COUNTED]
    odds = ("", "") if group.odds is None else share_cells(group.odds.to_json())
    margin = "" if group.mean_margin_deg is None else f"{group.mean_margin_deg:.2f}°"
    numbers = (f"{value:,}" for value in (group.cases, *counts))
    return (group.label, *numbers, *share_cells(group.topples.to_json()), *odds, margin)


def share_cells(share: dict[str, Any]) -> tuple[str, str]:
    """A share and its interval in per cent."""
    if share["share"] is None:
        return ("-", "-")
    return (f"{100 * share['share']:.1f} %", f"{100 * share['low']:.1f} to {100 * share['high']:.1f}")


def _games(table: ByBot) -> str:
    ends = _table(("how it ended", "games"), [(name, f"{count:,}") for name, count in table.ends.items()])
    title = f"<h2>{_text(table.subject)}: {table.games:,} games <small>(entry {table.entry})</small></h2>"
    return title + _table(BOT_HEAD, [bot_cells(bot) for bot in table.bots]) + ends


def bot_cells(bot: dict[str, Any]) -> tuple[str, ...]:
    """A bot as cells under `BOT_HEAD`."""
    return (bot["bot"], f"{bot['won']:,}", f"{bot['shared']:,}", *share_cells(bot), f"{bot['mean_score']:.2f}")


def _failures(summary: Summary) -> str:
    failed = sum(count for status, count in summary.statuses.items() if status not in ("done", "left"))
    if not failed:
        return "<h2>Failures</h2><p>None.</p>"
    rows = [
        (case["position"], case["entry"], case["status"], _said(case["settings"]), case["why"] or "")
        for case in summary.failures
    ]
    note = f"<p class=note>The first {len(rows):,} of {failed:,}.</p>" if failed > len(rows) else ""
    return "<h2>Failures</h2>" + note + _table(("case", "entry", "status", "settings", "why"), rows, words=True)


def _said(settings: dict[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in settings.items())


def _rate_figure(table: ByParameter) -> str:
    """Topple rate over one parameter, with intervals."""
    groups = [group for group in table.groups if group.topples.of or group.odds]
    if not groups:
        return "<p class=note>No answers yet.</p>"
    figure, axes = _new()
    known = [(group.low, group.high) for group in groups if group.low is not None and group.high is not None]
    numbers = len(known) == len(groups)
    if numbers:
        places = [(low + high) / 2 for low, high in known]
    else:
        places = [float(k) for k in range(len(groups))]
        axes.set_xticks(places, [group.label for group in groups], rotation=45, ha="right")
    for label, colour, shares in (
        ("topples", INK, [group.topples for group in groups]),
        ("odds", WOOD, [group.odds for group in groups]),
    ):
        points = [(x, share.to_json()) for x, share in zip(places, shares, strict=True) if share and share.of]
        if points:
            x, told = zip(*points, strict=True)
            middle = np.array([share["share"] for share in told])
            around = np.array([[s["share"] - s["low"], s["high"] - s["share"]] for s in told]).T.clip(0)
            axes.errorbar(x, middle, around, fmt="o-" if numbers else "o", color=colour, capsize=3, label=label)
    axes.set_ylim(-0.03, 1.03)
    axes.set_xlabel(table.parameter)
    axes.set_ylabel("share that topples")
    axes.legend(frameon=False)
    return _svg(figure)


def _histogram(values: Any, label: str) -> str:
    figure, axes = _new()
    axes.hist(values, bins=min(MOST_BINS, max(5, int(len(values) ** 0.5))), color=WOOD)
    axes.set_xlabel(label)
    axes.set_ylabel("cases")
    return _svg(figure)


def _new() -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 3.2), layout="constrained")
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _svg(figure: Any) -> str:
    import matplotlib

    out = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": "paletti", "svg.fonttype": "path"}):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    return text[text.index("<svg") :]
