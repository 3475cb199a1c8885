// An MCP server of revision 2026-07-28 only: no handshake, every request carries its _meta, questions come as results.
"use strict";
const META = "io.modelcontextprotocol/";
const send = (m) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...m }) + "\n");
const refuse = (id, code, message, data) => send({ id, error: { code, message, data } });
const TOOLS = [
  { name: "time", description: "Tells the time", inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] } },
  { name: "confirm", description: "Asks first", inputSchema: { type: "object" } },
];
const call = (p) => {
  if (p.name === "time") return { resultType: "complete", content: [{ type: "text", text: "noon in " + p.arguments.city }] };
  if (!p.inputResponses) {
    return {
      resultType: "input_required",
      requestState: "s1",
      inputRequests: {
        sure: { method: "elicitation/create", params: { message: "Sure?", requestedSchema: { type: "object", properties: {} } } },
        where: { method: "roots/list" },
      },
    };
  }
  const said = p.inputResponses.sure.action + " " + p.inputResponses.where.roots.length + " " + p.requestState;
  return { resultType: "complete", content: [{ type: "text", text: said }] };
};
const answer = {
  "server/discover": () => ({
    resultType: "complete",
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: {} },
    serverInfo: { name: "stateless", version: "2.0.0" },
    instructions: "No session.",
  }),
  "tools/list": () => ({ resultType: "complete", tools: TOOLS, ttlMs: 0, cacheScope: "private" }),
  "tools/call": call,
};
let rest = "";
process.stdin.on("data", (d) => {
  rest += d;
  const lines = rest.split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const m = JSON.parse(line);
    if (m.id === undefined) continue;
    const f = answer[m.method];
    const meta = (m.params || {})._meta || {};
    if (!f) refuse(m.id, -32601, "Method not found");
    else if (!meta[META + "protocolVersion"] || !meta[META + "clientCapabilities"]) refuse(m.id, -32602, "Missing _meta");
    else if (meta[META + "protocolVersion"] !== "2026-07-28") refuse(m.id, -32022, "Unsupported protocol version", { supported: ["2026-07-28"] });
    else send({ id: m.id, result: f(m.params) });
  }
});
