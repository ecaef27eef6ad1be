"""Who may speak to the server of a page."""

from __future__ import annotations

import socket

import pytest
import viser
import websockets.asyncio.server
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from paletti_sim.errors import PalettiError
from paletti_sim.views.web import origin
from paletti_sim.views.web.origin import is_own, own_page_only
from paletti_sim.views.web.server import open_server


@pytest.fixture(scope="module")
def port():
    server = open_server()
    yield server.get_port()
    server.stop()


def answer(port: int, origin: str | None, host: str = "127.0.0.1") -> int:
    """The status of the answer to a page that wants to connect; 101 lets it in."""
    try:
        with connect(
            f"ws://{host}:{port}", origin=origin, subprotocols=[f"viser-v{viser.__version__}"], compression=None
        ) as connection:
            # the server tells what is on the page, and so takes this for one
            assert connection.recv(timeout=20)
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def test_the_own_page_and_programs_may_connect(port):
    assert answer(port, None) == 101
    assert answer(port, f"http://127.0.0.1:{port}") == 101
    assert answer(port, f"http://localhost:{port}", "localhost") == 101


@pytest.mark.parametrize(
    "where",
    ["http://evil.example", "http://evil.example:{port}", "http://127.0.0.1:1", "http://localhost:{port}", "null"],
)
def test_no_other_page_may_connect(port, where):
    assert answer(port, where.format(port=port)) == 403


def test_a_name_that_leads_here_is_not_this_machine():
    """A foreign page whose name was made to lead to this machine asks for its own host."""
    assert not is_own(["http://evil.example:8080"], ["evil.example:8080"], "127.0.0.1")
    assert not is_own(["http://evil.example:8080"], ["evil.example:8080"], "0.0.0.0")
    assert is_own(["http://table.example:8080"], ["table.example:8080"], "table.example")
    own = socket.gethostname()
    assert is_own([f"http://{own}:8080"], [f"{own}:8080"], "0.0.0.0")
    assert is_own(["http://[::1]:8080"], ["[::1]:8080"], "::1")
    # forwarded from another port
    assert is_own(["http://localhost:9000"], ["localhost:9000"], "127.0.0.1")


@pytest.mark.parametrize(
    ("origins", "hosts"),
    [
        (["http://127.0.0.1:8080"] * 2, ["127.0.0.1:8080"]),
        (["http://127.0.0.1:8080"], []),
        (["http://[127.0.0.1:8080"], ["127.0.0.1:8080"]),
        (["file://127.0.0.1:8080"], ["127.0.0.1:8080"]),
        (["http://"], [""]),
        ([""], ["127.0.0.1:8080"]),
    ],
)
def test_what_no_browser_sends_is_refused(origins, hosts):
    assert not is_own(origins, hosts, "127.0.0.1")


def test_a_viser_that_serves_otherwise_is_not_trusted():
    serve = websockets.asyncio.server.serve
    with pytest.raises(PalettiError, match="this version of viser"), own_page_only("127.0.0.1"):
        pass
    assert websockets.asyncio.server.serve is serve
    assert not origin._PATCHING.locked()
