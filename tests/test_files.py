"""Files are written whole or not at all, and never over others unasked."""

import errno
import os
import stat
import subprocess
import sys
import time

import pytest

from paletti_sim import files
from paletti_sim.errors import PalettiError
from paletti_sim.files import refuse_existing, refuse_unwritable, same_file, write_all, write_whole


def test_text_and_bytes_arrive_as_they_are(tmp_path):
    write_whole(tmp_path / "a.txt", "grün\n")
    write_whole(tmp_path / "b.bin", b"\x00\r\n")
    assert (tmp_path / "a.txt").read_bytes() == b"gr\xc3\xbcn\n"
    assert (tmp_path / "b.bin").read_bytes() == b"\x00\r\n"
    assert sorted(os.listdir(tmp_path)) == ["a.txt", "b.bin"]


def test_a_file_that_exists_is_kept_unless_forced(tmp_path):
    path = tmp_path / "a"
    path.write_text("old")
    path.chmod(0o640)
    with pytest.raises(PalettiError, match=r"a exists already: --force overwrites$"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    write_whole(path, "new", force=True)
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_new_files_have_the_permissions_of_the_umask(tmp_path):
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "a", "x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


def test_a_folder_is_refused_even_with_force(tmp_path):
    with pytest.raises(PalettiError, match="is a folder"):
        write_whole(tmp_path, "x", force=True)


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        write_whole(tmp_path / "no" / "a", "x")
    assert caught.value.filename == str(tmp_path / "no" / "a")


@pytest.mark.parametrize("force", [False, True])
def test_when_the_disk_is_full_nothing_is_left_and_the_old_file_stays(tmp_path, monkeypatch, force):
    path = tmp_path / "a"
    if force:
        path.write_text("old")

    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        write_whole(path, "new", force=force)
    assert caught.value.filename == str(path)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == ([("a", "old")] if force else [])


def test_a_file_that_somebody_else_writes_meanwhile_is_kept(tmp_path, monkeypatch):
    path = tmp_path / "a"
    monkeypatch.setattr(files.os, "fsync", lambda _: path.write_text("theirs"))
    with pytest.raises(PalettiError, match="exists already"):
        write_whole(path, "ours")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("a", "theirs")]


def test_a_symbolic_link_stays_a_link(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_whole(tmp_path / "link", "new", force=True)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_streams_are_written_into():
    code = (
        "from paletti_sim.files import write_whole; write_whole('/dev/stdout', 'words'); write_whole('/dev/null', 'x')"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "words"


def test_of_several_files_none_is_written_when_one_exists(tmp_path):
    (tmp_path / "b").write_text("old")
    with pytest.raises(PalettiError, match="b exists already"):
        write_all({tmp_path / "sub" / "a": "1", tmp_path / "b": "2"})
    assert os.listdir(tmp_path) == ["b"]
    write_all({tmp_path / "sub" / "a": "1", tmp_path / "b": "2"}, force=True)
    assert (tmp_path / "sub" / "a").read_text() == "1"


def test_one_asks_before_long_work(tmp_path):
    refuse_existing(tmp_path / "new")
    (tmp_path / "a").write_text("")
    (tmp_path / "b").write_text("")
    with pytest.raises(PalettiError, match="and 1 more exist already"):
        refuse_existing(tmp_path / "a", tmp_path / "b")
    refuse_existing(tmp_path / "a", force=True)


# before long work


def words(call, *arguments, **options):
    """What is wrong, as one line."""
    with pytest.raises((PalettiError, OSError)) as caught:
        call(*arguments, **options)
    error = caught.value
    return f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)


def test_what_cannot_be_written_is_known_before(tmp_path):
    (tmp_path / "file").write_text("old")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "lost").symlink_to("no/such")
    (tmp_path / "full").symlink_to("/dev/full")
    for name, wrong in [
        ("no/a", "No such file or directory"),
        ("file/a", "Not a directory"),
        ("loop", "Too many levels of symbolic links"),
        ("lost", "No such file or directory"),
        ("n" * 300, "File name too long"),
        ("full", "No space left on device"),
    ]:
        path = tmp_path / name
        assert words(refuse_unwritable, path) == f"{path}: {wrong}"
        if name != "loop":  # which could be replaced
            assert words(write_whole, path, "x") == f"{path}: {wrong}"
    assert words(refuse_unwritable, "/dev/nosuch/a") == "/dev/nosuch/a: No such file or directory"
    assert words(refuse_unwritable, "/dev/stdnosuch") == "/dev/stdnosuch: No such file or directory"
    assert words(refuse_unwritable, tmp_path / "file").endswith("exists already: --force overwrites")
    refuse_unwritable(tmp_path / "file", tmp_path / "new", "/dev/null", "/dev/stdout", force=True)
    assert sorted(os.listdir(tmp_path)) == ["file", "full", "loop", "lost"]
    assert (tmp_path / "file").read_text() == "old"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_locked_folder_is_known_before(tmp_path):
    (tmp_path / "locked").mkdir(0o500)
    for options in ({}, {"make_folders": True}):
        path = tmp_path / "locked" / "a"
        assert words(refuse_unwritable, path, **options) == f"{path}: Permission denied"
    assert words(refuse_unwritable, tmp_path / "locked" / "b" / "a", make_folders=True).endswith("Permission denied")


def test_folders_that_will_be_made_need_not_be_there(tmp_path):
    refuse_unwritable(tmp_path / "a" / "b" / "c", make_folders=True)
    assert os.listdir(tmp_path) == []
    (tmp_path / "file").write_text("")
    wrong = words(refuse_unwritable, tmp_path / "file" / "b" / "c", make_folders=True)
    assert wrong == f"{tmp_path / 'file' / 'b' / 'c'}: Not a directory"


def test_one_file_by_any_spelling(tmp_path):
    (tmp_path / "a").write_text("")
    (tmp_path / "sub").mkdir()
    (tmp_path / "link").symlink_to("a")
    (tmp_path / "folder").symlink_to("sub")
    (tmp_path / "hard").hardlink_to(tmp_path / "a")
    a, new = str(tmp_path / "a"), tmp_path / "sub" / "new"
    for one, other in [(a, f"{tmp_path}/./a"), (a, f"{tmp_path}/sub/../a"), (a, tmp_path / "link")]:
        assert same_file(one, other)
        assert same_file(other, one)
    assert same_file(a, tmp_path / "hard")
    assert same_file(new, tmp_path / "folder" / "new")
    assert not same_file(a, new)
    assert not same_file("/dev/null", "/dev/null")
    assert same_file("/dev/stdout", "/dev/stdout")


def test_a_pipe_is_written_when_somebody_reads_it_and_never_waited_for(tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    for call in (refuse_unwritable, lambda path: write_whole(path, "x")):
        assert words(call, fifo) == f"{fifo} is a pipe that nobody reads"
    # a reader that takes the end of what it reads for the end of all
    with subprocess.Popen(["cat", fifo], stdout=subprocess.PIPE) as reader:
        for _ in range(200):
            try:
                refuse_unwritable(fifo)
                break
            except PalettiError:
                time.sleep(0.05)
        refuse_unwritable(fifo)
        time.sleep(0.3)
        assert reader.poll() is None
        write_whole(fifo, "x" * 50_000)
        assert reader.communicate(timeout=10)[0] == b"x" * 50_000
