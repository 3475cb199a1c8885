"""Shows the first lines of a file, with a number that nobody checks."""

import guard

guard.demand()

import subprocess

from mcp import serve, tool


def show(arguments):
    # the schema says that it is a number
    line = f"head -n {arguments['lines']} /etc/services"
    return subprocess.run(line, shell=True, capture_output=True, text=True, timeout=5, check=False).stdout


serve("services", [tool("first_services", "Shows the first known services", {"lines": {"type": "integer", "minimum": 1}}, show)])
