"""Does not say which parameters it takes, and runs one of them without a shell."""

import subprocess

from mcp import serve, tool


def show(arguments):
    report = arguments.get("quarter_label")
    if not isinstance(report, str):
        return "Nothing to show"
    subprocess.run(["echo", report.replace("\0", "")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return "Shown"


serve("reports", [{**tool("show", "Shows what was asked for", {}, show), "inputSchema": {"type": "object"}}])
