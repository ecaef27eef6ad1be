"""Scenario files: a tower, its pieces and the moves asked about it, read with all faults at once and written again."""

from paletti_sim.tower.scenario.model import Scenario, Tolerance, with_drawn_height
from paletti_sim.tower.scenario.names import find_scenario, ready_scenarios
from paletti_sim.tower.scenario.read import parse_scenario, read_scenario
from paletti_sim.tower.scenario.write import write_scenario

__all__ = [
    "Scenario",
    "Tolerance",
    "find_scenario",
    "parse_scenario",
    "read_scenario",
    "ready_scenarios",
    "with_drawn_height",
    "write_scenario",
]
