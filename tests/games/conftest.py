"""What tests of all games share."""

from __future__ import annotations

import io

import pytest

import paletti_sim.cli.main as shell


@pytest.fixture
def run(capsys, monkeypatch):
    def call(*arguments, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as end:
            shell.main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return end.value.code, out, err

    return call
