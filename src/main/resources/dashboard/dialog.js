/* A question before what cannot be undone, and a place for what is shown once. */
import { button, el, freshId } from "./dom.js";

/** Shows a dialog; the promise ends when it is closed, with the word of the button that closed it. */
export function show(title, inside, answers) {
  const heading = el("h2", { id: freshId("dialog") }, title);
  const dialog = el("dialog", { "aria-labelledby": heading.id }, heading, inside);
  dialog.append(el("div", "actions", answers.map(([word, words, look]) => button(words, () => dialog.close(word), look))));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => { dialog.remove(); done(dialog.returnValue); }, { once: true });
  });
}

export const confirmed = async (title, words, action) =>
  (await show(title, el("p", "", words), [["yes", action, "danger"], ["", "Keep it as it is", ""]])) === "yes";
