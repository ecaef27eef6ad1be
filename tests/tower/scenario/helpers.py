"""Texts of scenarios for the tests. In a text with faults the sign § stands before each place that is at fault."""

from __future__ import annotations

import pytest

from paletti_sim.errors import Fault, FileFaultsError
from paletti_sim.tower.scenario import Scenario, parse_scenario

HEAD = "schema: paletti/scenario@1\nname: test\n"
BASE = "tower:\n  - floor: base\n    columns:\n"
THREE = "      red-thin-1: [80, 0]\n      red-thin-2: [-50, 50]\n      red-thin-3: [-50, -50]\n"
FULL = """schema: paletti/scenario@1
name: first-move
about: One line that says what this tower shows.
material: {friction: 0.4, restitution: 0.1}
table: {tilt: 2.0, towards: 90.0}
tolerance: {height: 0.2, place: 1.0, turn: 2.0, friction: 0.05, seed: 7}
pieces:
  base:    {outline: {circle: 400}, site: {circle: 380}}
  columns:
    leg:   {shape: round,  diameter: 20, height: 90, mass: 20}
    post:  {shape: hex,    across_flats: 20, height: 90, density: 700}
    load:  {shape: box,    size: [20, 30], height: 90, mass: 400, colour: "#AABBCC"}
  floors:
    plate: {outline: {box: [200, 200]}, thickness: 8, density: 700}
    disc:  {outline: {circle: 100}, thickness: 6, mass: 50, colour: navy}
    blob:  {outline: [[0, 0], [30, 70], [60, 10]], thickness: 6, mass: 50}
tower:
  - floor: base
    columns:
      red-thin-1: [60, 0]
      red-hex: {at: [-40, 35], turn: 15}
      leg: [-40, -35]
  - floor: plate
    at: [5, -5]
    turn: 20
    columns:
      load: {at: [0, 0], turn: 0}
      post: {at: [0, 5], upon: load}
move:
  take: red-thin-1
  by: hook
  put: {at: [10, -20], turn: 90}
"""


def parse(text: str) -> Scenario:
    return parse_scenario(text, "t.yaml")


def faults_of(text: str) -> tuple[Fault, ...]:
    with pytest.raises(FileFaultsError) as caught:
        parse(text)
    return caught.value.faults


def check_faults(marked: str, *expected: str) -> None:
    """The text without its § has exactly the faults expected, in the order of the file, each where a § stands.

    An expected fault is `where: phrase`, and the phrase a part of what the fault says.
    """
    places = []
    text = ""
    for piece in marked.split("§"):
        text += piece
        places.append((text.count("\n") + 1, len(text) - (text.rfind("\n") + 1) + 1))
    found = faults_of(text)
    assert [(f.line, f.column) for f in found] == places[:-1], found
    assert len(found) == len(expected), found
    for fault, said in zip(found, expected, strict=True):
        where, _, phrase = said.partition(": ")
        assert fault.where == where
        assert phrase in fault.what
        assert "\n" not in fault.what
