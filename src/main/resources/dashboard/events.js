/* The latest events: chosen by kind, walked by keyboard, each opened to all that is known of it. */
import { block, choice, el, visible } from "./dom.js";
import { show } from "./dialog.js";
import { TEXT } from "./text.js";
import { number, phaseWords, plural } from "./words.js";

const MOST_ROWS = 400;
const MOST_KEPT = 4000;

const GROUPS = {
  network: /^(Connected|Bound|Sent|DnsAsked|Flow|Tls|Request|Service|Contact|Packet|Mail|Egress|Stage|Traffic)/,
  processes: /^(Process|Server(Started|Ended)|Call(Refused|Noted)|Slept|Resources)/,
  files: /^(File|Bait)/,
  protocol: /^(Greeted|Endpoint|Authorization|Unanswered|Tool|Prompt|Resource(Listed|s)|Content|ServerAsked|Frame|Stderr)/,
  attacks: /^(Attack|Vulnerability|Input)/,
};

export const kindWords = (kind) => TEXT.kinds[kind] ?? String(kind ?? "").replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
const clock = (micros) => "+" + (micros < 1e6 ? (micros / 1e3).toFixed(0) + " ms" : (micros / 1e6).toFixed(2) + " s");

export class EventList {
  /** `changed` is called when it wants to be drawn again. */
  constructor(changed) {
    this.kept = [];
    this.total = 0;
    this.counted = 0;
    this.group = choice("group", [["", TEXT.events.all], ["network", TEXT.events.network], ["processes", TEXT.events.processes], ["files", TEXT.events.files], ["protocol", TEXT.events.protocol], ["attacks", TEXT.events.attacks]], "");
    this.group.setAttribute("aria-label", TEXT.events.filter);
    this.group.addEventListener("input", () => { this.refill = true; changed(); });
    this.counter = el("span", "hint");
    this.node = el("div", { class: "events", tabindex: "0", role: "listbox", "aria-label": TEXT.events.list,
      onkeydown: (key) => this.walk(key), onclick: (click) => this.open(click.target.closest(".event")) });
  }

  add(event) {
    this.total++;
    this.kept.push(event);
    if (this.kept.length > MOST_KEPT) this.kept.splice(0, MOST_KEPT / 4);
  }

  draw() {
    const pattern = GROUPS[this.group.value];
    const fits = pattern ? this.kept.filter((event) => pattern.test(event.kind)) : this.kept;
    const latest = fits.slice(-MOST_ROWS);
    const atEnd = this.node.scrollHeight - this.node.scrollTop - this.node.clientHeight < 40;
    if (this.refill) this.node.replaceChildren();
    this.refill = false;
    const have = new Set(latest.map((event) => event.seq));
    for (const row of [...this.node.children]) if (!have.has(row.seq)) row.remove();
    const there = new Set([...this.node.children].map((row) => row.seq));
    for (const event of latest) if (!there.has(event.seq)) this.node.append(row(event));
    if (atEnd) this.node.scrollTop = this.node.scrollHeight;
    const all = Math.max(this.total, this.counted);
    this.counter.textContent = all ? TEXT.events.shown(plural(all, "event"), all > latest.length ? number(latest.length) : "") : TEXT.events.none;
  }

  walk(key) {
    const all = [...this.node.children];
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
    this.node.setAttribute("aria-activedescendant", item.id);
    item.scrollIntoView({ block: "nearest" });
  }

  /** All that is known of one event. */
  open(item) {
    if (!item) return;
    this.choose(item);
    const { seq, micros, phase, kind, words, fields } = item.event;
    const known = Object.entries(fields).filter(([name]) => !["seq", "micros", "phase", "record"].includes(name));
    show("#" + seq + "  " + kindWords(kind), el("div", "", el("p", "", el("code", "", words)), el("p", "hint", TEXT.events.when(clock(micros), phaseWords(phase))),
      known.length > 0 && el("dl", "facts rows", known.map(([name, value]) => {
        const text = typeof value === "string" ? value : JSON.stringify(value);
        return el("div", "", el("dt", "", kindWords(name)), el("dd", "", text.length > 100 || text.includes("\n") ? block(text) : el("code", "", text)));
      }))), [["", TEXT.events.close, ""]]);
  }
}

function row(event) {
  const item = el("div", { class: event.alarm ? "event alert" : "event", role: "option", id: "event-" + Number(event.seq), "aria-selected": "false" },
    el("span", "seq", "#" + event.seq), el("span", "time", clock(event.micros)), el("span", "phase", phaseWords(event.phase)),
    el("span", "kind", kindWords(event.kind)), el("span", { class: "words", title: visible(event.words).slice(0, 600) }, visible(event.words).slice(0, 300)));
  item.seq = event.seq;
  item.event = event;
  return item;
}
