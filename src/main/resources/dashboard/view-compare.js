/* What changed between two jobs. */
import { address, at, read } from "./api.js";
import { choice, el, link, route } from "./dom.js";
import { verdict } from "./badges.js";
import { empty, fillFrom } from "./states.js";
import { TEXT } from "./text.js";
import { lower, moment, plural, subject } from "./words.js";

const SIGNS = { "+": ["plus", TEXT.compare.added], "-": ["minus", TEXT.compare.removed], "~": ["", TEXT.compare.changed] };

export default async function compareView({ query, signal }) {
  const { items } = await read(address("/jobs", { state: "DONE", limit: 200 }), signal);
  for (const id of [query.get("before"), query.get("after")]) {
    if (id && !items.some((job) => job.id === id)) items.push(await read(at("jobs", id), signal));
  }
  const head = el("div", "intro", el("h1", "", TEXT.compare.title),
    el("p", "", TEXT.compare.intro));
  if (items.length < 2) {
    return [head, el("section", "", empty(TEXT.compare.few, TEXT.compare.fewHint(items.length), { to: "#/", words: TEXT.submit.title }))];
  }
  const words = (job) => subject(job) + " · " + lower(job.result.verdict) + " · " + moment(job.submitted).slice(0, 16);
  const options = items.filter((job) => job.result).map((job) => [job.id, words(job)]);
  const [before, after] = guess(items, query);
  const left = choice("before", options, before), right = choice("after", options, after);
  const place = el("div", "side");
  const load = () => {
    if (left.value === right.value) {
      place.replaceChildren(el("section", "", empty(TEXT.compare.same, TEXT.compare.sameHint)));
      return;
    }
    fillFrom(place, () => read(address("/compare", { before: left.value, after: right.value }), signal), (comparison) =>
      changes(comparison, items.find((job) => job.id === left.value), items.find((job) => job.id === right.value)), TEXT.compare.loading);
  };
  load();
  return [head,
    el("section", "", el("form", { class: "filters", oninput: load, onsubmit: (event) => event.preventDefault() },
      el("label", "wide", TEXT.compare.before, left), el("label", "wide", TEXT.compare.after, right))),
    place];
}

/** The asked-for pair; or the newest job and the one before it of the same subject. */
function guess(items, query) {
  const after = query.get("after") ?? items[0].id;
  const job = items.find((each) => each.id === after);
  const others = items.filter((each) => each.id !== after);
  const name = (each) => each.result?.target.name;
  const twin = others.find((each) => name(each) === name(job) && each.submitted < job.submitted) ?? others.find((each) => name(each) === name(job));
  return [query.get("before") ?? (twin ?? others[0]).id, after];
}

function changes({ grew, changes: list }, before, after) {
  const kinds = Map.groupBy(list, (change) => change.kind);
  const side = (job) => el("div", "", link(route("jobs", job.id), subject(job)), " ", verdict(job.result.verdict), " ", el("span", "quiet", TEXT.compare.risk(job.result.score)));
  return [
    el("section", "verdict " + (grew ? "suspicious" : "nothing-seen"),
      el("h2", "", grew ? TEXT.compare.grew : list.length ? TEXT.compare.notGrown : TEXT.compare.equal),
      el("div", "columns", side(before), side(after)),
      el("p", "quiet", TEXT.compare.total(plural(list.length, "change")))),
    ...[...kinds].map(([kind, some]) => el("section", "", el("h2", "kind", TEXT.compare.kinds[kind] ?? kind),
      el("ul", "lines", some.map(({ sign, what }) => {
        const [look, word] = SIGNS[sign] ?? ["", sign];
        return el("li", "", el("span", "sign " + look, word), el("code", "", what));
      })))),
  ];
}
