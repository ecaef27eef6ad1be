"""Files written whole or not at all, and never over another one unless that was asked for."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Mapping
from pathlib import Path

from paletti_sim.errors import PalettiError


def write_whole(path: Path | str, data: bytes | str, *, force: bool = False) -> None:
    """Writes `data` (text as UTF-8) to `path`: all of it, or nothing when anything goes wrong.

    It is written beside its place under a temporary name and then moved there. A symbolic link is followed; a device or
    pipe (`/dev/stdout`) is written to directly. Raises PalettiError when `path` is a folder or exists and `force` is
    not given, OSError with the name of `path` when it cannot be written.
    """
    refuse_existing(path, force=force)
    content = data.encode() if isinstance(data, str) else data
    try:
        if _is_stream(Path(path)):
            with open(path, "wb") as stream:
                stream.write(content)
        else:
            _write_beside(Path(os.path.realpath(path)), content, force)
    except FileExistsError as error:
        raise _exists([path]) from error
    except BrokenPipeError:
        raise
    except OSError as error:
        # the temporary name means nothing to anybody
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def write_all(files: Mapping[Path, bytes | str], *, force: bool = False) -> None:
    """Writes several files, each whole; their folders are made. Nothing is written when one of them exists already."""
    refuse_existing(*files, force=force)
    for path, data in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data, force=force)


def refuse_existing(*paths: Path | str, force: bool = False) -> None:
    """Raises PalettiError when a path is a folder, or exists and `force` is not given.

    To be asked before long work whose result goes there.
    """
    for path in paths:
        if os.path.isdir(path):
            raise PalettiError(f"{path} is a folder: give the name of a file")
    taken = [path for path in paths if not force and os.path.exists(path) and not _is_stream(Path(path))]
    if taken:
        raise _exists(taken)


def _exists(paths: list[Path | str]) -> PalettiError:
    more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
    verb = "exist" if more else "exists"
    return PalettiError(f"{paths[0]}{more} {verb} already: --force overwrites")


def _is_stream(path: Path) -> bool:
    """Whether it is something to write into, not to put in the place of: a device, a pipe, an open descriptor."""
    if os.path.abspath(path).startswith(("/dev/std", "/dev/fd/", "/proc/")):
        return True
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _write_beside(path: Path, content: bytes, force: bool) -> None:
    temporary = path.with_name(f".{path.name[:200]}.{secrets.token_hex(6)}.part")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if path.exists():
            os.chmod(temporary, stat.S_IMODE(path.stat().st_mode))
        _move(temporary, path, force)
    finally:
        temporary.unlink(missing_ok=True)


def _move(temporary: Path, path: Path, force: bool) -> None:
    if not force:
        try:
            os.link(temporary, path)  # unlike a rename, fails when somebody else wrote the file meanwhile
        except FileExistsError:
            raise
        except OSError:
            pass  # a file system without hard links
        else:
            return
    os.replace(temporary, path)
