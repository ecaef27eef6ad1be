"""MJCF worlds of MuJoCo, read as scenarios: free upright boxes and cylinders on a level ground."""

from paletti_sim.tower.mjcf_reading.read import Imported, read_mjcf

__all__ = ["Imported", "read_mjcf"]
