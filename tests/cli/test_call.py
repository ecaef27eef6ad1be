"""How commands are called: names, numbers and options that are refused before anything begins, in plain words."""

from __future__ import annotations

from pathlib import Path

import pytest

from paletti_sim.cli.main import main

PROGRAMMERS_WORDS = ("Input should", "Value error", "unable to parse", "Traceback")


@pytest.fixture
def refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]):
    """The one line that a call ends with."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> str:
        with pytest.raises(SystemExit) as end:
            main(list(arguments))
        out, err = capfd.readouterr()
        assert (end.value.code, out) == (2, ""), err
        assert err.count("\n") == 1
        assert not any(words in err for words in PROGRAMMERS_WORDS)
        assert list(tmp_path.iterdir()) == []
        return err

    return call


@pytest.mark.parametrize(
    "call",
    [
        "check",
        "show",
        "replay",
        "score villannex",
        "play",
        "check first-move --save",
        "check first-move --record",
        "show first-move -o",
        "pieces --export",
        "play villannex --record",
        "simulate villannex --bots random --records",
        "loads first-move -o",
    ],
)
def test_an_empty_name(refused, call: str) -> None:
    assert ": an empty name (see " in refused(*call.split(), "")


@pytest.mark.parametrize(
    "call", ["check first-move --save", "check first-move --record", "show first-move -o", "play villannex --record"]
)
def test_a_name_of_a_folder_is_not_taken_for_a_file(refused, call: str) -> None:
    assert ": x/ names a folder: give the name of a file (see " in refused(*call.split(), "x/")


def test_options_for_folders_may_end_in_a_slash(tmp_path: Path) -> None:
    for call in (["pieces", "--export"], ["simulate", "villannex", "--bots", "random", "--games", "2", "--records"]):
        with pytest.raises(SystemExit) as end:
            main([*call, f"{tmp_path}/{call[0]}/"])
        assert end.value.code == 0
        assert list((tmp_path / call[0]).iterdir())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--take", "a", "--take", "a"], "'--take': given more than once"),
        (["--take", "a", "--put", "1,2", "--put=1,2"], "'--put': given more than once"),
        (["--save", "a", "--save", "b"], "'--save': given more than once"),
        (["--preset", "x"], "'x' is not one of 'quick', 'accurate', 'reference' (see"),
        (["--take", "red-thin-1", "--put", "１,２"], "--put: wants X,Y or X,Y,TURN"),
        (["--take", "red-thin-1", "--put", "1_0,2"], "--put: wants X,Y or X,Y,TURN"),
        (["--take", "red-thin-1", "--put", "1,2\u00a0"], "--put: wants X,Y or X,Y,TURN"),
        (["--take", "red-thin-1", "--put", "1,"], "--put: wants X,Y or X,Y,TURN"),
        (["--take", "red-thin-1", "--put", "true,1"], "--put: wants X,Y or X,Y,TURN"),
        (["--take", "red-thin-1", "--put", ".nan,1"], "--put: wants X,Y or X,Y,TURN"),
        (["--floor", "blue", "--at", "٣,2"], "--at: wants X,Y or X,Y,TURN"),
        (["--floor", "blue", "--at", "0,-1e308"], "--at: out of range: at most 100000 mm either way (got '0,-1e308')"),
        (["--take", "red-thin-1", "--put", "1e999,0"], "--put: out of range: at most 100000 mm either way"),
        (["--take", "red-thin-1", "--put", "0,0,1e6"], "--put: out of range: at most 100000 degrees either way"),
    ],
)
def test_check(refused, arguments: list[str], says: str) -> None:
    assert says in refused("check", "first-move", *arguments)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("simulate villannex --bots random --games 0", "'--games': must be at least 1 (got '0')"),
        ("simulate villannex --bots random --games x", "'--games': must be a whole number (got 'x')"),
        ("simulate villannex --bots random --games １", "'--games': must be a"),
        ("simulate villannex --bots random --games 1_0", "'--games': must be a number in the digits 0 to 9"),
        ("simulate villannex --bots random --jobs 1.5", "'--jobs': must be a whole number (got '1.5')"),
        ("play villannex --seed 9007199254740993", "'--seed': must be at most 9.00719925474e+15"),
        ("show first-move --yaw x", "'--yaw': must be a number (got 'x')"),
        ("show first-move --yaw 1_0", "'--yaw': must be a number in the digits 0 to 9"),
        ("show first-move --size ８００,100", "--size: wants WIDTH,HEIGHT"),
        ("show first-move -o .png", "--output: .png is an ending without a name"),
    ],
)
def test_other_commands(refused, call: str, says: str) -> None:
    assert says in refused(*call.split())
