"""Says whether a person is known, from a statement made of text."""

import guard

guard.demand()

import sqlite3

from mcp import serve, tool

people = sqlite3.connect(":memory:")
people.execute("CREATE TABLE person (name TEXT)")
people.executemany("INSERT INTO person VALUES (?)", [("Ana",), ("Ben",)])


def known(arguments):
    try:
        found = people.execute(f"SELECT count(*) FROM person WHERE name = '{arguments['name']}'")
        return "known" if found.fetchone()[0] else "unknown"
    except sqlite3.Error as error:
        return f"sqlite3.{type(error).__name__}: {error}"


serve("people", [tool("is_known", "Says whether a person is known", {"name": {"type": "string"}}, known)])
