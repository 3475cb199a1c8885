// A well-behaved MCP server without dependencies. Pages its tools, asks for roots once, has prompts and resources.
"use strict";
const TOOLS = [
  { name: "add", description: "Adds two numbers", inputSchema: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } }, required: ["a", "b"] }, annotations: { readOnlyHint: true } },
  { name: "read_note", description: "Reads a note", inputSchema: { type: "object", properties: { path: { type: "string" }, lines: { type: "integer", minimum: 1 } }, required: ["path"] } },
  { name: "fail", description: "Always fails", inputSchema: { type: "object" } },
];
const send = (m) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...m }) + "\n");
const text = (t, isError) => ({ content: [{ type: "text", text: t }], ...(isError ? { isError: true } : {}) });
let asked = 0;
const answer = {
  initialize: (p) => ({ protocolVersion: p.protocolVersion, capabilities: { tools: {}, prompts: {}, resources: {} }, serverInfo: { name: "friendly", version: "1.2.3" }, instructions: "Be kind." }),
  "tools/list": (p) => (p.cursor ? { tools: TOOLS.slice(2) } : { tools: TOOLS.slice(0, 2), nextCursor: "2" }),
  "tools/call": (p) => {
    if (p.name === "add") return text(String(p.arguments.a + p.arguments.b));
    if (p.name === "read_note") {
      send({ id: "r" + ++asked, method: "roots/list" });
      return text("read " + p.arguments.path + (p.arguments.lines ? " " + p.arguments.lines : ""));
    }
    return text("no", true);
  },
  "prompts/list": () => ({ prompts: [{ name: "greet", description: "Greets", arguments: [{ name: "city", required: true }] }] }),
  "prompts/get": (p) => ({ messages: [{ role: "user", content: { type: "text", text: "Hello " + p.arguments.city } }] }),
  "resources/list": () => ({ resources: [{ uri: "note://1", name: "one", description: "first" }] }),
  "resources/templates/list": () => ({ resourceTemplates: [{ uriTemplate: "note://{id}", name: "any" }] }),
  "resources/read": (p) => ({ contents: [{ uri: p.uri, text: "a note" }] }),
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
    if (f) send({ id: m.id, result: f(m.params || {}) });
    else send({ id: m.id, error: { code: -32601, message: "Method not found" } });
  }
});
