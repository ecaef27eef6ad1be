"""The program `paletti`: how it begins and ends. Light, so that hardly a Ctrl-C comes before it listens."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs one command and ends the process with its exit code; an error is one line on stderr, or one a fault.

    Without `arguments` it is a program of its own: it takes those of the process, and its streams and signals too.
    """
    program = arguments is None
    try:
        from paletti_sim.cli.signals import obeyed
        from paletti_sim.cli.streams import make_ready

        with obeyed(to_the_end=program):
            if program:
                make_ready()
            from paletti_sim.cli.app import run

            code = run(arguments)
    except KeyboardInterrupt:
        # before anything else was there that could say so
        print("interrupted", file=sys.stderr)
        code = 130
    sys.exit(code)
