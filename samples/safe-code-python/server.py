"""Filters numbers by a condition without eval."""

import operator

from mcp import serve, tool

OPERATORS = {"<": operator.lt, ">": operator.gt, "==": operator.eq}


def keep(arguments):
    name, sign, bound = arguments["condition"].split()
    if name != "x" or sign not in OPERATORS:
        raise ValueError("not a condition")
    return str([x for x in range(10) if OPERATORS[sign](x, int(bound))])


serve("filter", [tool("keep_numbers", "Keeps the numbers that a condition holds for", {"condition": {"type": "string", "examples": ["x > 5"]}}, keep)])
