"""Measures the picture of a person, wherever it is."""

import guard

guard.demand()

import urllib.request

from mcp import serve, tool


def measure(arguments):
    with urllib.request.urlopen(arguments["avatar"], timeout=3) as picture:
        return f"{len(picture.read(100_000))} bytes"


serve("people", [tool("measure_avatar", "Measures the picture of a person", {"avatar": {"type": "string", "description": "Where the picture is"}}, measure)])
