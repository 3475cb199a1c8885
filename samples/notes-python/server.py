"""Keeps notes in a file of its own below the user's data folder."""

import json
import os
from pathlib import Path

from mcp import serve, tool

DATA = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "notes"


def notes():
    file = DATA / "notes.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else []


def add(arguments):
    DATA.mkdir(parents=True, exist_ok=True)
    kept = [*notes(), str(arguments["text"])]
    draft = DATA / "notes.json.new"
    draft.write_text(json.dumps(kept), encoding="utf-8")
    draft.replace(DATA / "notes.json")
    return f"{len(kept)} notes"


def main():
    serve(
        "notes",
        [
            tool("add_note", "Keeps a note", {"text": {"type": "string"}}, add),
            tool("list_notes", "Lists all notes", {}, lambda _: "\n".join(notes()) or "no notes yet"),
        ],
    )


if __name__ == "__main__":
    main()
