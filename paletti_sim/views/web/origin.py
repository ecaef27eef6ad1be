"""Who may speak to the page's server: the page itself, and programs; no other page that is open in the same browser.

A browser lets any page open a WebSocket to any address, also to one of its own machine, and says in `Origin` which page
it was. That has to be the host that the connection asked for; and since a foreign name can be made to lead to this
machine (DNS rebinding), the host has to be an address or a name of this machine.
"""

from __future__ import annotations

import contextlib
import http
import ipaddress
import socket
import threading
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from paletti_sim.errors import PalettiError

REFUSAL = "Only the page of this server may connect to it.\n"

_PATCHING = threading.Lock()


def is_own(origins: list[str], hosts: list[str], listening: str) -> bool:
    """Whether a request comes from the server's own page, or from no page at all.

    Args:
        origins: what it has in `Origin`; nothing when it does not come from a page.
        hosts: what it has in `Host`.
        listening: the address or name at which the server listens.

    >>> is_own([], ["127.0.0.1:8080"], "127.0.0.1")
    True
    >>> is_own(["http://127.0.0.1:8080"], ["127.0.0.1:8080"], "127.0.0.1")
    True
    >>> is_own(["http://elsewhere.example"], ["127.0.0.1:8080"], "127.0.0.1")
    False
    """
    if not origins:
        return True
    if len(origins) != 1 or len(hosts) != 1:
        return False
    try:
        origin, asked = urlsplit(origins[0]), urlsplit(f"//{hosts[0]}")
    except ValueError:
        return False
    same = origin.scheme in ("http", "https") and origin.netloc.lower() == asked.netloc.lower()
    return same and origin.hostname is not None and _is_of_this_machine(origin.hostname, listening)


@contextlib.contextmanager
def own_page_only(listening: str) -> Iterator[None]:
    """The server of viser that is opened within refuses, with 403, what `is_own` does not let in.

    Raises:
        PalettiError: viser has not served in the way that is known, so nobody would be refused.
    """
    import websockets.asyncio.server as sockets

    guarded = []
    with _PATCHING:
        serve = sockets.serve

        def guard(*given: Any, process_request: Any = None, **named: Any) -> Any:
            guarded.append(True)

            def ask(connection: Any, request: Any) -> Any:
                headers = request.headers
                if not is_own(headers.get_all("Origin"), headers.get_all("Host"), listening):
                    return connection.respond(http.HTTPStatus.FORBIDDEN, REFUSAL)
                return None if process_request is None else process_request(connection, request)

            return serve(*given, process_request=ask, **named)

        # viser has no way in for this: it names neither origins nor a check of its own
        sockets.serve = guard  # type: ignore[assignment, misc]
        try:
            yield
        finally:
            sockets.serve = serve  # type: ignore[misc]
    if not guarded:
        raise PalettiError("this version of viser serves in another way: pip install 'viser==1.1.*'")


def _is_of_this_machine(name: str, listening: str) -> bool:
    """An address cannot be made to lead elsewhere; names only when they are this machine's."""
    with contextlib.suppress(ValueError):
        ipaddress.ip_address(name)
        return True
    own = socket.gethostname().lower()
    return name.lower() in {"localhost", listening.lower(), own, f"{own}.local"}
