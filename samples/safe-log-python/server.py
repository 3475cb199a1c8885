"""Writes names into its log in quotes."""

import json
import sys

from mcp import serve, tool


def greet(arguments):
    print(f"INFO greeting {json.dumps(arguments['name'])}", file=sys.stderr, flush=True)
    return "Hello"


serve("greeter", [tool("greet", "Greets somebody", {"name": {"type": "string"}}, greet)])
