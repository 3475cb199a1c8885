/*
 * Server-sent events over fetch: unlike the browser's own EventSource it tells a refusal from a
 * broken line, and is given up at once when its view is left.
 */
import { ask } from "./api.js";

const MOST_LINE = 1_000_000;
const PAUSES = [500, 1000, 2000, 5000, 10_000];

/** Reads one stream of lines into messages; exported for tests. */
export class Lines {
  constructor(tell) {
    this.tell = tell;
    this.rest = "";
    this.message = { event: "message", data: [], id: undefined };
  }

  feed(text) {
    this.rest += text;
    if (this.rest.length > MOST_LINE) throw new Error("a line of the stream is too long");
    const lines = this.rest.split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop();
    lines.forEach((line) => this.line(line));
  }

  line(line) {
    if (line === "") {
      if (this.message.data.length) this.tell({ ...this.message, data: this.message.data.join("\n") });
      this.message = { event: "message", data: [], id: this.message.id };
      return;
    }
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "event") this.message.event = value;
    else if (name === "data") this.message.data.push(value);
    else if (name === "id") this.message.id = value;
  }
}

/**
 * Follows a stream until it is aborted or `tell` answers false, and takes it up again after the
 * last event seen when the connection breaks. `state` hears live, broken or over.
 */
export async function follow(path, { tell, state, signal }) {
  let last, failures = 0, more = true;
  while (more && !signal.aborted) {
    try {
      const headers = { Accept: "text/event-stream", ...(last === undefined ? {} : { "Last-Event-ID": last }) };
      const answer = await ask("GET", path, { headers, signal });
      const lines = new Lines((message) => {
        failures = 0;
        if (message.id !== undefined) last = message.id;
        if (tell(message) === false) more = false;
      });
      state("live");
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      while (more) {
        const { value, done } = await reader.read();
        if (done) break;
        lines.feed(value);
      }
      await reader.cancel();
    } catch (failure) {
      if (signal.aborted) return;
      if (failure.status >= 400 && failure.status < 500 && failure.status !== 429) throw failure;
    }
    if (more && !signal.aborted) {
      state("broken");
      await pause(PAUSES[Math.min(failures++, PAUSES.length - 1)], signal);
    }
  }
  if (!signal.aborted) state("over");
}

const pause = (millis, signal) =>
  new Promise((done) => {
    const timer = setTimeout(done, millis);
    signal.addEventListener("abort", () => { clearTimeout(timer); done(); }, { once: true });
  });
