// An MCP server whose tools take texts in a format, and say which when they are given another.
"use strict";
const string = (description) => ({ type: "string", ...(description ? { description } : {}) });
const tool = (name, properties, required = Object.keys(properties)) => ({ name, description: name, inputSchema: { type: "object", properties, required } });
const TOOLS = [
  tool("compare_texts", { left: string(), right: string() }),
  tool("count_changes", { diff: string() }),
  tool("profile", { csv: string() }),
  tool("check_settings", { text: string() }),
];
const send = (m) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...m }) + "\n");
const good = (text) => ({ content: [{ type: "text", text }] });
const bad = (text) => ({ ...good(text), isError: true });
const pairs = (text) => text.trim().split("\n").every((line) => /^\w+=/.test(line));
const call = {
  compare_texts: (a) => (pairs(a.left) && pairs(a.right) ? good("same") : bad("Line 1 is not of the form KEY=value: " + a.left)),
  count_changes: (a) => (/^\+\+\+ /m.test(a.diff) ? good("1") : bad("This is no unified diff")),
  profile: (a) => (a.csv.includes(",") ? good("2 rows") : bad("A CSV text needs a line of names")),
  check_settings: (a) => {
    try {
      JSON.parse(a.text);
      return good("fine");
    } catch {
      return bad("The text is not valid JSON");
    }
  },
};
const answer = {
  initialize: (p) => ({ protocolVersion: p.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "formats", version: "1" } }),
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
