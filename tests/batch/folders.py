"""A folder with a plan of a data set, and calls in it."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.cli.program import PALETTI

THREE = """
  - scenario: past-the-edge
    sweep: {move.put.at.0: [-100, -123, -125]}
"""
PICTURES = "preset: quick\npictures: {size: [48, 40], camera: random}\n"


def call(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PALETTI, *arguments], capture_output=True, text=True, check=False, cwd=folder, timeout=120)


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
