"""Keeps contacts in an SQLite database in the cache folder, or in a temporary one when there is none."""

import os
import sqlite3
import tempfile
from pathlib import Path

from mcp import serve, tool


def database():
    place = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "contacts"
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError:
        place = Path(tempfile.mkdtemp(prefix="contacts-"))
    connection = sqlite3.connect(place / "contacts.db", timeout=5)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("CREATE TABLE IF NOT EXISTS contact (name TEXT PRIMARY KEY, email TEXT NOT NULL)")
    return connection


contacts = database()


def add(arguments):
    with contacts:
        contacts.execute("INSERT OR REPLACE INTO contact VALUES (?, ?)", (arguments["name"], arguments["email"]))
    return "kept"


def find(arguments):
    rows = contacts.execute("SELECT name, email FROM contact WHERE name LIKE ?", (f"%{arguments['name']}%",))
    return "\n".join(f"{name} <{email}>" for name, email in rows) or "nobody"


name = {"type": "string", "minLength": 1}
serve(
    "contacts",
    [
        tool("add_contact", "Keeps a contact", {"name": name, "email": {"type": "string", "format": "email"}}, add),
        tool("find_contact", "Finds contacts by name", {"name": name}, find),
    ],
)
