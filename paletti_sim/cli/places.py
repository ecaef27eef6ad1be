"""Where a command is to write: refused before any work when that cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from paletti_sim.errors import PalettiError
from paletti_sim.files import refuse_unwritable, same_file

if TYPE_CHECKING:
    from paletti_sim.tower.scenario import Scenario


def refuse_bad_places(places: Mapping[str, Path | None], *, force: bool) -> None:
    """Refuses files, each by its flag, that are one file or cannot be written."""
    asked = [(flag, path) for flag, path in places.items() if path is not None]
    for (one, path), (two, other) in combinations(asked, 2):
        if same_file(path, other):
            raise PalettiError(f"{one} and {two} both name {path}: give two names")
    refuse_unwritable(*(path for _, path in asked), force=force)


def refuse_scenario(given: Scenario, flag: str, path: Path | None) -> None:
    """Refuses a file that is the scenario itself."""
    if path is not None and given.source is not None and same_file(path, given.source):
        raise PalettiError(f"{flag}: {path} is the scenario itself: give another name")
