/* Findings and indicators over all jobs. */
import { choice, el, route } from "./dom.js";
import { severity, verdict } from "./badges.js";
import { paged, table } from "./paged.js";
import { empty } from "./states.js";
import { TEXT } from "./text.js";
import { ago, cut, lower, moment, phaseWords } from "./words.js";

const TYPES = ["domain", "ipv4", "ipv6", "url", "mailbox", "sha256", "path", "command"];
const SEVERITIES = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFO"];

export default async function searchView({ query, signal }) {
  const place = el("div", "");
  const text = el("input", { type: "search", name: "q", maxlength: 200, autocomplete: "off", spellcheck: "false", placeholder: TEXT.search.placeholder });
  text.value = query.get("q") ?? "";
  const kind = choice("in", [["findings", TEXT.search.findings], ["indicators", TEXT.search.indicators]], query.get("in") ?? "findings");
  const least = choice("severity", [["", TEXT.search.anySeverity], ...SEVERITIES.map((word) => [word, lower(word) + (word === "CRITICAL" ? "" : TEXT.search.orWorse)])], query.get("severity") ?? "");
  const type = choice("type", [["", TEXT.search.anyType], ...TYPES.map((word) => [word, word])], query.get("type") ?? "");
  const rule = query.get("rule") ?? "";
  let pending = 0;
  const load = () => {
    const findings = kind.value === "findings";
    least.parentElement.hidden = !findings;
    type.parentElement.hidden = findings;
    const asked = { q: text.value.trim(), in: kind.value, ...(findings ? { severity: least.value, rule } : { type: type.value }) };
    return paged(place, "/search", asked, {
      signal,
      frame: () => table(findings ? TEXT.search.findingsTable : TEXT.search.indicatorsTable, findings ? [[TEXT.search.severity, "tight"], [TEXT.search.finding], [TEXT.search.job], [TEXT.search.when, "tight wide-only"]] : [[TEXT.search.type, "tight"], [TEXT.search.indicator], [TEXT.search.job], [TEXT.search.when, "tight wide-only"]]),
      item: findings ? finding : indicator,
      none: () => (asked.q || asked.severity || asked.type || rule ? empty(TEXT.search.none, TEXT.search.noneHint(findings ? TEXT.search.indicators : TEXT.search.findings))
        : empty(TEXT.search.empty, TEXT.search.emptyHint, { to: "#/", words: TEXT.submit.title })),
    });
  };
  const form = el("form", { class: "filters", role: "search", onsubmit: (event) => { event.preventDefault(); load(); }, oninput: () => { clearTimeout(pending); pending = setTimeout(load, 250); } },
    el("label", "wide", TEXT.search.query, text), el("label", "", TEXT.search.among, kind), el("label", "", TEXT.search.severity, least), el("label", "", TEXT.search.type, type));
  load();
  return [
    el("div", "intro", el("h1", "", TEXT.search.title), el("p", "", TEXT.search.intro)),
    el("section", "", form, rule && el("p", "quiet", TEXT.search.onlyRule, el("code", "", rule), ". ", el("a", { href: "#/search" }, TEXT.search.all)), place),
  ];
}

const about = (hit) => [
  el("td", "", el("a", { href: route("jobs", hit.job), class: "subject" }, cut(hit.subject)), el("p", "hint", verdict(hit.verdict))),
  el("td", { class: "tight wide-only", title: moment(hit.submitted) }, ago(hit.submitted)),
];

function finding(hit) {
  const { finding: found } = hit;
  return el("tr", "", el("td", "tight", severity(found.severity)),
    el("td", "", el("span", "subject", found.title), el("p", "hint", cut(found.message, 600)), el("p", "hint", el("code", "", found.rule), found.tool && TEXT.search.tool(found.tool), found.phase && " · " + phaseWords(found.phase))), about(hit));
}

function indicator(hit) {
  const { indicator: found } = hit;
  return el("tr", "", el("td", "tight", el("span", "badge", found.type)),
    el("td", "", el("code", "", cut(found.value, 400)), found.severity !== "none" && [" ", severity(found.severity)]), about(hit));
}
