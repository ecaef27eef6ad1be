"""Work shared out among processes."""

from __future__ import annotations

import os
import signal
import time
from contextlib import closing

import pytest

from paletti_sim.errors import NoAnswerError
from paletti_sim.workers import in_order


def square(number: int) -> int:
    return number * number


def killed(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_results_come_in_order_from_any_number_of_processes() -> None:
    assert list(in_order(square, range(7), 1)) == list(in_order(square, range(7), 3)) == [n * n for n in range(7)]


def test_a_process_that_is_killed_is_one_sentence() -> None:
    with pytest.raises(NoAnswerError, match="was ended before its time, perhaps for want of memory: try again, or"):
        list(in_order(killed, range(6), 2))


def test_very_many_parts_are_handed_out_little_by_little() -> None:
    started = time.monotonic()
    with closing(in_order(square, range(10_000_000), 2)) as results:
        assert [next(results) for _ in range(100)] == [n * n for n in range(100)]
    assert time.monotonic() - started < 5
