"""Says honestly which of its tools change something; all of them stay in a temporary folder of its own."""

import os
import tempfile

from mcp import serve, tool

folder = tempfile.mkdtemp(prefix="drafts-")
draft = os.path.join(folder, "draft.txt")


def read(_):
    if not os.path.exists(draft):
        return "there is no draft"
    with open(draft, encoding="utf-8") as file:
        return file.read()


def write(arguments):
    with open(draft, "w", encoding="utf-8") as file:
        file.write(str(arguments["text"]))
    return "written"


def delete(_):
    if os.path.exists(draft):
        os.unlink(draft)
    return "deleted"


serve(
    "drafts",
    [
        tool("read_draft", "Reads the draft", {}, read, annotations={"readOnlyHint": True, "openWorldHint": False}),
        tool(
            "write_draft",
            "Writes the draft",
            {"text": {"type": "string"}},
            write,
            annotations={"readOnlyHint": False, "destructiveHint": True, "idempotentHint": True, "openWorldHint": False},
        ),
        tool(
            "delete_draft",
            "Deletes the draft",
            {},
            delete,
            annotations={"readOnlyHint": False, "destructiveHint": True, "openWorldHint": False},
        ),
    ],
)
