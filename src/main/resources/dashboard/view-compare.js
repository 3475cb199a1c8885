/* What changed between two jobs. */
import { address, at, read } from "./api.js";
import { choice, el, link, route } from "./dom.js";
import { verdict } from "./badges.js";
import { empty, fillFrom } from "./states.js";
import { lower, moment, plural, subject } from "./words.js";

const SIGNS = { "+": ["plus", "new"], "-": ["minus", "gone"], "~": ["", "changed"] };

export default async function compareView({ query, signal }) {
  const { items } = await read(address("/jobs", { state: "DONE", limit: 200 }), signal);
  for (const id of [query.get("before"), query.get("after")]) {
    if (id && !items.some((job) => job.id === id)) items.push(await read(at("jobs", id), signal));
  }
  const head = el("div", "intro", el("h1", "", "Compare"),
    el("p", "", "Two assessments, such as two versions of a package: what the later one does that the earlier did not."));
  if (items.length < 2) {
    return [head, el("section", "", empty("Two finished jobs are needed", "There " + (items.length === 1 ? "is one" : "are none") + " so far.", { to: "#/", words: "Assess a server" }))];
  }
  const words = (job) => subject(job) + " · " + lower(job.result.verdict) + " · " + moment(job.submitted).slice(0, 16);
  const options = items.filter((job) => job.result).map((job) => [job.id, words(job)]);
  const [before, after] = guess(items, query);
  const left = choice("before", options, before), right = choice("after", options, after);
  const place = el("div", "side");
  const load = () => {
    if (left.value === right.value) {
      place.replaceChildren(el("section", "", empty("Both are the same job", "Choose another one on either side.")));
      return;
    }
    fillFrom(place, () => read(address("/compare", { before: left.value, after: right.value }), signal), (comparison) =>
      changes(comparison, items.find((job) => job.id === left.value), items.find((job) => job.id === right.value)), "Both are judged again…");
  };
  load();
  return [head,
    el("section", "", el("form", { class: "filters", oninput: load, onsubmit: (event) => event.preventDefault() },
      el("label", "wide", "Before", left), el("label", "wide", "After", right))),
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
  const side = (job) => el("div", "", link(route("jobs", job.id), subject(job)), " ", verdict(job.result.verdict), " ", el("span", "quiet", "risk " + job.result.score));
  return [
    el("section", "verdict " + (grew ? "suspicious" : "nothing-seen"),
      el("h2", "", grew ? "The later one can or does more." : list.length ? "Nothing was added." : "No difference was seen."),
      el("div", "columns", side(before), side(after)),
      el("p", "quiet", plural(list.length, "change") + " in all.")),
    ...[...kinds].map(([kind, some]) => el("section", "", el("h2", "kind", kind),
      el("ul", "lines", some.map(({ sign, what }) => {
        const [look, word] = SIGNS[sign] ?? ["", sign];
        return el("li", "", el("span", "sign " + look, word), el("code", "", what));
      })))),
  ];
}
