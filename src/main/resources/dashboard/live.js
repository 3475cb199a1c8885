/*
 * A detonation as it is seen: phases with their time, the latest events, processes, requests and
 * findings. Drawn at most once a frame, however fast events come, and never more than a screen needs.
 */
import { block, choice, el, visible } from "./dom.js";
import { show } from "./dialog.js";
import { lower, number, plural, span } from "./words.js";

const MOST_ROWS = 400;
const MOST_KEPT = 4000;
const MOST_PROCESSES = 300;
const MOST_PEERS = 200;

export const PHASES = ["ACQUIRE", "INSPECT", "INSTALL", "START", "HANDSHAKE", "LIST", "CALL", "IDLE", "RESTART", "LATER", "ATTACK", "STOP"];

const GROUPS = {
  network: /^(Connected|Bound|Sent|DnsAsked|Flow|Tls|Request|Service|Contact|Packet|Mail|Egress|Stage|Traffic)/,
  processes: /^(Process|Server(Started|Ended)|Call(Refused|Noted)|Slept|Resources)/,
  files: /^(File|Bait)/,
  protocol: /^(Greeted|Endpoint|Authorization|Unanswered|Tool|Prompt|Resource(Listed|s)|Content|ServerAsked|Frame|Stderr)/,
  attacks: /^(Attack|Vulnerability|Input)/,
};

const kindWords = (kind) => String(kind ?? "").replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
const clock = (micros) => "+" + (micros < 1e6 ? (micros / 1e3).toFixed(0) + " ms" : (micros / 1e6).toFixed(2) + " s");

export class Live {
  constructor() {
    this.kept = [];
    this.total = 0;
    this.processes = new Map();
    this.peers = new Map();
    this.alarms = new Map();
    this.phases = new Map();
    this.stale = new Set();
    this.build();
  }

  build() {
    this.phaseList = el("ol", { class: "phases", "aria-label": "Phases" });
    this.aside = el("span", "");
    this.now = el("p", { class: "quiet", role: "status", "aria-live": "polite" });
    this.group = choice("group", [["", "all events"], ["network", "network"], ["processes", "processes"], ["files", "files and decoys"], ["protocol", "protocol"], ["attacks", "attacks"]], "");
    this.group.setAttribute("aria-label", "Which events");
    this.group.addEventListener("input", () => this.mark("events", "refill"));
    this.counter = el("span", "hint");
    this.rows = el("div", { class: "events", tabindex: "0", role: "listbox", "aria-label": "Latest events; Enter opens one",
      onkeydown: (key) => this.walk(key), onclick: (click) => this.open(click.target.closest(".event")) });
    this.tree = el("div", { class: "pane", tabindex: "0", role: "region", "aria-label": "Processes" });
    this.network = el("div", { class: "pane", tabindex: "0", role: "region", "aria-label": "Requests" });
    this.found = el("div", { class: "pane", tabindex: "0", role: "region", "aria-label": "Alarming", "aria-live": "polite" });
    this.node = el("div", { class: "side" },
      el("section", "", el("div", "head", el("h2", "", "Phases"), this.aside), this.phaseList, this.now),
      el("div", "columns",
        el("section", "", el("h2", "", "Alarming"), this.found),
        el("section", "", el("h2", "", "Requests"), this.network)),
      el("section", "", el("h2", "", "Processes"), this.tree),
      el("section", "", el("div", "head", el("h2", "", "Events"), el("div", "actions", this.counter, this.group)), this.rows));
    ["phases", "events", "tree", "network", "found"].forEach((part) => this.stale.add(part));
    this.draw();
  }

  begins(name, detail) {
    if (this.current && this.current !== name && this.phases.get(this.current)?.status === "now") {
      this.phases.set(this.current, { status: "done" });
    }
    this.current = name;
    this.phases.set(name, { begun: performance.now(), ...this.phases.get(name), status: "now" });
    this.note(lower(name) + (detail ? ": " + detail : ""));
    this.mark("phases");
  }

  ends({ phase, status, ms, why }) {
    const look = { DONE: "done", FAILED: "failed" }[status] ?? "trouble";
    this.phases.set(phase, { status: look, millis: ms, why: look === "done" ? "" : lower(status) + (why ? ": " + why : "") });
    this.mark("phases");
  }

  over() {
    clearInterval(this.ticking);
    this.ticking = 0;
    if (this.phases.get(this.current)?.status === "now") this.phases.set(this.current, { status: "done" });
    this.note("");
    this.mark("phases");
  }

  note(words) {
    this.now.textContent = visible(words);
  }

  /** Lets the time of the running phase be seen to pass, until the view is left. */
  tick(signal) {
    this.ticking = setInterval(() => this.mark("phases"), 500);
    signal.addEventListener("abort", () => clearInterval(this.ticking), { once: true });
  }

  counts(counts) {
    this.counted = counts;
    this.mark("events");
  }

