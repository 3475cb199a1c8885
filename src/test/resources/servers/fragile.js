// A server that ends when it is given anything but a text.
"use strict";
const send = (m) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...m }) + "\n");
const answer = {
  initialize: (p) => ({ protocolVersion: p.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "fragile", version: "1" } }),
  "tools/list": () => ({ tools: [{ name: "shout", description: "Shouts", inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] } }] }),
  "tools/call": (p) => ({ content: [{ type: "text", text: p.arguments.text.toUpperCase() }] }),
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
