"""Measures the picture of a person, from public addresses only."""

import ipaddress
import socket
import urllib.parse
import urllib.request

from mcp import serve, tool


class Stays(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def refuse(address):
    parts = urllib.parse.urlsplit(address)
    if parts.scheme not in ("http", "https"):
        raise ValueError("only http and https")
    for found in socket.getaddrinfo(parts.hostname, parts.port or 80, proto=socket.IPPROTO_TCP):
        if not ipaddress.ip_address(found[4][0]).is_global:
            raise ValueError("not a public address")


def measure(arguments):
    refuse(arguments["avatar"])
    with urllib.request.build_opener(Stays()).open(arguments["avatar"], timeout=3) as picture:
        return f"{len(picture.read(100_000))} bytes"


serve("people", [tool("measure_avatar", "Measures the picture of a person", {"avatar": {"type": "string", "description": "Where the picture is"}}, measure)])
