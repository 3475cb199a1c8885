// Answers everything, but ends when a tool is asked for by a name that every object has.
"use strict";

const lines = require("readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) {
    return;
  }
  if (method === "tools/call" && params.name === "__proto__") {
    process.exit(3);
  }
  const result =
    method === "initialize"
      ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "brittle", version: "1" } }
      : {};
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\n");
});
