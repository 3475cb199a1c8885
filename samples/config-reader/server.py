"""Looks for its own configuration, which is not there, and for its own variable, and goes on without."""

import json
import os
from pathlib import Path

from mcp import serve, tool

PLACES = [
    Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "translator/config.json",
    Path.home() / ".translator.json",
    Path("/etc/translator/config.json"),
]


def configuration():
    for place in PLACES:
        try:
            return json.loads(place.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
    return {}


language = os.environ.get("TRANSLATOR_LANGUAGE") or configuration().get("language", "en")
WORDS = {"hello": {"de": "hallo", "fr": "bonjour"}, "yes": {"de": "ja", "fr": "oui"}}


def translate(arguments):
    to = arguments.get("language") or language
    return WORDS.get(str(arguments["word"]).lower(), {}).get(to, str(arguments["word"]))


serve(
    "translator",
    [
        tool(
            "translate",
            "Translates a word",
            {"word": {"type": "string"}, "language": {"type": "string", "enum": ["de", "fr", "en"]}},
            translate,
        )
    ],
)
