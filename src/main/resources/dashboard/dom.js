/*
 * The only way anything gets onto the page. Whatever is shown may come out of a hostile sample: it
 * is only ever set as text, and what cannot be seen is written out first. A link leads to a view of
 * this page and nowhere else.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc]|(?![ \u3000])\p{Zs}|[\u{e0000}-\u{e0fff}]/gu;
const SHORT = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const SVG = "http://www.w3.org/2000/svg";

/** Longer than anyone reads in a list; a report has the whole. */
const MOST_TEXT = 4000;

export const visible = (text) => {
  const all = String(text ?? "");
  const kept = all.length > MOST_TEXT ? all.slice(0, MOST_TEXT) : all;
  return (
    kept.replace(HIDDEN, (c) => {
      const code = c.codePointAt(0);
      return SHORT[c] ?? (code < 256 ? "\\x" + code.toString(16).padStart(2, "0") : "\\u{" + code.toString(16) + "}");
    }) + (all.length > kept.length ? "…(+" + (all.length - kept.length) + ")" : "")
  );
};

/** For blocks: line breaks stay, everything else that cannot be seen is written out. */
export const visibleLines = (text) => String(text ?? "").split(/\r?\n/).map(visible).join("\n");

function dress(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "href" && !String(value).startsWith("#/")) throw new Error("a link leads out: " + name);
    if (name === "src" && !/^\/api\/v1\/[\w/?=&%.-]*$/.test(value)) throw new Error("a frame leads out");
    if (name === "style" || name === "srcdoc" || (name.startsWith("on") && typeof value !== "function")) {
      throw new Error("not set from here: " + name);
    }
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value") node.value = value;
    else if (name === "class") node.setAttribute("class", value);
    else node.setAttribute(name, value === true ? "" : visible(value));
  }
}

function fill(node, inside) {
  for (const part of inside.flat(3)) {
    if (part === undefined || part === null || part === false) continue;
    node.append(part instanceof Node ? part : visible(part));
  }
  return node;
}

/** An element: a class or attributes, then what is inside; text is made visible. */
export function el(tag, look, ...inside) {
  const node = document.createElement(tag);
  if (typeof look === "string") {
    if (look) node.className = look;
  } else if (look) dress(node, look);
  return fill(node, inside);
}

export function svg(tag, attributes, ...inside) {
  const node = document.createElementNS(SVG, tag);
  dress(node, attributes);
  return fill(node, inside);
}

/** The address of a view; every part is encoded. */
export const route = (...parts) => "#/" + parts.map((part) => encodeURIComponent(part)).join("/");

export const link = (where, ...inside) => el("a", { href: where }, ...inside);

export const block = (text) => {
  const pre = el("pre", { tabindex: "0" });
  pre.textContent = visibleLines(text);
  return pre;
};

export const button = (words, action, look = "") => el("button", { type: "button", class: look, onclick: action }, words);

export const unseen = (words) => el("span", "unseen", words);

let ids = 0;
export const freshId = (word) => word + "-" + ++ids;

/** A field with its label above and a hint below, tied together for those who hear the page. */
export function field(label, input, hint) {
  input.id ||= freshId("field");
  const parts = [el("label", { for: input.id }, label), input];
  if (hint) {
    const note = el("p", { class: "hint", id: input.id + "-hint" }, hint);
    input.setAttribute("aria-describedby", note.id);
    parts.push(note);
  }
  return el("div", "field", ...parts);
}

export function choice(name, options, chosen) {
  const select = el("select", { name });
  for (const [value, words] of options) {
    const option = el("option", { value }, words);
    option.value = value;
    option.selected = value === chosen;
    select.append(option);
  }
  return select;
}
