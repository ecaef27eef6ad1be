"""Files written whole or not at all, and never over another one unless that was asked for."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from paletti_sim.errors import PalettiError

_held: dict[str, int] = {}
"""Pipes that `refuse_unwritable` has opened: their readers would otherwise take it for the end."""


def write_whole(path: Path | str, data: bytes | str, *, force: bool = False) -> None:
    """Writes `data` (text as UTF-8) to `path`: all of it, or nothing when anything goes wrong.

    It is written beside its place under a temporary name and then moved there. A symbolic link is followed; a device or
    pipe (`/dev/stdout`) is written to directly. Raises PalettiError when `path` is a folder, a pipe that nobody reads,
    or exists and `force` is not given, OSError with the name of `path` when it cannot be written.
    """
    refuse_existing(path, force=force)
    content = data.encode() if isinstance(data, str) else data
    with _named(path):
        if _is_stream(Path(path)):
            with os.fdopen(_open_stream(path), "wb") as stream:
                stream.write(content)
            held = _held.pop(os.path.realpath(path), None)
            if held is not None:
                os.close(held)
        else:
            _write_beside(Path(os.path.realpath(path)), content, force)


@contextmanager
def whole_file(path: Path | str, *, force: bool = False) -> Iterator[BinaryIO]:
    """A stream to write to `path` little by little: all of it is there at the end of the block, or nothing.

    Raises what `write_whole` raises.
    """
    refuse_existing(path, force=force)
    if _is_stream(Path(path)):
        with _named(path), os.fdopen(_open_stream(path), "wb") as stream:
            yield stream
        return
    with _named(path), _beside(Path(os.path.realpath(path)), force) as stream:
        yield stream


def write_all(files: Mapping[Path, bytes | str], *, force: bool = False) -> None:
    """Writes several files, each whole; their folders are made. Nothing is written when one of them exists already."""
    refuse_existing(*files, force=force)
    for path, data in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data, force=force)


def refuse_unwritable(*paths: Path | str, force: bool = False, make_folders: bool = False) -> None:
    """Raises what `write_whole` would raise, as far as that can be known before: to be asked before long work.

    With `make_folders`, what `write_all` would raise, which makes the folders. Nothing is left behind.
    """
    refuse_existing(*paths, force=force)
    for path in paths:
        with _named(path):
            if _is_stream(Path(path)):
                _try_stream(path)
            else:
                _try_folder(Path(os.path.realpath(path)), make_folders)


def same_file(one: Path | str, other: Path | str) -> bool:
    """Whether two names lead to one file, also one that does not exist yet. Anything may go to `/dev/null`."""
    try:
        if os.path.samefile(one, other):
            return os.path.realpath(one) != os.devnull
    except OSError:
        pass
    return os.path.realpath(one) == os.path.realpath(other) != os.devnull


def open_alone(path: Path, busy: str) -> int:
    """A descriptor to read and write a file, made when it is not there, for this process alone until it is closed.

    It ends with the process, however that ends. Raises PalettiError when `path` is no file or cannot be opened, and
    with the words `busy` when another process has it.
    """
    import fcntl

    while True:
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK | os.O_NOCTTY, 0o666)
        except IsADirectoryError:
            raise PalettiError(f"{path} is a folder: give the name of a file") from None
        except OSError as error:
            raise PalettiError(f"{path}: cannot be written: {error.strerror or error}") from None
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise PalettiError(f"{path} is a device or a pipe: give the name of a file")
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.exists(path) and os.path.samestat(os.fstat(descriptor), os.stat(path)):
                return descriptor
        except BlockingIOError:
            os.close(descriptor)
            raise PalettiError(f"{path}: {busy}") from None
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)  # whoever had it has just removed it


def refuse_existing(*paths: Path | str, force: bool = False) -> None:
    """Raises PalettiError when a path is a folder, or exists and `force` is not given."""
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


@contextmanager
def _named(path: Path | str) -> Iterator[None]:
    """Errors in here name `path`: a temporary name means nothing to anybody."""
    try:
        yield
    except FileExistsError as error:
        raise _exists([path]) from error
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno == errno.ENXIO and stat.S_ISFIFO(os.stat(path).st_mode):
            raise PalettiError(f"{path} is a pipe that nobody reads") from error
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def _open_stream(path: Path | str) -> int:
    """A device or pipe to write into; a pipe that nobody reads is an error (ENXIO) and not waited for."""
    descriptor = os.open(path, os.O_WRONLY | os.O_TRUNC | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
    if hasattr(os, "set_blocking"):
        os.set_blocking(descriptor, True)
    return descriptor


def _try_stream(path: Path | str) -> None:
    descriptor = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
    try:
        os.write(descriptor, b"")  # /dev/full minds even that
    except BaseException:
        os.close(descriptor)
        raise
    if stat.S_ISFIFO(os.fstat(descriptor).st_mode):
        before, _held[os.path.realpath(path)] = _held.get(os.path.realpath(path)), descriptor
        descriptor = -1 if before is None else before
    if descriptor >= 0:
        os.close(descriptor)


def _try_folder(place: Path, make_folders: bool) -> None:
    with contextlib.suppress(FileNotFoundError):  # other errors say that nothing can be there
        os.stat(place)
    folder = place.parent
    while make_folders and not folder.exists():
        folder = folder.parent
    temporary = folder / f".{secrets.token_hex(6)}.part"
    os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    temporary.unlink()


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
    with _beside(path, force) as stream:
        stream.write(content)


@contextmanager
def _beside(path: Path, force: bool) -> Iterator[BinaryIO]:
    temporary = path.with_name(f".{path.name[:200]}.{secrets.token_hex(6)}.part")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            yield stream
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
