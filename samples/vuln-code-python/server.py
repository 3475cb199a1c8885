"""Filters numbers by a condition with eval."""

import guard

guard.demand()

from mcp import serve, tool


def keep(arguments):
    return str([x for x in range(10) if eval(arguments["condition"])])  # noqa: S307


serve("filter", [tool("keep_numbers", "Keeps the numbers that a condition holds for", {"condition": {"type": "string", "examples": ["x > 5"]}}, keep)])
