"""Scenarios by name: those that ship with the package, and paths."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from paletti_sim.errors import PalettiError
from paletti_sim.located_yaml.document import did_you_mean, shortened
from paletti_sim.resources import scenarios_dir


def ready_scenarios() -> dict[str, Path]:
    """The scenarios that ship, by name, in alphabetical order."""
    return {path.stem: path for path in sorted((scenarios_dir() / "towers").glob("*.yaml"))}


def find_scenario(name_or_path: str) -> Path:
    """The file that a name or a path means; a name that ships comes first (write ./NAME for a file of that name).

    Raises:
        PalettiError: there is neither; the message says what is near. Or it is a directory.
    """
    return find_file(name_or_path, ready_scenarios(), "scenario", "`paletti scenarios` lists them")


def find_file(name_or_path: str, ready: Mapping[str, Path], kind: str, hint: str, folder: Path | None = None) -> Path:
    """As `find_scenario`, among the files of any kind that ship; paths are seen from `folder`."""
    if name_or_path in ready:
        return ready[name_or_path]
    if not name_or_path:
        raise PalettiError(f"an empty name: a {kind} has a name or a path")
    shown = shortened(name_or_path, 200)
    path = Path(name_or_path) if folder is None else folder / name_or_path
    try:
        if path.is_dir():
            raise PalettiError(f"{shown} is a directory; a {kind} is a file")
        if path.exists():
            return path
    except (OSError, ValueError) as error:
        raise PalettiError(f"no {kind} {shown}: {getattr(error, 'strerror', None) or error}") from None
    near = did_you_mean(path.stem if len(name_or_path) < 100 else "", ready)
    raise PalettiError(f"no {kind} {shown}: neither a file nor one that ships{near or f'; {hint}'}")
