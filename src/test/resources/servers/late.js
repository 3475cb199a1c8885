// An MCP server whose only tool takes a second and a half.
"use strict";
const TOOLS = [{ name: "think", description: "think", inputSchema: { type: "object", properties: {} } }];
const send = (m) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...m }) + "\n");
const answer = {
  initialize: (p) => ({ protocolVersion: p.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "late", version: "1" } }),
  "tools/list": () => ({ tools: TOOLS }),
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
    if (m.method === "tools/call") setTimeout(() => send({ id: m.id, result: { content: [{ type: "text", text: "done" }] } }), 1500);
    else if (f) send({ id: m.id, result: f(m.params || {}) });
    else send({ id: m.id, error: { code: -32601, message: "Method not found" } });
  }
});
