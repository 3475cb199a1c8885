"""Sorts the lines of a file and takes options for files."""

import guard

guard.demand()

import subprocess

from mcp import serve, tool


def sort(arguments):
    done = subprocess.run(["sort", arguments["file"]], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=5, check=False)
    return done.stdout[:2000] or done.stderr[:200] or "nothing"


serve("sorter", [tool("sort_lines", "Sorts the lines of a file", {"file": {"type": "string"}}, sort)])
