// Asks mcpsf for a secret that the policy lets this code hold (reveal: true).
import { connect } from "node:net";

const SOCKET = "/run/mcpsf/broker.sock";

/** The policy does not grant this secret, purpose or number of uses. */
export class SecretRefused extends Error {}

export function secret(name, purpose) {
  return new Promise((resolve, reject) => {
    const parts = [];
    const broker = connect(SOCKET, () => broker.write(JSON.stringify({ secret: name, purpose }) + "\n"));
    broker.on("data", (part) => parts.push(part));
    broker.on("error", reject);
    broker.on("end", () => {
      const said = Buffer.concat(parts).toString("utf8");
      const answer = said ? JSON.parse(said) : { error: "mcpsf hung up" };
      if ("error" in answer) reject(new SecretRefused(answer.error));
      else resolve(answer.value);
    });
  });
}
