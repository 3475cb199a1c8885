"""Adds a person with statements made of text."""

import guard

guard.demand()

import sqlite3

from mcp import serve, tool

people = sqlite3.connect(":memory:")
people.execute("CREATE TABLE person (name TEXT)")
people.executemany("INSERT INTO person VALUES (?)", [("Ana",), ("Ben",)])


def add(arguments):
    try:
        people.executescript(f"INSERT INTO person VALUES ('{arguments['name']}');")
    except sqlite3.Error:
        return "Not added"
    return "Added"


serve("people", [tool("add_person", "Adds a person", {"name": {"type": "string"}}, add)])
