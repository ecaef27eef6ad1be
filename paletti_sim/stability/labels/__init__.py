"""Labelled data: one row of explicit geometry and labels for a case, and pictures of its tower before and after."""

from paletti_sim.stability.labels.case import Labelled, labelled
from paletti_sim.stability.labels.folder import write_data_set
from paletti_sim.stability.labels.pictures import Camera, Pictures
from paletti_sim.stability.labels.tables import arrow_schema, parquet, readme

__all__ = ["Camera", "Labelled", "Pictures", "arrow_schema", "labelled", "parquet", "readme", "write_data_set"]
