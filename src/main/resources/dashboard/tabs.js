/* Tabs as the ARIA practices describe them: arrows move, only the chosen panel is there. */
import { el, freshId } from "./dom.js";

/** `tabs` are [name, words, make]; a panel is made when it is first shown. */
export function tabbed(label, tabs, first) {
  const list = el("div", { class: "tabs", role: "tablist", "aria-label": label });
  const panels = el("div", "");
  const entries = tabs.map(([name, words, make]) => {
    const id = freshId("tab");
    const tab = el("button", { type: "button", role: "tab", id, "aria-controls": id + "-panel", onclick: () => show(name) }, words);
    const panel = el("div", { role: "tabpanel", id: id + "-panel", "aria-labelledby": id, class: "side", hidden: true });
    return { name, tab, panel, make, made: false };
  });
  function show(name, focus) {
    for (const entry of entries) {
      const chosen = entry.name === name;
      if (chosen && !entry.made) {
        entry.made = true;
        entry.panel.append(...[entry.make()].flat(2).filter(Boolean));
      }
      entry.panel.hidden = !chosen;
      entry.tab.setAttribute("aria-selected", chosen);
      entry.tab.tabIndex = chosen ? 0 : -1;
      if (chosen && focus) entry.tab.focus();
    }
  }
  list.addEventListener("keydown", (key) => {
    const steps = { ArrowRight: 1, ArrowLeft: -1 };
    const now = entries.findIndex(({ tab }) => tab.tabIndex === 0);
    if (key.key in steps) show(entries[(now + steps[key.key] + entries.length) % entries.length].name, true);
    else if (key.key === "Home") show(entries[0].name, true);
    else if (key.key === "End") show(entries.at(-1).name, true);
    else return;
    key.preventDefault();
  });
  list.append(...entries.map(({ tab }) => tab));
  panels.append(...entries.map(({ panel }) => panel));
  show(first);
  return { list, panels, show };
}