  /** One observation as the stream tells it. */
  seen({ seq, micros, phase, record, alarm, text, data }) {
    const event = { seq, micros, phase, kind: record, alarm, words: text, process: data?.process, fields: data ?? {} };
    this.total++;
    this.kept.push(event);
    if (this.kept.length > MOST_KEPT) { this.kept.splice(0, MOST_KEPT / 4); }
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

  mark(part, how) {
    this.stale.add(part);
    if (how === "refill") this.drawn = 0;
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
    const shown = reached.length ? PHASES.filter((name) => this.phases.has(name) || !["INSTALL", "RESTART", "LATER", "ATTACK"].includes(name)) : PHASES;
    this.phaseList.replaceChildren(...shown.map((name) => {
      const { status = "", millis, begun, why } = this.phases.get(name) ?? {};
      const running = this.ticking ? span(performance.now() - begun) : "running";
      const words = millis !== undefined ? span(millis) : { now: running, done: "done" }[status] ?? "";
      return el("li", { class: status, "aria-current": status === "now" ? "step" : false, title: why }, el("b", "", lower(name)), words);
    }));
  }

  draw_events() {
    const pattern = GROUPS[this.group.value];
    const fits = pattern ? this.kept.filter((event) => pattern.test(event.kind)) : this.kept;
    const latest = fits.slice(-MOST_ROWS);
    const atEnd = this.rows.scrollHeight - this.rows.scrollTop - this.rows.clientHeight < 40;
    const have = new Set(latest.map((event) => event.seq));
    for (const row of [...this.rows.children]) if (!have.has(row.seq)) row.remove();
    const there = new Set([...this.rows.children].map((row) => row.seq));
    for (const event of latest) if (!there.has(event.seq)) this.rows.append(row(event));
    if (atEnd) this.rows.scrollTop = this.rows.scrollHeight;
    const all = Math.max(this.total, this.counted?.total ?? 0);
    this.counter.textContent = all ? plural(all, "event") + (all > latest.length ? ", " + number(latest.length) + " shown" : "") : "none yet";
  }

  walk(key) {
    const all = [...this.rows.children];
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12, Home: -all.length, End: all.length };
    if (key.key === "Enter") this.open(this.active);
    else if (key.key in steps && all.length) {
      const now = this.active?.isConnected ? all.indexOf(this.active) : key.key === "ArrowUp" ? all.length : -1;
      this.choose(all[Math.max(0, Math.min(all.length - 1, now + steps[key.key]))]);
    } else return;
    key.preventDefault();
  }

  choose(item) {
    this.active?.setAttribute("aria-selected", "false");
    this.active = item;
    item.setAttribute("aria-selected", "true");
    this.rows.setAttribute("aria-activedescendant", item.id);
    item.scrollIntoView({ block: "nearest" });
  }

  /** All that is known of one event. */
  open(item) {
    if (!item) return;
    this.choose(item);
    const { seq, micros, phase, kind, words, fields } = item.event;
    const known = Object.entries(fields).filter(([name]) => !["seq", "micros", "phase", "record"].includes(name));
    show("#" + seq + "  " + kindWords(kind), el("div", "", el("p", "", el("code", "", words)), el("p", "hint", clock(micros) + " after the start, phase " + lower(phase)),
      known.length > 0 && el("dl", "facts rows", known.map(([name, value]) => {
        const text = typeof value === "string" ? value : JSON.stringify(value);
        return el("div", "", el("dt", "", kindWords(name)), el("dd", "", text.length > 100 || text.includes("\n") ? block(text) : el("code", "", text)));
      }))), [["", "Close", ""]]);
  }

  draw_tree() {
    const roots = el("ul", "tree");
    const lists = new Map([[0, roots]]);
    for (const [process, { words }] of this.processes) {
      const children = el("ul", "");
      lists.set(process, children);
      lists.get(process).item = el("li", "", el("code", "", visible(words).slice(0, 300)), " ", el("span", "when", process));
    }
    for (const [process, { parent }] of this.processes) {
      const mine = lists.get(process);
      const above = parent !== process && lists.get(parent) ? lists.get(parent) : roots;
      above.append(mine.item);
    }
    for (const list of lists.values()) if (list.item && list.children.length) list.item.append(list);
    this.tree.replaceChildren(this.processes.size ? roots : el("p", "quiet", "No process has started yet."));
  }

  draw_network() {
    const lines = [...this.peers.values()].map((peer) => el("li", "", el("span", "badge", peer.how), el("code", "", visible(peer.words).slice(0, 400)),
      peer.times > 1 && el("span", "times", "× " + number(peer.times))));
    this.network.replaceChildren(lines.length ? el("ul", "lines", lines) : el("p", "quiet", "It has not asked for any network yet."));
  }

  draw_found() {
    const lines = [...this.alarms.values()].map(({ event, times }) => el("li", "", el("span", "when", "#" + event.seq), el("div", "",
      el("span", "subject", kindWords(event.kind)), el("div", "mono", visible(event.words).slice(0, 300))), times > 1 && el("span", "times", "× " + number(times))));
    this.found.replaceChildren(lines.length ? el("ul", "lines", lines) : el("p", "quiet", "Nothing so far. The judge speaks when all was seen."));
  }
}

function row(event) {
  const item = el("div", { class: event.alarm ? "event alert" : "event", role: "option", id: "event-" + Number(event.seq), "aria-selected": "false" },
    el("span", "seq", "#" + event.seq), el("span", "time", clock(event.micros)), el("span", "phase", lower(event.phase)),
    el("span", "kind", kindWords(event.kind)), el("span", { class: "words", title: visible(event.words).slice(0, 600) }, visible(event.words).slice(0, 300)));
  item.seq = event.seq;
  item.event = event;
  return item;
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
    case "EgressRefused": return { how: "refused", words: fields.destination };
    case "Connected": case "Sent": return fields.transport === "unix" ? undefined : { how: fields.transport, words: place };
    default: return undefined;
  }
}
