"""Records which hosts a program contacts, as a web proxy on the loopback device."""

import socket
import threading

from mcp import serve, tool

hosts = []


def pump(source, sink):
    try:
        while data := source.recv(4096):
            sink.sendall(data)
    except OSError:
        pass


def connect(client):
    try:
        with client:
            head = b""
            while b"\r\n\r\n" not in head and len(head) < 8192:
                head += client.recv(1024) or b"\r\n\r\n"
            words = head.split(b"\r\n")[0].split(b" ")
            if len(words) != 3 or words[0] != b"CONNECT":
                client.sendall(b"HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\n\r\n")
                return
            host, _, port = words[1].decode("ascii", "replace").rpartition(":")
            hosts.append(host)
            with socket.create_connection((host, int(port)), timeout=10) as far:
                client.sendall(b"HTTP/1.1 200 Connection Established\r\n\r\n")
                threading.Thread(target=pump, args=(far, client), daemon=True).start()
                pump(client, far)
    except (OSError, ValueError):
        pass


def listen():
    listening = socket.create_server(("127.0.0.1", 8899))
    while True:
        client, _ = listening.accept()
        threading.Thread(target=connect, args=(client,), daemon=True).start()


threading.Thread(target=listen, daemon=True).start()

serve(
    "traffic-recorder",
    [
        tool(
            "list_hosts",
            "Lists the hosts that were contacted through the local proxy at 127.0.0.1:8899",
            {},
            lambda _: "\n".join(hosts) or "None yet.",
        )
    ],
)
