"""Shows a page of the manual through a shell."""

import guard

guard.demand()

import subprocess

from mcp import serve, tool


def look(arguments):
    # the answer never shows what the command said
    subprocess.run(f"whatis '{arguments['topic']}'", shell=True, capture_output=True, timeout=5, check=False)
    return "looked up"


serve("manual", [tool("look_up", "Looks a topic up in the manual", {"topic": {"type": "string"}}, look)])
