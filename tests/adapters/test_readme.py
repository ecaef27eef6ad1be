"""The README of the adapters is true: its Python runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import paletti_sim.adapters

TEXT = (Path(paletti_sim.adapters.__file__).parent / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def test_all_blocks_are_python():
    assert TEXT.count("```") == 2 * len(BLOCKS) == 8


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_each_block_runs(number, tmp_path):
    assert ("num_envs=64" in BLOCKS[number]) == (number == 2)
    script = tmp_path / "block.py"
    script.write_text(BLOCKS[number].replace("num_envs=64", "num_envs=2"))
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    if "two-towers" in BLOCKS[number]:
        assert len(list((tmp_path / "two-towers" / "pictures").iterdir())) == 4
