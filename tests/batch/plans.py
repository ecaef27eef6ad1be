"""Plans for tests: quick to run."""

from __future__ import annotations

from pathlib import Path

from paletti_sim.batch.plan import Plan, parse_plan

GAMES = """
  - game: villannex
    bots: [greedy, random]
    seeds: {range: [0, COUNT]}
"""
TOWERS = """
  - scenario: past-the-edge
    sweep: {move.put.at.0: [-100, -123], material.friction: [0.3, 0.5]}
"""


def text(*entries: str, name: str = "some", more: str = "preset: quick\n") -> str:
    return f"schema: paletti/batch@1\nname: {name}\n{more}cases:{''.join(entries)}"


def games(count: int) -> str:
    return GAMES.replace("COUNT", str(count))


def plan(*entries: str, name: str = "some", more: str = "preset: quick\n") -> Plan:
    return parse_plan(text(*entries, name=name, more=more), Path.cwd())
