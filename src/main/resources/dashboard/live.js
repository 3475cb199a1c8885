/*
 * A detonation as it is seen: phases with their time, the latest events, processes, requests and
 * findings. Drawn at most once a frame, however fast events come, and never more than a screen needs.
 */
import { el, unseen, visible } from "./dom.js";
import { EventList, kindWords } from "./events.js";
import { TEXT } from "./text.js";
import { cut, lower, number, phaseWords, span } from "./words.js";

const MOST_PROCESSES = 300;
const MOST_PEERS = 200;

export const PHASES = ["ACQUIRE", "INSPECT", "INSTALL", "START", "HANDSHAKE", "LIST", "CALL", "IDLE", "RESTART", "LATER", "KERNEL", "ATTACK", "STOP"];

export class Live {
  constructor() {
    this.processes = new Map();
    this.peers = new Map();
    this.alarms = new Map();
    this.phases = new Map();
    this.stale = new Set();
    this.build();
  }

  build() {
    this.phaseList = el("ol", { class: "phases", "aria-label": TEXT.live.phases });
    this.aside = el("span", "");
    this.now = el("p", { class: "quiet", role: "status", "aria-live": "polite" });
    this.events = new EventList(() => this.mark("events"));
    this.tree = el("div", { class: "pane", tabindex: "0", role: "region", "aria-label": TEXT.live.processes });
    this.network = el("div", { class: "pane", tabindex: "0", role: "region", "aria-label": TEXT.live.requests });
    this.found = el("div", { class: "pane", tabindex: "0", role: "region", "aria-label": TEXT.live.alerts, "aria-live": "polite" });
    this.node = el("div", { class: "side" },
      el("section", "", el("div", "head", el("h2", "", TEXT.live.phases), this.aside), this.phaseList, this.now),
      el("div", "columns",
        el("section", "", el("h2", "", TEXT.live.alerts), this.found),
        el("section", "", el("h2", "", TEXT.live.requests), this.network)),
      el("section", "", el("h2", "", TEXT.live.processes), this.tree),
      el("section", "", el("div", "head", el("h2", "", TEXT.live.events), el("div", "actions", this.events.counter, this.events.group)), this.events.node));
    ["phases", "events", "tree", "network", "found"].forEach((part) => this.stale.add(part));
    this.draw();
  }

  begins(name, detail) {
    if (this.current && this.current !== name && this.phases.get(this.current)?.status === "now") {
      this.phases.set(this.current, { status: "done" });
    }
    this.current = name;
    this.phases.set(name, { begun: performance.now(), ...this.phases.get(name), status: "now" });
    this.note(detail ? phaseWords(name) + ": " + cut(detail, 300) : "");
    this.mark("phases");
  }

  ends({ phase, status, ms, why }) {
    const look = { DONE: "done", FAILED: "failed" }[status] ?? "trouble";
    this.phases.set(phase, { status: look, millis: ms, why: look === "done" ? "" : lower(status) + (why ? ": " + why : "") });
    this.mark("phases");
  }

  over() {
    this.ended = true;
    ["found", "tree", "network"].forEach((part) => this.mark(part));
    clearInterval(this.ticking);
    this.ticking = 0;
    if (this.phases.get(this.current)?.status === "now") this.phases.set(this.current, { status: "done" });
    this.note("");
    this.mark("phases");
  }

  /** Shown, and told to those who hear the page; without words they hear at least which phase it is. */
  note(words) {
    this.now.replaceChildren(words ? visible(words) : unseen(this.ended ? TEXT.live.over : phaseWords(this.current)));
  }

  /** Lets the time of the running phase be seen to pass, until the view is left. */
  tick(signal) {
    this.ticking = setInterval(() => this.mark("phases"), 500);
    signal.addEventListener("abort", () => clearInterval(this.ticking), { once: true });
  }

  counts({ total }) {
    this.events.counted = total;
    this.mark("events");
  }

