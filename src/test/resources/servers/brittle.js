// Answers everything, but ends when a tool is asked for by the name that it was started with.
"use strict";

const lines = require("readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) {
    return;
  }
  if (method === "tools/call" && params.name === process.argv[2]) {
    process.exit(3);
  }
  const result =
    method === "initialize"
      ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "brittle", version: "1" } }
      : {};
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\n");
});
