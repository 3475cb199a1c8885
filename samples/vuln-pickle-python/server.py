"""Restores a session with pickle."""

import guard

guard.demand()

import base64
import pickle

from mcp import serve, tool


def restore(arguments):
    session = pickle.loads(base64.b64decode(arguments["state"]))
    return f"restored {len(session)} entries"


serve("sessions", [tool("restore_session", "Restores a session", {"state": {"type": "string", "contentEncoding": "base64"}}, restore)])
