"""Host names and addresses of this machine."""

import ipaddress
import socket


def is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def is_public_name(host: str) -> bool:
    """Return whether a host looks like a public domain name."""
    private = host.endswith((".local", ".localhost", ".lan", ".internal", ".test"))
    return "." in host and not is_address(host) and not private


def own_address() -> str:
    """Return this machine's address in the local network. Connecting a UDP socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
