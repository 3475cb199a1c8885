"""Asks a service for a city with a request written by hand."""

import guard

guard.demand()

import socket

from mcp import serve, tool


def weather(arguments):
    with socket.create_connection(("weather.example", 80), timeout=2) as service:
        head = f"GET /weather HTTP/1.1\r\nHost: weather.example\r\nX-City: {arguments['city']}\r\nConnection: close\r\n\r\n"
        service.sendall(head.encode())
        return f"{len(service.recv(1000))} bytes"


serve("weather", [tool("weather", "Says what the weather is like", {"city": {"type": "string"}}, weather)])
