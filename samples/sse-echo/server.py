"""MCP over the older event stream: GET /sse brings the answers, POST /messages takes the questions."""

import json
import os
import queue
import re
import sys
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

REVISIONS = ["2025-06-18", "2025-03-26", "2024-11-05"]
LOCAL = re.compile(r"(https?://)?(localhost|127\.0\.0\.1|\[::1\])(:\d+)?")
TOOLS = [
    {
        "name": "echo",
        "description": "Says a text back",
        "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
    }
]
streams = {}


def result(method, params):
    if method == "initialize":
        asked = params.get("protocolVersion")
        return {
            "protocolVersion": asked if asked in REVISIONS else REVISIONS[0],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "sse-echo", "version": "1.0.0"},
        }
    if method == "ping":
        return {}
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call" and params.get("name") != "echo":
        raise LookupError(f"Unknown tool: {params.get('name')}")
    if method == "tools/call":
        return {"content": [{"type": "text", "text": str((params.get("arguments") or {}).get("text"))}]}
    return None


def answered(message):
    try:
        found = result(message["method"], message.get("params") or {})
    except LookupError as error:
        return {"error": {"code": -32602, "message": str(error)}}
    return {"error": {"code": -32601, "message": "Method not found"}} if found is None else {"result": found}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def foreign(self):
        """A page in a browser must not reach a server on this machine by a name of its own."""
        origin = self.headers.get("Origin")
        return not LOCAL.fullmatch(self.headers.get("Host", "")) or (origin is not None and not LOCAL.fullmatch(origin))

    def do_GET(self):
        if self.foreign():
            return self.say(403)
        if urlsplit(self.path).path != "/sse":
            return self.say(404)
        session, answers = uuid.uuid4().hex, queue.Queue()
        streams[session] = answers
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            self.event("endpoint", f"/messages?session_id={session}")
            while True:
                self.event("message", json.dumps(answers.get()))
        except OSError:
            del streams[session]
        return None

    def do_POST(self):
        if self.foreign():
            return self.say(403)
        body = self.rfile.read(min(int(self.headers.get("Content-Length", "0")), 1 << 20))
        answers = streams.get(parse_qs(urlsplit(self.path).query).get("session_id", [""])[0])
        if urlsplit(self.path).path != "/messages" or answers is None:
            return self.say(404)
        message = json.loads(body)
        if "id" in message and "method" in message:
            answers.put({"jsonrpc": "2.0", "id": message["id"], **answered(message)})
        return self.say(202)

    def event(self, kind, data):
        self.wfile.write(f"event: {kind}\ndata: {data}\n\n".encode())
        self.wfile.flush()

    def say(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def main():
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3918"))), Handler)
    server.daemon_threads = True
    print(f"listening on http://127.0.0.1:{server.server_port}/sse", file=sys.stderr, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
