"""Plans by name: those that ship with the package, and paths."""

from __future__ import annotations

from pathlib import Path

from paletti_sim.resources import scenarios_dir
from paletti_sim.tower.scenario.names import find_file


def ready_plans() -> dict[str, Path]:
    """The plans that ship, by name, in alphabetical order."""
    return {path.stem: path for path in sorted((scenarios_dir() / "plans").glob("*.yaml"))}


def find_plan(name_or_path: str) -> Path:
    """The file that a name or a path means; a name that ships comes first.

    Raises:
        PalettiError: there is neither; the message says what is near. Or it is a directory.
    """
    ready = ready_plans()
    return find_file(name_or_path, ready, "plan", f"those that ship: {', '.join(ready)}")
