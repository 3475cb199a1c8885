"""Asks a service for a city with a request that a library writes."""

import http.client

from mcp import serve, tool


def weather(arguments):
    service = http.client.HTTPConnection("weather.example", timeout=2)
    service.request("GET", "/weather", headers={"X-City": arguments["city"]})
    return f"status {service.getresponse().status}"


serve("weather", [tool("weather", "Says what the weather is like", {"city": {"type": "string"}}, weather)])
