"""Restores a session from JSON."""

import base64
import json

from mcp import serve, tool


def restore(arguments):
    session = json.loads(base64.b64decode(arguments["state"]))
    return f"restored {len(session)} entries"


serve("sessions", [tool("restore_session", "Restores a session", {"state": {"type": "string", "contentEncoding": "base64"}}, restore)])
