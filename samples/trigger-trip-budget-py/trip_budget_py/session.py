"""An MCP server over standard input and output with more of the protocol than mcp.py: it asks the client back, too."""
import itertools
import json
import sys
import threading


class Failure(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def obj(properties, required=None):
    """The schema of an object: properties by name, all of them required unless a list says which."""
    return {"type": "object", "properties": properties, "required": list(properties) if required is None else required}


TYPES = {"string": str, "number": (int, float), "integer": int, "boolean": bool, "array": list, "object": dict}


def check(given, schema):
    for name in schema.get("required", []):
        if name not in given:
            raise ValueError(f"Missing argument: {name}")
    for name, value in given.items():
        wanted = schema["properties"].get(name)
        if not wanted:
            continue
        kind = TYPES.get(wanted.get("type"))
        if kind and (not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)):
            raise ValueError(f"Argument {name} must be of type {wanted['type']}")
        if "enum" in wanted and value not in wanted["enum"]:
            raise ValueError(f"Argument {name} must be one of {', '.join(wanted['enum'])}")


class Server:
    """Tools are functions added with @server.tool; `on` takes handlers for more methods, `notes` for notifications."""

    def __init__(self, name, version="1.0.0", instructions=None, capabilities=None):
        self.name, self.version, self.instructions = name, version, instructions
        self.capabilities = {"tools": {"listChanged": False}, **(capabilities or {})}
        self.tools, self.on, self.notes = {}, {}, {}
        self.client, self.client_capabilities = {}, {}
        self._lock, self._ids, self._asked = threading.Lock(), itertools.count(1), {}

    def tool(self, description, properties, required=None):
        def add(function):
            self.tools[function.__name__] = (description, obj(properties, required), function)
            return function
        return add

    def send(self, **message):
        line = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False)
        with self._lock:
            sys.stdout.write(line + "\n")
            sys.stdout.flush()

    def ask(self, method, params=None, timeout=60):
        """Sends a request to the client and returns its result, or None where it gave none."""
        number = f"s{next(self._ids)}"
        slot = self._asked[number] = [threading.Event(), None]
        self.send(id=number, method=method, params=params or {})
        slot[0].wait(timeout)
        self._asked.pop(number, None)
        return slot[1]

    def _answer(self, method, params):
        if method == "initialize":
            self.client = params.get("clientInfo") or {}
            self.client_capabilities = params.get("capabilities") or {}
            result = {
                "protocolVersion": params.get("protocolVersion", "2025-06-18"),
                "capabilities": self.capabilities,
                "serverInfo": {"name": self.name, "version": self.version},
            }
            if self.instructions:
                result["instructions"] = self.instructions
            return result
        if method in self.on:
            return self.on[method](params)
        if method == "ping":
            return {}
        if method == "tools/list":
            return self.listing()
        if method == "tools/call":
            return self._call(params)
        raise Failure(-32601, "Method not found")

    def listing(self):
        return {"tools": [{"name": n, "description": d, "inputSchema": s} for n, (d, s, _) in self.tools.items()]}

    def _call(self, params):
        name, given = params.get("name"), params.get("arguments") or {}
        if name not in self.tools:
            raise Failure(-32602, f"Unknown tool: {name}")
        _, schema, function = self.tools[name]
        try:
            check(given, schema)
            answer = function(**{key: value for key, value in given.items() if key in schema["properties"]})
            if not isinstance(answer, str):
                answer = json.dumps(answer, indent=2, ensure_ascii=False)
            self.called(name, given, answer, None)
            return {"content": [{"type": "text", "text": answer}]}
        except Exception as error:
            self.called(name, given, None, error)
            return {"content": [{"type": "text", "text": str(error) or type(error).__name__}], "isError": True}

    def called(self, name, given, answer, error):
        """Told about every call when it is done."""

    def _take(self, message):
        number = message["id"]
        try:
            self.send(id=number, result=self._answer(message["method"], message.get("params") or {}))
        except Failure as error:
            self.send(id=number, error={"code": error.code, "message": str(error)})
        except Exception as error:
            self.send(id=number, error={"code": -32603, "message": str(error)})

    def run(self):
        threads = []
        for line in sys.stdin:
            if not line.strip():
                continue
            try:
                message = json.loads(line)
            except ValueError:
                self.send(id=None, error={"code": -32700, "message": "Parse error"})
                continue
            if not isinstance(message, dict):
                continue
            if "method" not in message:
                slot = self._asked.get(message.get("id"))
                if slot:
                    slot[1] = message.get("result")
                    slot[0].set()
                continue
            if "id" in message:
                target, argument = self._take, message
            elif message["method"] in self.notes:
                target, argument = self.notes[message["method"]], message.get("params") or {}
            else:
                continue
            thread = threading.Thread(target=target, args=(argument,), daemon=True)
            thread.start()
            threads = [t for t in threads if t.is_alive()] + [thread]
        for thread in threads:
            thread.join(3)
