"""Notes a visit with a statement that takes parameters."""

import sqlite3

from mcp import serve, tool

people = sqlite3.connect(":memory:")
people.execute("CREATE TABLE person (name TEXT)")
people.executemany("INSERT INTO person VALUES (?)", [("Ana",), ("Ben",)])


def visit(arguments):
    people.execute("SELECT count(*) FROM person WHERE name = ?", (str(arguments["name"]),)).fetchone()
    return "Thank you"


serve("visits", [tool("note_visit", "Notes that a person came", {"name": {"type": "string"}}, visit)])
