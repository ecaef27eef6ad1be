"""The file of results: sqlite3, one row a case, each committed when it arrives."""

from paletti_sim.batch.store.read import Reader, Row
from paletti_sim.batch.store.write import Writer, writing

__all__ = ["Reader", "Row", "Writer", "writing"]
