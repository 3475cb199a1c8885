/* Who did what, in a chain that cannot be changed unseen. */
import { read } from "./api.js";
import { el } from "./dom.js";
import { paged, table } from "./paged.js";
import { empty, fillFrom } from "./states.js";
import { moment, plural } from "./words.js";

const COLUMNS = [["#", "number"], ["When", "tight"], ["Who", "tight"], ["From", "tight wide-only"], ["What"], ["Answer", "number"], ["Hash", "tight wide-only"]];

export default async function auditView({ query, signal }) {
  const chain = el("section", "");
  const place = el("div", "");
  const key = el("input", { type: "search", name: "key", maxlength: 40, autocomplete: "off", spellcheck: "false" });
  key.value = query.get("key") ?? "";
  const load = () => paged(place, "/audit", { key: key.value.trim() }, {
    signal, frame: () => table("Audit log", COLUMNS, "broad"), item: row,
    none: () => empty("No entries", key.value ? "That key did nothing, or there is none of that id." : "Every access is written here."),
  });
  fillFrom(chain, () => read("/audit/verification", signal), verification, "Walking the chain…");
  load();
  let pending = 0;
  return [
    el("div", "intro", el("h1", "", "Audit"), el("p", "", "Every access, one after the other; equal refusals are counted. Each entry holds the hash of the one before it.")),
    chain,
    el("section", "", el("form", { class: "filters", role: "search", onsubmit: (event) => { event.preventDefault(); load(); }, oninput: () => { clearTimeout(pending); pending = setTimeout(load, 300); } }, el("label", "wide", "Only of the key with this id", key)), place),
  ];
}

function verification({ whole, entries, head, trouble }) {
  return [
    el("h2", "", whole ? "The chain is whole" : "The chain is broken"),
    el("p", whole ? "quiet" : "bad", whole ? plural(entries, "entry", "entries") + " checked." : trouble),
    el("p", "hint", "Head: ", el("code", "", head), ". Keep it elsewhere and compare later: what was cut off at the end shows only there."),
  ];
}

const row = (entry) => el("tr", "", el("td", "number", entry.n), el("td", "tight", moment(entry.at)), el("td", "tight", entry.key, entry.role && el("span", "hint", " " + entry.role)), el("td", "tight wide-only", entry.from),
  el("td", "", el("code", "", entry.action), entry.resource && el("span", "hint", "  " + entry.resource), entry.times > 1 && el("span", "hint", "  " + entry.times + " times")), el("td", "number" + (entry.status >= 400 ? " bad" : ""), entry.status), el("td", "tight wide-only", el("code", "", entry.hash.slice(0, 12))));
