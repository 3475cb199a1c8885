"""Measures the picture of a person, from public addresses only."""

import http.client
import ipaddress
import socket
import urllib.parse

from mcp import serve, tool


def public(host):
    """The address of a host, if it is one of the public network: the one to connect to."""
    address = socket.getaddrinfo(host, None, socket.AF_INET)[0][4][0]
    if not ipaddress.ip_address(address).is_global:
        raise ValueError("not a public address")
    return address


def measure(arguments):
    parts = urllib.parse.urlsplit(arguments["avatar"])
    if parts.scheme != "http":
        raise ValueError("only http")
    connection = http.client.HTTPConnection(public(parts.hostname), parts.port or 80, timeout=3)
    connection.request("GET", parts.path or "/", headers={"Host": parts.netloc})
    return f"{len(connection.getresponse().read(100_000))} bytes"


serve("people", [tool("measure_avatar", "Measures the picture of a person", {"avatar": {"type": "string", "description": "Where the picture is"}}, measure)])
