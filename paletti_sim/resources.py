"""Where the data that ship with the package are: inside it in a wheel, beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

from paletti_sim.errors import PalettiError


def models_dir() -> Path:
    """The folder `models`: everything that lies on the table. Raises PalettiError when the installation lacks it."""
    return _folder("models")


def scenarios_dir() -> Path:
    """The folder `scenarios`: towers and batch plans that ship. Raises PalettiError when the installation lacks it."""
    return _folder("scenarios")


def _folder(name: str) -> Path:
    package = Path(__file__).resolve().parent
    for folder in (package / "data" / name, package.parent / name):
        if folder.is_dir():
            return folder
    raise PalettiError(f"this installation lacks its folder {name}: install paletti-sim again")
