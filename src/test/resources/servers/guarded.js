// An MCP server whose tools refuse what a person would not have typed: each says what it wants instead.
"use strict";
const string = (description) => ({ type: "string", ...(description ? { description } : {}) });
const tool = (name, properties, required = Object.keys(properties)) => ({ name, description: name, inputSchema: { type: "object", properties, required } });
const ROOT = "/srv/shelf";
const TOOLS = [
  tool("close_session", { sessionId: string() }),
  tool("read_entry", { sessionId: string(), path: string() }),
  tool("open_session", {}),
  tool("get_entity", { entityName: string() }),
  tool("create_entities", { entities: { type: "array", items: { type: "object", properties: { name: string() }, required: ["name"] } } }),
  tool("get_alerts", { state: string() }),
  tool("show_level", { level: string() }),
  tool("list_branches", { kind: string("Which ones: 'local' or 'remote'") }),
  tool("read_query", { query: string("SELECT statement to run") }),
  tool("clean", { force: { type: "boolean" } }, []),
  tool("wait", { seconds: { type: "number" } }, []),
  tool("never", { code: string() }),
];
const send = (m) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...m }) + "\n");
const good = (text) => ({ content: [{ type: "text", text }] });
const bad = (text) => ({ ...good(text), isError: true });
let session = "";
const entities = new Set();
const call = {
  open_session: () => good(JSON.stringify({ sessionId: (session = "s-4711") })),
  close_session: (a) => (a.sessionId === session && session ? good("closed") : bad("Session " + a.sessionId + " not found")),
  read_entry: (a) => {
    if (!session) return bad("No session. Use 'open_session' first.");
    if (a.sessionId !== session) return bad("Session " + a.sessionId + " not found");
    return a.path.startsWith(ROOT) ? good("an entry") : bad("Access denied - path outside allowed directories: " + a.path + " not in " + ROOT);
  },
  create_entities: (a) => (a.entities.forEach((e) => entities.add(e.name)), good("made")),
  get_entity: (a) => (entities.has(a.entityName) ? good("it is there") : good("Entity " + a.entityName + " not found")),
  get_alerts: (a) => (a.state.length === 2 ? good("none") : bad("state: String must contain exactly 2 character(s)")),
  show_level: (a) => (a.level === "verbose" ? good("x") : bad("Invalid level. Must be one of: verbose, quiet")),
  list_branches: (a) => (a.kind === "local" ? good("main") : bad("Bad kind")),
  read_query: (a) => (/^select /i.test(a.query) ? good("[]") : good("Error: Only SELECT queries are allowed")),
  clean: (a) => (a.force ? good("clean") : bad("force flag must be set to true")),
  wait: (a) => (a.seconds === 1 ? good("waited") : undefined),
  never: () => bad("no"),
};
const answer = {
  initialize: (p) => ({ protocolVersion: p.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "guarded", version: "1" } }),
  "tools/list": () => ({ tools: TOOLS }),
  "tools/call": (p) => call[p.name](p.arguments),
  ping: () => ({}),
};
let rest = "";
process.stdin.on("data", (d) => {
  rest += d;
  const lines = rest.split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const m = JSON.parse(line);
    if (m.method === undefined || m.id === undefined) continue;
    const f = answer[m.method];
    const result = f ? f(m.params || {}) : undefined;
    if (result !== undefined) send({ id: m.id, result });
    else if (!f) send({ id: m.id, error: { code: -32601, message: "Method not found" } });
  }
});
