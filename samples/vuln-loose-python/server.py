"""Does not say which parameters it takes, and runs one of them in a shell."""

import guard

guard.demand()

import subprocess

from mcp import serve, tool


def show(arguments):
    report = arguments.get("quarter_label")
    if not isinstance(report, str):
        return "Nothing to show"
    subprocess.run(f"echo {report}", shell=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return "Shown"


serve("reports", [{**tool("show", "Shows what was asked for", {}, show), "inputSchema": {"type": "object"}}])
