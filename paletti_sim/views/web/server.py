"""The web server of a page: viser, on this machine alone unless told otherwise."""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import socket
from typing import Any

from paletti_sim.errors import MissingExtraError, PalettiError
from paletti_sim.views.web.origin import own_page_only

PORT = 8080
TRIES = 20
LOCAL = "127.0.0.1"


def open_server(host: str = LOCAL, port: int | None = None, label: str = "paletti") -> Any:
    """A server of viser that listens.

    Args:
        host: the address of this machine to listen at.
        port: where; None takes the first free one from 8080 on.
        label: the title of the page.

    Raises:
        MissingExtraError: viser is not installed.
        PalettiError: the port is in use, or the address is none of this machine.
    """
    try:
        import rich
        import viser
    except ImportError:
        raise MissingExtraError("the page in the browser needs viser: pip install 'paletti-sim[web]'") from None
    chosen = _free(host, port)
    rich.reconfigure(quiet=True)  # viser talks on stdout through this console
    for name in ("websockets", "websockets.server", "viser"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # a browser that goes away is no error
    with own_page_only(host):
        server = viser.ViserServer(host=host, port=chosen, label=label, verbose=False)
    if server.get_port() != chosen:
        # somebody else was quicker, and viser has taken the next one
        server.stop()
        raise PalettiError(_in_use(chosen))
    server.gui.configure_theme(show_logo=False, show_share_button=False, brand_color=(139, 90, 43))
    server.gui.main_panel.dock_right()
    return server


def address(host: str, port: int) -> str:
    """What to type into a browser on this machine."""
    if host in ("", "0.0.0.0"):
        host = LOCAL
    elif host == "::":
        host = "::1"
    with contextlib.suppress(ValueError):
        if ipaddress.ip_address(host).version == 6:
            host = f"[{host}]"
    return f"http://{host}:{port}"


def is_local(host: str) -> bool:
    """Whether only this machine can connect.

    >>> is_local("127.0.0.1"), is_local("localhost"), is_local("0.0.0.0")
    (True, True, False)
    """
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def warning(host: str) -> str:
    """What it means that others can connect."""
    return (
        f"warning: listening at {host}: everybody who reaches this machine over the network can see the page and play"
        " on it, without a password and unencrypted; leave out --host to keep it to this machine"
    )


def _free(host: str, port: int | None) -> int:
    if port is not None:
        if not _can_bind(host, port):
            raise PalettiError(_in_use(port))
        return port
    for candidate in range(PORT, PORT + TRIES):
        if _can_bind(host, candidate):
            return candidate
    raise PalettiError(f"the ports {PORT} to {PORT + TRIES - 1} are all in use: give another one with --port")


def _in_use(port: int) -> str:
    return f"port {port} is in use: give another one with --port, or leave it out"


def _can_bind(host: str, port: int) -> bool:
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise PalettiError(f"--host: {host[:60]!r} is no address") from None
    try:
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(where)
    except PermissionError:
        raise PalettiError(f"port {port} is for the system's own servers: give one from 1024 on") from None
    except OSError as error:
        import errno

        if error.errno == errno.EADDRNOTAVAIL:
            raise PalettiError(f"--host: {host[:60]} is no address of this machine") from None
        return False
    return True
