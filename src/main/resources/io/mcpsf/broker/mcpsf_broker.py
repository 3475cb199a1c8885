"""Asks mcpsf for a secret that the policy lets this code hold (reveal: true)."""

from __future__ import annotations

import json
import socket

_SOCKET = "/run/mcpsf/broker.sock"


class SecretRefused(Exception):
    """The policy does not grant this secret, purpose or number of uses."""


def secret(name: str, purpose: str) -> str:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as broker:
        broker.connect(_SOCKET)
        broker.sendall(json.dumps({"secret": name, "purpose": purpose}).encode() + b"\n")
        with broker.makefile("rb") as answers:
            answer = json.loads(answers.readline() or b'{"error": "mcpsf hung up"}')
    if "error" in answer:
        raise SecretRefused(answer["error"])
    return answer["value"]
