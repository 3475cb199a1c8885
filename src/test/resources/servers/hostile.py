"""A server that misbehaves in one way, named by its argument, and is otherwise ordinary.

Most modes misbehave around the call of the tool "echo", so that the test can see whether
the conversation survives: a second call, of the tool "after", is always answered well.
"""
import json
import os
import sys
import time

MODE = sys.argv[1]
OUT = os.fdopen(1, "wb", buffering=0)
TOOLS = [
    {"name": n, "description": "x", "inputSchema": {"type": "object"}} for n in ("echo", "after")
]


def raw(data):
    view = memoryview(data)
    while view:
        view = view[OUT.write(view):]


def send(message):
    raw(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")


def ok(id_, text="fine"):
    send({"id": id_, "result": {"content": [{"type": "text", "text": text}]}})


def ask(method, id_="q1", params=None):
    send({"id": id_, "method": method, "params": params or {}})


def forever(chunk):
    while True:
        raw(chunk)


def note(method="notifications/message", **params):
    return json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode() + b"\n"


def body(id_):
    return json.dumps({"jsonrpc": "2.0", "id": id_, "result": {"content": []}}).encode()


def long_line(megabytes):
    for _ in range(megabytes):
        raw(b"x" * (1 << 20))
    raw(b"\n")


def then_ok(junk):
    def run(id_):
        raw(junk)
        ok(id_)
    return run


def stop_reading(id_):
    """Never reads again, but asks for so much that the answers fill every pipe."""
    for i in range(20000):
        ask("roots/list", "r%d" % i)
    time.sleep(60)


def close_stdout(id_):
    os.close(1)
    time.sleep(60)


ECHO = {
    "ordinary": ok,
    "not-json": then_ok(b"hello, I am a log line\n"),
    "empty-lines": then_ok(b"\n\r\n   \n"),
    "control-characters": then_ok(b"\x1b[31mred\x07\x00\n"),
    "invalid-utf8": then_ok(b'{"jsonrpc":"2.0","method":"x\xff\xfe"}\n'),
    "byte-order-mark": lambda i: raw(b"\xef\xbb\xbf" + body(i) + b"\n"),
    "carriage-return": lambda i: raw(body(i) + b"\r\n"),
    "batch": lambda i: raw(b"[" + body(i) + b"," + note().strip() + b"]\n"),
    "batch-huge": then_ok(b"[" + b",".join([note().strip()] * 1000) + b"]\n"),
    "duplicate-members": lambda i: raw(b'{"jsonrpc":"2.0","id":99,"id":%d,"result":{}}\n' % i),
    "unknown-id": then_ok(b'{"jsonrpc":"2.0","id":424242,"result":{}}\n'),
    "null-id": then_ok(b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?"}}\n'),
    "text-id": lambda i: raw(b'{"jsonrpc":"2.0","id":"%d","result":{}}\n' % i),
    "object-id": then_ok(b'{"jsonrpc":"2.0","id":{},"result":{}}\n'),
    "fraction-id": then_ok(b'{"jsonrpc":"2.0","id":1.5,"result":{}}\n'),
    "huge-number-id": then_ok(b'{"jsonrpc":"2.0","id":' + b"9" * 300 + b',"result":{}}\n'),
    "second-answer": lambda i: (ok(i), ok(i)),
    "no-version": lambda i: raw(b'{"id":%d,"result":{}}\n' % i),
    "result-and-error": lambda i: raw(
        b'{"jsonrpc":"2.0","id":%d,"result":{},"error":{"code":1,"message":"m"}}\n' % i),
    "neither": then_ok(b'{"jsonrpc":"2.0"}\n42\n"text"\nnull\n'),
    "bad-error": lambda i: raw(b'{"jsonrpc":"2.0","id":%d,"error":"boom"}\n' % i),
    "method-number": then_ok(b'{"jsonrpc":"2.0","method":7}\n'),
    "deep": then_ok(b'{"jsonrpc":"2.0","method":"x","params":' + b"[" * 100000 + b"\n"),
    "deep-unbalanced": then_ok(b'{"a":' * 100000 + b"\n"),
    "many-values": then_ok(b'{"jsonrpc":"2.0","method":"x","params":[' + b"{}," * 500000 + b"1]}\n"),
    "long-number": then_ok(b'{"jsonrpc":"2.0","method":"x","params":' + b"1" * 5000 + b"}\n"),
    "long-name": then_ok(b'{"jsonrpc":"2.0","method":"x","params":{"' + b"n" * 50000 + b'":1}}\n'),
    "long-line": lambda i: (long_line(130), ok(i)),
    "large-result": lambda i: ok(i, "r" * (7 << 20)),
    "endless-line": lambda i: forever(b"y" * 65536),
    "notification-flood": lambda i: forever(note(data="z" * 200)),
    "list-changed-storm": then_ok(note("notifications/tools/list_changed") * 2000),
    "request-flood": lambda i: [ask("sampling/createMessage", n) for n in range(3000)] and ok(i),
    "asks-ping": lambda i: (ask("ping"), ok(i)),
    "asks-sampling": lambda i: (ask("sampling/createMessage", params={"messages": []}), ok(i)),
    "asks-roots": lambda i: (ask("roots/list"), ok(i)),
    "asks-elicitation": lambda i: (ask("elicitation/create", params={"message": "PIN?"}), ok(i)),
    "asks-unknown": lambda i: (ask("client/selfDestruct"), ok(i)),
    "never-answers": lambda i: None,
    "answers-late": lambda i: (time.sleep(1.2), ok(i)),
    "stops-reading": stop_reading,
    "closes-output": close_stdout,
    "exits": lambda i: sys.exit(3),
    "half-a-line": lambda i: (raw(body(i)[:20]), sys.exit(0)),
    "answer-without-break": lambda i: (raw(body(i)), sys.exit(0)),
    "slow-drip": lambda i: [(raw(bytes([b])), time.sleep(0.002)) for b in body(i) + b"\n"],
    "floods-stderr": lambda i: (os.write(2, b"e" * (4 << 20)), ok(i)),
    "text-result": lambda i: send({"id": i, "result": "just text"}),
    "null-result": lambda i: send({"id": i, "result": None}),
}


def pages(params):
    if MODE == "endless-pages":
        return {"tools": TOOLS, "nextCursor": str(int(params.get("cursor", "0")) + 1)}
    if MODE == "cursor-loop":
        return {"tools": TOOLS, "nextCursor": "again"}
    if MODE == "odd-tools":
        return {"tools": [7, {}, {"name": 5}, {"name": "n" * 100000, "description": "d" * 100000}] + TOOLS}
    if MODE == "tools-no-list":
        return {"tools": {"name": "x"}}
    return {"tools": TOOLS}


def greet(id_):
    version = {"unknown-version": "2099-01-01", "number-version": 5}.get(MODE, "2025-06-18")
    if MODE == "never-greets":
        return
    if MODE == "exits-at-once":
        sys.exit(1)
    if MODE == "greets-with-junk":
        send({"id": id_, "result": 17})
        return
    if MODE == "wants-older" and not greet.asked:
        greet.asked = True
        send({"id": id_, "error": {"code": -32602, "message": "Unsupported", "data": {"supported": ["2024-11-05"]}}})
        return
    if MODE == "refuses":
        send({"id": id_, "error": {"code": -32000, "message": "go away"}})
        return
    if MODE == "noise-first":
        raw(b"Starting server...\nListening.\n")
    info = {"name": "hostile", "version": "0"}
    send({"id": id_, "result": {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info}})


greet.asked = False

for line in sys.stdin.buffer:
    m = json.loads(line)
    if "method" not in m or "id" not in m:
        if "id" in m:
            os.write(2, b"ANSWER " + line)
        continue
    if m["method"] == "initialize":
        greet(m["id"])
    elif m["method"] == "tools/list":
        send({"id": m["id"], "result": pages(m.get("params") or {})})
    elif m["method"] == "tools/call" and m["params"]["name"] == "echo":
        ECHO.get(MODE, ok)(m["id"])
    elif m["method"] == "tools/call":
        ok(m["id"], "after")
    else:
        send({"id": m["id"], "error": {"code": -32601, "message": "Method not found"}})
