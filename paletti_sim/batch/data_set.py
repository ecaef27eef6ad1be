"""The data set of a batch: a folder made of the labels that its file of results keeps.

The file has all of it, so the folder is made at the end, in the order of the plan, and can be made again. Files that
this batch has written are known by their digests: only these are replaced or removed.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

from paletti_sim.batch.plan.model import Plan
from paletti_sim.batch.store.labels import Labels
from paletti_sim.errors import PalettiError
from paletti_sim.files import refuse_unwritable, write_whole
from paletti_sim.stability.labels.folder import README
from paletti_sim.stability.labels.tables import NOBODY, ROWS, parquet, readme

_PART = re.compile(r"\.(?P<name>.+)\.[0-9a-f]{12}\.part")  # what a killed process leaves of a file half written


def folder_of(file: Path) -> Path:
    """The folder of the data set of a file of results.

    >>> folder_of(Path("out/towers.db")).as_posix()
    'out/towers-data'
    """
    return file.with_name(f"{file.name.removesuffix('.db')}-data")


def refuse_foreign(folder: Path, labels: Labels | None, *, force: bool) -> None:
    """To be asked before anything runs.

    Args:
        folder: of the data set.
        labels: of the file of results; None: there is none yet.
        force: files that are there may be overwritten.

    Raises:
        PalettiError: there is something else, or another data set.
        OSError: nothing can be written there.
    """
    if folder.exists() and not folder.is_dir():
        raise PalettiError(f"{folder} is a file, and the data set is to be a folder: move it, or give another -o")
    for name in (ROWS, README):
        _refuse(folder, name, labels.made(name) if labels else set(), force)
    refuse_unwritable(folder / ROWS, force=True, make_folders=True)


def write(labels: Labels, folder: Path, plan: Plan, command: str, *, force: bool = False) -> int:
    """Make the folder such as the labels say; how many rows it has.

    Args:
        labels: of the file of results.
        folder: where; what is there with the same bytes stays.
        plan: for the README: its name, the licence, the text.
        command: what makes the same again, for the README.
        force: overwrite also what this batch has not written.

    Raises:
        PalettiError: a file in there is none that this batch has written.
        OSError: the folder cannot be written.
    """
    _clear_parts(labels, folder)
    names = set()
    for name, data in labels.pictures():
        _put(labels, folder, name, data, force)
        names.add(name)
    count = sum(1 for _ in labels.rows())
    table = parquet(json.loads(row) for row in labels.rows())
    licence = plan.licence or NOBODY
    text = readme(plan.name, count, command, pictures=bool(names), licence=licence, plan=plan.text)
    for name, data in ((ROWS, table), (README, text.encode())):
        _put(labels, folder, name, data, force)
        names.add(name)
    for name in labels.names_made():
        if name not in names:  # of a case that the plan has no more
            _remove(labels, folder, name)
    return count


def _put(labels: Labels, folder: Path, name: str, data: bytes, force: bool) -> None:
    path, digest = folder / name, _digest(data)
    labels.note_made(name, digest)  # before it is there: whoever is killed in between has written it all the same
    if not path.is_file() or path.read_bytes() != data:
        known = labels.made(name)
        _refuse(folder, name, known, force)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data, force=path.exists())
    labels.forget_made(name, but=digest)


def _refuse(folder: Path, name: str, known: set[bytes], force: bool) -> None:
    path = folder / name
    if path.is_dir():
        raise PalettiError(f"{path} is a folder, and the data set has a file of that name: move it")
    if path.exists() and not force and _digest(path.read_bytes()) not in known:
        raise PalettiError(f"{path} exists already, and is not what this batch has written: --force overwrites")


def _remove(labels: Labels, folder: Path, name: str) -> None:
    path = folder / name
    if path.is_file() and _digest(path.read_bytes()) in labels.made(name):
        path.unlink()
        if path.parent != folder and not any(path.parent.iterdir()):
            path.parent.rmdir()
    labels.forget_made(name)


def _clear_parts(labels: Labels, folder: Path) -> None:
    names = {Path(name).name for name in labels.names_made()}
    for path in folder.rglob(".*.part") if folder.is_dir() else ():
        found = _PART.fullmatch(path.name)
        if found and found["name"] in names:
            path.unlink()


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()
