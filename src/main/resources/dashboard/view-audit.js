/* Who did what, in a chain that cannot be changed unseen. */
import { read } from "./api.js";
import { el } from "./dom.js";
import { paged, table } from "./paged.js";
import { empty, fillFrom } from "./states.js";
import { TEXT } from "./text.js";
import { moment, plural } from "./words.js";

const COLUMNS = [["#", "number"], [TEXT.audit.when, "tight"], [TEXT.audit.who, "tight"], [TEXT.audit.from, "tight wide-only"], [TEXT.audit.what], [TEXT.audit.status, "number"], [TEXT.audit.hash, "tight wide-only"]];

export default async function auditView({ query, signal }) {
  const chain = el("section", "");
  const place = el("div", "");
  const key = el("input", { type: "search", name: "key", maxlength: 40, autocomplete: "off", spellcheck: "false" });
  key.value = query.get("key") ?? "";
  const load = () => paged(place, "/audit", { key: key.value.trim() }, {
    signal, frame: () => table(TEXT.audit.title, COLUMNS, "broad"), item: row,
    none: () => empty(TEXT.audit.none, key.value ? TEXT.audit.noneOfKey : TEXT.audit.noneHint),
  });
  fillFrom(chain, () => read("/audit/verification", signal), verification, TEXT.audit.checking);
  load();
  let pending = 0;
  return [
    el("div", "intro", el("h1", "", TEXT.audit.title), el("p", "", TEXT.audit.intro)),
    chain,
    el("section", "", el("form", { class: "filters", role: "search", onsubmit: (event) => { event.preventDefault(); load(); }, oninput: () => { clearTimeout(pending); pending = setTimeout(load, 300); } }, el("label", "wide", TEXT.audit.filter, key)), place),
  ];
}

function verification({ whole, entries, head, trouble }) {
  return [
    el("h2", "", whole ? TEXT.audit.whole : TEXT.audit.broken),
    el("p", whole ? "quiet" : "bad", whole ? TEXT.audit.checked(plural(entries, "entry", "entries")) : trouble),
    el("p", "hint", TEXT.audit.head, el("code", "", head), TEXT.audit.headHint),
  ];
}

const row = (entry) => el("tr", "", el("td", "number", entry.n), el("td", "tight", moment(entry.at)), el("td", "tight", entry.key, entry.role && el("span", "hint", " " + entry.role)), el("td", "tight wide-only", entry.from),
  el("td", "", el("code", "", entry.action), entry.resource && el("span", "hint", "  " + entry.resource), entry.times > 1 && el("span", "hint", TEXT.audit.times(entry.times))), el("td", "number" + (entry.status >= 400 ? " bad" : ""), entry.status), el("td", "tight wide-only", el("code", "", entry.hash.slice(0, 12))));
