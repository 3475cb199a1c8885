"""Counts the elements of an XML document and resolves no entities."""

import io
import xml.sax
import xml.sax.handler

from mcp import serve, tool


class Counting(xml.sax.ContentHandler):
    count = 0

    def startElement(self, name, attrs):
        self.count += 1


def count(arguments):
    parser = xml.sax.make_parser()
    parser.setFeature(xml.sax.handler.feature_external_ges, False)
    counting = Counting()
    parser.setContentHandler(counting)
    parser.parse(io.StringIO(arguments["document"]))
    return f"{counting.count} elements"


serve("xml", [tool("count_elements", "Counts the elements of an XML document", {"document": {"type": "string"}}, count)])
