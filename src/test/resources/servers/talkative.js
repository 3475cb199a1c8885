// Forty tools whose answers are long: 200 KB of text each.
const lines = require("readline").createInterface({ input: process.stdin });
const text = { type: "string" };
const inputSchema = { type: "object", properties: { title: text, query: text }, required: ["title", "query"] };
const tools = Array.from({ length: 40 }, (_, i) => ({ name: `tell_${i}`, description: "Tells a story", inputSchema }));

lines.on("line", (line) => {
  const { id, method } = JSON.parse(line);
  const results = {
    initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "talkative", version: "1.0.0" } },
    "tools/list": { tools },
    "tools/call": { content: [{ type: "text", text: `once upon a time ${id} `.repeat(10_000) }] },
  };
  if (id !== undefined) {
    process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} }) + "\n");
  }
});
