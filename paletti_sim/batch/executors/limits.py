"""What a case may use, and how the process that works on it can end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from paletti_sim.errors import NoAnswerError

Ending = Literal["crashed", "timeout", "memory"]


@dataclass(frozen=True)
class Limits:
    """What one case may use: seconds of wall time, and MB of memory of the whole process that works on it."""

    timeout_s: float = 60.0
    memory_mb: int = 2048


class NoWorkerError(NoAnswerError):
    """Nobody is there to do the work any more, or can be started: that says nothing of any case."""


class WorkerEndedError(Exception):
    """The process that worked on a case has ended without a result: `status` says how, `why` in words.

    `seconds`: how long it had worked on it.
    """

    seconds = 0.0

    def __init__(self, status: Ending, why: str) -> None:
        super().__init__(status, why)  # both, so that it can be sent to another process
        self.status = status
        self.why = why

    def __str__(self) -> str:
        """Return why."""
        return self.why
