"""Checks the address of a page and looks it up once more to fetch it."""

import guard

guard.demand()

import ipaddress
import socket
import urllib.parse
import urllib.request

from mcp import serve, tool


def public(host):
    """The address of a host, if it is one of the public network."""
    address = socket.getaddrinfo(host, None, socket.AF_INET)[0][4][0]
    if not ipaddress.ip_address(address).is_global:
        raise ValueError("Not a public address")
    return address


class Straight(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def fetch(arguments):
    url = arguments["url"]
    if urllib.parse.urlsplit(url).scheme != "http":
        raise ValueError("Only http")
    public(urllib.parse.urlsplit(url).hostname)
    with urllib.request.build_opener(Straight, urllib.request.ProxyHandler({})).open(url, timeout=3) as page:
        return page.read(2000).decode("utf-8", "replace")


serve("pages", [tool("fetch_page", "Fetches a web page", {"url": {"type": "string", "format": "uri"}}, fetch)])
