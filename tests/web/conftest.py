"""One browser for all pages: to start one takes seconds."""

from __future__ import annotations

import pytest

from tests.web.browser import chromium


@pytest.fixture(scope="session")
def browser():
    with chromium() as started:
        yield started
