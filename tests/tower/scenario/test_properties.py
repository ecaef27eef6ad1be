"""What holds for any text and any tower."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from paletti_sim.errors import FileFaultsError, PalettiError
from paletti_sim.located_yaml.document import Document
from paletti_sim.tower.scenario import parse_scenario
from paletti_sim.tower.scenario.read import _read
from tests.tower.scenario.helpers import FULL


def check_any(text: str) -> None:
    """Reading either works or gives faults that lie in the text, on one line each."""
    try:
        parse_scenario(text, "any")
    except FileFaultsError as error:
        check_places(error, text)


def check_places(error: FileFaultsError, text: str) -> None:
    assert error.faults
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for fault in error.faults:
        assert 1 <= fault.line <= len(lines)
        assert 1 <= fault.column <= len(lines[fault.line - 1]) + 1
        assert (fault.where + fault.what).isprintable()
    assert len(str(error).splitlines()) == len(error.faults)


@given(st.text())
@example("*\ud7fc")  # an alias named by a character that nothing can show
@example("!\u200b x")
def test_any_text(text):
    check_any(text)


@given(st.text(alphabet="[]{}:,-?|>&*!%#@'\"\n\r\t ab01.~\\x"))
@settings(max_examples=400)
def test_text_of_yaml_signs(text):
    check_any(text)


@given(st.binary())
def test_any_bytes(data):
    with pytest.raises(PalettiError):
        _read(Document.of_bytes("any", data))


@given(st.data())
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_good_file_with_anything_changed(data):
    start = data.draw(st.integers(0, len(FULL)))
    end = data.draw(st.integers(start, min(len(FULL), start + 12)))
    odd = [
        "",
        "null",
        "true",
        ".nan",
        "-.inf",
        "1e400",
        "-1",
        "[]",
        "{}",
        "[[]]",
        "base",
        "red-hex",
        "load",
        "!x",
        "&a",
        "*a",
        "\n",
        ": ",
        "\0",
        "'",
        "9" * 400,
    ]
    middle = data.draw(st.one_of(st.sampled_from(odd), st.text(max_size=5)))
    check_any(FULL[:start] + middle + FULL[end:])


KEYS = """at turn upon columns floors base floor name take put by move moves tower pieces outline site circle box
shape diameter size height mass density thickness colour red-hex blue leg friction seed tilt place points"""
WORDS = st.sampled_from(["base", "blue", "red-hex", "leg", "round", "lift"])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS.split()), inner, max_size=4),
    max_leaves=12,
)


def flow(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    if isinstance(value, float) and not math.isfinite(value):
        return ".nan" if math.isnan(value) else f"{'-' * (value < 0)}.inf"
    return json.dumps(value)


@given(
    st.dictionaries(
        st.sampled_from(["material", "table", "tolerance", "pieces", "tower", "move", "moves", "about"]), values
    )
)
@settings(max_examples=300, deadline=None)
def test_any_structure(parts):
    check_any(
        "schema: paletti/scenario@1\nname: any\n" + "".join(f"{key}: {flow(value)}\n" for key, value in parts.items())
    )
