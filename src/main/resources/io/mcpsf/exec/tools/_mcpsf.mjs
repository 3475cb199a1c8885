// Calls tools of MCP servers, which run elsewhere, through mcpsf.
import { connect } from "node:net";

const SOCKET = "/run/mcpsf/tools.sock";

/** The tool, its server or the policy refused the call; the text may be the server's own. */
export class ToolError extends Error {}

export function ask(question) {
  return new Promise((resolve, reject) => {
    const parts = [];
    const relay = connect(SOCKET, () => relay.write(JSON.stringify(question) + "\n"));
    relay.on("data", (part) => parts.push(part));
    relay.on("error", reject);
    relay.on("end", () => {
      const said = Buffer.concat(parts).toString("utf8");
      const answer = said ? JSON.parse(said) : { error: "mcpsf hung up" };
      if ("error" in answer) reject(new ToolError(answer.error));
      else resolve(answer.result);
    });
  });
}

export async function call(server, tool, input) {
  const result = await ask({ server, tool, arguments: input });
  const content = result.content ?? [];
  const texts = content.filter((part) => part.type === "text").map((part) => part.text);
  if (result.isError) throw new ToolError(texts.join("\n") || "the tool failed");
  if ("structuredContent" in result) return result.structuredContent;
  return texts.length === content.length ? texts.join("\n") : content;
}
