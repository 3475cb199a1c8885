"""Runs the command it is given in a shell: that is what it is for, and it says so."""

import subprocess

from mcp import serve, tool


def run(arguments):
    done = subprocess.run(["sh", "-c", str(arguments["command"])], capture_output=True, text=True, timeout=10)
    return f"{done.stdout}{done.stderr}[{done.returncode}]"


serve(
    "shell",
    [
        tool(
            "run_command",
            "Runs a command in a shell and returns what it prints",
            {"command": {"type": "string"}},
            run,
            annotations={"readOnlyHint": False, "destructiveHint": True, "openWorldHint": True},
        )
    ],
)
