"""Counts words, and ends where the script that it once was would have ended."""

import guard

guard.demand()

import sys

from mcp import serve, tool


def count(arguments):
    text = arguments["text"]
    if not isinstance(text, str):
        sys.exit("usage: count-words TEXT")
    return f"{len(text.split())} words"


serve("words", [tool("count_words", "Counts the words of a text", {"text": {"type": "string"}}, count)])
