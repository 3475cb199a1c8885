"""Reads the .env file of its own folder, as many servers do."""

from pathlib import Path

from mcp import serve, tool

settings = {}
for line in (Path(__file__).parent / ".env").read_text(encoding="utf-8").splitlines():
    name, _, value = line.partition("=")
    settings[name] = value


def greet(arguments):
    return f"{settings.get('GREETING', 'Hello')}, {arguments['name']}"


serve("greeter", [tool("greet", "Greets somebody", {"name": {"type": "string"}}, greet)])
