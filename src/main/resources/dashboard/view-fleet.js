/* All jobs together: verdicts over time, what is seen most, and who does the work. */
import { address, read } from "./api.js";
import { bars, columns } from "./charts.js";
import { choice, el, link, route } from "./dom.js";
import { severity, verdict } from "./badges.js";
import { table } from "./paged.js";
import { empty, fillFrom } from "./states.js";
import { TEXT } from "./text.js";
import { ago, cut, moment, number, plural } from "./words.js";

const KINDS = [["NOTHING_SEEN", "nothing seen", "nothing-seen"], ["INCONCLUSIVE", "inconclusive", "inconclusive"], ["RISKY", "risky", "risky"], ["SUSPICIOUS", "suspicious", "suspicious"], ["MALICIOUS", "malicious", "malicious"]];

export default async function fleetView({ query, signal }) {
  const place = el("div", "side");
  const days = choice("days", [["7", TEXT.fleet.week], ["30", TEXT.fleet.month], ["90", TEXT.fleet.quarter], ["366", TEXT.fleet.year]], query.get("days") ?? "30");
  const load = () => fillFrom(place, () => Promise.all([read(address("/fleet", { days: days.value }), signal), read("/workers", signal)]),
    ([fleet, workers]) => figures(fleet, workers.items));
  load();
  return [el("div", "head", el("h1", "", TEXT.fleet.title), el("form", { class: "filters", oninput: load, onsubmit: (event) => event.preventDefault() }, el("label", "", TEXT.fleet.over, days))), place];
}

function figures(fleet, workers) {
  if (!fleet.jobs) return [el("section", "", empty(TEXT.fleet.none, TEXT.fleet.noneHint, { to: "#/", words: TEXT.submit.title })), crew(workers)];
  const waiting = (fleet.states.QUEUED ?? 0) + (fleet.states.AWAITING_APPROVAL ?? 0);
  const tile = (words, figure, hint, look = "") => el("div", "", el("dt", "", words), el("dd", look, number(figure), hint && el("span", "hint", hint)));
  return [
    el("dl", "tiles",
      tile(TEXT.fleet.jobs, fleet.jobs), tile(TEXT.fleet.malicious, fleet.verdicts.MALICIOUS, "", fleet.verdicts.MALICIOUS ? "malicious" : ""),
      tile(TEXT.fleet.suspicious, fleet.verdicts.SUSPICIOUS, "", fleet.verdicts.SUSPICIOUS ? "suspicious" : ""), tile(TEXT.fleet.risky, fleet.verdicts.RISKY, "", fleet.verdicts.RISKY ? "risky" : ""),
      tile(TEXT.fleet.running, fleet.states.RUNNING), tile(TEXT.fleet.waiting, waiting)),
    el("section", "", el("h2", "", TEXT.fleet.byDay), columns(TEXT.fleet.byDayOver(plural(fleet.days, "day")),
      allDays(fleet).map(({ day, verdicts }) => ({ label: day, parts: verdicts })), KINDS)),
    el("div", "columns",
      el("section", "", el("h2", "", TEXT.fleet.hosts), fleet.hosts.length ? bars(fleet.hosts.slice(0, 10).map((host) => ({
        name: link("#/search?" + new URLSearchParams({ in: "indicators", q: host.value.slice(0, 200) }), host.value), count: host.jobs, title: host.value }))) : el("p", "quiet", TEXT.fleet.noHosts)),
      el("section", "", el("h2", "", TEXT.fleet.rules), fleet.rules.length ? bars(fleet.rules.slice(0, 10).map((rule) => ({
        name: [severity(rule.severity), " ", link("#/search?" + new URLSearchParams({ rule: rule.rule }), rule.title)], count: rule.jobs, title: rule.title }))) : el("p", "quiet", TEXT.fleet.noRules))),
    el("section", "", el("h2", "", TEXT.fleet.servers), subjects(fleet.subjects)),
    crew(workers),
  ];
}

/** Days without a job are days too. */
function allDays({ days, perDay }) {
  const known = new Map(perDay.map((entry) => [entry.day, entry.verdicts]));
  const all = [];
  for (let back = Math.min(days, 366) - 1; back >= 0; back--) {
    const day = new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
    all.push({ day, verdicts: known.get(day) ?? {} });
  }
  return all;
}

function subjects(list) {
  if (!list.length) return el("p", "quiet", TEXT.fleet.noServers);
  const { node, items } = table(TEXT.fleet.serversTable, [[TEXT.fleet.server], [TEXT.fleet.verdict, "tight"], [TEXT.fleet.risk, "number"], [TEXT.fleet.jobs, "number wide-only"], [TEXT.fleet.last, "tight wide-only"]]);
  items.append(...list.slice(0, 50).map((each) => el("tr", "", el("td", "", el("a", { href: route("jobs", each.job), class: "subject" }, cut(each.name)), " ", el("span", "hint", each.kind)),
    el("td", "tight", verdict(each.verdict)), el("td", "number", each.score), el("td", "number wide-only", number(each.jobs)), el("td", { class: "tight wide-only", title: moment(each.finished) }, ago(each.finished)))));
  return node;
}

function crew(workers) {
  if (!workers.length) return el("section", "", el("h2", "", TEXT.fleet.workers), empty(TEXT.fleet.noWorkers, TEXT.fleet.noWorkersHint));
  const { node, items } = table(TEXT.fleet.workers, [[TEXT.fleet.worker], [TEXT.fleet.host, "wide-only"], [TEXT.fleet.version, "tight wide-only"], [TEXT.fleet.busy, "number"], [TEXT.fleet.heard, "tight"]]);
  items.append(...workers.map((worker) => el("tr", "", el("td", "", el("code", "", worker.id)), el("td", "wide-only", worker.host), el("td", "tight wide-only", worker.version),
    el("td", "number", TEXT.fleet.slots(worker.running, worker.slots)), el("td", "tight", ago(worker.heard)))));
  return el("section", "", el("h2", "", TEXT.fleet.workers), node);
}
