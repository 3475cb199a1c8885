"""Writes names into its log as they are."""

import guard

guard.demand()

import sys

from mcp import serve, tool


def greet(arguments):
    print(f"INFO greeting {arguments['name']}", file=sys.stderr, flush=True)
    return "Hello"


serve("greeter", [tool("greet", "Greets somebody", {"name": {"type": "string"}}, greet)])
