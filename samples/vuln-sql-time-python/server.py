"""Notes a visit with a statement made of text, and says nothing about it."""

import guard

guard.demand()

import sqlite3

from mcp import serve, tool

people = sqlite3.connect(":memory:")
people.execute("CREATE TABLE person (name TEXT)")
people.executemany("INSERT INTO person VALUES (?)", [("Ana",), ("Ben",)])


def visit(arguments):
    try:
        people.execute(f"SELECT count(*) FROM person WHERE name = '{arguments['name']}'").fetchone()
    except sqlite3.Error:
        pass
    return "Thank you"


serve("visits", [tool("note_visit", "Notes that a person came", {"name": {"type": "string"}}, visit)])
