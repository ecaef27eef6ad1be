"""How commands are called: what is refused in any of them before it begins, in words of our own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand

FOLDER = "DIR"
"""The metavar of options that want a folder."""


class Command(TyperCommand):
    """A command that refuses names that are empty, options given twice, and numbers that only Python can read."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the arguments of a call into `ctx`."""
        given, _, order = self.make_parser(ctx).parse_args(args=list(args))
        rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            params: list[Any] = list(self.get_params(ctx))
            for param in params:
                problem = _problem(param, given.get(param.name), ctx.params.get(param.name), order.count(param))
                if problem:
                    raise typer.BadParameter(problem, ctx=ctx, param=param)
        return rest


class App(typer.Typer):
    """Commands, each a `Command`."""

    def command(self, *arguments: Any, **options: Any) -> Any:
        """As in typer."""
        return super().command(*arguments, **{"cls": Command, **options})


def _problem(param: Any, text: Any, value: Any, times: int) -> str | None:
    """What is wrong with what was given for a parameter: `text`, read as `value`."""
    is_option = param.param_type_name == "option"
    if is_option and times > 1 and not param.multiple and not getattr(param, "is_flag", False):
        return "given more than once"
    if not isinstance(text, str):
        return None
    if isinstance(value, (int, float)) and not isinstance(value, bool) and ("_" in text or not text.isascii()):
        return f"must be a number in the digits 0 to 9 (got {text[:40]!r})"
    if not text and (not is_option or isinstance(value, Path)):
        return "an empty name"
    if is_option and isinstance(value, Path) and param.metavar != FOLDER and text.endswith("/"):
        return f"{text} names a folder: give the name of a file"
    return None


def in_our_words(error: Any) -> str:
    """What a wrong call says. Newer typers read values with pydantic, whose words are for programmers."""
    cause = error.__cause__
    if type(cause).__name__ == "ValidationError":
        from paletti_sim.located_yaml.parts import plain_words

        first = cause.errors(include_url=False)[0]
        words = plain_words(first)
        given = first.get("input")
        error.message = words if "not one of" in words else f"{words} (got {str(given)[:40]!r})"
    return " ".join(error.format_message().split())