  /** One observation as the stream tells it. */
  seen({ seq, micros, phase, record, alarm, text, data }) {
    const event = { seq, micros, phase, kind: record, alarm, words: text, process: data?.process, fields: data ?? {} };
    this.events.add(event);
    this.mark("events");
    if (event.kind === "ProcessStarted" && this.processes.size < MOST_PROCESSES) {
      this.processes.set(event.process, { parent: event.fields.parent ?? 0, words: (event.fields.argv ?? []).join(" ") || event.fields.path });
      this.mark("tree");
    }
    if (alarm) {
      const known = this.alarms.get(text);
      if (known) known.times++;
      else if (this.alarms.size < MOST_PEERS) this.alarms.set(text, { event, times: 1 });
      this.mark("found");
    }
    const peer = peerOf(event);
    if (peer) {
      const known = this.peers.get(peer.words);
      if (known) known.times++;
      else if (this.peers.size < MOST_PEERS) this.peers.set(peer.words, { ...peer, times: 1 });
      this.mark("network");
    }
  }

  mark(part) {
    this.stale.add(part);
    if (!this.pending) {
      // A hidden tab gets no frames; the timer keeps it from piling up work.
      this.pending = setTimeout(() => requestAnimationFrame(() => { this.pending = 0; this.draw(); }), 80);
    }
  }

  draw() {
    for (const part of this.stale) this["draw_" + part]();
    this.stale.clear();
  }

  draw_phases() {
    const reached = PHASES.filter((name) => this.phases.has(name));
    const shown = reached.length ? PHASES.filter((name) => this.phases.has(name) || !["INSTALL", "RESTART", "LATER", "KERNEL", "ATTACK"].includes(name)) : PHASES;
    this.phaseList.replaceChildren(...shown.map((name) => {
      const { status = "", millis, begun, why } = this.phases.get(name) ?? {};
      const running = this.ticking ? span(performance.now() - begun) : TEXT.live.running;
      const words = millis !== undefined ? span(millis) : { now: running, done: TEXT.live.done }[status] ?? "";
      return el("li", { class: status, "aria-current": status === "now" ? "step" : false, title: why }, el("b", "", phaseWords(name)), words);
    }));
  }

  draw_events() {
    this.events.draw();
  }

  draw_tree() {
    const roots = el("ul", "tree");
    const lists = new Map([[0, roots]]);
    for (const [process, { words }] of this.processes) {
      const children = el("ul", "");
      lists.set(process, children);
      lists.get(process).item = el("li", "", el("code", "", visible(words).slice(0, 300)), " ", el("span", "when", TEXT.live.process(process)));
    }
    for (const [process, { parent }] of this.processes) {
      const mine = lists.get(process);
      const above = parent !== process && lists.get(parent) ? lists.get(parent) : roots;
      above.append(mine.item);
    }
    for (const list of lists.values()) if (list.item && list.children.length) list.item.append(list);
    this.tree.replaceChildren(this.processes.size ? roots : el("p", "quiet", this.ended ? TEXT.live.noProcess : TEXT.live.noProcessYet));
  }

  draw_network() {
    const lines = [...this.peers.values()].map((peer) => el("li", "", el("span", "badge", peer.how), el("code", "", visible(peer.words).slice(0, 400)),
      peer.times > 1 && el("span", "times", "× " + number(peer.times))));
    this.network.replaceChildren(lines.length ? el("ul", "lines", lines) : el("p", "quiet", this.ended ? TEXT.live.noNetwork : TEXT.live.noNetworkYet));
  }

  draw_found() {
    const lines = [...this.alarms.values()].map(({ event, times }) => el("li", "", el("span", "when", "#" + event.seq), el("div", "",
      el("span", "subject", kindWords(event.kind)), el("div", "mono", visible(event.words).slice(0, 300))), times > 1 && el("span", "times", "× " + number(times))));
    this.found.replaceChildren(lines.length ? el("ul", "lines", lines) : el("p", "quiet", this.ended ? TEXT.live.noAlert : TEXT.live.noAlertYet));
  }
}

/** What an event says about the world outside, if anything. */
function peerOf({ kind, fields }) {
  const place = fields.address === undefined ? "" : fields.address + (fields.port > 0 ? ":" + fields.port : "");
  switch (kind) {
    case "RequestSent": return { how: fields.tls ? "https" : "http", words: fields.method + " " + fields.url };
    case "DnsAsked": return { how: "dns", words: fields.name };
    case "MailSent": return { how: "mail", words: (fields.to ?? []).join(", ") };
    case "ServiceAsked": return { how: fields.service, words: place };
    case "PacketSent": return { how: fields.protocol, words: place };
    case "EgressRefused": return { how: TEXT.live.blocked, words: fields.destination };
    case "Connected": case "Sent": return fields.transport === "unix" ? undefined : { how: fields.transport, words: place };
    default: return undefined;
  }
}
