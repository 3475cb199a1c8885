"""Keeps reports in its own folder, or anywhere."""

import guard

guard.demand()

from pathlib import Path

from mcp import serve, tool

REPORTS = Path.home() / "reports"
REPORTS.mkdir(parents=True, exist_ok=True)


def read(arguments):
    file = REPORTS / f"{arguments['report']}.txt"
    return file.read_text(encoding="utf-8")


serve("reports", [tool("read_report", "Reads a report", {"report": {"type": "string"}}, read)])
