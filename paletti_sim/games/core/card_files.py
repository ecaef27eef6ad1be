"""What card files of all games have in common: how a file is opened, what an id and a name may be."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import StringConstraints

from paletti_sim.errors import PalettiError
from paletti_sim.located_yaml.document import SIZE_LIMIT, shortened

Id = Annotated[str, StringConstraints(strict=True, max_length=40, pattern=r"^[a-z][a-z0-9-]*$")]
Line = Annotated[
    str, StringConstraints(strict=True, min_length=1, pattern=r"^[^\s\x00-\x1f]([^\x00-\x1f]*[^\s\x00-\x1f])?$")
]
"""Text on one line, with nothing empty around it."""


def read_bytes(path: Path) -> bytes:
    """Return a small file's bytes.

    Raises:
        PalettiError: it cannot be opened.
    """
    try:
        with path.open("rb") as file:
            return file.read(SIZE_LIMIT + 1)
    except (OSError, ValueError) as error:
        said = (getattr(error, "strerror", None) or str(error)).lower()
        raise PalettiError(f"cannot read {shortened(str(path), 200)}: {said}") from None
