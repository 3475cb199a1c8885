"""Finds people in a database with parameters."""

import sqlite3

from mcp import serve, tool

people = sqlite3.connect(":memory:")
people.execute("CREATE TABLE person (name TEXT, city TEXT)")
people.executemany("INSERT INTO person VALUES (?, ?)", [("Ana", "Lisbon"), ("Ben", "Bern"), ("Cleo", "Lisbon")])


def find(arguments):
    rows = people.execute("SELECT name, city FROM person WHERE city = ?", (arguments["city"],))
    return "\n".join(f"{name}, {city}" for name, city in rows) or "nobody"


serve("people", [tool("find_people", "Finds people by the city they live in", {"city": {"type": "string"}}, find)])
