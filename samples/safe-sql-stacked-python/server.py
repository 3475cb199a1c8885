"""Adds a person with a statement that takes parameters."""

import sqlite3

from mcp import serve, tool

people = sqlite3.connect(":memory:")
people.execute("CREATE TABLE person (name TEXT)")
people.executemany("INSERT INTO person VALUES (?)", [("Ana",), ("Ben",)])


def add(arguments):
    people.execute("INSERT INTO person VALUES (?)", (str(arguments["name"]),))
    return "Added"


serve("people", [tool("add_person", "Adds a person", {"name": {"type": "string"}}, add)])
