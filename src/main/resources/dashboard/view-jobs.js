/* All jobs, with filters; those that are not over are looked after while the view is open. */
import { address, read } from "./api.js";
import { choice, el, route } from "./dom.js";
import { state, verdict } from "./badges.js";
import { paged, table } from "./paged.js";
import { empty } from "./states.js";
import { TEXT } from "./text.js";
import { ago, cut, lower, moment, over, plural, span, stateWords, subject } from "./words.js";

const STATES = ["AWAITING_APPROVAL", "QUEUED", "RUNNING", "DONE", "FAILED", "CANCELLED", "REFUSED"];
const VERDICTS = ["MALICIOUS", "SUSPICIOUS", "RISKY", "NOTHING_SEEN", "INCONCLUSIVE"];
const COLUMNS = [[TEXT.jobs.job], [TEXT.jobs.state, "tight"], [TEXT.jobs.verdict, "tight wide-only"], [TEXT.jobs.risk, "number wide-only"], [TEXT.jobs.profile, "tight wide-only"], [TEXT.jobs.by, "tight wide-only"], [TEXT.jobs.submitted, "tight wide-only"], [TEXT.jobs.took, "number wide-only"]];

/* Every look is an entry in the audit log, so nobody looks often at what does not change. */
const WHILE_SOMETHING_RUNS = 3000;
const OTHERWISE = 15_000;

export default async function jobsView({ query, signal, me }) {
  const place = el("div", "");
  const text = el("input", { type: "search", name: "q", maxlength: 200, autocomplete: "off" });
  text.value = query.get("q") ?? "";
  const states = choice("state", [["", TEXT.jobs.all], ["AWAITING_APPROVAL,QUEUED,RUNNING", TEXT.jobs.open], ...STATES.map((word) => [word, stateWords(word)])], query.get("state") ?? "");
  const verdicts = choice("verdict", [["", TEXT.jobs.all], ...VERDICTS.map((word) => [word, lower(word)])], query.get("verdict") ?? "");
  const mine = el("input", { type: "checkbox", name: "mine" });
  mine.checked = query.get("mine") === "true";
  const list = { shown: new Map() };
  let pending = 0;
  const load = () => {
    list.shown.clear();
    const asked = { q: text.value.trim(), state: states.value, verdict: verdicts.value, mine: mine.checked ? "true" : "" };
    list.asked = undefined;
    const filtered = Object.values(asked).some(Boolean);
    return paged(place, "/jobs", asked, {
      signal,
      frame: () => { const made = table(TEXT.jobs.title, COLUMNS); list.items = made.items; list.asked = asked; return made; },
      item: (job) => { const row = draw(job); list.shown.set(job.id, { job, row }); return row; },
      none: () => {
        list.asked = asked;
        return filtered ? empty(TEXT.jobs.noMatch, TEXT.jobs.noMatchHint)
          : empty(TEXT.jobs.none, TEXT.jobs.noneHint, { to: "#/", words: TEXT.submit.title });
      },
    });
  };
  const form = el("form", { class: "filters", role: "search", onsubmit: (event) => { event.preventDefault(); load(); }, oninput: () => { clearTimeout(pending); pending = setTimeout(load, 250); } },
    el("label", "wide", TEXT.jobs.filter, text), el("label", "", TEXT.jobs.state, states), el("label", "", TEXT.jobs.verdict, verdicts),
    !me.open && el("label", "check", mine, TEXT.jobs.mine));
  list.load = load;
  load();
  keepFresh(list, signal);
  return [
    el("div", "head", el("h1", "", TEXT.jobs.title), el("a", { class: "button primary", href: "#/" }, TEXT.submit.title)),
    el("section", "", form, place),
  ];
}

function draw(job) {
  const took = job.finished && job.started ? Date.parse(job.finished) - Date.parse(job.started) : NaN;
  return el("tr", "",
    el("td", "", el("a", { href: route("jobs", job.id), class: "subject" }, subject(job)),
      el("p", "hint", [job.label, job.source].filter((word) => word && cut(word) !== subject(job) && !word.startsWith("upload:")).map((word) => cut(word)).join(" · "))),
    el("td", "tight", state(job.state), job.position > 0 && el("p", "hint", TEXT.jobs.position(plural(job.position, "job"))),
      job.result && el("p", "narrow-only", verdict(job.result.verdict))),
    el("td", "tight wide-only", job.result ? verdict(job.result.verdict) : ""),
    el("td", "number wide-only", job.result ? job.result.score : ""),
    el("td", "tight wide-only", job.profile),
    el("td", "tight wide-only", job.by.name),
    el("td", { class: "tight wide-only", title: moment(job.submitted) }, ago(job.submitted)),
    el("td", "number wide-only", span(took)));
}

/** Asks for the first page again and again: what changed is drawn anew, what is new comes on top. */
async function keepFresh(list, signal) {
  while (!signal.aborted) {
    const busy = [...list.shown.values()].some(({ job }) => !over(job));
    await new Promise((done) => setTimeout(done, busy ? WHILE_SOMETHING_RUNS : OTHERWISE));
    const { asked } = list;
    if (signal.aborted || document.hidden || !asked) continue;
    const page = await read(address("/jobs", asked), signal).catch(() => null);
    if (!page || signal.aborted || asked !== list.asked) continue;
    const there = new Set(page.items.map((job) => job.id));
    const left = !page.next && [...list.shown.keys()].some((id) => !there.has(id));
    if (left || (page.items.length && !list.shown.size)) { list.load(); continue; }
    for (const job of page.items.toReversed()) {
      const known = list.shown.get(job.id);
      if (known && JSON.stringify(job) === JSON.stringify(known.job)) continue;
      const row = draw(job);
      list.shown.set(job.id, { job, row });
      if (!known) { list.items.prepend(row); continue; }
      const focused = known.row.contains(document.activeElement);
      known.row.replaceWith(row);
      if (focused) row.querySelector("a").focus();
    }
  }
}
