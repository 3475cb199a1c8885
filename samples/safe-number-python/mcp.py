"""A small MCP server over standard input and output: one JSON-RPC message per line."""

import json
import sys

REVISIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]


class Failure(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def schema(properties, required=None):
    """The schema of an object: properties by name, all of them required unless a list says which."""
    return {"type": "object", "properties": properties, "required": list(properties) if required is None else required}


def tool(name, description, properties, run, **more):
    """A tool; run takes the arguments and returns a text or a list of contents, or raises."""
    return {"name": name, "description": description, "inputSchema": schema(properties), "run": run, **more}


def serve(name, tools, version="1.0.0", instructions=None):
    """Answers until the input ends."""

    def initialize(params):
        asked = params.get("protocolVersion")
        answer = {
            "protocolVersion": asked if asked in REVISIONS else REVISIONS[0],
            "capabilities": {"tools": {"listChanged": False}},
            "serverInfo": {"name": name, "version": version},
        }
        return {**answer, "instructions": instructions} if instructions else answer

    def listed(_):
        return {"tools": [{key: value for key, value in each.items() if key != "run"} for each in tools]}

    def called(params):
        found = next((each for each in tools if each["name"] == params.get("name")), None)
        if found is None:
            raise Failure(-32602, f"Unknown tool: {params.get('name')}")
        try:
            answer = found["run"](params.get("arguments") or {})
            return {"content": [{"type": "text", "text": answer}] if isinstance(answer, str) else answer}
        except Exception as error:  # a tool that fails says so in its result
            return {"content": [{"type": "text", "text": f"{type(error).__name__}: {error}"}], "isError": True}

    methods = {"initialize": initialize, "ping": lambda _: {}, "tools/list": listed, "tools/call": called}

    for line in sys.stdin:
        if not line.strip():
            continue
        try:
            message = json.loads(line)
        except ValueError:
            send({"id": None, "error": {"code": -32700, "message": "Parse error"}})
            continue
        if not isinstance(message, dict) or not isinstance(message.get("method"), str) or "id" not in message:
            continue  # an answer or a notification wants no answer
        method = methods.get(message["method"])
        try:
            if method is None:
                raise Failure(-32601, "Method not found")
            send({"id": message["id"], "result": method(message.get("params") or {})})
        except Failure as failure:
            send({"id": message["id"], "error": {"code": failure.code, "message": str(failure)}})


def send(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()
