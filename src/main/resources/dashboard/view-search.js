/* Findings and indicators over all jobs. */
import { choice, el, route } from "./dom.js";
import { severity, verdict } from "./badges.js";
import { paged, table } from "./paged.js";
import { empty } from "./states.js";
import { ago, cut, lower, moment } from "./words.js";

const TYPES = ["domain", "ipv4", "ipv6", "url", "mailbox", "sha256", "path", "command"];
const SEVERITIES = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFO"];

export default async function searchView({ query, signal }) {
  const place = el("div", "");
  const text = el("input", { type: "search", name: "q", maxlength: 200, autocomplete: "off", spellcheck: "false", placeholder: "a host, a path, a tool, a rule…" });
  text.value = query.get("q") ?? "";
  const kind = choice("in", [["findings", "findings"], ["indicators", "indicators"]], query.get("in") ?? "findings");
  const least = choice("severity", [["", "any severity"], ...SEVERITIES.map((word) => [word, lower(word) + (word === "CRITICAL" ? "" : " or worse")])], query.get("severity") ?? "");
  const type = choice("type", [["", "any type"], ...TYPES.map((word) => [word, word])], query.get("type") ?? "");
  const rule = query.get("rule") ?? "";
  let pending = 0;
  const load = () => {
    const findings = kind.value === "findings";
    least.parentElement.hidden = !findings;
    type.parentElement.hidden = findings;
    const asked = { q: text.value.trim(), in: kind.value, ...(findings ? { severity: least.value, rule } : { type: type.value }) };
    return paged(place, "/search", asked, {
      signal,
      frame: () => table(findings ? "Findings" : "Indicators", findings ? [["Severity", "tight"], ["Finding"], ["Job"], ["When", "tight wide-only"]] : [["Type", "tight"], ["Indicator"], ["Job"], ["When", "tight wide-only"]]),
      item: findings ? finding : indicator,
      none: () => (asked.q || asked.severity || asked.type || rule ? empty("Nothing was found", "Try fewer letters, or look among the " + (findings ? "indicators" : "findings") + ".")
        : empty("Nothing to search yet", "Findings and indicators of finished jobs appear here.", { to: "#/", words: "Assess a server" })),
    });
  };
  const form = el("form", { class: "filters", role: "search", onsubmit: (event) => { event.preventDefault(); load(); }, oninput: () => { clearTimeout(pending); pending = setTimeout(load, 250); } },
    el("label", "wide", "Search for", text), el("label", "", "Among", kind), el("label", "", "Severity", least), el("label", "", "Type", type));
  load();
  return [
    el("div", "intro", el("h1", "", "Search"), el("p", "", "Where else was this host, this file, this behaviour seen?")),
    el("section", "", form, rule && el("p", "quiet", "Only the rule ", el("code", "", rule), ". ", el("a", { href: "#/search" }, "Search all")), place),
  ];
}

const about = (hit) => [
  el("td", "", el("a", { href: route("jobs", hit.job), class: "subject" }, cut(hit.subject)), el("p", "hint", verdict(hit.verdict))),
  el("td", { class: "tight wide-only", title: moment(hit.submitted) }, ago(hit.submitted)),
];

function finding(hit) {
  const { finding: found } = hit;
  return el("tr", "", el("td", "tight", severity(found.severity)),
    el("td", "", el("span", "subject", found.title), el("p", "hint", cut(found.message, 600)), el("p", "hint", el("code", "", found.rule), found.tool && " · tool " + found.tool, found.phase && " · " + lower(found.phase))), about(hit));
}

function indicator(hit) {
  const { indicator: found } = hit;
  return el("tr", "", el("td", "tight", el("span", "badge", found.type)),
    el("td", "", el("code", "", cut(found.value, 400)), found.severity !== "none" && [" ", severity(found.severity)]), about(hit));
}
