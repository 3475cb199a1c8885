// An MCP server whose tools do their work and wait: for a word, for a choice, for the fifth call, for a failure before a success.
"use strict";
const string = (description) => ({ type: "string", ...(description ? { description } : {}) });
const tool = (name, properties, description = name) => ({ name, description, inputSchema: { type: "object", properties, required: Object.keys(properties) } });
const TOOLS = [
  tool("search", { query: string() }),
  tool("translate", { text: string() }),
  tool("lookup", { topic: string() }, "Looks a topic up, for example 'moon phases'."),
  tool("convert", { mode: { type: "string", enum: ["plain", "fancy", "raw"] } }),
  tool("count", {}),
  tool("store", { value: string() }),
  tool("login", { password: string(), page_token: string() }),
  tool("pay", { iban: string(), wallet: string(), card: string() }),
];
const send = (m) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...m }) + "\n");
const good = (text) => ({ content: [{ type: "text", text }] });
const awake = (name, yes) => (yes ? good("awake: " + name) : good("done"));
let counted = 0;
let failed = false;
const call = {
  search: (a) => awake("search", /wallet/.test(a.query)),
  translate: (a) => awake("translate", /[\u3040-\u30ff]/.test(a.text) || a.text.length > 5000),
  lookup: (a) => awake("lookup", a.topic === "moon phases"),
  convert: (a) => awake("convert", a.mode === "raw"),
  count: () => awake("count", ++counted >= 6),
  store: (a) => {
    if (!a.value) {
      failed = true;
      return { ...good("value is required"), isError: true };
    }
    return awake("store", failed);
  },
  login: (a) => good("login " + a.password),
  pay: (a) => good("paid " + a.iban),
};
const answer = {
  initialize: (p) => ({ protocolVersion: p.protocolVersion, capabilities: { tools: {}, logging: {}, completions: {}, prompts: {}, resources: { subscribe: true } }, serverInfo: { name: "waiting", version: "1" } }),
  "tools/list": () => ({ tools: TOOLS }),
  "prompts/list": () => ({ prompts: [{ name: "greet", arguments: [{ name: "topic" }] }] }),
  "prompts/get": () => ({ messages: [] }),
  "resources/list": () => ({ resources: [{ uri: "note://1", name: "one" }] }),
  "resources/templates/list": () => ({ resourceTemplates: [{ uriTemplate: "note://{city}/x", name: "t" }] }),
  "resources/read": (p) => ({ contents: [{ uri: p.uri, text: p.uri }] }),
  "resources/subscribe": () => ({}),
  "logging/setLevel": () => ({}),
  "completion/complete": () => ({ completion: { values: [] } }),
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
    if (m.method === undefined || m.id === undefined) {
      if (m.method) process.stderr.write(m.method + "\n");
      continue;
    }
    process.stderr.write(m.method + "\n");
    const f = answer[m.method];
    if (f) send({ id: m.id, result: f(m.params || {}) });
    else send({ id: m.id, error: { code: -32601, message: "Method not found" } });
  }
});
