"""Shows a page of the manual without a shell."""

import subprocess

from mcp import serve, tool


def look(arguments):
    # the answer never shows what the command said
    subprocess.run(["whatis", "--", arguments["topic"]], capture_output=True, timeout=5, check=False)
    return "looked up"


serve("manual", [tool("look_up", "Looks a topic up in the manual", {"topic": {"type": "string"}}, look)])
