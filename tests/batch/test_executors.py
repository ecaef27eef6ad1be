"""The processes at work: what goes wrong in one costs one call."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from paletti_sim.batch.executors.hand import resident_mb
from paletti_sim.batch.executors.limits import Limits, WorkerEndedError
from paletti_sim.batch.executors.local import LocalExecutor
from tests.batch import mishaps

ROOMY = Limits(timeout_s=60, memory_mb=2048)


def ending(executor: LocalExecutor, *call: object) -> tuple[str, str]:
    with pytest.raises(WorkerEndedError) as error:
        executor.submit(*call).result(timeout=60)  # type: ignore[arg-type]
    return error.value.status, error.value.why


def test_results_and_exceptions_come_back() -> None:
    with LocalExecutor(2, ROOMY) as executor:
        assert list(executor.map(pow, range(50), [2] * 50)) == [n * n for n in range(50)]
        with pytest.raises(ValueError, match=r"^such words$"):
            executor.submit(mishaps.fail, "such words").result()
        # the same process goes on
        assert executor.submit(pow, 3, 2).result() == 9


def test_a_crash_costs_one_call_and_a_new_process_goes_on() -> None:
    with LocalExecutor(1, ROOMY) as executor:
        before = executor.submit(mishaps.process_id).result()
        futures = [executor.submit(*call) for call in ((mishaps.crash,), (pow, 2, 3), (mishaps.leave,), (pow, 2, 4))]
        with pytest.raises(WorkerEndedError, match=r"^the process was ended by SIGSEGV$") as error:
            futures[0].result()
        assert error.value.status == "crashed"
        assert futures[1].result() == 8
        with pytest.raises(WorkerEndedError, match=r"^the process ended with exit code 7$"):
            futures[2].result()
        assert futures[3].result() == 16
        assert executor.submit(mishaps.process_id).result() != before


@pytest.mark.parametrize("call", [mishaps.hang, mishaps.hang_in_native_code])
def test_what_hangs_is_ended_in_time(call: object) -> None:
    with LocalExecutor(1, Limits(timeout_s=1)) as executor:
        executor.submit(pow, 1, 1).result()
        started = time.monotonic()
        errors = [future.exception(timeout=60) for future in [executor.submit(call), executor.submit(call)]]
        took = time.monotonic() - started
        assert [str(error) for error in errors] == ["took longer than 1 s"] * 2
        assert 2 <= took < 10
        # the second had waited for its turn, which is no work
        seconds = [error.seconds for error in errors if isinstance(error, WorkerEndedError)]
        assert min(seconds) >= 1
        assert sum(seconds) <= took
        assert executor.submit(pow, 2, 2).result() == 4


def test_what_grows_is_ended() -> None:
    with LocalExecutor(1, Limits(memory_mb=300)) as executor:
        assert ending(executor, mishaps.grow) == ("memory", "took more than 300 MB of memory")
        assert ending(executor, mishaps.want_too_much) == ("memory", "wanted more than 300 MB of memory")
        assert executor.submit(mishaps.grow, 50).result() == 5


def test_resident_memory_is_what_the_system_says() -> None:
    assert resident_mb(os.getpid()) == pytest.approx(psutil.Process().memory_info().rss / 2**20, rel=0.05)
    assert resident_mb(2**22 + 1) == 0


def test_shutting_down_at_once_waits_for_nobody() -> None:
    executor = LocalExecutor(2, ROOMY)
    worker = executor.submit(mishaps.process_id).result()
    futures = [executor.submit(mishaps.hang) for _ in range(6)]
    time.sleep(0.3)
    started = time.monotonic()
    executor.shutdown(cancel_futures=True)
    assert time.monotonic() - started < 5
    assert all(future.cancelled() or future.exception() for future in futures)
    assert not psutil.pid_exists(worker)
    with pytest.raises(RuntimeError, match="shut down"):
        executor.submit(pow, 1, 1)


ALONE = """
import sys, time
from paletti_sim.batch.executors.limits import Limits
from paletti_sim.batch.executors.local import LocalExecutor
from tests.batch import mishaps
executor = LocalExecutor(2, Limits(timeout_s={timeout}))
print(executor.submit(mishaps.process_id).result(), flush=True)
for _ in range(2):
    executor.submit(mishaps.{call})
time.sleep(60)
"""


def test_workers_end_with_whoever_started_them() -> None:
    code = ALONE.format(timeout=60, call="hang")
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    worker = psutil.Process(int(parent.stdout.readline()))
    time.sleep(0.5)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    psutil.wait_procs([worker], timeout=10)
    assert not worker.is_running() or worker.status() == psutil.STATUS_ZOMBIE
