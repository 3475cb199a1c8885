/* A list that the service gives in pages: the first at once, the rest when it is asked for. */
import { address, read } from "./api.js";
import { button, el } from "./dom.js";
import { failure, fillFrom } from "./states.js";
import { TEXT } from "./text.js";

/**
 * Fills a place with a page of `path` and a button for the next. `frame` makes the element for the
 * items and says where they go: {node, items}; `item` draws one; `none` stands there without any.
 */
export function paged(place, path, query, { frame, item, none, signal }) {
  const load = (cursor) => read(address(path, { ...query, cursor }), signal);
  return fillFrom(place, load, (page) => {
    if (!page.items.length) return none();
    const { node, items } = frame();
    items.append(...page.items.map(item));
    const more = el("div", "more");
    const offer = (next) => {
      if (!next) { more.remove(); return; }
      const go = button(TEXT.page.more, async () => {
        go.disabled = true;
        try {
          const following = await load(next);
          items.append(...following.items.map(item));
          offer(following.next);
        } catch (error) {
          if (error.name !== "AbortError") more.replaceChildren(failure(error, () => offer(next)));
        }
      });
      more.replaceChildren(go);
    };
    offer(page.next);
    return [node, page.next && more];
  });
}

/** A table in its own scrolling place; `columns` are [words, class]. */
export function table(label, columns, look) {
  const items = el("tbody", "");
  const node = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, el("table", { "aria-label": label, class: look },
    el("thead", "", el("tr", "", columns.map(([words, look = ""]) => el("th", { scope: "col", class: look }, words)))), items));
  return { node, items };
}
