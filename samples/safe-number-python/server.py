"""Shows the first lines of a file, with a number that is one."""

import subprocess

from mcp import serve, tool


def show(arguments):
    line = f"head -n {int(arguments['lines'])} /etc/services"
    return subprocess.run(line, shell=True, capture_output=True, text=True, timeout=5, check=False).stdout


serve("services", [tool("first_services", "Shows the first known services", {"lines": {"type": "integer", "minimum": 1}}, show)])
