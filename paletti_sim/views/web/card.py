"""What there is to say of a piece that was clicked."""

from __future__ import annotations

from paletti_sim.stability.loads import ColumnLoad, Loads
from paletti_sim.tower.regulations import forbids_take
from paletti_sim.tower.tower import Tower


def card_of(tower: Tower, name: str, loads: Loads | None) -> tuple[str, bool]:
    """Name, level, load, carrying or free, and whether it may be taken, as lines of Markdown; and that last as a truth.

    Empty when `name` is not in the tower.
    """
    if name not in tower.by_name:
        return "", False
    piece = tower.by_name[name]
    level = tower.level_of(name)
    if any(floor.name == name for floor in tower.floors):
        standing = len(tower.levels[level].columns)
        return f"**{name}**, a floor of {1000 * piece.piece.mass_kg:.0f} g, with {standing} columns on it.", False
    lines = [f"**{name}**", f"level {level}: {_ground(tower, level)}"]
    load = next((each for each in (loads.columns if loads else ()) if each.column == name), None)
    if level == len(tower.levels) - 1:
        lines.append("carries nothing: nothing lies on it")
    elif load is not None:
        lines.append(f"carries {newtons(load)}" if load.carries else "**free**: it carries nothing")
    violation = forbids_take(tower, name)
    lines.append("may be taken" if violation is None else f"may not be taken ({violation.rule}): {violation.why}")
    return "  \n".join(lines), violation is None


def newtons(load: ColumnLoad) -> str:
    """A load as one number, or as two where mechanics leaves a range."""
    if load.greatest_n - load.least_n < 0.01 * load.greatest_n:
        return f"{load.greatest_n:.2f} N"
    return f"{load.least_n:.2f} to {load.greatest_n:.2f} N"


def _ground(tower: Tower, level: int) -> str:
    floor = tower.levels[level].floor
    return "on the base plate" if floor is None else f"on {floor.name}"
