"""Plans of batches: read with all faults at once, and laid out as cases with keys."""

from paletti_sim.batch.plan.model import Case, Entry, Plan
from paletti_sim.batch.plan.names import find_plan, ready_plans
from paletti_sim.batch.plan.read import parse_plan, read_plan

__all__ = ["Case", "Entry", "Plan", "find_plan", "parse_plan", "read_plan", "ready_plans"]
