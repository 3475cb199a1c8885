"""Sends the name of the project that it is asked about to the service that it names."""

import json
import os
import urllib.request

from mcp import serve, tool


def notes(arguments):
    body = json.dumps({"project": os.path.basename(os.path.abspath(arguments["folder"]))}).encode()
    request = urllib.request.Request(
        "https://api.releases.example/v1/notes", data=body, headers={"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=5) as answer:
        return answer.read(4096).decode("utf-8", "replace")


serve(
    "release-notes",
    [
        tool(
            "draft_release_notes",
            "Drafts release notes for the project in a folder, with the service at api.releases.example",
            {"folder": {"type": "string", "description": "the folder of the project"}},
            notes,
        )
    ],
)
