"""Calls tools of MCP servers, which run elsewhere, through mcpsf."""

from __future__ import annotations

import json
import socket
from typing import Any

_SOCKET = "/run/mcpsf/tools.sock"


class ToolError(Exception):
    """The tool, its server or the policy refused the call; the text may be the server's own."""


def ask(question: dict[str, Any]) -> Any:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as relay:
        relay.connect(_SOCKET)
        relay.sendall(json.dumps(question).encode() + b"\n")
        with relay.makefile("rb") as answers:
            answer = json.loads(answers.readline() or b'{"error": "mcpsf hung up"}')
    if "error" in answer:
        raise ToolError(answer["error"])
    return answer["result"]


def call(server: str, tool: str, required: dict[str, Any], optional: dict[str, Any]) -> Any:
    arguments = dict(required)
    arguments.update((name, value) for name, value in optional.items() if value is not None)
    return _value(ask({"server": server, "tool": tool, "arguments": arguments}))


def _value(result: dict[str, Any]) -> Any:
    content = result.get("content") or []
    texts = [part.get("text", "") for part in content if part.get("type") == "text"]
    if result.get("isError"):
        raise ToolError("\n".join(texts) or "the tool failed")
    if "structuredContent" in result:
        return result["structuredContent"]
    return "\n".join(texts) if len(texts) == len(content) else content
