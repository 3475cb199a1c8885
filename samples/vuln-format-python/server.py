"""Labels things with a format made of what it is given."""

import guard

guard.demand()

from mcp import serve, tool


class Label:
    kind = "parcel"


def label(arguments):
    return ("[{0.kind}] " + arguments["text"]).format(Label())


serve("labels", [tool("make_label", "Makes a label", {"text": {"type": "string"}}, label)])
