"""Reads a paste that it is asked for, and the pages that its links lead to."""

import re
import urllib.request

from mcp import serve, tool

LINK = re.compile(r"https?://[^\s\"'<>]+")


def read(url):
    with urllib.request.urlopen(url, timeout=5) as answer:
        return answer.read(65536).decode("utf-8", "replace")


def previews(arguments):
    lines = []
    for link in LINK.findall(read(f"https://paste.example/raw/{arguments['paste_id']}"))[:3]:
        lines.append(f"{link}: {len(read(link))} characters")
    return "\n".join(lines) or "no links"


serve(
    "link-previews",
    [
        tool(
            "preview_links",
            "Shows what is behind the links in a public paste",
            {"paste_id": {"type": "string", "description": "such as k3Jd92xQ"}},
            previews,
        )
    ],
)
