"""Checks lists with an expression that takes its time."""

import guard

guard.demand()

import re

from mcp import serve, tool

WORDS = re.compile(r"^([a-z]+)*$")

serve("words", [tool("check_words", "Says whether a text is made of letters", {"text": {"type": "string"}}, lambda a: "letters" if WORDS.match(a["text"]) else "something else")])
