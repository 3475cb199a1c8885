"""Runs the Python it is given from a temporary file, which it removes afterwards."""

import subprocess
import sys
import tempfile
from pathlib import Path

from mcp import serve, tool


def run(arguments):
    with tempfile.TemporaryDirectory(prefix="snippet-") as folder:
        file = Path(folder) / "main.py"
        file.write_text(str(arguments["code"]), encoding="utf-8")
        done = subprocess.run([sys.executable, "-I", str(file)], cwd=folder, capture_output=True, text=True, timeout=10)
    return done.stdout or done.stderr or "no output"


serve("code-runner", [tool("run_python", "Runs a piece of Python", {"code": {"type": "string"}}, run)])
