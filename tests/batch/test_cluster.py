"""A batch on a cluster: a scheduler and workers as processes of their own, on this machine."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from paletti_sim.batch.data_set import write
from paletti_sim.batch.executors.cluster import connected
from paletti_sim.batch.executors.limits import Limits, NoWorkerError, WorkerEndedError
from paletti_sim.batch.run import Course, run
from paletti_sim.batch.store import writing
from paletti_sim.errors import PalettiError
from tests.batch import mishaps
from tests.batch.folders import PICTURES, THREE, files
from tests.batch.loopback import free_port, start_scheduler, start_worker, wait_for_workers
from tests.batch.plans import games, plan, text
from tests.batch.test_run import all_of, done_so_far, in_folder, run_here


@pytest.fixture(scope="module")
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    address, scheduler = start_scheduler()
    workers = [start_worker(address) for _ in range(2)]
    try:
        wait_for_workers(address, 2)
        yield address, workers
    finally:
        for process in [scheduler, *workers]:
            process.kill()
            process.wait()


def test_what_goes_wrong_on_a_worker_is_told_as_here(cluster: tuple[str, list[subprocess.Popen[bytes]]]) -> None:
    address, _ = cluster
    with connected(address, Limits(timeout_s=5, memory_mb=400)) as executor:
        futures = [executor.submit(call) for call in (mishaps.crash, mishaps.hang, mishaps.grow)]
        seen = []
        for future in futures:
            with pytest.raises(WorkerEndedError) as error:
                future.result(timeout=60)
            seen.append((error.value.status, error.value.why))
        assert seen == [
            ("crashed", "the process was ended by SIGSEGV"),
            ("timeout", "took longer than 5 s"),
            ("memory", "took more than 400 MB of memory"),
        ]
        assert executor.submit(pow, 2, 5).result(timeout=60) == 32
        with pytest.raises(ValueError, match="such words"):
            executor.submit(mishaps.fail, "such words").result(timeout=60)


def test_a_worker_is_killed_in_the_middle_and_results_and_data_set_are_those_of_a_local_run(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, workers = cluster
    entries = (games(60), THREE)
    (tmp_path / "plan.yaml").write_text(text(*entries, more=PICTURES))
    process = in_folder(tmp_path, "batch", "plan.yaml", "-o", "far.db", "--cluster", address)
    end = time.monotonic() + 60
    while len(done_so_far(tmp_path / "far.db")) < 10:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.02)
    own = psutil.Process(workers[0].pid).children(recursive=True)
    workers[0].send_signal(signal.SIGKILL)
    assert len(done_so_far(tmp_path / "far.db")) < 63
    out, words = process.communicate(timeout=120)
    assert (process.returncode, out) == (0, ""), words
    _, alive = psutil.wait_procs(own, timeout=10)
    assert alive == []  # what worked for the killed one has ended with it
    given = plan(*entries, more=PICTURES)
    run_here(given, tmp_path / "here.db", 1)
    assert all_of(tmp_path / "far.db") == all_of(tmp_path / "here.db")
    with writing(tmp_path / "here.db", given) as writer:
        assert write(writer.labels, tmp_path / "here-data", given, "paletti batch plan.yaml") == 3
    assert len(files(tmp_path / "here-data")) == 8  # with a picture of each tower before and after
    assert files(tmp_path / "far-data") == files(tmp_path / "here-data")


def test_a_worker_that_has_come_with_another_version_ends_it(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, _ = cluster
    given = plan(games(3))
    with writing(tmp_path / "r.db", given) as writer, connected(address, Limits()) as executor:
        executor._version = "newer"
        with pytest.raises(PalettiError, match=r"^--cluster: a worker has another version .*, not newer$"):
            run(given, writer, executor, lambda: 2)
        assert writer.counts() == (3, 0, 0)


def test_workers_that_go_are_waited_for_and_a_scheduler_that_goes_ends_it(tmp_path: Path) -> None:
    address, scheduler = start_scheduler()
    first = start_worker(address)
    (tmp_path / "plan.yaml").write_text(text(games(100)))
    try:
        wait_for_workers(address, 1)
        with writing(tmp_path / "r.db", plan(games(100))) as writer, connected(address, Limits()) as executor:
            courses: list[tuple[int, bool]] = []

            def told(course: Course) -> None:
                nonlocal first
                courses.append((course.done, course.idle))
                if course.done and first.poll() is None and not any(idle for _, idle in courses):
                    first.kill()
                    first.wait()
                elif course.idle and first.poll() is not None:
                    first = start_worker(address)
                elif courses[-1][0] >= 60 and scheduler.poll() is None:
                    scheduler.kill()
                    scheduler.wait()

            words = rf"^--cluster: the scheduler at {address} is gone, or has given the work up$"
            with pytest.raises(NoWorkerError, match=words) as error:
                run(plan(games(100)), writer, executor, lambda: 2 * executor.width, told)
            assert error.value.exit_code == 3
            assert any(idle for _, idle in courses)
            _, kept, failed = writer.counts()
            assert 60 <= kept < 100
            assert failed == 0
    finally:
        for process in (scheduler, first):
            process.kill()
            process.wait()


def refused(address: str) -> str:
    with pytest.raises(PalettiError) as error, connected(address, Limits()):
        pass
    return str(error.value)


def test_an_address_where_nobody_answers_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paletti_sim.batch.executors.cluster.CONNECT_S", 1)
    address = f"tcp://127.0.0.1:{free_port()}"
    assert refused(address).startswith(f"--cluster: no scheduler answers at {address}")
    with socket.create_server(("127.0.0.1", 0)) as server:  # takes the call and says nothing
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        assert refused(address).startswith(f"--cluster: no scheduler answers at {address}")
    for wrong in ("", "nonsense", "tcp://host", "tcp://two words:1", "http://host:80/path"):
        assert refused(wrong) == f"--cluster: wants an address with a port, such as tcp://host:8786 (got {wrong!r})"


def test_without_dask_the_line_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert refused("tcp://x:1").endswith("pip install 'paletti-sim[cluster]'")


def test_workers_of_another_version_are_refused(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, _ = cluster
    monkeypatch.setattr("paletti_sim.stability.fingerprint.RESULT_VERSION", 99)
    with pytest.raises(PalettiError, match="has another version of this software"), connected(address, Limits()):
        pass
