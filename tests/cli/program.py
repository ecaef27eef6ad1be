"""Runs `paletti` as a program."""

from __future__ import annotations

import subprocess
import sys

PALETTI = [sys.executable, "-c", "from paletti_sim.cli.main import main; main()"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PALETTI, *arguments], capture_output=True, text=True, check=False)
