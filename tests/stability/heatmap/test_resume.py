"""What a map keeps while it is made: whose it is, how long it lies there, and who may write it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paletti_sim.stability.fingerprint import RESULT_VERSION
from paletti_sim.stability.heatmap.settings import Settings
from paletti_sim.stability.heatmap.start import identity
from paletti_sim.tower.scenario import read_scenario


def test_whatever_decides_labels_makes_another_map(monkeypatch: pytest.MonkeyPatch) -> None:
    given = read_scenario("mid-game")
    settings = Settings(samples=3)
    one = identity(given, "put", "red-hex", settings)
    assert one == identity(given, "put", "red-hex", replace(settings, jobs=2, margins=False))
    others = {
        identity(given, "put", "red-hex", settings, 0.5),  # turned
        identity(replace(given, moves=2 * given.moves), "put", "red-hex", settings),  # draws other samples
        identity(given, "put", "red-hex", replace(settings, preset="quick")),
        identity(given, "put", "red-hex", replace(settings, ignore_rules=True)),
    }
    monkeypatch.setattr("paletti_sim.stability.fingerprint.RESULT_VERSION", RESULT_VERSION + 1)
    others.add(identity(given, "put", "red-hex", settings))
    assert len(others - {one}) == 5
