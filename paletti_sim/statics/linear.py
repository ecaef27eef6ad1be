"""Linear programs kept in HiGHS, to be solved again and again with other costs or right-hand sides."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse

from paletti_sim.silence import silenced

Array = npt.NDArray[np.float64]

DUAL, PRIMAL = 1, 4  # strategies of the simplex method, as HiGHS counts them


@cache
def _highs() -> Any:
    import highspy

    return highspy


class Program:
    """minimise cost x, with low <= A x <= high and bounds on x.

    Args:
        matrix: A (m, n), any scipy sparse format.
        row_low: (m,)
        row_high: (m,)
        low: (n,)
        high: (n,)
        like: a program of the same shape, solved before, whose answer is nearly this one's.
    """

    def __init__(
        self, matrix: Any, row_low: Array, row_high: Array, low: Array, high: Array, like: Program | None = None
    ) -> None:
        highspy = _highs()
        columns = scipy.sparse.csc_matrix(matrix)
        self.shape: tuple[int, int] = columns.shape
        self._n = columns.shape[1]
        self._all = np.arange(self._n, dtype=np.int32)
        with silenced():  # it greets on stdout before it can be told not to
            self._solver = highspy.Highs()
        self._solver.setOptionValue("output_flag", False)
        self._solver.setOptionValue("threads", 1)
        self._solver.setOptionValue("presolve", "off")  # programs this small are solved sooner than presolved
        # all in one call: filling a HighsLp copies number by number, which takes as long as solving it
        self._solver.passModel(
            self._n,
            self.shape[0],
            columns.nnz,
            int(highspy.MatrixFormat.kColwise),
            int(highspy.ObjSense.kMinimize),
            0.0,
            np.zeros(self._n),
            low,
            high,
            row_low,
            row_high,
            columns.indptr,
            columns.indices,
            columns.data,
            np.zeros(self._n, dtype=np.int32),
        )
        if like is not None:
            self._solver.setBasis(like._solver.getBasis())
        self.x: Array = np.zeros(self._n)
        self.row_dual: Array = np.zeros(self.shape[0])

    def add_columns(self, matrix: Any) -> None:
        """More variables, not negative and without cost, in the columns of `matrix` (m, k); the answer so far holds."""
        columns = scipy.sparse.csc_matrix(matrix)
        k = columns.shape[1]
        self._solver.addCols(
            k,
            np.zeros(k),
            np.zeros(k),
            np.full(k, np.inf),
            columns.nnz,
            columns.indptr[:-1].astype(np.int32),
            columns.indices.astype(np.int32),
            columns.data,
        )
        self._n += k
        self.shape = (self.shape[0], self._n)
        self._all = np.arange(self._n, dtype=np.int32)

    def bound_columns(self, columns: Array, low: Array, high: Array) -> None:
        """Sets the bounds of some variables."""
        index = np.asarray(columns, dtype=np.int32)
        self._solver.changeColsBounds(len(index), index, np.asarray(low, float), np.asarray(high, float))
        self._solver.setOptionValue("simplex_strategy", DUAL)

    def minimise(self, cost: Array) -> float | None:
        """The least cost, None when nothing is feasible, minus infinity without an end. Keeps `x` and `row_dual`."""
        highspy = _highs()
        self._solver.changeColsCost(self._n, self._all, np.asarray(cost, float))
        self._solver.run()
        status = self._solver.getModelStatus()
        if status == highspy.HighsModelStatus.kOptimal:
            # under another cost this answer is still feasible: the primal simplex goes on from it in half the time
            self._solver.setOptionValue("simplex_strategy", PRIMAL)
            solution = self._solver.getSolution()
            self.x = np.asarray(solution.col_value)
            self.row_dual = np.asarray(solution.row_dual)
            return float(self._solver.getInfo().objective_function_value)
        if status in (highspy.HighsModelStatus.kUnbounded, highspy.HighsModelStatus.kUnboundedOrInfeasible):
            return -np.inf
        return None
