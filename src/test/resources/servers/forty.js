// An MCP server with more tools than all variations of their calls can be made of.
"use strict";
const TOOLS = Array.from({ length: 40 }, (_, i) => ({
  name: "search_" + i,
  description: "Searches shelf " + i,
  inputSchema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
}));
const answer = {
  initialize: (p) => ({ protocolVersion: p.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "forty", version: "1" } }),
  "tools/list": () => ({ tools: TOOLS }),
  "tools/call": (p) => ({ content: [{ type: "text", text: "found " + p.arguments.query.length }] }),
  ping: () => ({}),
};
let rest = "";
process.stdin.on("data", (data) => {
  rest += data;
  const lines = rest.split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const m = JSON.parse(line);
    if (m.method === undefined || m.id === undefined) continue;
    const result = answer[m.method];
    const said = result ? { result: result(m.params ?? {}) } : { error: { code: -32601, message: "Method not found" } };
    process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id: m.id, ...said }) + "\n");
  }
});
