"""From what a player types to an action: a number of the list, or the beginning of a label."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paletti_sim.games.core.errors import AmbiguousActionError, UnreadableActionError, near
from paletti_sim.games.core.scene import listed


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def pick(text: str, labels: Sequence[str]) -> int:
    """Return the place in `labels` of what was typed: its number from 1, the whole label, or words that only it has.

    Raises:
        UnreadableActionError: it fits none.
        AmbiguousActionError: it fits more than one.

    >>> pick("2", ["Walls", "Cook"]), pick("co", ["Walls", "Cook"])
    (1, 1)
    """
    typed = text.strip()
    if re.fullmatch(r"[0-9]+", typed):
        if len(typed) < 10 and 1 <= int(typed) <= len(labels):
            return int(typed) - 1
        raise UnreadableActionError(f"there is no choice {typed[:20]}: type 1 to {len(labels)}")
    wanted = _plain(typed)
    plain = [_plain(label) for label in labels]
    if not wanted:
        raise UnreadableActionError(f"type a number from 1 to {len(labels)}, or the beginning of a choice")
    whole = [number for number, label in enumerate(plain) if label == wanted]
    fits = (
        whole
        or [number for number, label in enumerate(plain) if label.startswith(wanted)]
        or [number for number, label in enumerate(plain) if all(word in f" {label}" for word in _beginnings(wanted))]
    )
    if len(fits) == 1:
        return fits[0]
    if fits:
        some = listed([f"{number + 1} ({labels[number]})" for number in fits[:3]], "or")
        more = f", or {len(fits) - 3} more" if len(fits) > 3 else ""
        raise AmbiguousActionError(f"{typed[:40]!r} may be {some}{more}")
    raise UnreadableActionError(f"no choice is called {typed[:40]!r}: {near(typed, labels[:9])}")


def _beginnings(wanted: str) -> list[str]:
    return [f" {word}" for word in wanted.split()]
