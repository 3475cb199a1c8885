"""Fetches a page from the address that it has checked."""

import http.client
import ipaddress
import socket
import urllib.parse

from mcp import serve, tool


def public(host):
    """The address of a host, if it is one of the public network."""
    address = socket.getaddrinfo(host, None, socket.AF_INET)[0][4][0]
    if not ipaddress.ip_address(address).is_global:
        raise ValueError("Not a public address")
    return address


def fetch(arguments):
    parts = urllib.parse.urlsplit(arguments["url"])
    if parts.scheme != "http":
        raise ValueError("Only http")
    connection = http.client.HTTPConnection(public(parts.hostname), parts.port or 80, timeout=3)
    connection.request("GET", parts.path or "/", headers={"Host": parts.netloc})
    return connection.getresponse().read(2000).decode("utf-8", "replace")


serve("pages", [tool("fetch_page", "Fetches a web page", {"url": {"type": "string", "format": "uri"}}, fetch)])
