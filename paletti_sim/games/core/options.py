"""Options of a game: named, with a default, checked on reading."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from paletti_sim.games.core.errors import OptionError, near

OptionValue = str | int | bool

_WHOLE = re.compile(r"-?[0-9]{1,15}")
_YES = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


@dataclass(frozen=True)
class Option:
    """One option. The type of `default` is the type of the value; `choices` limits it further.

    >>> Option("rounds", 1, "how many rounds are played", (1, 2)).read("2")
    2
    """

    name: str
    default: OptionValue
    about: str
    choices: tuple[OptionValue, ...] = ()

    def read(self, value: object) -> OptionValue:
        """Return the value of text or JSON.

        Raises:
            OptionError: it is no value of this option.
        """
        found: OptionValue | None = None
        if isinstance(self.default, bool):
            found = value if isinstance(value, bool) else _YES.get(str(value).strip().lower())
        elif isinstance(self.default, int):
            if not isinstance(value, bool) and _WHOLE.fullmatch(str(value).strip()):
                found = int(str(value))
        elif isinstance(value, str):
            found = value.strip()
        if found is None or (self.choices and found not in self.choices):
            raise OptionError(f"option {self.name} is {self.allowed()} (got {str(value)[:40]!r})")
        return found

    def allowed(self) -> str:
        """Return what the values may be, in words."""
        if isinstance(self.default, bool):
            return "yes or no"
        if self.choices:
            return " or ".join(str(choice) for choice in self.choices)
        return "a whole number" if isinstance(self.default, int) else "a text"


def read_options(options: Iterable[Option], given: Mapping[str, object]) -> dict[str, OptionValue]:
    """Return every option with its value: the one given, else its default.

    Raises:
        OptionError: an unknown option, or no value of it.
    """
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise OptionError(f"there is no option {name[:40]!r} in this game: {near(name, known)}")
    return {name: option.read(given[name]) if name in given else option.default for name, option in known.items()}


def split_settings(settings: Iterable[str]) -> dict[str, str]:
    """Return the `OPTION=VALUE` pairs of a command line.

    Raises:
        OptionError: a pair without `=`, or an option twice.

    >>> split_settings(["rounds=2", "draft=skip"])
    {'rounds': '2', 'draft': 'skip'}
    """
    pairs: dict[str, str] = {}
    for setting in settings:
        name, sign, value = setting.partition("=")
        name = name.strip()
        if not sign or not name:
            raise OptionError(f"--set wants OPTION=VALUE (got {setting[:60]!r})")
        if name in pairs:
            raise OptionError(f"option {name} is set twice")
        pairs[name] = value
    return pairs


def changed(options: Iterable[Option], values: Mapping[str, Any]) -> dict[str, OptionValue]:
    """Return the values that are not the default, for a short heading."""
    return {option.name: values[option.name] for option in options if values[option.name] != option.default}
