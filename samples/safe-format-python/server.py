"""Labels things with a format that is its own."""

from mcp import serve, tool


class Label:
    kind = "parcel"


def label(arguments):
    return "[{0.kind}] {1}".format(Label(), arguments["text"])


serve("labels", [tool("make_label", "Makes a label", {"text": {"type": "string"}}, label)])
