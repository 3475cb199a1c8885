"""Makes a page in HTML of what it is given, escaped."""

import html

from mcp import serve, tool


def page(arguments):
    heading = html.escape(arguments["heading"])
    return f"<html><body><h1>{heading}</h1></body></html>"


serve("pages", [tool("make_page", "Makes a page with a heading", {"heading": {"type": "string"}}, page)])
