/* Small charts of our own: stacked columns over days, and bars with a name. Figures are in the text too. */
import { el, svg } from "./dom.js";
import { number } from "./words.js";

const HIGH = 160, LEFT = 30, BOTTOM = 22;

const rounded = (most) => {
  const step = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [1, 2, 5, 10].map((times) => times * step).find((nice) => nice >= most);
};

/**
 * Columns over time. `rows` is a list of {label, parts: {name: count}}, `kinds` a list of
 * [name, words, class] from the bottom up.
 */
export function columns(title, rows, kinds, wide = 720) {
  const total = (row) => kinds.reduce((sum, [name]) => sum + (row.parts[name] ?? 0), 0);
  const most = rounded(Math.max(1, ...rows.map(total)));
  const slot = (wide - LEFT) / Math.max(1, rows.length);
  const tall = (count) => (count / most) * HIGH;
  const picture = svg("svg", { class: "chart", viewBox: `0 -8 ${wide} ${HIGH + BOTTOM + 8}`, role: "img", "aria-label": title });
  for (const mark of [...new Set([0, most / 2, most])].filter(Number.isInteger)) {
    const y = HIGH - tall(mark);
    picture.append(svg("line", { class: "grid", x1: LEFT, x2: wide, y1: y, y2: y }),
      svg("text", { x: LEFT - 6, y: y + 4, "text-anchor": "end" }, number(mark)));
  }
  const every = Math.ceil(rows.length / 8);
  rows.forEach((row, at) => {
    let y = HIGH;
    const group = svg("g", {}, svg("title", {}, row.label + ": " + (kinds.filter(([name]) => row.parts[name])
      .map(([name, words]) => row.parts[name] + " " + words).join(", ") || "none")));
    for (const [name, , look] of kinds) {
      const height = tall(row.parts[name] ?? 0);
      y -= height;
      if (height) group.append(svg("rect", { class: "bar " + look, x: LEFT + at * slot + slot * .14, y, width: slot * .72, height: Math.max(.5, height - .8), rx: 1.5 }));
    }
    picture.append(group);
    if (at % every === 0) {
      picture.append(svg("text", { x: LEFT + at * slot + slot / 2, y: HIGH + 16, "text-anchor": "middle" }, row.label.slice(5)));
    }
  });
  const legend = el("ul", "legend", kinds.map(([name, words, look]) =>
    el("li", look, el("i", ""), words + " " + number(rows.reduce((sum, row) => sum + (row.parts[name] ?? 0), 0)))));
  return el("figure", { class: "plot" }, picture, legend);
}

/** Bars with a name and a figure; `name` may be an element. */
export function bars(rows) {
  const most = Math.max(1, ...rows.map((row) => row.count));
  return el("ol", "bars", rows.map((row) =>
    el("li", "", el("span", { class: "name", title: row.title }, row.name), el("span", "figure", number(row.count)),
      svg("svg", { viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
        svg("rect", { class: "track", width: 100, height: 6, rx: 1 }),
        svg("rect", { class: "value", width: (row.count / most) * 100, height: 6, rx: 1 })))));
}
