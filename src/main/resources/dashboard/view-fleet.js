/* All jobs together: verdicts over time, what is seen most, and who does the work. */
import { address, read } from "./api.js";
import { bars, columns } from "./charts.js";
import { choice, el, link, route } from "./dom.js";
import { severity, verdict } from "./badges.js";
import { table } from "./paged.js";
import { empty, fillFrom } from "./states.js";
import { ago, cut, moment, number, plural } from "./words.js";

const KINDS = [["NOTHING_SEEN", "nothing seen", "nothing-seen"], ["INCONCLUSIVE", "inconclusive", "inconclusive"], ["RISKY", "risky", "risky"], ["SUSPICIOUS", "suspicious", "suspicious"], ["MALICIOUS", "malicious", "malicious"]];

export default async function fleetView({ query, signal }) {
  const place = el("div", "side");
  const days = choice("days", [["7", "7 days"], ["30", "30 days"], ["90", "90 days"], ["366", "a year"]], query.get("days") ?? "30");
  const load = () => fillFrom(place, () => Promise.all([read(address("/fleet", { days: days.value }), signal), read("/workers", signal)]),
    ([fleet, workers]) => figures(fleet, workers.items));
  load();
  return [el("div", "head", el("h1", "", "Fleet"), el("form", { class: "filters", oninput: load, onsubmit: (event) => event.preventDefault() }, el("label", "", "Over the last", days))), place];
}

function figures(fleet, workers) {
  if (!fleet.jobs) return [el("section", "", empty("No jobs in this time", "What was assessed is counted here.", { to: "#/", words: "Assess a server" })), crew(workers)];
  const waiting = (fleet.states.QUEUED ?? 0) + (fleet.states.AWAITING_APPROVAL ?? 0);
  const tile = (words, figure, hint, look = "") => el("div", "", el("dt", "", words), el("dd", look, number(figure), hint && el("span", "hint", hint)));
  return [
    el("dl", "tiles",
      tile("Jobs", fleet.jobs), tile("Malicious", fleet.verdicts.MALICIOUS, "", fleet.verdicts.MALICIOUS ? "malicious" : ""),
      tile("Suspicious", fleet.verdicts.SUSPICIOUS, "", fleet.verdicts.SUSPICIOUS ? "suspicious" : ""), tile("Risky", fleet.verdicts.RISKY, "", fleet.verdicts.RISKY ? "risky" : ""),
      tile("Running", fleet.states.RUNNING), tile("Waiting", waiting)),
    el("section", "", el("h2", "", "Verdicts by day"), columns("Verdicts by day over " + plural(fleet.days, "day"),
      allDays(fleet).map(({ day, verdicts }) => ({ label: day, parts: verdicts })), KINDS)),
    el("div", "columns",
      el("section", "", el("h2", "", "Hosts most seen"), fleet.hosts.length ? bars(fleet.hosts.slice(0, 10).map((host) => ({
        name: link("#/search?" + new URLSearchParams({ in: "indicators", q: host.value.slice(0, 200) }), host.value), count: host.jobs, title: host.value }))) : el("p", "quiet", "No host was asked for.")),
      el("section", "", el("h2", "", "Rules that fired most"), fleet.rules.length ? bars(fleet.rules.slice(0, 10).map((rule) => ({
        name: [severity(rule.severity), " ", link("#/search?" + new URLSearchParams({ rule: rule.rule }), rule.title)], count: rule.jobs, title: rule.title }))) : el("p", "quiet", "No rule fired."))),
    el("section", "", el("h2", "", "Servers and their last verdict"), subjects(fleet.subjects)),
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
  if (!list.length) return el("p", "quiet", "None is finished yet.");
  const { node, items } = table("Servers", [["Server"], ["Verdict", "tight"], ["Risk", "number"], ["Jobs", "number wide-only"], ["Last", "tight wide-only"]]);
  items.append(...list.slice(0, 50).map((each) => el("tr", "", el("td", "", el("a", { href: route("jobs", each.job), class: "subject" }, cut(each.name)), " ", el("span", "hint", each.kind)),
    el("td", "tight", verdict(each.verdict)), el("td", "number", each.score), el("td", "number wide-only", number(each.jobs)), el("td", { class: "tight wide-only", title: moment(each.finished) }, ago(each.finished)))));
  return node;
}

function crew(workers) {
  if (!workers.length) return el("section", "", el("h2", "", "Workers"), empty("No worker was heard of", "Jobs wait until one is there: start mcpsf serve with workers, or mcpsf worker on another machine."));
  const { node, items } = table("Workers", [["Worker"], ["Host", "wide-only"], ["Version", "tight wide-only"], ["Busy", "number"], ["Heard", "tight"]]);
  items.append(...workers.map((worker) => el("tr", "", el("td", "", el("code", "", worker.id)), el("td", "wide-only", worker.host), el("td", "tight wide-only", worker.version),
    el("td", "number", worker.running + " of " + worker.slots), el("td", "tight", ago(worker.heard)))));
  return el("section", "", el("h2", "", "Workers"), node);
}
