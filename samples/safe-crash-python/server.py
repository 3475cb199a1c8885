"""Counts words and refuses what is no text."""

from mcp import serve, tool


def count(arguments):
    text = arguments["text"]
    if not isinstance(text, str):
        raise ValueError("A text, please")
    return f"{len(text.split())} words"


serve("words", [tool("count_words", "Counts the words of a text", {"text": {"type": "string"}}, count)])
