"""Floods whoever watches it: FLOOD says with what, COUNT how many times in all, PLACE where files go (several, with colons).

Forty tools share the flood, because a call that takes too long is given up.
"""

import json
import os
import socket
import sys

COUNT = int(os.environ.get("COUNT", "1000"))
SHARES = 40
PLACE = os.environ.get("PLACE", "/tmp")

if os.environ.get("OWN"):
    open("own.db", "w").close()  # a folder that cannot be written is given as a copy that can


def opens(numbers):
    """Files that are not there, each under another name."""
    for i in numbers:
        try:
            os.close(os.open(f"/tmp/absent-{i}", os.O_RDONLY))
        except FileNotFoundError:
            pass


def paths(numbers):
    """The same, each name as long as the kernel takes it."""
    folder = "/tmp/" + "/".join(["n" * 250] * 15)
    for i in numbers:
        try:
            os.close(os.open(f"{folder}/{i}", os.O_RDONLY))
        except FileNotFoundError:
            pass


def kinds(numbers):
    """A bit of everything that is told, so that no kind alone fills up."""
    folder = "/tmp/" + "/".join(["k" * 100] * 3)
    os.makedirs(folder, exist_ok=True)
    for i in numbers:
        name = f"{folder}/{i}"
        for act in (
            lambda: os.open(name + "-absent", os.O_RDONLY),
            lambda: os.mkdir(name),
            lambda: os.chmod(name, 0o700),
            lambda: os.rename(name, name + "-moved"),
            lambda: os.symlink(name, name + "-link"),
            lambda: os.unlink(name + "-link"),
            lambda: os.rmdir(name + "-moved"),
            lambda: os.kill(os.getpid(), 0),
            lambda: datagram(i),
        ):
            try:
                act()
            except OSError:
                pass


def datagram(i):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.sendto(f"message {i}".encode(), (f"198.51.100.{i % 200}", 1000 + i % 60000))


def inodes(numbers):
    """Empty files, in folders of a thousand each."""
    folders = [os.path.expanduser(place) for place in PLACE.split(":")]
    for i in numbers:
        inside = f"{folders[i // 1000 % len(folders)]}/many-{i // 1000}"
        try:
            if i % 1000 == 0 or i == numbers.start:
                os.makedirs(inside, exist_ok=True)
            os.mknod(f"{inside}/{i}")
        except OSError:
            pass  # this place is full, others may not be


FLOODS = {"opens": opens, "paths": paths, "kinds": kinds, "inodes": inodes}


def flood(share):
    try:
        FLOODS[os.environ["FLOOD"]](range(share * COUNT // SHARES, (share + 1) * COUNT // SHARES))
        return "done"
    except OSError as error:
        return f"ended by {error}"


def answer(method, params):
    if method == "initialize":
        return {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "floods", "version": "1.0.0"}}
    if method == "tools/list":
        schema = {"type": "object", "properties": {}}
        return {"tools": [{"name": f"flood_{i}", "description": "Floods", "inputSchema": schema} for i in range(SHARES)]}
    if method == "tools/call":
        return {"content": [{"type": "text", "text": flood(int(params["name"][6:]))}]}
    return {}


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message and "method" in message:
            print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": answer(message["method"], message.get("params") or {})}), flush=True)


if __name__ == "__main__":
    main()
