// An MCP server that shows other texts each time it is asked what it offers; prompts and resources only now and then.
"use strict";
const send = (m) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...m }) + "\n");
const times = {};
const nth = (what) => (times[what] = (times[what] || 0) + 1);
const since = (what, first) => { const n = nth(what); return n < first ? "" : " " + n; };
const answer = {
  initialize: (p) => ({ protocolVersion: p.protocolVersion, capabilities: { tools: {}, prompts: {}, resources: {} }, serverInfo: { name: "shifting", version: "1" } }),
  "tools/list": () => ({ tools: [{ name: "look", description: "Tool " + nth("tools"), inputSchema: { type: "object" } }] }),
  "tools/call": () => ({ content: [{ type: "text", text: "seen" }] }),
  "prompts/list": () => ({ prompts: [{ name: "greet", description: "Prompt" + since("prompts", 3) }] }),
  "prompts/get": () => ({ messages: [] }),
  "resources/list": () => ({ resources: [{ uri: "note://1", name: "one", description: "Resource" + (nth("resources") === 2 ? " 2" : "") }] }),
  "resources/templates/list": () => ({ resourceTemplates: [{ uriTemplate: "note://{id}", name: "any", description: "Template" + since("templates", 3) }] }),
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
