/* Sessions that are open with what they use, and executions that failed: why, by kind, over time. */
import { address, at, read, send } from "./api.js";
import { bars } from "./charts.js";
import { button, choice, el, link } from "./dom.js";
import { paged, table } from "./paged.js";
import { may } from "./roles.js";
import { act, announce, empty, fillFrom } from "./states.js";
import { TEXT } from "./text.js";
import { ago, bytes, cut, lower, moment, number, span } from "./words.js";

const T = TEXT.sessions;
const OPEN = [[T.session], [T.state, "tight"], [T.executions, "number"], [T.cpu, "number"], [T.memory, "number"], [T.disk, "number wide-only"], [T.started, "tight wide-only"], ["", "tight"]];
const FAILED = [[T.when, "tight"], [T.kind, "tight"], [T.why], [T.language, "tight wide-only"], [T.took, "number wide-only"]];

export default async function sessionsView({ query, signal, me }) {
  const open = el("div", "");
  const kinds = el("div", "");
  const failed = el("div", "");
  const days = choice("days", [["1", T.day], ["7", T.week], ["30", T.month]], query.get("days") ?? "7");
  const kind = query.get("kind") ?? "";
  const show = () => fillFrom(open, () => read("/sessions", signal), ({ items }) => sessions(items, me, show));
  const load = () => {
    const since = new Date(Date.now() - Number(days.value) * 86_400_000).toISOString();
    fillFrom(kinds, () => read(address("/execution-failures", { since }), signal), ({ items }) => byKind(items));
    paged(failed, "/executions", { failed: "true", since, ...(kind && { kind }) }, {
      signal, frame: () => table(T.failed, FAILED, "broad"), item: row, none: () => empty(T.noFailures, T.noFailuresHint),
    });
  };
  show();
  load();
  return [
    el("div", "intro", el("h1", "", T.title), el("p", "", T.intro)),
    el("section", "", el("h2", "", T.open), open),
    el("section", "", el("h2", "", T.failed),
      el("form", { class: "filters", oninput: load, onsubmit: (event) => event.preventDefault() }, el("label", "", T.over, days), kind && link("#/sessions", T.all(cut(kind, 60)))),
      kinds, failed),
  ];
}

function sessions(items, me, again) {
  if (!items.length) return empty(T.none, T.noneHint);
  const { node, items: rows } = table(T.open, OPEN);
  rows.append(...items.map((session) => {
    const use = session.resourceUsage;
    const of = (used, limit) => (used < 0 ? "–" : bytes(used) + " / " + bytes(limit));
    const trouble = el("span", "");
    const end = may(me, "submitter") && button(T.end, (click) => act(click.currentTarget, trouble, async () => {
      await send("DELETE", at("sessions", session.id));
      announce(T.ended);
      again();
    }), "danger");
    return el("tr", "", el("td", "", el("code", "", session.id), el("span", "hint", " " + session.key)), el("td", "tight", lower(session.state)),
      el("td", "number", number(session.executions)), el("td", "number", use.cpuTime < 0 ? "–" : span(use.cpuTime)), el("td", "number", of(use.memory, use.memoryLimit)),
      el("td", "number wide-only", of(use.disk, use.diskLimit)), el("td", { class: "tight wide-only", title: moment(session.started) }, ago(session.started)), el("td", "tight", end, trouble));
  }));
  return node;
}

/** One bar for each kind; a click shows those alone. */
function byKind(items) {
  const sums = new Map();
  for (const { kind, count } of items) sums.set(kind, (sums.get(kind) ?? 0) + count);
  const sorted = [...sums].sort((a, b) => b[1] - a[1]).slice(0, 10);
  return sorted.length ? bars(sorted.map(([kind, count]) => ({ name: kind ? link("#/sessions?" + new URLSearchParams({ kind }), cut(kind, 60)) : T.unknown, count, title: kind }))) : [];
}

const row = (execution) => el("tr", "", el("td", { class: "tight", title: moment(execution.started) }, ago(execution.started)), el("td", "tight", el("code", "", cut(execution.kind, 60))),
  el("td", "", cut(execution.why, 200), el("span", "hint", " " + execution.id)), el("td", "tight wide-only", execution.language), el("td", "number wide-only", span(execution.millis)));
