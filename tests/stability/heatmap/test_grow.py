"""Few simulations find the true labels when equilibrium is wrong along the border."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paletti_sim.stability.heatmap.grow import FORBIDDEN, HOLDS, TOPPLES, Islands, grown

SIZE = 40
Y, X = np.mgrid[0:SIZE, 0:SIZE]


def disc(radius: float, x: float = 20.0, y: float = 20.0) -> np.ndarray:
    return np.where(np.hypot(X - x, Y - y) < radius, HOLDS, TOPPLES).astype(np.int8)


def asked_of(truth: np.ndarray):
    asked: list[tuple[int, ...]] = []

    def ask(cells):
        asked.extend(cells)
        return {cell: int(truth[cell]) for cell in cells}

    return ask, asked


def few(predicted: np.ndarray, sure: np.ndarray, ask, seed: int = 0):
    """`grown` where all cells are equally deep."""
    return grown(predicted, sure, np.zeros(predicted.shape), ask, np.random.default_rng(seed))


@given(st.floats(3, 18), st.floats(-4, 4), st.floats(-3, 3), st.floats(-3, 3))
def test_a_border_that_is_off_by_some_cells_is_found(radius: float, off: float, dx: float, dy: float) -> None:
    truth = disc(max(1.5, radius + off), 20 + dx, 20 + dy)
    ask, asked = asked_of(truth)
    labels, simulated = few(disc(radius), np.zeros((SIZE, SIZE), bool), ask)
    assert (labels == truth).all()
    assert len(asked) == len(set(asked)) == simulated.sum()


def test_where_the_border_is_right_little_is_asked() -> None:
    truth = disc(12)
    ask, asked = asked_of(truth)
    labels, _ = few(truth, np.zeros((SIZE, SIZE), bool), ask)
    assert (labels == truth).all()
    assert len(asked) < 0.2 * truth.size


def test_what_falls_for_certain_is_never_asked() -> None:
    predicted = disc(8)
    sure = disc(10) == TOPPLES
    ask, asked = asked_of(disc(18))
    labels, _ = few(predicted, sure, ask)
    assert not any(sure[cell] for cell in asked)
    assert (labels[sure] == TOPPLES).all()
    assert (labels[~sure] == HOLDS).all()


def test_forbidden_cells_stay_and_part_nothing() -> None:
    predicted = disc(30)
    predicted[:, 18:22] = FORBIDDEN
    truth = predicted.copy()
    ask, asked = asked_of(truth)
    labels, _ = few(predicted, np.zeros((SIZE, SIZE), bool), ask)
    assert (labels == truth).all()
    assert not any(predicted[cell] == FORBIDDEN for cell in asked)
    assert len(asked) < 200


def test_a_hole_that_nobody_expects_is_found_by_the_checks() -> None:
    """One in a hundred cells is checked: a hole of a fifth of the map is missed once in 10^7 times with 80 checks."""
    size = 90
    predicted = np.full((size, size), HOLDS, dtype=np.int8)
    truth = predicted.copy()
    truth[20:60, 20:60] = TOPPLES
    ask, _ = asked_of(truth)
    labels, simulated = few(predicted, np.zeros((size, size), bool), ask, 1)
    assert (labels == truth).all()
    assert simulated.sum() < 0.4 * size * size


def test_several_layers_do_not_touch_one_another() -> None:
    predicted = np.stack([disc(10), np.full((SIZE, SIZE), TOPPLES, np.int8)])
    truth = np.stack([disc(11), np.full((SIZE, SIZE), TOPPLES, np.int8)])
    ask, asked = asked_of(truth)
    labels, _ = few(predicted, np.zeros(predicted.shape, bool), ask)
    assert (labels == truth).all()
    assert all(cell[0] == 0 for cell in asked)


@pytest.mark.parametrize("label", [FORBIDDEN, TOPPLES])
def test_without_a_safe_place_nothing_is_asked(label: int) -> None:
    predicted = np.full((5, 5), label, dtype=np.int8)
    ask, asked = asked_of(predicted)
    labels, simulated = few(predicted, np.zeros((5, 5), bool), ask)
    assert (labels == predicted).all()
    assert not simulated.any()
    assert asked == []


def test_the_cell_nearest_to_falling_is_always_checked() -> None:
    predicted = np.full((12, 12), HOLDS, dtype=np.int8)
    depth = np.ones((12, 12))
    depth[3, 7] = 0.9
    truth = predicted.copy()
    truth[3, 7] = TOPPLES
    ask, asked = asked_of(truth)
    labels, _ = grown(predicted, np.zeros((12, 12), bool), depth, ask, np.random.default_rng(0))
    assert (labels == truth).all()
    assert len(asked) == 2 + 8  # it, another one at random, and its neighbours


def test_islands_are_asked_where_they_are_in_doubt_and_about_a_surprise_that_was_not() -> None:
    """All stands but the islands, every fourth cell: they fall, as is predicted, or some stand after all."""
    nowhere = np.zeros((SIZE, SIZE), dtype=bool)
    plain = np.full((SIZE, SIZE), HOLDS, dtype=np.int8)
    where, doubtful = nowhere.copy(), nowhere.copy()
    where[:20:2, ::2] = True
    doubtful[0, ::2] = True
    islands = Islands(where, np.where(where, TOPPLES, HOLDS).astype(np.int8), doubtful)
    truth = islands.labels.copy()
    truth[0, 4] = HOLDS
    ask, _ = asked_of(truth)
    labels, simulated = grown(plain, nowhere, np.zeros(plain.shape), ask, np.random.default_rng(1), islands)
    assert (labels == truth).all()
    assert simulated[doubtful].all()
    plain_asked = simulated & ~where
    assert plain_asked.sum() == round(0.01 * (~where).sum())  # one in a hundred of what stands, and no border
    assert not simulated[2:20:2, ::2].any()
    # one that stands by equilibrium falls, and was in no doubt: found among the cells that are checked, its neighbours
    # that are islands are asked too
    block = nowhere.copy()
    block[10:14, 10:14] = True
    all_stand = Islands(block, plain, nowhere)
    truth = np.where(block, TOPPLES, HOLDS).astype(np.int8)
    depth = np.where(block, 0.0, 1.0)  # the cell nearest to falling is one of them
    ask, _ = asked_of(truth)
    labels, simulated = grown(plain, nowhere, depth, ask, np.random.default_rng(1), all_stand)
    assert (labels == truth).all()
    assert simulated[block].all()
