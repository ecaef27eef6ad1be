"""Random towers as scenario files: legal, standing, and labelled with what their move does."""

from paletti_sim.batch.generate.make import Made, make
from paletti_sim.batch.generate.order import Order, Slot, identity, slots

__all__ = ["Made", "Order", "Slot", "identity", "make", "slots"]
