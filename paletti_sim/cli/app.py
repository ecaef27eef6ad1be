"""The commands of `paletti`: which there are, and how every one of them ends.

Modules of commands are imported here, so their own top-level imports must be light: no scipy, matplotlib or pybullet.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from paletti_sim.cli.advise import advise
from paletti_sim.cli.batch import batch
from paletti_sim.cli.call import App, in_our_words
from paletti_sim.cli.check import check
from paletti_sim.cli.export import export
from paletti_sim.cli.games import games
from paletti_sim.cli.generate import generate
from paletti_sim.cli.heatmap import heatmap
from paletti_sim.cli.import_world import import_world
from paletti_sim.cli.limit import limit
from paletti_sim.cli.loads import loads
from paletti_sim.cli.pieces import pieces
from paletti_sim.cli.play import play
from paletti_sim.cli.replay import replay
from paletti_sim.cli.results import results
from paletti_sim.cli.scenarios import scenarios
from paletti_sim.cli.score import score
from paletti_sim.cli.show import show
from paletti_sim.cli.signals import stopped, working
from paletti_sim.cli.simulate import simulate
from paletti_sim.cli.streams import forget_stdout, say, why
from paletti_sim.cli.validate import validate
from paletti_sim.cli.view import view
from paletti_sim.errors import PalettiError

BAD_USAGE = 2
NO_ANSWER = 3
INTERRUPTED = 130
NOBODY_READS = 141  # as when a signal ends a program that writes into a closed pipe; 0 and 1 would be answers

# click's ClickException: newer typers bring a click of their own, older ones use the installed one
ClickError: type[Exception] = typer.BadParameter.__mro__[2]


class _Interrupted(Exception):  # noqa: N818
    """Ctrl-C."""


class _NobodyReads(Exception):  # noqa: N818
    """The pipe that stdout goes to is closed."""


class Commands(TyperGroup):
    """All commands. Ctrl-C and closed pipes leave under other names, because click would end the process itself."""

    def invoke(self, ctx: Any) -> Any:
        """Runs the command that `ctx` names."""
        try:
            with working():
                result = super().invoke(ctx)
                sys.stdout.flush()
        except KeyboardInterrupt as error:
            raise _Interrupted from error
        except BrokenPipeError as error:
            raise _NobodyReads from error
        return result


HELP = """Does this move topple the tower? Villa Paletti answered by real physics.

Examples:

    paletti check first-move

    paletti check first-move --take red-hex --put 10,-20

    paletti pieces
"""

app = App(
    name="paletti",
    cls=Commands,
    help=HELP,
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

# The commands, in the groups in which `paletti` alone shows them: ask, many, see, play, know.
app.command(rich_help_panel="Ask")(check)
app.command(rich_help_panel="Ask")(loads)
app.command(rich_help_panel="Ask")(heatmap)
app.command(rich_help_panel="Ask")(limit)
app.command(rich_help_panel="Ask")(advise)
app.command(rich_help_panel="Many")(batch)
app.command(rich_help_panel="Many")(results)
app.command(rich_help_panel="Many")(generate)
app.command(rich_help_panel="See")(show)
app.command(rich_help_panel="See")(view)
app.command(rich_help_panel="Play")(play)
app.command(rich_help_panel="Play")(simulate)
app.command(rich_help_panel="Play")(replay)
app.command(rich_help_panel="Play")(score)
app.command(rich_help_panel="Know")(pieces)
app.command(rich_help_panel="Know")(scenarios)
app.command(rich_help_panel="Know")(export)
app.command("import", rich_help_panel="Know")(import_world)
app.command(rich_help_panel="Know")(validate)
app.command(rich_help_panel="Know")(games)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"paletti-sim {version('paletti-sim')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def paletti(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 - the callback answers it
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    """Shows the commands when none is given."""
    if context.invoked_subcommand is None:
        print(context.get_help())


paletti.__doc__ = HELP


def run(arguments: Sequence[str] | None) -> int:
    """Runs one command and returns its exit code; an error is one line on stderr, or one a fault."""
    getattr(sys.stderr, "reconfigure", lambda **_: None)(errors="backslashreplace")
    try:
        code = typer.main.get_command(app).main(args=arguments, prog_name="paletti", standalone_mode=False)
        sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as error:
        words, code = _told(error)
        if signalled := stopped():
            # what else went wrong came of it, but a file that could not be written is told
            lost = f"{words}\n" if isinstance(error, OSError) and error.filename is not None else ""
            words, code = lost + signalled[0], signalled[1]
        if words:
            say(words)
    _finish()
    return code if isinstance(code, int) else 0


def _finish() -> None:
    """Nothing is left to be written when Python ends: it would end with a code of its own if that failed."""
    try:
        sys.stdout.flush()
    except OSError:
        forget_stdout()


def _told(error: BaseException) -> tuple[str, int]:
    """What to say about an error, and what to end with."""
    match error:
        case PalettiError():
            return str(error), error.exit_code
        case _Interrupted() | KeyboardInterrupt() | typer.Abort():
            return "interrupted", INTERRUPTED
        case _NobodyReads() | BrokenPipeError():
            forget_stdout()
            return "", NOBODY_READS
        case OSError():
            return _of_file(error), BAD_USAGE
    if isinstance(error, ClickError):
        return _usage(error), BAD_USAGE
    import traceback

    return (
        f"{''.join(traceback.format_exception(error))}this is a fault in paletti-sim, not in what you asked",
        NO_ANSWER,
    )


def _usage(error: Any) -> str:
    """A wrong call in one line, with the command that was called and where to read on."""
    words = in_our_words(error)
    path = error.ctx.command_path if getattr(error, "ctx", None) else "paletti"
    return f"{path}: {words} (see {path} --help)"


def _of_file(error: OSError) -> str:
    if error.filename is None:
        forget_stdout()
        return f"cannot write the answer: {why(error)}"
    return f"{os.fsdecode(error.filename)}: {error.strerror or error}"
