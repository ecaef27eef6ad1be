"""Batches: throughput here and on a cluster, what recording costs, memory of a worker, a file of a million results."""

from __future__ import annotations

import argparse
import json
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from paletti_sim.batch.executors.cluster import connected
from paletti_sim.batch.executors.hand import Hand, resident_mb
from paletti_sim.batch.executors.limits import Limits
from paletti_sim.batch.executors.local import LocalExecutor
from paletti_sim.batch.plan import Plan, parse_plan
from paletti_sim.batch.run import run as run_plan
from paletti_sim.batch.store import Reader, Writer, writing
from paletti_sim.batch.work import Figures, Result, work
from tests.batch.loopback import start_scheduler, start_worker, wait_for_workers

SPEEDUP, COST_PERCENT, GROWTH_MB, SUMMARY_S = 1.8, 1.0, 30.0, 5.0
WARM = 100  # cases until caches and pools of a worker are filled
PLAN = """
schema: paletti/batch@1
name: benchmark
preset: quick
cases:
  - scenario: past-the-edge
    sweep: {tolerance.seed: {range: [0, COUNT]}, move.put.at.0: [-100, -123]}
"""
MILLION = """
schema: paletti/batch@1
name: million
cases:
  - scenario: past-the-edge
    sweep: {move.put.at.0: [-100, -110, -120, -123], material.friction: [0.2, 0.3, 0.4, 0.5, 0.6]}
    sample: {method: sobol, n: POINTS, over: {table.tilt: [0, 2], table.towards: [0, 360]}}
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=["throughput", "recording", "memory", "million"])
    parser.add_argument("-n", type=int, help="cases (200, 300, 2000 and 1000000)")
    parser.add_argument("--cluster", action="store_true", help="throughput also with two Dask workers on this machine")


def run(given: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        match given.what:
            case "throughput":
                fine = throughput(place, given.n, cluster=given.cluster)
            case "recording":
                fine = recording(place, given.n)
            case "memory":
                fine = memory(given.n)
            case _:
                fine = million(place, given.n)
    if not fine:
        raise SystemExit(1)


def checks(count: int) -> Plan:
    return parse_plan(PLAN.replace("COUNT", str((count + 1) // 2)), Path())


def throughput(folder: Path, count: int | None, *, cluster: bool = False) -> bool:
    """Seconds of the same checks with one and two jobs, and on a cluster of two workers; the workers are warm."""
    plan = checks(count or 200)
    rates = {}
    for jobs in (1, 2):
        with LocalExecutor(jobs, plan.limits) as executor:
            rates[f"{jobs} here"] = rate(plan, folder / f"{jobs}.db", executor, jobs)
    if cluster:
        with two_workers() as address, connected(address, plan.limits) as remote:
            rates["2 of Dask"] = rate(plan, folder / "far.db", remote, 2)
    one = rates["1 here"]
    told = ", ".join(f"{name} {each:.2f} a second ({each / one:.2f} times)" for name, each in rates.items())
    print(f"{plan.size} checks by workers: {told}")
    return rates["2 here"] >= SPEEDUP * one


def rate(plan: Plan, file: Path, executor: Executor, workers: int) -> float:
    """Cases a second."""
    with writing(file, plan) as writer:
        for future in [executor.submit(work, plan.task(case)) for case in list(writer.pending())[: 2 * workers]]:
            future.result()
        started = time.perf_counter()
        course = run_plan(plan, writer, executor, lambda: 2 * workers)
        return course.done / (time.perf_counter() - started)


@contextmanager
def two_workers() -> Iterator[str]:
    """A cluster on this machine; its address."""
    address, scheduler = start_scheduler()
    processes = [scheduler, *(start_worker(address) for _ in range(2))]
    try:
        wait_for_workers(address, 2)
        yield address
    finally:
        for process in processes:
            process.kill()
            process.wait()


class Timed:
    """A writer that knows how long it took to record."""

    def __init__(self, writer: Writer) -> None:
        self.writer, self.seconds = writer, 0.0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.writer, name)

    def record(self, key: bytes, result: Result) -> None:
        started = time.perf_counter()
        self.writer.record(key, result)
        self.seconds += time.perf_counter() - started


def recording(folder: Path, count: int | None) -> bool:
    plan = checks(count or 300)
    with writing(folder / "r.db", plan) as writer, LocalExecutor(1, plan.limits) as executor:
        timed = Timed(writer)
        started = time.perf_counter()
        run_plan(plan, timed, executor, lambda: 2)  # type: ignore[arg-type]
        seconds = time.perf_counter() - started
    share = 100 * timed.seconds / seconds
    print(f"{plan.size} checks in {seconds:.1f} s, of which recording took {share:.2f} %")
    return share < COST_PERCENT


def resident() -> float:
    import os

    return resident_mb(os.getpid())


def memory(count: int | None) -> bool:
    """Growth of one worker over many cases, after the first ones."""
    plan = checks(WARM + (count or 2000))
    hand = Hand(Limits())
    cases = list(plan.cases())
    for case in cases[:WARM]:
        hand.call(work, plan.task(case))
    before = hand.call(resident)
    for case in cases[WARM:]:
        hand.call(work, plan.task(case))
    grown = hand.call(resident) - before
    hand.end()
    print(f"after {len(cases) - WARM} cases a worker of {before:.0f} MB has grown by {grown:.2f} MB")
    return bool(grown < GROWTH_MB)


def million(folder: Path, count: int | None) -> bool:
    """Seconds of `paletti results` on a file of a million results, as a command; the median of three."""
    file = folder / "million.db"
    started = time.perf_counter()
    size = fill(file, count or 1_000_000)
    print(f"{size:,} results written in {time.perf_counter() - started:.0f} s, {file.stat().st_size / 1e6:,.0f} MB")
    took = []
    for _ in range(3):
        started = time.perf_counter()
        call = [sys.executable, "-c", "from paletti_sim.cli.main import main; main()", "results", str(file), "--json"]
        done = subprocess.run(call, capture_output=True, check=True)
        took.append(time.perf_counter() - started)
        assert json.loads(done.stdout)["statuses"] == {"done": size}
    print(f"`paletti results` answers in {statistics.median(took):.2f} s ({', '.join(f'{s:.2f}' for s in took)})")
    return statistics.median(took) < SUMMARY_S


def fill(file: Path, count: int) -> int:
    """A file with as many results as `count`, twenty or more, with documents as long as real ones."""
    plan = parse_plan(MILLION.replace("POINTS", str(count // 20)), Path())
    document = work(plan.entries[0].task(0)).document
    with writing(file, plan):
        pass

    def results(reader: Reader) -> Iterator[tuple[Any, ...]]:
        for position, key in reader.ask("SELECT position, key FROM cases"):
            outcome = "topples" if position % 7 == 0 else "holds"
            figures = Figures(outcome, None if outcome == "topples" else position % 500 / 100, agrees=True)
            yield (key, "done", outcome, figures.margin_deg, None, None, True, None, None, 0.25)

    with sqlite3.connect(file, isolation_level=None) as connection, Reader(file) as reader:
        connection.execute("BEGIN")
        rows = results(reader)
        connection.executemany("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        connection.execute("INSERT INTO documents SELECT key, ?, NULL FROM results", (document,))
        connection.execute("COMMIT")
    connection.close()
    return plan.size
