"""The Master Builder's Seal: who holds it, and whose colour lies on top (P-25 to P-29, P-G20)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Seal:
    """`owners` are all who ever took it, in order; no one follows oneself."""

    owners: tuple[int, ...] = ()

    @property
    def holder(self) -> int | None:
        """Who has it now."""
        return self.owners[-1] if self.owners else None

    @property
    def previous(self) -> int | None:
        """Whose colour lies on top: from whom the holder took it. The very first taker has nobody's."""
        return self.owners[-2] if len(self.owners) > 1 else None

    def after(self, builder: int, points: tuple[int, ...], *, first: bool) -> Seal:
        """Return the Seal after `builder` has put a column up.

        `first`: nobody had a column on this level before (P-25, P-27). Otherwise it is taken with more points than the
        holder's (P-28). A holder who is first keeps it, and the colour on top stays.

        >>> Seal((1,)).after(0, (4, 3), first=False)
        Seal(owners=(1, 0))
        >>> Seal((1,)).after(0, (3, 3), first=False)
        Seal(owners=(1,))
        """
        if builder == self.holder:
            return self
        # a holder whose points a new floor took still holds it until somebody is first there
        taken = first or (self.holder is not None and points[builder] > points[self.holder])
        return Seal((*self.owners, builder)) if taken else self
